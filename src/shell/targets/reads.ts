import { readArguments, type Spec } from '../options.ts';
import { literal, type Word } from '../word.ts';
import { all, type Family, type Found } from './found.ts';

type Reader = Spec & {
  /** Operands before the files: a pattern or a program. */
  readonly skip?: number;
  /** An option that stands for the skipped operand. */
  readonly instead?: readonly string[];
  /** What is read where no file is named and nothing flows in. */
  readonly otherwise?: string;
  /** It reads folders through and through. */
  readonly tree?: boolean;
};

const GREP: Reader = {
  skip: 1,
  instead: ['-e', '-f', '--regexp', '--file'],
  short: 'efmABCdD',
  long: ['--include', '--exclude', '--exclude-dir', '--color', '--regexp', '--file', '--max-count'],
};
const RG: Reader = {
  skip: 1,
  instead: ['-e', '-f', '--regexp', '--file', '--files', '--type-list'],
  short: 'efgtTmABCMjr',
  long: [
    '--glob',
    '--type',
    '--max-count',
    '--replace',
    '--regexp',
    '--sort',
    '--max-depth',
    '--iglob',
    '--file',
  ],
  otherwise: '.',
  tree: true,
};
const PLAIN: Reader = {};

const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...'cat less more nl od xxd hexdump strings file cmp diff comm md5sum shasum sha1sum sha256sum sha512sum base64 base32 tac rev bat batcat zcat bzcat xzcat paste fold expand column pr wc sort uniq cksum b2sum gpg view hexyl icdiff delta colordiff sdiff look readelf objdump nm ldd exiftool tsort join fmt most vimdiff glow mdcat csvlook cfssl ssh-keygen plutil xmllint'
    .split(' ')
    .map((name): [string, Reader] => [name, PLAIN]),
  ['head', { short: 'nc' }],
  ['tail', { short: 'ncs', long: ['--lines', '--bytes'] }],
  ['sort', { short: 'kotST', long: ['--output'] }],
  ['uniq', { short: 'fsw' }],
  ['cut', { short: 'dfcb', long: ['--delimiter', '--fields'] }],
  ['strings', { short: 'nte' }],
  ['xxd', { short: 'lscgo' }],
  ['stat', { short: 'cft', long: ['--format', '--printf'] }],
  ['du', { short: 'dtB', long: ['--exclude', '--max-depth'], tree: true }],
  ['ls', { short: 'IwT', otherwise: '.' }],
  ['dir', { otherwise: '.' }],
  ['tree', { short: 'LPI', otherwise: '.', tree: true }],
  ['eza', { otherwise: '.' }],
  ['grep', GREP],
  ['egrep', GREP],
  ['fgrep', GREP],
  ['zgrep', GREP],
  ['rg', RG],
  ['ag', { ...RG, short: 'ABCGm' }],
  ['ack', { ...RG, short: 'ABCm' }],
  [
    'jq',
    {
      skip: 1,
      instead: ['-f', '--from-file'],
      short: 'fL',
      long: ['--arg', '--argjson', '--from-file', '--slurpfile'],
    },
  ],
  ['yq', { skip: 1, short: 'oe' }],
  ['awk', { skip: 1, instead: ['-f'], short: 'Fvf' }],
  ['gawk', { skip: 1, instead: ['-f'], short: 'Fvf' }],
  ['diff', { short: 'UCxI', long: ['--exclude', '--label'] }],
]);

/** Commands that print or search files, and what they read. */
export const reads: Family = (command) => {
  if (command.name === 'openssl') return openssl(command.words.slice(1));
  const reader = READERS.get(command.name);
  if (reader === undefined) return [];
  const args = readArguments(command.words.slice(1), reader);
  const given = reader.instead?.some((name) => args.options.has(name)) ?? false;
  const files = args.operands.slice(given ? 0 : (reader.skip ?? 0)).filter((word) => isFile(word));
  const out: Found[] = [...all(files, 'read', reader.tree)];
  if (files.length === 0 && reader.otherwise !== undefined && command.input?.kind !== 'pipe')
    out.push({ word: literal(reader.otherwise), role: 'read', tree: true });
  if (command.name === 'sort')
    out.push(...all([...(args.options.get('-o') ?? []), ...(args.options.get('--output') ?? [])], 'written'));
  // `uniq IN OUT`, `xxd -r IN OUT`
  if ((command.name === 'uniq' || command.name === 'xxd') && files[1] !== undefined)
    out.push(...all(files.slice(1, 2), 'written'));
  return out;
};

function isFile(word: Word): boolean {
  return word.text !== '-' && word.text !== '' && !word.text.startsWith('+');
}

/** `find`: what it looks through, or what it deletes and writes. */
export function searchRoots(words: readonly Word[]): readonly Word[] {
  const roots: Word[] = [];
  for (const word of words.slice(1)) {
    if (/^-[HLP]$/.test(word.text)) continue;
    if (/^[-(!]/.test(word.text)) break;
    roots.push(word);
  }
  return roots.length === 0 ? [literal('.')] : roots;
}

/** OpenSSL's options have one dash, and most take a value. */
function openssl(words: readonly Word[]): readonly Found[] {
  const args = readArguments(words, {
    single: true,
    long: '-in -inkey -key -CA -CAkey -CAfile -cert -certfile -out -keyout -subj -newkey -days -passin -passout -addext -config -extfile -extensions -K -iv -k -pass -inform -outform -name -connect -servername -sign -verify -signature -recip -signer'.split(
      ' ',
    ),
  });
  const given = (names: string): readonly Word[] =>
    names.split(' ').flatMap((name) => (args.options.get(name) ?? []).filter((word) => word.text !== ''));
  return [
    ...all(
      given('-in -inkey -key -CA -CAkey -CAfile -cert -certfile -config -extfile -sign -signer'),
      'read',
    ),
    ...all(/^(dgst|asn1parse|md5|sha\d+)$/.test(words[0]?.text ?? '') ? args.operands.slice(1) : [], 'read'),
    ...all(given('-out -keyout'), 'written'),
  ];
}

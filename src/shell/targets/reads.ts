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
  ['sort', { short: 'kotST' }],
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
  ['openssl', { skip: 1 }],
  ['diff', { short: 'UCxI', long: ['--exclude', '--label'] }],
]);

/** Commands that print or search files, and what they read. */
export const reads: Family = (command) => {
  const reader = READERS.get(command.name);
  if (reader === undefined) return [];
  const args = readArguments(command.words.slice(1), reader);
  const given = reader.instead?.some((name) => args.options.has(name)) ?? false;
  const files = args.operands.slice(given ? 0 : (reader.skip ?? 0)).filter((word) => isFile(word));
  const out: Found[] = [...all(files, 'read', reader.tree)];
  if (files.length === 0 && reader.otherwise !== undefined && command.input?.kind !== 'pipe')
    out.push({ word: literal(reader.otherwise), role: 'read', tree: true });
  if (command.name === 'sort') out.push(...all(args.options.get('-o') ?? [], 'written'));
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

import type { TargetRole } from '../../model/target.ts';
import type { SimpleCommand } from '../command.ts';
import { fdCall, isFd } from '../fd.ts';
import { foundBy } from '../find.ts';
import { has, optionValue, readArguments, type Spec } from '../options.ts';
import { baseName } from '../path.ts';
import type { Word } from '../word.ts';
import { all, type Family, type Found } from './found.ts';
import { searchRoots } from './reads.ts';

type Writer = Spec & {
  readonly role: TargetRole;
  readonly skip?: number;
  readonly treeBy?: readonly string[];
};

const CHANGE: Writer = {
  role: 'written',
  skip: 1,
  treeBy: ['-R', '--recursive'],
  long: ['--reference', '--from'],
};
const DISK: Writer = { role: 'written', short: 'tLbcFn' };
const REMOVE: Writer = { role: 'removed', treeBy: ['-r', '-R', '--recursive'] };

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ['rm', REMOVE],
  ['grm', REMOVE],
  ['rimraf', { role: 'removed' }],
  ['trash', { role: 'removed' }],
  ['gio', { role: 'removed', skip: 1 }],
  ['del-cli', { role: 'removed' }],
  ['rmdir', { role: 'removed' }],
  ['unlink', { role: 'removed' }],
  ['srm', REMOVE],
  ['shred', { role: 'written', short: 'ns', long: ['--iterations', '--size'] }],
  ['tee', { role: 'written' }],
  ['sponge', { role: 'written' }],
  ['touch', { role: 'added', short: 'drt', long: ['--date', '--reference', '--time'] }],
  ['truncate', { role: 'written', short: 'sr', long: ['--size', '--reference'] }],
  ['fallocate', { role: 'written', short: 'lo' }],
  ['mkdir', { role: 'added', short: 'm', long: ['--mode'] }],
  ['mkfifo', { role: 'added', short: 'm' }],
  ['mknod', { role: 'added', short: 'm' }],
  ['chmod', CHANGE],
  ['chown', CHANGE],
  ['chgrp', CHANGE],
  ['chattr', { ...CHANGE, treeBy: ['-R'] }],
  ['chflags', { ...CHANGE, treeBy: ['-R'] }],
  ['setfacl', { role: 'written', short: 'mxMX', treeBy: ['-R', '--recursive'] }],
  ['xattr', { role: 'written', short: 'wd' }],
  ['wipefs', DISK],
  ['blkdiscard', { role: 'written', short: 'olp' }],
  ['dos2unix', { role: 'written' }],
  ['unix2dos', { role: 'written' }],
  ['gzip', { role: 'written' }],
  ['gunzip', { role: 'written' }],
  ['bzip2', { role: 'written' }],
  ['xz', { role: 'written' }],
]);

/** Commands that write, make or remove each file they name. */
export const writes: Family = (command) => {
  const words = command.words.slice(1);
  if (command.name === 'dd') return dd(words);
  if (command.name === 'find') return findTargets(command);
  if (isFd(command.name)) return fdTargets(command);
  if (command.name === 'split' || command.name === 'csplit') return splitTargets(words);
  if (command.name === 'script')
    return all(readArguments(words, { short: 'cIOTBomtF' }).operands.slice(0, 1), 'written');
  const disk = diskTargets(command);
  if (disk.length > 0) return disk;
  const writer = WRITERS.get(command.name);
  if (
    writer === undefined ||
    (command.name === 'gio' && words[0]?.text !== 'trash' && words[0]?.text !== 'remove')
  )
    return [];
  const args = readArguments(words, writer);
  if (/^(gzip|gunzip|bzip2|xz)$/.test(command.name) && has(args, '-c', '-l', '-t', '--stdout')) return [];
  const skip =
    has(args, '--reference', '-b', '-k') ||
    (words.some(
      (word) => /^-[rwxXst]+$/.test(word.text) && /^(ch(mod|attr))$/.test(command.name) && word.text !== '-R',
    ) &&
      writer.skip !== undefined)
      ? 0
      : (writer.skip ?? 0);
  const tree = /^(rimraf|trash|del-cli|gio)$/.test(command.name) || has(args, ...(writer.treeBy ?? []));
  const removing = command.name === 'shred' && has(args, '-u', '--remove');
  const dated = command.name === 'touch' && has(args, '-d', '-t', '-r', '--date', '--reference');
  const role = removing ? 'removed' : dated ? 'written' : writer.role;
  return args.operands
    .slice(skip)
    .filter((word) => word.text !== '-')
    .flatMap((word) => all([word], role, tree && !(role === 'removed' && isPlainFile(word))));
};

/** `rm -rf notes.txt` deletes one file, whatever its options say. */
function isPlainFile(word: Word): boolean {
  const name = baseName(word.text);
  return (
    !word.glob &&
    !word.unresolved &&
    FILE_ENDINGS.has(name.slice(name.lastIndexOf('.', name.length - 2) + 1)) &&
    name.lastIndexOf('.') > 0
  );
}

const FILE_ENDINGS = new Set(
  'lock json yaml yml toml txt md log ts tsx js jsx mjs cjs py rb go rs java c h cpp hpp cs php sh css scss html xml csv sql zip tgz gz tar png jpg jpeg svg pdf tsbuildinfo lockb sum'.split(
    ' ',
  ),
);

function dd(words: readonly Word[]): readonly Found[] {
  return words.flatMap((word): readonly Found[] => {
    if (word.text.startsWith('of='))
      return [{ word: { ...word, text: word.text.slice(3) }, role: 'written' }];
    if (word.text.startsWith('if=')) return [{ word: { ...word, text: word.text.slice(3) }, role: 'read' }];
    return [];
  });
}

function findTargets(command: SimpleCommand): readonly Found[] {
  const words = command.words;
  const out: Found[] = [];
  words.forEach((word, i) => {
    const next = words[i + 1];
    if (/^-f(print0?|printf|ls)$/.test(word.text) && next !== undefined)
      out.push({ word: next, role: 'written' });
  });
  if (words.some((word) => word.text === '-delete'))
    return [...out, ...all(foundBy(command), 'removed', true)];
  if (words.some((word) => /^-(exec|execdir|ok|okdir)$/.test(word.text))) return out;
  return [...out, ...all(searchRoots(words), 'read', true)];
}

/** What is found is a target of the command that `fd` runs on it, where it runs one. */
function fdTargets(command: SimpleCommand): readonly Found[] {
  const { found, commands } = fdCall(command);
  return commands.length > 0 ? [] : all(found, 'read', true);
}

function splitTargets(words: readonly Word[]): readonly Found[] {
  const args = readArguments(words, { short: 'lbnaCt', long: ['--lines', '--bytes', '--number'] });
  const [input, prefix] = args.operands;
  return [
    ...(input === undefined || input.text === '-' ? [] : all([input], 'read')),
    ...(prefix === undefined
      ? []
      : [{ word: { ...prefix, text: `${prefix.text}*`, glob: true as const }, role: 'added' as const }]),
  ];
}

function diskTargets(command: SimpleCommand): readonly Found[] {
  const { name } = command;
  if (
    !/^(mkfs(\..*)?|mke2fs|mkswap|parted|fdisk|sfdisk|gdisk|sgdisk|diskutil|hdiutil|cryptsetup|pvcreate|zpool|mdadm|hdparm)$/.test(
      name,
    )
  )
    return [];
  const words = readArguments(command.words.slice(1)).operands;
  return all(
    words.filter((word) => word.text.startsWith('/dev/') || /^disk\d/.test(word.text)),
    'written',
  );
}

/** `-o FILE` of compilers, packers and generators: what they make. */
export const outputs: Family = (command) => {
  const spec = OUTPUTS.get(command.name);
  if (spec === undefined) return [];
  const args = readArguments(command.words.slice(1), {
    short: 'o',
    long: ['--output', '--outfile', '--output-file', '--outdir', '--out'],
  });
  const word = optionValue(args, '-o', '--output', '--output-file', '--outfile', '--out', '--outdir');
  const inputs = spec.inputs ? all(args.operands, 'read') : [];
  return word === undefined || word.text === '' || word.text === '-'
    ? inputs
    : [...inputs, { word, role: 'written' }];
};

const OUTPUTS: ReadonlyMap<string, { readonly inputs?: boolean }> = new Map<
  string,
  { readonly inputs?: boolean }
>([
  ...'gcc cc clang g++ clang++ go esbuild rollup tsc pandoc dot protoc objcopy ld as nasm swiftc rustc ghc zig ffmpeg gpg age sops convert shuf iconv psql zstd strace ltrace time diff less'
    .split(' ')
    .map((name): [string, object] => [name, {}]),
  ['pip-compile', { inputs: true }],
]);

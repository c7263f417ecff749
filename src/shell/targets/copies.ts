import { has, optionValue, readArguments } from '../options.ts';
import { baseName, joinPath } from '../path.ts';
import type { Word } from '../word.ts';
import { all, type Family, type Found, looksLikeFolder } from './found.ts';

const SHORT = 'tSmgoZ';
const LONG = ['--target-directory', '--suffix', '--mode', '--owner', '--group', '--backup'];

/** `cp`, `mv`, `ln`, `install`, `rsync`, `scp`: what they take and where it goes. */
export const copies: Family = (command) => {
  const words = command.words.slice(1);
  switch (command.name) {
    case 'cp':
    case 'gcp':
      return transfer(words, 'read');
    case 'mv':
    case 'gmv':
    case 'rename':
      return command.name === 'rename'
        ? all(readArguments(words).operands.slice(1), 'removed')
        : transfer(words, 'removed');
    case 'install':
      return install(words);
    case 'ln':
      return link(words);
    case 'rsync':
      return rsync(words);
    case 'scp':
    case 'sftp':
      return remoteCopy(words);
    default:
      return [];
  }
};

function transfer(words: readonly Word[], role: 'read' | 'removed', short = 'tS'): readonly Found[] {
  const args = readArguments(words, { short, long: LONG });
  const into = optionValue(args, '-t', '--target-directory');
  const sources = into === undefined ? args.operands.slice(0, -1) : args.operands;
  const to = into ?? args.operands.at(-1);
  if (to === undefined || sources.length === 0) return [];
  const tree = has(args, '-r', '-R', '-a', '--recursive', '--archive');
  const folder = into !== undefined || sources.length > 1 || looksLikeFolder(to.text);
  // A folder copied or moved to `.x` may become it, where it isn't there yet, or with `-T`.
  const becomes =
    (tree || role === 'removed') &&
    into === undefined &&
    /(^|\/)\.[a-z]+$/.test(to.text) &&
    sources.length === 1 &&
    (role === 'removed' || !/\.[a-z]{1,5}$/.test(sources[0]!.text.replace(/^\.+/, '')));
  return [
    ...all(sources, role, tree || role === 'removed'),
    ...landing(sources, to, folder).map((found) => (tree ? { ...found, tree } : found)),
    ...(becomes && folder ? all([to], 'added', true) : []),
  ];
}

/** Where the sources land: each under its own name in a folder, else under the name given. */
export function landing(sources: readonly Word[], to: Word, folder: boolean): readonly Found[] {
  if (!folder) return [{ word: to, role: 'added' }];
  return sources.map((source): Found => {
    const name = baseName(source.text);
    if (source.glob || source.unresolved || name === '' || name === '.' || name === '..')
      return { word: to, role: 'added', tree: true };
    return { word: { ...to, text: joinPath(to.text, name) }, role: 'added' };
  });
}

function install(words: readonly Word[]): readonly Found[] {
  const args = readArguments(words, { short: SHORT, long: LONG });
  if (has(args, '-d', '--directory')) return all(args.operands, 'added');
  return transfer(words, 'read', SHORT);
}

function link(words: readonly Word[]): readonly Found[] {
  const args = readArguments(words, { short: 'tS', long: LONG });
  const into = optionValue(args, '-t', '--target-directory');
  const sources = into === undefined && args.operands.length > 1 ? args.operands.slice(0, -1) : args.operands;
  const to = into ?? (args.operands.length > 1 ? args.operands.at(-1) : { text: '.' });
  const role = has(args, '-f', '--force') ? 'written' : 'added';
  if (to === undefined) return [];
  const folder = into !== undefined || sources.length > 1 || to.text === '.' || to.text.endsWith('/');
  return landing(sources, to, folder).map((found) => ({ ...found, role }));
}

function rsync(words: readonly Word[]): readonly Found[] {
  const args = readArguments(words, {
    short: 'efTB',
    long: ['--exclude', '--include', '--rsh', '--filter', '--exclude-from', '--backup-dir'],
  });
  const to = args.operands.at(-1);
  const sources = args.operands.slice(0, -1);
  const gone = has(args, '--remove-source-files') ? all(sources.filter(isLocal), 'removed', true) : [];
  if (to === undefined) return [];
  const wipes = [...args.options.keys()].some((name) => /^--del(ete.*)?$/.test(name));
  const landed: Found[] = isLocal(to)
    ? [
        { word: to, role: wipes ? 'removed' : 'added', tree: true },
        ...landing(
          sources.filter((source) => !source.text.endsWith('/')),
          to,
          true,
        ).map((found): Found => ({ ...found, tree: true })),
      ]
    : [];
  return [...all(sources.filter(isLocal), 'read', true), ...gone, ...landed];
}

function remoteCopy(words: readonly Word[]): readonly Found[] {
  const args = readArguments(words, { short: 'cFiJloPSD' });
  const to = args.operands.at(-1);
  const sources = args.operands.slice(0, -1).filter(isLocal);
  return [
    ...all(sources, 'read'),
    ...(to !== undefined && isLocal(to) ? [{ word: to, role: 'added' as const }] : []),
  ];
}

/** Not `host:path`, `user@host:path` or a URL. */
function isLocal(word: Word): boolean {
  const colon = word.text.indexOf(':');
  return colon < 0 || word.text.slice(0, colon).includes('/');
}

import type { SimpleCommand } from '../command.ts';
import { has, optionValue, readArguments } from '../options.ts';
import { baseName, joinPath } from '../path.ts';
import type { Word } from '../word.ts';
import { all, type Family, type Found } from './found.ts';

const CURL = {
  short: 'oHXdFuAeTbcmwxKCDErQtyYzP',
  long: '--output --header --request --data --data-binary --data-raw --data-urlencode --data-ascii --form --user --user-agent --referer --upload-file --cookie --cookie-jar --max-time --connect-timeout --write-out --proxy --config --cacert --cert --key --retry --url --output-dir --json --unix-socket --abstract-unix-socket --resolve --range --netrc-file'.split(
    ' ',
  ),
};
const WGET = {
  short: 'OoPaiUTtBeQ',
  long: [
    '--output-document',
    '--output-file',
    '--directory-prefix',
    '--post-file',
    '--post-data',
    '--body-file',
    '--header',
    '--method',
    '--input-file',
  ],
};

/** `curl`, `wget` and what brings files from elsewhere or sends them there. */
export const fetches: Family = (command) => {
  switch (command.name) {
    case 'curl':
      return curl(command);
    case 'wget':
    case 'wget2':
      return wget(command);
    case 'http':
    case 'https':
    case 'xh':
      return readArguments(command.words.slice(1)).operands.flatMap((word) => afterAt(word));
    case 'aria2c':
      return all(readArguments(command.words.slice(1), { short: 'od' }).options.get('-o') ?? [], 'added');
    case 'pip':
    case 'pip3':
      return pip(command);
    case 'python':
    case 'python3':
      return venv(command);
    case 'gh':
      return /^(gist|release)$/.test(command.words[1]?.text ?? '') &&
        /^(create|upload)$/.test(command.words[2]?.text ?? '')
        ? all(
            readArguments(command.words.slice(3), { short: 'dftnR' }).operands.filter(
              (word) => /[./]/.test(word.text) && !/^v?\d/.test(word.text),
            ),
            'read',
          )
        : [];
    case 'aws':
    case 'gsutil':
    case 'gcloud':
    case 'rclone':
    case 's3cmd':
      return cloudCopy(command);
    default:
      return [];
  }
};

function curl(command: SimpleCommand): readonly Found[] {
  const args = readArguments(command.words.slice(1), CURL);
  const folder = optionValue(args, '--output-dir');
  const out: Found[] = [
    ...all([...(args.options.get('-o') ?? []), ...(args.options.get('--output') ?? [])], 'added'),
  ];
  if (has(args, '-O', '--remote-name') || args.options.has('--remote-name-all'))
    for (const url of args.operands) out.push({ word: remoteName(url), role: 'added' });
  for (const name of ['-c', '--cookie-jar', '-D']) out.push(...all(args.options.get(name) ?? [], 'written'));
  for (const name of ['-T', '--upload-file', '-K', '--config', '--netrc-file', '--cert', '--key', '-E'])
    out.push(...all(args.options.get(name) ?? [], 'read'));
  for (const name of [
    '-d',
    '--data',
    '--data-binary',
    '--data-urlencode',
    '--data-ascii',
    '--json',
    '-F',
    '--form',
    '-H',
    '--header',
    '-b',
  ])
    for (const value of args.options.get(name) ?? []) out.push(...afterAt(value));
  const named = out.filter((found) => found.word.text !== '-' && found.word.text !== '');
  if (folder === undefined) return named;
  return named.map((found) =>
    found.role === 'added'
      ? { ...found, word: { ...found.word, text: joinPath(folder.text, found.word.text) } }
      : found,
  );
}

/** `@file`, `name=@file`, `name=<file`. */
function afterAt(word: Word): readonly Found[] {
  const match = /^(?:[\w.[\]-]{0,80}=?)[@<]([^;]+)/.exec(word.text);
  return match === null ? [] : [{ word: { ...word, text: match[1]! }, role: 'read' }];
}

function remoteName(url: Word): Word {
  const path = url.text.replace(/[?#].*$/s, '');
  return { ...url, text: baseName(path) || 'index.html' };
}

function wget(command: SimpleCommand): readonly Found[] {
  const args = readArguments(command.words.slice(1), WGET);
  const to = optionValue(args, '-O', '--output-document');
  const folder = optionValue(args, '-P', '--directory-prefix');
  const sent = [
    ...(args.options.get('--post-file') ?? []),
    ...(args.options.get('--body-file') ?? []),
    ...(args.options.get('-i') ?? []),
  ];
  const landed: readonly Word[] =
    to !== undefined
      ? [to]
      : folder !== undefined
        ? args.operands.map((url): Word => ({ ...folder, text: joinPath(folder.text, remoteName(url).text) }))
        : sent.length > 0 || has(args, '--spider')
          ? []
          : args.operands.map(remoteName);
  return [
    ...all(
      landed.filter((word) => word.text !== '-'),
      'added',
    ),
    ...all(sent, 'read'),
  ];
}

function pip(command: SimpleCommand): readonly Found[] {
  const args = readArguments(command.words.slice(1), {
    short: 'rdcte',
    long: ['--requirement', '--dest', '--constraint', '--target', '--editable'],
  });
  return [
    ...all([...(args.options.get('-r') ?? []), ...(args.options.get('--requirement') ?? [])], 'read'),
    ...all(
      [
        ...(args.options.get('-d') ?? []),
        ...(args.options.get('--dest') ?? []),
        ...(args.options.get('-t') ?? []),
        ...(args.options.get('--target') ?? []),
      ],
      'added',
    ),
  ];
}

function venv(command: SimpleCommand): readonly Found[] {
  const words = command.words;
  const at = words.findIndex((word) => word.text === '-m');
  const module = words[at + 1]?.text;
  if (at < 0) return [];
  const rest = readArguments(words.slice(at + 2)).operands;
  if (module === 'venv' || module === 'virtualenv') return all(rest, 'added', true);
  if (module === 'json.tool') return [...all(rest.slice(0, 1), 'read'), ...all(rest.slice(1, 2), 'written')];
  if (module === 'zipfile') return all(rest.slice(0, 1), 'read');
  return module === 'pip' ? pip({ ...command, words: words.slice(at + 1) }) : [];
}

function cloudCopy(command: SimpleCommand): readonly Found[] {
  const words = readArguments(command.words.slice(1), {
    long: ['--profile', '--region', '--exclude', '--include'],
  }).operands;
  const at = words.findIndex((word) => /^(cp|sync|mv|copy|rsync|put)$/.test(word.text));
  if (at < 0) return [];
  const paths = words.slice(at + 1, at + 3);
  return paths.flatMap((word, i): readonly Found[] => {
    if (/^[\w-]+:/.test(word.text)) return [];
    return [{ word, role: i === 0 ? (words[at]!.text === 'mv' ? 'removed' : 'read') : 'added', tree: true }];
  });
}

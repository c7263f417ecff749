import { has, optionValue, readArguments } from '../options.ts';
import { literal, type Word } from '../word.ts';
import { all, type Family, type Found } from './found.ts';

/** `tar`, `unzip`, `zip`, `7z`, `cpio`: the archive, what goes in, where it comes out. */
export const archives: Family = (command) => {
  const words = command.words.slice(1);
  switch (command.name) {
    case 'tar':
    case 'gtar':
    case 'bsdtar':
      return tar(words);
    case 'unzip': {
      const args = readArguments(words, { short: 'dxP' });
      if (has(args, '-l', '-t', '-v', '-Z', '-p')) return all(args.operands.slice(0, 1), 'read');
      return [
        ...all(args.operands.slice(0, 1), 'read'),
        ...all([optionValue(args, '-d') ?? literal('.')], 'added', true),
        ...all(
          args.operands.slice(1).map((word) => within(optionValue(args, '-d'), word)),
          'added',
          true,
        ),
      ];
    }
    case 'zip': {
      const args = readArguments(words, { short: 'xib' });
      return [
        ...all(args.operands.slice(0, 1), 'added'),
        ...all(args.operands.slice(1), has(args, '-m', '--move') ? 'removed' : 'read', true),
      ];
    }
    case '7z':
    case '7za':
      return sevenZip(words);
    case 'cpio':
      return /-\w*i/.test(words[0]?.text ?? '') ? [{ word: literal('.'), role: 'added', tree: true }] : [];
    default:
      return [];
  }
};

function tar(words: readonly Word[]): readonly Found[] {
  // The old style: `tar xzf a.tgz`.
  const first = words[0];
  const dashed =
    first !== undefined && /^[a-zA-Z]{1,10}$/.test(first.text)
      ? [{ ...first, text: `-${first.text}` }, ...words.slice(1)]
      : words;
  const args = readArguments(dashed, {
    short: 'fCTXKbNV',
    long: [
      '--file',
      '--directory',
      '--exclude',
      '--files-from',
      '--transform',
      '--strip-components',
      '--use-compress-program',
    ],
  });
  const archive = optionValue(args, '-f', '--file');
  const folder = optionValue(args, '-C', '--directory');
  const known = archive === undefined || archive.text === '-' ? [] : [archive];
  if (has(args, '-x', '--extract', '--get')) {
    if (has(args, '-O', '--to-stdout')) return all(known, 'read');
    const members = args.operands.map((word) => within(folder, word));
    return [
      ...all(known, 'read'),
      ...all([folder ?? literal('.')], 'added', true),
      ...all(members, 'added', true),
    ];
  }
  if (has(args, '-t', '--list')) return all(known, 'read');
  const inside = args.operands.map((word) => within(folder, word));
  const gone = has(args, '--remove-files') ? 'removed' : 'read';
  return [...all(inside, gone, true), ...all(known, 'added')];
}

function within(folder: Word | undefined, word: Word): Word {
  return folder === undefined || word.text.startsWith('/')
    ? word
    : { ...word, text: `${folder.text}/${word.text}` };
}

function sevenZip(words: readonly Word[]): readonly Found[] {
  const verb = words[0]?.text;
  const out = words.find((word) => /^-o./.test(word.text));
  const files = words.slice(1).filter((word) => !word.text.startsWith('-'));
  if (verb === 'x' || verb === 'e')
    return [
      ...all(files.slice(0, 1), 'read'),
      ...all([out === undefined ? literal('.') : { ...out, text: out.text.slice(2) }], 'added', true),
    ];
  return verb === 'a' ? [...all(files.slice(0, 1), 'added'), ...all(files.slice(1), 'read', true)] : [];
}

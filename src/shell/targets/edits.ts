import { readCode } from '../code.ts';
import type { SimpleCommand } from '../command.ts';
import { inlineCode } from '../interpreter.ts';
import { has, readArguments } from '../options.ts';
import { inputText, inputWords } from '../output.ts';
import { patchTargets } from '../patch.ts';
import { literal, UNKNOWN, type Word } from '../word.ts';
import { all, type Family, type Found } from './found.ts';

/** Editors that change files in place, patches, and inline code. */
export const edits: Family = (command, home) => {
  const words = command.words.slice(1);
  switch (command.name) {
    case 'sed':
    case 'gsed':
      return sed(words);
    case 'perl':
    case 'ruby':
      return [...inPlace(command), ...code(command, home)];
    case 'yq':
    case 'xmlstarlet':
    case 'gawk':
    case 'awk':
    case 'comby':
      return [...switchedOn(words), ...code(command, home)];
    case 'sd':
    case 'rpl':
      return all(readArguments(words, { short: 'fn' }).operands.slice(2), 'written');
    case 'crudini':
    case 'dasel':
    case 'plutil':
      return all(
        readArguments(words).operands.filter((word) => /[./]/.test(word.text)),
        'written',
      );
    case 'ed':
    case 'ex':
      return all(readArguments(words, { short: 'pc' }).operands, 'written');
    case 'vim':
    case 'vi':
    case 'nvim':
    case 'nano':
    case 'emacs':
    case 'pico':
    case 'micro':
      return visual(words);
    case 'patch':
      return patch(command);
    case 'apply_patch':
    case 'applypatch':
    case 'codex-apply-patch':
      return patched([words[0]?.text ?? '', inputText(command.input) ?? ''].join('\n'));
    default:
      return [...formatter(command), ...code(command, home)];
  }
};

/** A screen editor's files, and those that its `:w FILE` commands write. */
function visual(words: readonly Word[]): readonly Found[] {
  const args = readArguments(words, { short: 'cTSu', long: ['--cmd', '--eval'] });
  const written = (args.options.get('-c') ?? []).flatMap((word): readonly Word[] => {
    const match = /^:?w(?:rite)?!?\s+([^|]+)/.exec(word.text);
    return match === null ? [] : [{ ...word, text: match[1]!.trim() }];
  });
  return all([...args.operands.filter((word) => !word.text.startsWith('+')), ...written], 'written');
}

function sed(words: readonly Word[]): readonly Found[] {
  const inPlaceAt = words.find(
    (word) => /^-[a-zA-Z]*i|^--in-place/.test(word.text) && !/^-[efl]/.test(word.text),
  );
  // BSD sed takes `-i ''` with a word of its own.
  const plain = words.filter((word, i) => !(word.text === '' && /^-i$/.test(words[i - 1]?.text ?? '')));
  const args = readArguments(
    plain.filter((word) => !/^-[nErsuz]*i/.test(word.text) && !word.text.startsWith('--in-place')),
    { short: 'efl', long: ['--expression', '--file'] },
  );
  const given =
    has(args, '-e', '-f', '--expression', '--file') || words.some((word) => /^-[nErsuz]*ie$/.test(word.text));
  const files = args.operands.slice(given ? 0 : 1);
  const scripts = [
    ...(given ? [] : args.operands.slice(0, 1)),
    ...(args.options.get('-e') ?? []),
    ...(args.options.get('--expression') ?? []),
  ];
  return [...all(files, inPlaceAt === undefined ? 'read' : 'written'), ...scripts.flatMap(writtenBySed)];
}

/** `w FILE` as a command, and as a flag of `s`. */
function writtenBySed(script: Word): readonly Found[] {
  return script.text.split('\n').flatMap((line): readonly Found[] => {
    const match = /(?:^|[;{}$/!]|\d)\s*[gpIiMm]{0,4}[wW]\s*([^\s;}]+)\s*$/.exec(line.slice(0, 4096));
    return match === null || /^\/dev\//.test(match[1]!)
      ? []
      : [{ word: { ...script, text: match[1]! }, role: 'written' }];
  });
}

/** `yq -i 'del(.x)' FILE`, `gawk -i inplace … FILE`: what looks like a file's name after the expression is changed. */
function switchedOn(words: readonly Word[]): readonly Found[] {
  const on = words.some((word) => /^(-i|--in-?place|-in-place|-L|inplace)$/.test(word.text));
  const files = readArguments(words, { short: 'vf' }).operands.filter((word) => word.text !== 'inplace');
  return on ? all(files.slice(1), 'written') : [];
}

/** `perl -pi -e`, `ruby -i -ne`: the operands are changed; with `-n` alone they are read. */
function inPlace(command: SimpleCommand): readonly Found[] {
  const words = command.words.slice(1);
  const changes = words.some((word) => /^-[a-zA-Z0]*i/.test(word.text) && !/^-[eEMmI]/.test(word.text));
  const reads = words.some((word) => /^-[a-zA-Z]*[np]/.test(word.text) && !/^-[eEMmI]/.test(word.text));
  if (!changes && !reads) return [];
  const files: Word[] = [];
  for (let i = 0; i < words.length; i++) {
    if (/^-[a-zA-Z0]*[eE]$|^-[IMm]$/.test(words[i]!.text)) i++;
    else if (!words[i]!.text.startsWith('-')) files.push(words[i]!);
  }
  return all(files, changes ? 'written' : 'read');
}

function code(command: SimpleCommand, home: string): readonly Found[] {
  const inline = inlineCode(command);
  if (inline === undefined) return [];
  const each = command.words.some((word) => /^-[a-zA-Z0]*[np]/.test(word.text));
  // `… | perl -ne unlink`: each line of what flows in.
  if (each && /\b(unlink|rmtree|rmdir)\b\s*(?:[;}]|\$_|$)/.test(inline.text.slice(0, 4096)))
    return all(inputWords(command) ?? [UNKNOWN], 'removed', true);
  return readCode(inline).files.map(({ path, role, tree }): Found => {
    const text =
      path.text === '~' ? home : path.text.startsWith('~/') ? home + path.text.slice(1) : path.text;
    return { word: { ...path, text }, role, by: 'code', ...(tree ? { tree } : {}) };
  });
}

function patch(command: SimpleCommand): readonly Found[] {
  const args = readArguments(command.words.slice(1), {
    short: 'pidoBDFrVYz',
    long: ['--strip', '--input', '--directory', '--output'],
  });
  if (has(args, '--dry-run')) return [];
  const strip = Number((args.options.get('-p') ?? args.options.get('--strip'))?.[0]?.text ?? 'x');
  const text = inputText(command.input) ?? '';
  return [
    ...all(args.options.get('-d') ?? args.options.get('--directory') ?? [], 'written', true),
    ...all(args.options.get('-o') ?? args.options.get('--output') ?? [], 'written'),
    ...all(args.operands.slice(0, 1), 'written'),
    ...all(args.options.get('-i') ?? args.options.get('--input') ?? [], 'read'),
    ...patched(text, Number.isNaN(strip) ? undefined : strip),
  ];
}

function patched(text: string, strip?: number): readonly Found[] {
  return patchTargets(text, strip === undefined ? {} : { strip }).map(({ path, role }) => ({
    word: literal(path),
    role,
    by: 'patch',
  }));
}

type Formatter = {
  readonly when?: RegExp;
  readonly unless?: RegExp;
  readonly verbs?: readonly string[];
  readonly short?: string;
};

/** Formatters and fixers that rewrite what they name. */
const FORMATTERS: ReadonlyMap<string, Formatter> = new Map<string, Formatter>([
  ['eslint', { when: /^--fix$/ }],
  ['prettier', { when: /^(--write|-w)$/ }],
  ['biome', { when: /^--(write|apply|fix)/, verbs: ['check', 'format', 'lint'] }],
  ['stylelint', { when: /^--fix$/ }],
  ['standard', { when: /^--fix$/ }],
  ['oxlint', { when: /^--fix$/ }],
  ['ruff', { when: /^(--fix|format)$/, unless: /^--(check|diff)$/, verbs: ['check', 'format'] }],
  ['black', { unless: /^--(check|diff)$/ }],
  ['isort', { unless: /^--(check|check-only|diff)$/ }],
  ['autopep8', { when: /^(-i|--in-place)$/ }],
  ['yapf', { when: /^(-i|--in-place)$/ }],
  ['gofmt', { when: /^-w$/ }],
  ['goimports', { when: /^-w$/ }],
  ['rustfmt', { unless: /^--check$/ }],
  ['clang-format', { when: /^-i$/ }],
  ['shfmt', { when: /^-w$/, short: 'i' }],
  ['rubocop', { when: /^(-a|-A|--autocorrect|--autocorrect-all|--auto-correct)$/ }],
  ['terraform', { when: /^fmt$/, unless: /^-check/, verbs: ['fmt'] }],
  ['tofu', { when: /^fmt$/, unless: /^-check/, verbs: ['fmt'] }],
  ['swiftformat', { unless: /^--lint$/ }],
  ['jscodeshift', { short: 't' }],
]);

function formatter(command: SimpleCommand): readonly Found[] {
  const known = FORMATTERS.get(command.name);
  if (known === undefined) return [];
  const words = command.words.slice(1);
  if (known.when !== undefined && !words.some((word) => known.when!.test(word.text))) return [];
  if (words.some((word) => known.unless?.test(word.text))) return [];
  const operands = readArguments(words, {
    short: known.short ?? '',
    long: ['--config', '--config-path', '--ext', '--parser', '--line-length'],
  }).operands;
  const paths = known.verbs?.includes(operands[0]?.text ?? '') ? operands.slice(1) : operands;
  return all(paths, 'written', true);
}

import { type Argument, argumentsOf, bareArguments, expression, wordOf } from './code-arguments.ts';
import { type FileUse, filesOf, touchesFiles } from './code-files.ts';
import { type Token, tokensOf } from './code-tokens.ts';
import type { InlineCode, Language } from './interpreter.ts';
import type { Word } from './word.ts';

/** What inline code does, as far as its calls and strings show: best effort, since it can compute anything. */
export type CodeReading = {
  /** Command lines that it hands to a shell. */
  readonly shell: readonly Word[];
  readonly files: readonly FileUse[];
  readonly network: boolean;
  /** It runs what it fetched. */
  readonly remoteCode: boolean;
};

const SHELL_CALLS = new Set(
  'system popen popen2 execSync exec spawn spawnSync execFile execFileSync run call check_call check_output Popen shell_exec passthru proc_open getoutput getstatusoutput Command execute'.split(
    ' ',
  ),
);

const NETWORK =
  /\b(urlopen|urlretrieve|requests|httpx|aiohttp|fetch|axios|LWP|HTTP::Tiny|Net::HTTP|open-uri|socket|curl_exec|https?)\b/;

/** Reads inline code for the files it opens and the commands it runs. */
export function readCode(code: InlineCode): CodeReading {
  const tokens = tokensOf(code.text, code.language !== 'node' && code.language !== 'php');
  const state: Gathering = {
    language: code.language,
    tokens,
    shell: [],
    files: [],
    values: new Map(),
    receiver: undefined,
  };
  let evals = false;
  tokens.forEach((token, i) => {
    if (token.kind === 'string' && token.tick && ticksRun(code.language)) state.shell.push(wordOf(token));
    if (token.kind !== 'name') return;
    evals ||= /^(eval|exec|Function|instance_eval|assert)$/.test(lastPart(token.text));
    gather(state, token.text, i);
  });
  if (code.language === 'awk') state.files.push(...awkFiles(tokens));
  const network = NETWORK.test(code.text);
  const remoteCode = evals && network && /https?:|get\(|urlopen|fetch/.test(code.text);
  return { shell: state.shell, files: state.files, network, remoteCode };
}

type Gathering = {
  readonly language: Language;
  readonly tokens: readonly Token[];
  readonly shell: Word[];
  readonly files: FileUse[];
  /** The strings that the code's variables hold. */
  readonly values: Map<string, Word>;
  /** The path of the last `Path(…)`, whose methods follow. */
  receiver: Word | undefined;
};

function gather(state: Gathering, text: string, at: number): void {
  const { tokens, values } = state;
  const name = lastPart(text);
  if (isAssigned(tokens, at)) {
    const value = expression(tokens, at + 2, values);
    if (value !== undefined) values.set(text, value);
  }
  const bare = takesBare(state.language, name) && tokens[at + 1]?.text !== '(';
  const args = bare ? bareArguments(tokens, at + 1, values) : argumentsOf(tokens, at + 1, values);
  if (args === undefined) return;
  if (/^(Path|File|PurePath)$/.test(name)) state.receiver = args[0]?.word;
  if (SHELL_CALLS.has(name) && !/^(re|regex|RegExp)\./.test(text)) state.shell.push(...commandOf(args));
  else {
    const held = values.get(text.slice(0, Math.max(0, text.lastIndexOf('.'))));
    state.files.push(...filesOf({ text, name, args, receiver: held ?? state.receiver }));
  }
}

function takesBare(language: Language, name: string): boolean {
  return (language === 'perl' || language === 'ruby') && (touchesFiles(name) || SHELL_CALLS.has(name));
}

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('>')) + 1);
}

function ticksRun(language: Language): boolean {
  return language === 'perl' || language === 'ruby' || language === 'php';
}

function isAssigned(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  const after = tokens[at + 2];
  return next?.kind === 'mark' && next.text === '=' && !(after?.kind === 'mark' && after.text === '=');
}

function commandOf(args: readonly Argument[]): readonly Word[] {
  const first = args[0];
  if (first === undefined) return [];
  const words =
    first.list.length > 0
      ? first.list
      : first.word === undefined
        ? []
        : [first.word, ...(args[1]?.list ?? [])];
  const rest =
    first.list.length > 0 || args[1]?.list.length ? [] : args.slice(1).flatMap((arg) => arg.word ?? []);
  const all = [...words, ...(words.length > 0 && !/\s/.test(first.word?.text ?? ' ') ? rest : [])];
  return all.length === 0
    ? []
    : [
        {
          text: all.map((w) => w.text).join(' '),
          ...(all.some((w) => w.unresolved) ? { unresolved: true } : {}),
        },
      ];
}

function awkFiles(tokens: readonly Token[]): readonly FileUse[] {
  return tokens.flatMap((token, i) => {
    const next = tokens[i + 1];
    if (
      token.kind !== 'mark' ||
      token.text !== '>' ||
      next?.kind !== 'string' ||
      next.text.startsWith('/dev/')
    )
      return [];
    return [{ path: wordOf(next), role: 'written' as const, tree: false }];
  });
}

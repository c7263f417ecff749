import type { TargetRole } from '../model/target.ts';
import { type Token, tokensOf } from './code-tokens.ts';
import type { InlineCode, Language } from './interpreter.ts';
import type { Word } from './word.ts';

/** What inline code does, as far as its calls and strings show: best effort, since it can compute anything. */
export type CodeReading = {
  /** Command lines that it hands to a shell. */
  readonly shell: readonly Word[];
  readonly files: readonly { readonly path: Word; readonly role: TargetRole; readonly tree: boolean }[];
  readonly network: boolean;
  /** It runs what it fetched. */
  readonly remoteCode: boolean;
};

type Act = { readonly role: TargetRole; readonly tree?: boolean; readonly second?: TargetRole };

const CALLS: ReadonlyMap<string, Act> = new Map<string, Act>([
  ...names('rmtree remove_tree rm_rf rm_r remove_entry_secure rimraf', { role: 'removed', tree: true }),
  ...names('remove unlink unlinkSync rmdir rmdirSync rm rmSync removedirs delete file_delete removeSync', {
    role: 'removed',
  }),
  ...names(
    'writeFile writeFileSync appendFile appendFileSync createWriteStream write_text write_bytes file_put_contents binwrite truncate truncateSync outputFile outputFileSync writeTextFile writeTextFileSync chmod chmodSync chown lchown utime',
    { role: 'written' },
  ),
  ...names('mkdir mkdirSync makedirs mkdir_p touch symlink_to', { role: 'added' }),
  ...names('rename renameSync move mv replace', { role: 'removed', second: 'added' }),
  ...names('copyFile copyFileSync copy copy2 copytree cp cpSync copyfile link linkSync symlink symlinkSync', {
    role: 'read',
    second: 'added',
  }),
  ...names(
    'readFile readFileSync read_text read_bytes file_get_contents readlines readText createReadStream',
    { role: 'read' },
  ),
]);

const SHELL_CALLS = new Set(
  'system popen popen2 execSync exec spawn spawnSync execFile execFileSync run call check_call check_output Popen shell_exec passthru proc_open getoutput getstatusoutput Command execute'.split(
    ' ',
  ),
);

const NETWORK =
  /\b(urlopen|urlretrieve|requests|httpx|aiohttp|fetch|axios|LWP|HTTP::Tiny|Net::HTTP|open-uri|socket|curl_exec|https?)\b/;

function names(list: string, act: Act): [string, Act][] {
  return list.split(' ').map((name) => [name, act]);
}

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

type FileUse = CodeReading['files'][number];

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
  const args =
    argumentsOf(tokens, at + 1, values) ??
    (takesBare(state.language, name) ? bareArguments(tokens, at + 1, values) : undefined);
  if (args === undefined) return;
  if (/^(Path|File|PurePath)$/.test(name)) state.receiver = args[0]?.word;
  if (SHELL_CALLS.has(name) && !/^(re|regex|RegExp)\./.test(text)) state.shell.push(...commandOf(args));
  else {
    const held = values.get(text.slice(0, Math.max(0, text.lastIndexOf('.'))));
    state.files.push(...filesOf({ text, name, args, receiver: held ?? state.receiver }));
  }
}

function takesBare(language: Language, name: string): boolean {
  return (
    (language === 'perl' || language === 'ruby') &&
    (CALLS.has(name) || name === 'open' || SHELL_CALLS.has(name))
  );
}

type CodeCall = {
  readonly text: string;
  readonly name: string;
  readonly args: readonly Argument[];
  readonly receiver: Word | undefined;
};

function filesOf({ text, name, args, receiver }: CodeCall): readonly FileUse[] {
  const first = args[0]?.word;
  if (/^(from|import|require)$/.test(name))
    return first !== undefined && /^\.{0,2}\//.test(first.text)
      ? [{ path: first, role: 'read', tree: false }]
      : [];
  if (/^(File|IO|Deno|Bun)\.(read|readlines|foreach|binread|file|readTextFile)$/.test(text))
    return acted({ role: 'read' }, args, undefined);
  if (name === 'open' || name === 'fopen' || name === 'openSync') return opened(args, receiver);
  const act = CALLS.get(name);
  if (act === undefined) return [];
  const method = text.startsWith('.') || args.length === 0 || /^(write|read)_/.test(name);
  return acted(act, args, method ? receiver : undefined);
}

type Argument = {
  readonly word: Word | undefined;
  readonly list: readonly Word[];
  readonly recursive: boolean;
};

function lastPart(name: string): string {
  return name.slice(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':'), name.lastIndexOf('>')) + 1);
}

function ticksRun(language: Language): boolean {
  return language === 'perl' || language === 'ruby' || language === 'php';
}

function wordOf(token: Extract<Token, { kind: 'string' }>): Word {
  return token.open ? { text: token.text, unresolved: true } : { text: token.text };
}

function isAssigned(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  const after = tokens[at + 2];
  return next?.kind === 'mark' && next.text === '=' && !(after?.kind === 'mark' && after.text === '=');
}

/** A string, a variable that holds one, or several joined by `+`, `.` or `/`. */
function expression(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): Word | undefined {
  let word: Word | undefined;
  for (let i = at; i < tokens.length; i += 2) {
    const { piece, length } = term(tokens, i, values);
    if (piece === undefined)
      return word === undefined ? undefined : { text: `${word.text}$(…)`, unresolved: true };
    const slash = tokens[i - 1]?.text === '/' && word !== undefined;
    word = word === undefined ? piece : { ...piece, text: word.text + (slash ? '/' : '') + piece.text };
    i += length - 1;
    const next = tokens[i + 1];
    if (next?.kind !== 'mark' || !/^[+./]$/.test(next.text) || word.text.length > 4096) return word;
  }
  return word;
}

/** A string, a variable's, or the one in `Path("…")`; and how many tokens it takes. */
function term(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): { readonly piece: Word | undefined; readonly length: number } {
  const token = tokens[at];
  if (token?.kind === 'string') return { piece: wordOf(token), length: 1 };
  if (token?.kind !== 'name') return { piece: undefined, length: 1 };
  const inner = tokens[at + 2];
  const wraps =
    /(^|\.)(Path|PurePath|String|str)$/.test(token.text) &&
    tokens[at + 1]?.text === '(' &&
    tokens[at + 3]?.text === ')';
  if (wraps && inner?.kind === 'string') return { piece: wordOf(inner), length: 4 };
  return { piece: values.get(token.text), length: 1 };
}

/** The arguments of the call whose `(` is at `at`, or of a bare call (`unlink "x"`). */
function argumentsOf(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): readonly Argument[] | undefined {
  const first = tokens[at];
  if (first?.kind === 'string') return [{ word: expression(tokens, at, values), list: [], recursive: false }];
  if (first?.kind !== 'mark' || first.text !== '(') return undefined;
  const out: Argument[] = [];
  let depth = 1;
  let start = at + 1;
  const end = Math.min(tokens.length, at + 400);
  for (let i = at + 1; i < end && depth > 0; i++) {
    const text = tokens[i]!.kind === 'mark' ? tokens[i]!.text : '';
    if (/^[([{]$/.test(text)) depth++;
    else if (/^[)\]}]$/.test(text)) depth--;
    if ((text === ',' && depth === 1) || depth === 0) {
      if (i > start) out.push(argument(tokens.slice(start, i), values));
      start = i + 1;
    }
  }
  return out;
}

/** The arguments of a call without parentheses: up to the statement's end. */
function bareArguments(
  tokens: readonly Token[],
  at: number,
  values: ReadonlyMap<string, Word>,
): readonly Argument[] {
  const out: Argument[] = [];
  let start = at;
  const end = Math.min(tokens.length, at + 60);
  for (let i = at; i <= end; i++) {
    const text = tokens[i]?.kind === 'mark' ? tokens[i]!.text : '';
    if (i < end && text !== ',' && text !== ';' && text !== '}') continue;
    if (i > start) out.push(argument(tokens.slice(start, i), values));
    start = i + 1;
    if (text !== ',') break;
  }
  return out;
}

function argument(tokens: readonly Token[], values: ReadonlyMap<string, Word>): Argument {
  const strings = tokens.flatMap((token) => (token.kind === 'string' ? [wordOf(token)] : []));
  const joins = tokens.some((token) => /(^|\.)join$|^Path$/.test(token.text));
  const text = strings.map((word) => word.text).join('/');
  const inner = joins && strings.length > 0 ? { text } : expression(tokens, 0, values);
  return {
    word: inner ?? (strings.length === 1 && tokens[0]?.text !== '[' ? strings[0] : undefined),
    list: tokens[0]?.text === '[' ? strings : [],
    recursive: tokens.some((token) => token.text === 'recursive'),
  };
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

function opened(args: readonly Argument[], receiver: Word | undefined): CodeReading['files'] {
  const [first, second, third] = args.map((arg) => arg.word);
  // Perl: open(F, ">", "x") and open(F, ">x").
  const sign = [first, second].find((word) => word !== undefined && /^\+?[<>]{1,2}/.test(word.text));
  if (sign !== undefined) {
    const path = /^\+?[<>]+\s*$/.test(sign.text)
      ? third
      : { ...sign, text: sign.text.replace(/^[+<>]+\s*/, '') };
    return path === undefined
      ? []
      : [{ path, role: sign.text.includes('>') ? 'written' : 'read', tree: false }];
  }
  const isMode = (word: Word | undefined): boolean =>
    word !== undefined && /^[rwaxbt+]{1,4}$/.test(word.text);
  const path = isMode(first) && receiver !== undefined ? receiver : first;
  const mode = isMode(second) ? second!.text : isMode(first) ? first!.text : 'r';
  return path === undefined ? [] : [{ path, role: /[wax+]/.test(mode) ? 'written' : 'read', tree: false }];
}

function acted(act: Act, args: readonly Argument[], receiver: Word | undefined): CodeReading['files'] {
  const words = args.map((arg) => arg.word);
  const path = receiver ?? words[0];
  if (path === undefined) return [];
  const tree = act.tree === true || args.some((arg) => arg.recursive);
  const second = receiver === undefined ? words[1] : words[0];
  return [
    { path, role: act.role, tree },
    ...(act.second !== undefined && second !== undefined ? [{ path: second, role: act.second, tree }] : []),
  ];
}

function awkFiles(tokens: readonly Token[]): CodeReading['files'] {
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

import { type Token, tokensOf } from './code-tokens.ts';
import type { InlineCode, Language } from './interpreter.ts';
import type { TargetRole } from '../model/target.ts';
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
  ...names('remove unlink unlinkSync rmdir rmdirSync rm rmSync removedirs delete file_delete removeSync', { role: 'removed' }),
  ...names(
    'writeFile writeFileSync appendFile appendFileSync createWriteStream write_text write_bytes file_put_contents binwrite truncate truncateSync outputFile outputFileSync writeTextFile writeTextFileSync chmod chmodSync chown lchown utime',
    { role: 'written' },
  ),
  ...names('mkdir mkdirSync makedirs mkdir_p touch symlink_to', { role: 'added' }),
  ...names('rename renameSync move mv replace', { role: 'removed', second: 'added' }),
  ...names('copyFile copyFileSync copy copy2 copytree cp cpSync copyfile link linkSync symlink symlinkSync', { role: 'read', second: 'added' }),
  ...names('readFile readFileSync read_text read_bytes file_get_contents readlines readText createReadStream', { role: 'read' }),
]);

const SHELL_CALLS = new Set(
  'system popen popen2 execSync exec spawn spawnSync execFile execFileSync run call check_call check_output Popen shell_exec passthru proc_open getoutput getstatusoutput Command execute'.split(' '),
);

const NETWORK = /\b(urlopen|urlretrieve|requests|httpx|aiohttp|fetch|axios|LWP|HTTP::Tiny|Net::HTTP|open-uri|socket|curl_exec|https?)\b/;

function names(list: string, act: Act): [string, Act][] {
  return list.split(' ').map((name) => [name, act]);
}

/** Reads inline code for the files it opens and the commands it runs. */
export function readCode(code: InlineCode): CodeReading {
  const tokens = tokensOf(code.text, code.language !== 'node' && code.language !== 'php');
  const shell: Word[] = [];
  const files: { path: Word; role: TargetRole; tree: boolean }[] = [];
  const values = new Map<string, Word>();
  let receiver: Word | undefined;
  let evals = false;
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'string' && token.tick && ticksRun(code.language)) shell.push(wordOf(token));
    if (token.kind !== 'name') continue;
    const name = lastPart(token.text);
    if (/^(eval|exec|Function|instance_eval|assert)$/.test(name)) evals = true;
    if (isAssigned(tokens, i)) {
      const value = expression(tokens, i + 2, values);
      if (value !== undefined) values.set(token.text, value);
    }
    const args = argumentsOf(tokens, i + 1, values);
    if (args === undefined) continue;
    if (name === 'Path' || name === 'File' || name === 'PurePath') receiver = args[0]?.word;
    const act = CALLS.get(name);
    if (SHELL_CALLS.has(name) && !/^(re|regex|RegExp)\./.test(token.text)) shell.push(...commandOf(args));
    else if (name === 'open' || name === 'fopen' || name === 'openSync') files.push(...opened(args, receiver));
    else if (act !== undefined) files.push(...acted(act, args, token.text.startsWith('.') || args.length === 0 || /^(write|read)_/.test(name) ? receiver : undefined));
  }
  if (code.language === 'awk') files.push(...awkFiles(tokens));
  const network = NETWORK.test(code.text);
  return { shell, files, network, remoteCode: evals && network && /https?:|get\(|urlopen|fetch/.test(code.text) };
}

type Argument = { readonly word: Word | undefined; readonly list: readonly Word[]; readonly recursive: boolean };

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
function expression(tokens: readonly Token[], at: number, values: ReadonlyMap<string, Word>): Word | undefined {
  let word: Word | undefined;
  for (let i = at; i < tokens.length; i += 2) {
    const token = tokens[i]!;
    const piece = token.kind === 'string' ? wordOf(token) : token.kind === 'name' ? values.get(token.text) : undefined;
    if (piece === undefined) return word === undefined ? undefined : { text: `${word.text}$(…)`, unresolved: true };
    const slash = tokens[i - 1]?.text === '/' && word !== undefined;
    word = word === undefined ? piece : { ...piece, text: word.text + (slash ? '/' : '') + piece.text };
    if (!/^[+./]$/.test(tokens[i + 1]?.text ?? '') || tokens[i + 1]?.kind !== 'mark') return word;
  }
  return word;
}

/** The arguments of the call whose `(` is at `at`, or of a bare call (`unlink "x"`). */
function argumentsOf(tokens: readonly Token[], at: number, values: ReadonlyMap<string, Word>): readonly Argument[] | undefined {
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
  const words = first.list.length > 0 ? first.list : first.word === undefined ? [] : [first.word, ...(args[1]?.list ?? [])];
  const rest = first.list.length > 0 || args[1]?.list.length ? [] : args.slice(1).flatMap((arg) => arg.word ?? []);
  const all = [...words, ...(words.length > 0 && !/\s/.test(first.word?.text ?? ' ') ? rest : [])];
  return all.length === 0 ? [] : [{ text: all.map((w) => w.text).join(' '), ...(all.some((w) => w.unresolved) ? { unresolved: true } : {}) }];
}

function opened(args: readonly Argument[], receiver: Word | undefined): CodeReading['files'] {
  const [first, second, third] = args.map((arg) => arg.word);
  // Perl: open(F, ">", "x") and open(F, ">x").
  const sign = [first, second].find((word) => word !== undefined && /^\+?[<>]{1,2}/.test(word.text));
  if (sign !== undefined) {
    const path = /^\+?[<>]+\s*$/.test(sign.text) ? third : { ...sign, text: sign.text.replace(/^[+<>]+\s*/, '') };
    return path === undefined ? [] : [{ path, role: sign.text.includes('>') ? 'written' : 'read', tree: false }];
  }
  const isMode = (word: Word | undefined): boolean => word !== undefined && /^[rwaxbt+]{1,4}$/.test(word.text);
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
    if (token.kind !== 'mark' || token.text !== '>' || next?.kind !== 'string' || next.text.startsWith('/dev/')) return [];
    return [{ path: wordOf(next), role: 'written' as const, tree: false }];
  });
}

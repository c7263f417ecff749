import type { TargetRole } from '../model/target.ts';
import type { Argument } from './code-arguments.ts';
import type { Word } from './word.ts';

/** A file that inline code opens; `tree`: with all below it. */
export type FileUse = { readonly path: Word; readonly role: TargetRole; readonly tree: boolean };

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

function names(list: string, act: Act): [string, Act][] {
  return list.split(' ').map((name) => [name, act]);
}

/** Whether the name is a call that touches files. */
export function touchesFiles(name: string): boolean {
  return CALLS.has(name) || name === 'open';
}

/** A call in inline code: its whole name, the last part of it, and the path that its object stands for. */
export type CodeCall = {
  readonly text: string;
  readonly name: string;
  readonly args: readonly Argument[];
  readonly receiver: Word | undefined;
};

/** The files that a call touches. */
export function filesOf({ text, name, args, receiver }: CodeCall): readonly FileUse[] {
  const first = args[0]?.word;
  if (/^(from|import|require)$/.test(name))
    return first !== undefined && /^\.{0,2}\//.test(first.text)
      ? [{ path: first, role: 'read', tree: false }]
      : [];
  if (/^(File|IO|Deno|Bun)\.(read|readlines|foreach|binread|file|readTextFile)$/.test(text))
    return acted({ role: 'read' }, args, undefined);
  if (/^(File|IO|Pathname|Bun|Deno)\.(write|binwrite)$/.test(text))
    return acted({ role: 'written' }, args, undefined);
  if (name === 'open' || name === 'fopen' || name === 'openSync') return opened(args, receiver);
  // `text.replace('a', 'b')` is no file's.
  if (name === 'replace' && args.length > 1 && !/^os\./.test(text)) return [];
  const act = CALLS.get(name);
  if (act === undefined) return [];
  const method = text.startsWith('.') || args.length === 0 || /^(write|read)_/.test(name);
  return acted(act, args, method ? receiver : undefined);
}

function opened(args: readonly Argument[], receiver: Word | undefined): readonly FileUse[] {
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

function acted(act: Act, args: readonly Argument[], receiver: Word | undefined): readonly FileUse[] {
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

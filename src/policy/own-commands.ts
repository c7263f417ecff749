import type { SimpleCommand } from '../shell/command.ts';
import { globMatches } from '../shell/glob.ts';
import { inlineCode } from '../shell/interpreter.ts';
import { baseName, normalPath } from '../shell/path.ts';
import { sources, upstream } from '../shell/upstream.ts';
import type { Context } from './context.ts';

const COMMANDS = new Set(
  'hook init uninstall doctor demo wrap status record analyze verify last export view tail show approvals constraints policy capture signer fsck vault config completion help bench'.split(
    ' ',
  ),
);

/** tracekit's commands that change something: alone, or with one of these words after them. */
const CHANGING: ReadonlyMap<string, readonly string[]> = new Map([
  ['hook', []],
  ['init', []],
  ['uninstall', []],
  ['fsck', []],
  ['config', []],
  ['approvals', ['approve', 'reject']],
  ['signer', ['start', 'stop', 'restart']],
  ['vault', ['erase']],
]);

/** The changing command of tracekit's that this runs, by whatever spelling; undefined where it runs none. */
export function ownCommand(command: SimpleCommand): string | undefined {
  if (removesPackage(command)) return 'uninstall';
  const at = programAt(command);
  if (at < 0) return undefined;
  const rest = command.words.slice(at + 1).filter((word) => !word.text.startsWith('-'));
  const verbAt = rest.findIndex((word) => COMMANDS.has(word.text) || word.unresolved);
  const verb = rest[verbAt];
  if (verb === undefined) return undefined;
  if (verb.unresolved) return 'a command that is not on the line';
  const second = rest[verbAt + 1];
  const needs = CHANGING.get(verb.text);
  if (needs === undefined) return undefined;
  if (needs.length === 0) return verb.text;
  if (second === undefined) return undefined;
  return second.unresolved || needs.includes(second.text) ? `${verb.text} ${second.text}` : undefined;
}

/** Whether the command runs tracekit's program, by whatever spelling. */
export function isOwnProgram(command: SimpleCommand): boolean {
  return programAt(command) >= 0;
}

/** `npm uninstall -g tracekit` and the like. */
function removesPackage(command: SimpleCommand): boolean {
  if (!/^(npm|pnpm|yarn|bun|brew|volta)$/.test(command.name)) return false;
  const words = command.words.slice(1).map((word) => word.text);
  return (
    words.some((word) => /^(uninstall|un|unlink|remove|rm|r)$/.test(word)) &&
    words.some((word) => /^tracekit(@.*)?$/.test(word))
  );
}

/** Where in the words tracekit's program stands: first, or after an interpreter. */
function programAt(command: SimpleCommand): number {
  const isProgram = (text: string): boolean =>
    /^tracekit(@[\w.^~-]+)?(\.(c|m)?js|\.ts|\.cmd|\.ps1|\.exe)?$/i.test(baseName(text.replaceAll('\\', '/')));
  if (isProgram(command.words[0]?.text ?? '')) return 0;
  const runs =
    /^(node|nodejs|bun|deno|tsx|ts-node|npx|bunx|pnpx|npm|pnpm|yarn|start|open|cmd|powershell|pwsh)$/.test(
      command.name,
    ) || /^ld-linux/.test(command.name);
  if (!runs) return -1;
  const index = command.words.findIndex(
    (word, i) =>
      i > 0 &&
      (isProgram(word.text) ||
        (/(^|\/)tracekit\/(dist|src|bin)\//.test(word.text) && /\.[cm]?[jt]s$/.test(word.text))),
  );
  return command.name === 'npm' &&
    /^(install|i|add|view|info|ci|uninstall|run|pack|publish)$/.test(command.words[1]?.text ?? '')
    ? -1
    : index;
}

const READERS =
  /^(ls|stat|test|\[|file|echo|printf|grep|rg|find|cat|head|tail|less|wc|du|tree|readlink|realpath|cd|git|sed|awk|jq|code|which|man)$/;

/** Whether the command talks to the signer's socket. */
export function talksToSocket(command: SimpleCommand, context: Context): boolean {
  const sockets = (context.sockets ?? []).map(normalPath);
  const mentions = (text: string): boolean =>
    /tracekit[^\s'"]{0,200}\.sock/i.test(text.slice(0, 100_000)) ||
    sockets.some((socket) => text.includes(socket));
  const code = inlineCode(command);
  if (code !== undefined)
    return (
      mentions(code.text) ||
      (/\btracekit\b/.test(code.text) &&
        /AF_UNIX|createConnection|net\.connect|socketPath|UNIXSocket|UnixStream/.test(code.text))
    );
  if (READERS.test(command.name)) return false;
  return command.words.some((word, i) => i > 0 && mentions(word.text));
}

/** Whether inline code loads tracekit's program or starts it. */
export function codeRunsTracekit(command: SimpleCommand): boolean {
  const code = inlineCode(command);
  if (code === undefined || !code.text.includes('tracekit')) return false;
  return /\b(import|require|importlib|runpy|load|source)\b[^\n;]{0,200}tracekit/.test(code.text);
}

/** Whether the command stops one of tracekit's processes. */
export function stopsTracekit(command: SimpleCommand, context: Context): boolean {
  const words = command.words.slice(1).map((word) => word.text);
  switch (command.name) {
    case 'pkill':
    case 'killall':
    case 'taskkill':
    case 'skill':
      return (
        words.some((word) => !/^-/.test(word) && namesUs(word)) ||
        words.some((word) => /^(-u|-U|--euid|--uid)$/.test(word))
      );
    case 'killall5':
      return true;
    case 'systemctl':
    case 'service':
    case 'launchctl':
    case 'sv':
    case 's6-svc':
    case 'rc-service':
      return (
        words.some((word) => /tracekit/i.test(word)) &&
        words.some((word) =>
          /^(stop|kill|disable|mask|restart|unload|bootout|remove|down|reload|edit|revert)$/.test(word),
        )
      );
    case 'kill': {
      if (words.some((word, i) => word === '-1' && (i > 0 || words.length === 1))) return true;
      if (context.pids?.some((pid) => words.includes(String(pid)) || words.includes(`-${pid}`))) return true;
      const from = [...sources(command.words), ...upstream(command)];
      return from.some((one) =>
        one.words.some((word, i) => i > 0 && (namesUs(word.text) || /tracekit/i.test(word.text))),
      );
    }
    default:
      return false;
  }
}

/** Whether a process pattern could mean us: `tracekit`, `trace[k]it`, `trace.*`. Not a plain `node`, which is everybody's. */
function namesUs(pattern: string): boolean {
  const glob = pattern
    .slice(0, 200)
    .replace(/\[(.)\]/g, '$1')
    .replace(/[\\^$()]/g, '')
    .replace(/\.\*/g, '*')
    .replace(/\./g, '?')
    .toLowerCase();
  if (glob.replace(/[*?]/g, '').length < 3) return false;
  return (
    ['tracekit', 'tracekit.js', 'tracekit.js signer', 'tracekit signer', 'tracekit tailer'].some((name) =>
      globMatches(`*${glob}*`, name),
    ) && !/^(sign|tail|\.js|js)/.test(glob)
  );
}

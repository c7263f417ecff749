import { CommanderError } from 'commander';
import { TracekitError } from '../model/error.ts';
import { inert } from './terminal.ts';

/** How a command ends that threw: what goes to standard error (docs/exit-codes.md), and under `--json` instead of it. */
export type Ending = {
  /** A stable word: the error's code, Node's code of a system error, `bad_usage`, or `defect`. */
  readonly code: string;
  readonly message: string;
  /** The message as a person reads it. Empty: it was said already. */
  readonly text: string;
  readonly exitCode: number;
};

/** An error that the system gave, in words. Others keep Node's. */
const SYSTEM: Readonly<Record<string, string>> = {
  ENOENT: 'no such file or folder',
  EACCES: 'not permitted',
  EPERM: 'not permitted',
  EROFS: 'the file system is read-only',
  EISDIR: 'expected a file, found a folder',
  ENOTDIR: 'expected a folder on the way, found a file',
  EEXIST: 'something else is there already',
  ELOOP: 'a symbolic link, which is not followed here',
  EMLINK: 'a symbolic link, which is not followed here',
  ENOSPC: 'no space left; make room and do it again',
  EDQUOT: 'the disk quota is used up; make room and do it again',
  EMFILE: 'too many open files; raise the limit (ulimit -n)',
};

/** What to do where the log is not what was signed; the log's own words say only what is wrong. */
const EVIDENCE =
  '; nothing was written. tracekit verify lists all that is wrong; keep this home as evidence, and record into another (--home)';
const BROKEN_LOG: readonly string[] = ['tampered', 'bad_signature'];

/** How a command ends that threw. What nobody foresaw is a defect: 70, with its stack. */
export function endingOf(error: unknown): Ending {
  if (error instanceof CommanderError) return usageEnding(error);
  if (error instanceof TracekitError) {
    const { code, exitCode } = error;
    return ending(code, error.message + (BROKEN_LOG.includes(code) ? EVIDENCE : ''), exitCode);
  }
  const system = systemError(error);
  if (system !== undefined) return ending(system.code, system.message, 2);
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const inertStack = stack.split('\n').map(inert).join('\n');
  return {
    ...ending('defect', stack, 70),
    text: `tracekit: this is a defect of tracekit, please report it:\n${inertStack}\n`,
  };
}

/** Commander's own errors, in our words' form. hostile: they quote what was typed. */
export function usageText(text: string): string {
  const lines = text
    .trimEnd()
    .replace(/^error: /, 'tracekit: ')
    .split('\n');
  return `${lines.map(inert).join('\n')}\n`;
}

/** Commander has said it by then, and throws for help and version too. */
function usageEnding({ code, exitCode, message }: CommanderError): Ending {
  const said =
    code === 'commander.help' ? 'expected a command; --help lists them' : message.replace(/^error: /, '');
  return { code: 'bad_usage', message: said, text: '', exitCode: exitCode === 0 ? 0 : 2 };
}

function ending(code: string, message: string, exitCode: number): Ending {
  return { code, message, text: `tracekit: ${inert(message)}\n`, exitCode };
}

function systemError(error: unknown): { readonly code: string; readonly message: string } | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  const words = SYSTEM[code];
  return { code, message: words === undefined || path === undefined ? message : `${path}: ${words}` };
}

import { CommanderError } from 'commander';
import { TracekitError } from '../model/error.ts';
import { inert } from './terminal.ts';

/** What goes to standard error, and the exit code (docs/exit-codes.md). An empty text: it was said already. */
export type Ending = { readonly text: string; readonly exitCode: number };

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
  if (error instanceof CommanderError) return { text: '', exitCode: error.exitCode === 0 ? 0 : 2 };
  if (error instanceof TracekitError) {
    const advice = BROKEN_LOG.includes(error.code) ? EVIDENCE : '';
    return { text: says(error.message + advice), exitCode: error.exitCode };
  }
  const system = systemText(error);
  if (system !== undefined) return { text: says(system), exitCode: 2 };
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const inertStack = stack.split('\n').map(inert).join('\n');
  return {
    text: `tracekit: this is a defect of tracekit, please report it:\n${inertStack}\n`,
    exitCode: 70,
  };
}

function says(message: string): string {
  return `tracekit: ${inert(message)}\n`;
}

function systemText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, path, message } = error as NodeJS.ErrnoException;
  if (code === undefined || !/^E[A-Z0-9]+$/.test(code)) return undefined;
  const words = SYSTEM[code];
  return words === undefined || path === undefined ? message : `${path}: ${words}`;
}

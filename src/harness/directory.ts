import { posix, win32 } from 'node:path';
import { asObject, filled, own, type Payload } from './payload.ts';

/** Where a hook was started, and on what platform; `platform` is Node's word for it. */
export type HookContext = { readonly cwd: string; readonly platform?: string };

/**
 * A folder as harnesses spell it: a path, or a URI's path before a drive (`/C:/Users/…` → `C:/Users/…`), or a
 * `file:` URI. A POSIX path and a native Windows path stay (formats: cursor §2, §5).
 */
export function folderPath(spelling: string): string {
  const path = spelling.startsWith('file://') ? uriPath(spelling) : spelling;
  return /^\/[A-Za-z]:(?:[\\/]|$)/.test(path) ? path.slice(1) : path;
}

function uriPath(uri: string): string {
  try {
    return decodeURIComponent(uri.slice('file://'.length));
  } catch {
    return uri.slice('file://'.length);
  }
}

/** The kernel's longest path. hostile: nothing longer is a folder's, nor what has a NUL in it. */
const MAX_PATH = 4096;

function isFolder(path: string): boolean {
  return path !== '' && path.length <= MAX_PATH && !path.includes('\0');
}

/**
 * The directory of the payload: `cwd`, where that is empty `tool_input.cwd`, the first workspace root,
 * the hook process's own. One that can be no folder's path is passed over. A relative one is taken from the next in that order. Never empty.
 */
export function directoryOf(payload: Payload, input: unknown, context: HookContext): string {
  const steps = [filled(payload, 'cwd'), filled(asObject(input), 'cwd'), firstRoot(payload), context.cwd];
  let relative = '';
  for (const step of steps) {
    if (step === undefined || !isFolder(step)) continue;
    const folder = folderPath(step);
    const path = relative === '' ? folder : join(folder, relative);
    if (isAbsolute(folder)) return path;
    relative = path;
  }
  return relative === '' ? '/' : relative;
}

function firstRoot(payload: Payload): string | undefined {
  const roots = own(payload, 'workspace_roots');
  const first: unknown = Array.isArray(roots) ? roots[0] : undefined;
  if (typeof first === 'string') return first;
  return filled(asObject(first), 'path', 'uri');
}

/** Fields in which shell tools name the directory that one command runs in. */
const COMMAND_FOLDERS = ['cwd', 'workdir', 'working_directory', 'dir_path', 'directory'] as const;

/**
 * The directory that the call's command runs in: what its input names, taken from `cwd`, else `cwd` itself. Codex's
 * hooks drop `workdir` (formats: codex §6), so there it is the session's.
 */
export function commandDirectory(event: { readonly cwd: string; readonly input?: unknown }): string {
  const named = filled(asObject(event.input), ...COMMAND_FOLDERS);
  if (named === undefined || !isFolder(named)) return event.cwd;
  const folder = folderPath(named);
  return isAbsolute(folder) ? folder : join(event.cwd, folder);
}

function isAbsolute(path: string): boolean {
  return posix.isAbsolute(path) || /^[A-Za-z]:[\\/]/.test(path) || path.startsWith('\\\\');
}

function join(folder: string, relative: string): string {
  return /^[A-Za-z]:|^\\\\/.test(folder) ? win32.join(folder, relative) : posix.join(folder, relative);
}

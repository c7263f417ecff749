import {
  chownSync,
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { TracekitError } from '../model/error.ts';

export type SettingsErrorCode = 'unsafe_settings' | 'odd_settings' | 'settings_changed';

/** A harness's settings as they stand. `text` is without the byte order mark. */
export type SettingsText = {
  readonly text: string;
  readonly bom: boolean;
  /** Undefined where there is no file. */
  readonly stats: Stats | undefined;
};

const MOST_BYTES = 4 * 2 ** 20;
const BOM = '\ufeff';

/**
 * Reads a settings file that is to be edited. Throws `unsafe_settings` for a link (at the file, or at a folder from `folder`
 * down to it), for what is no file, and for one that may not be written; `odd_settings` for bytes that are no UTF-8.
 */
export function readSettings(file: string, folder: string): SettingsText {
  for (const path of between(folder, file)) {
    const stats = statsOf(path);
    if (stats === undefined) return { text: '', bom: false, stats: undefined };
    if (stats.isSymbolicLink())
      throw unsafe(`${path}: expected a folder, found a symbolic link to ${target(path)}`);
    if (!stats.isDirectory()) throw unsafe(`${path}: expected a folder, found something else`);
  }
  const stats = statsOf(file);
  if (stats === undefined) return { text: '', bom: false, stats: undefined };
  checkFile(file, stats);
  return { ...decoded(file, readFileSync(file)), stats };
}

function checkFile(file: string, stats: Stats): void {
  if (stats.isSymbolicLink()) {
    throw unsafe(
      `${file}: expected a file, found a symbolic link to ${target(file)}; what it points at may be another program's. Put the file itself here`,
    );
  }
  if (!stats.isFile()) throw unsafe(`${file}: expected a file, found something else`);
  if (stats.nlink > 1)
    throw unsafe(`${file}: has ${stats.nlink} names (hard links), which an edit would part`);
  if ((stats.mode & 0o200) === 0) {
    throw unsafe(`${file}: is read-only (mode ${(stats.mode & 0o777).toString(8)}); run: chmod u+w ${file}`);
  }
  const user = process.getuid?.();
  if (user !== undefined && user !== 0 && stats.uid !== user)
    throw unsafe(`${file}: belongs to user ${stats.uid}, and you are user ${user}`);
  if (stats.size > MOST_BYTES) throw odd(`${file}: ${stats.size} bytes, expected at most ${MOST_BYTES}`);
}

function decoded(file: string, bytes: Buffer): { readonly text: string; readonly bom: boolean } {
  const whole = bytes.toString('utf8');
  if (!Buffer.from(whole, 'utf8').equals(bytes)) throw odd(`${file}: expected UTF-8, found other bytes`);
  const bom = whole.startsWith(BOM);
  return { text: bom ? whole.slice(1) : whole, bom };
}

/**
 * Puts a text in the file's place, whole or not at all, with the mode and owner it had. Throws `settings_changed` where
 * somebody else has changed it since `was` was read.
 */
export function writeSettings(file: string, text: string, was: SettingsText, mode = 0o600): void {
  const draft = `${file}.tracekit-${process.pid}`;
  // What a process of this number left when it was killed.
  rmSync(draft, { force: true });
  try {
    const fd = openSync(draft, 'wx', 0o600);
    try {
      writeFileSync(fd, (was.bom ? BOM : '') + text);
      fchmodSync(fd, was.stats === undefined ? mode : was.stats.mode & 0o7777);
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    if (was.stats !== undefined && was.stats.uid !== process.getuid?.())
      chownSync(draft, was.stats.uid, was.stats.gid);
    const now = readSettings(file, dirname(file));
    if (
      now.text !== was.text ||
      now.bom !== was.bom ||
      (now.stats === undefined) !== (was.stats === undefined)
    )
      throw new TracekitError<SettingsErrorCode>(
        'settings_changed',
        `${file}: was changed by somebody else just now; do it again`,
      );
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

/** The folders from `folder` down to the file's own. */
function between(folder: string, file: string): readonly string[] {
  const paths = [folder];
  for (const name of relative(folder, dirname(file)).split(sep))
    if (name !== '') paths.push(join(paths.at(-1)!, name));
  return paths;
}

function statsOf(path: string): Stats | undefined {
  try {
    return lstatSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function target(path: string): string {
  return readlinkSync(path);
}

function unsafe(message: string): TracekitError<SettingsErrorCode> {
  return new TracekitError('unsafe_settings', `${message}. Nothing was changed`);
}

export function odd(message: string): TracekitError<SettingsErrorCode> {
  return new TracekitError('odd_settings', `${message}. Nothing was changed`);
}

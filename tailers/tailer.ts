import type { Harness } from '../src/model/harness.ts';
import type { LineReading, SourceDescription } from '../src/model/reading.ts';
import type { Workspace } from './workspace.ts';

/**
 * The contract of a tailer: one file a harness. A tailer finds transcripts and reads lines; it judges nothing,
 * holds no key and writes nothing.
 */
export type Tailer = {
  readonly harness: Harness;
  /**
   * Folders where this harness keeps transcripts for the given environment (`CLAUDE_CONFIG_DIR`, `CODEX_HOME`,
   * else under `home`), absolute, whether they exist or not.
   */
  readonly roots: (env: Readonly<Record<string, string | undefined>>, home: string) => readonly string[];
  /**
   * What the file is, from its absolute path and its first complete lines (at most 64 lines or 256 KiB of them,
   * without newlines, decompressed), or undefined where it is no transcript of this harness. Never throws.
   */
  readonly describe: (path: string, head: readonly Uint8Array[]) => SourceDescription | undefined;
  /**
   * Where the session's main transcript lies below one of `roots`, for a harness whose hooks do not say it; absent
   * where they do. `session` is safe as a file's name.
   */
  readonly mainFiles?: (session: string, root: string) => readonly string[];
  /**
   * Folders in which other transcripts of the session appear (subagents, next segments), by its main transcript's
   * path; absent where there are none but in that file's own folder.
   */
  readonly folders?: (path: string, session: string) => readonly string[];
  /**
   * A reader for one generation of one transcript, from its line 0 on. It shares `workspace` with other readers, or has
   * one of its own.
   */
  readonly reader: (source: SourceDescription, workspace?: Workspace) => LineReader;
};

/**
 * Reads lines in file order. It is a fold: the same lines give the same readings however they arrive, so a
 * restarted tailer gets its state back by reading the recorded prefix again. Its memory is bounded
 * however long the file gets.
 */
export type LineReader = {
  /**
   * `line` is the physical line with its newline (0x0A) where it has one; `number` its 0-based place in the file.
   * Never throws, whatever the bytes. At most 8 MiB long; the caller marks longer lines `oversize` itself.
   */
  readonly read: (line: Uint8Array, number: number) => LineReading;
};

import { existsSync, readFileSync, statSync } from 'node:fs';
import type { TailerMessage } from '../model/tail.ts';
import { Drive } from './drive.ts';
import { type OpenHome, openHome } from './open-home.ts';
import { Recorder } from './recorder.ts';
import { TailerThread } from './tailer-thread.ts';
import type { Tally } from './tally.ts';

export type RecordingOptions = {
  readonly home: string;
  /** Files and folders, absolute. */
  readonly paths: readonly string[];
  /** Go on after the first reading until `signal` is aborted. */
  readonly follow: boolean;
  /** A run whose files have not changed for so long is closed. */
  readonly idleMs: number;
  /** Ends the recording in good order: what was read is recorded, runs stay open. */
  readonly signal: AbortSignal;
  readonly onProgress: (tally: Readonly<Tally>) => void;
  readonly onNotice: (text: string) => void;
};

export type RecordingResult = {
  readonly home: string;
  readonly tally: Readonly<Tally>;
  readonly runs: { readonly opened: number; readonly closed: number };
  /** Files that were named or lay about and are no transcripts. */
  readonly ignored: number;
  /** Those of them that were named: somebody wanted them read. */
  readonly refused: number;
  readonly unreadable: number;
  /** The log's records in all, and how many of them are signed. */
  readonly records: number;
  readonly signed: number;
};

const CLOSE_IDLE_EVERY_MS = 30_000;

/**
 * Records transcripts into the log of a home, as its only writer.
 *
 * @example
 * await record({ home, paths: ['/home/dev/.claude/projects'], follow: false, idleMs: 3_600_000, … });
 */
export async function record(options: RecordingOptions): Promise<RecordingResult> {
  const home = await openHome(options.home);
  let result: RecordingResult;
  try {
    result = await recordInto(home, options);
  } catch (error) {
    await home.close().catch(() => undefined);
    throw error;
  }
  await home.close();
  return { ...result, records: home.log.size, signed: home.log.signed };
}

/** Records transcripts into a home that is open already: the signer does so for `tracekit record`. */
export async function recordInto(home: OpenHome, options: RecordingOptions): Promise<RecordingResult> {
  const counts: Counts = { ignored: 0, refused: 0, unreadable: 0 };
  let followed = false;
  let thread: TailerThread | undefined;
  const recorder = new Recorder({ ...home, assurance: 'dev' });
  const { claims } = home;
  const drive = new Drive(recorder, (message) => thread?.send(message), { claims });
  try {
    thread = new TailerThread({
      paths: options.paths,
      follow: options.follow,
      onMessage: (message) => {
        notice(message, counts, options);
        if (message.kind === 'caught_up' && options.follow && !followed) {
          followed = true;
          options.onNotice('all that is there has been read; following what comes (Ctrl-C ends it)');
        }
        drive.take(message);
        options.onProgress(recorder.tally);
      },
    });
    await finish({ thread, drive, recorder }, options);
    const { tally, runs } = recorder;
    const { size: records, signed } = home.log;
    return { home: options.home, tally, runs, ...counts, records, signed };
  } catch (error) {
    await thread?.terminate();
    throw error;
  } finally {
    drive.release();
  }
}

type Working<Ref> = {
  readonly thread: TailerThread;
  readonly drive: Drive<Ref>;
  readonly recorder: Recorder<Ref>;
};

/** Waits for the tailer's end, closing idle runs on the way, and takes the ends of files into account. */
async function finish<Ref>(work: Working<Ref>, options: RecordingOptions): Promise<void> {
  const { thread, drive, recorder } = work;
  const stop = (): void => thread.send({ kind: 'stop' });
  options.signal.addEventListener('abort', stop, { once: true });
  if (options.signal.aborted) stop();
  const closing = closeRunsWhile(options, recorder);
  try {
    await Promise.race([thread.ended, drive.failed, closing.failed]);
  } finally {
    closing.end();
    options.signal.removeEventListener('abort', stop);
  }
  await drive.settled();
  if (options.signal.aborted) return;
  const isGone = (path: string) => isBelow(path, options.paths) && !existsSync(path);
  await recorder.missing(isGone, { now: Date.now(), settingsAt });
  await recorder.closeIdle(Date.now() - options.idleMs, changedAt);
}

/** Closes idle runs from time to time while files are followed. `failed` rejects where that could not be recorded. */
function closeRunsWhile<Ref>(
  { follow, idleMs }: RecordingOptions,
  recorder: Recorder<Ref>,
): { readonly failed: Promise<never>; readonly end: () => void } {
  let timer: NodeJS.Timeout | undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    if (!follow) return;
    const every = Math.min(CLOSE_IDLE_EVERY_MS, Math.max(idleMs, 1000));
    timer = setInterval(() => void recorder.closeIdle(Date.now() - idleMs, changedAt).catch(reject), every);
  });
  failed.catch(() => undefined);
  return { failed, end: () => clearInterval(timer) };
}

function changedAt(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** The text of a settings file of at most 1 MiB. */
function settingsAt(path: string): string | undefined {
  try {
    const stat = statSync(path);
    return stat.isFile() && stat.size <= 2 ** 20 ? readFileSync(path, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function isBelow(path: string, roots: readonly string[]): boolean {
  return roots.some((root) => path === root || path.startsWith(root.endsWith('/') ? root : `${root}/`));
}

type Counts = { ignored: number; refused: number; unreadable: number };

/** Why a path was not read, as a person would want to hear it. */
const WHY: Readonly<Record<string, string>> = {
  missing: 'expected a transcript or a folder of them, found nothing',
  symlink: 'a symbolic link, which is not followed; name what it leads to',
  not_a_transcript: 'expected the name of a transcript (.jsonl or .jsonl.zst)',
  not_a_file: 'expected a file or a folder, found something else',
  unknown: 'not a transcript of a harness that is known here',
  io_error: 'could not be read (an I/O error, or a name that is no UTF-8)',
  not_permitted: 'may not be read by this user',
  bad_archive: 'a damaged archive; what came out before the damage is recorded',
  too_large: 'an archive from which more comes out than is taken; what came out until then is recorded',
  too_deep: 'folders nested too deep; name it to have it read',
};

function notice(message: TailerMessage, counts: Counts, { paths, follow, onNotice }: RecordingOptions): void {
  if (message.kind === 'ignored') {
    const { path, why } = message;
    const named = paths.includes(path);
    if (named && follow && why === 'missing') {
      onNotice(`${path}: nothing there yet; it is read when it comes`);
      return;
    }
    counts.ignored++;
    if (why === 'io_error' || why === 'not_permitted') counts.unreadable++;
    if (named) counts.refused++;
    if (named || why !== 'unknown') onNotice(`${path}: passed over: ${WHY[why] ?? why}`);
  } else if (message.kind === 'unreadable') {
    counts.unreadable++;
    const why = WHY[message.why] ?? message.why;
    onNotice(`${message.path}: could not be read (${why}); recorded as a gap`);
  } else if (message.kind === 'degraded') {
    onNotice(
      `watching files is not possible here (${message.why}); they are looked at every 2 seconds instead`,
    );
  }
}

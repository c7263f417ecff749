import { existsSync, lstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Harness } from '../src/model/harness.ts';
import type { SourceDescription } from '../src/model/reading.ts';
import type { FromTailer, SessionOrder, ToTailer } from '../src/model/tail-session.ts';
import { findTranscripts, isTranscriptName } from './find.ts';
import { PathQueue } from './path-queue.ts';
import { Tail } from './tail.ts';
import type { Tailer } from './tailer.ts';
import type { Watch, WatchCallbacks } from './watch.ts';

export type SessionTailOptions = {
  readonly tailers: readonly Tailer[];
  /** Where a tailer's harness keeps transcripts here. */
  readonly rootsOf: (tailer: Tailer) => readonly string[];
  readonly post: (message: FromTailer, transfer?: readonly ArrayBuffer[]) => void;
  /** Watches the folders in `roots`, which grow, and sweeps over the files of `interest`. */
  readonly watch: (roots: readonly string[], on: WatchCallbacks, interest: () => Iterable<string>) => Watch;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** A file could not be followed any more: the tailer's end. */
  readonly failed: (error: unknown) => void;
};

/** A session that is followed, and the files that were found to be its own. */
type Session = { readonly token: string; readonly files: Set<string>; readonly folders: Set<string> };

/** So long after it vanished a file may turn up in another place. */
const MOVE_MS = 2_000;
/** Everything that was read of a session is compared at most so often between its begin and its end. */
const CHECK_MS = 60_000;
/** A decision waits behind what is under way: less than for a recording that nobody waits for. */
const WINDOW = 2 ** 20;
/** A file that was last changed so long before its session was told is none of its new ones. */
const OLD_MS = 86_400_000;

/**
 * The tailer's process at work: follows the transcripts of the sessions it is told to, all of them in one place, and
 * reads nothing else. It catches up and checks when asked to.
 */
export class SessionTail {
  private readonly options: SessionTailOptions;
  private readonly tail: Tail;
  private readonly queue = new PathQueue();
  private readonly sessions = new Map<string, Session>();
  /** The files of all sessions. */
  private readonly owned = new Set<string>();
  private readonly roots: string[] = [];
  private readonly watch: Watch;
  /** Files of sessions that nobody told of, by session, and all of them. */
  private readonly strangers = new Map<string, Set<string>>();
  private readonly strange = new Set<string>();
  private readonly listed = new Set<string>();
  private readonly missed = new Set<string>();
  private readonly checked = new Map<string, number>();
  private readonly comparing = new Set<string>();

  constructor(options: SessionTailOptions) {
    const { tailers, post } = options;
    this.options = options;
    this.tail = new Tail({
      tailers,
      post,
      window: WINDOW,
      leave: (description, path) => this.leave(description, path),
    });
    this.tail.whenAgain((path) => this.hint(path));
    const hint = (path: string): void => this.hint(path);
    const degraded = (why: string): void => post({ kind: 'degraded', why });
    const on = { found: hint, changed: hint, gone: hint, degraded };
    this.watch = options.watch(this.roots, on, () => this.interest());
  }

  receive(message: ToTailer): void {
    switch (message.kind) {
      case 'session':
        this.follow(message);
        break;
      case 'over':
        this.drop(message);
        break;
      case 'ping':
        this.options.post({ kind: 'caught', id: message.id });
        break;
      case 'catch_up':
        void this.catchUp(message).catch(this.options.failed);
        break;
      case 'check':
        void this.check(message).catch(this.options.failed);
        break;
      default:
        this.tail.receive(message);
    }
  }

  close(): void {
    this.watch.close();
    this.tail.receive({ kind: 'stop' });
  }

  private follow(order: Extract<SessionOrder, { kind: 'session' }>): void {
    const { harness, session, token, path } = order;
    const key = keyOf(order);
    const known = this.sessions.get(key);
    const one = {
      token,
      files: known?.files ?? new Set<string>(),
      folders: known?.folders ?? new Set<string>(),
    };
    this.sessions.set(key, one);
    for (const file of path === undefined ? this.mainFiles(harness, session) : [path])
      this.addFile(order, file);
    const strangers = this.strangers.get(key) ?? [];
    this.strangers.delete(key);
    for (const file of strangers) {
      this.strange.delete(file);
      this.hint(file);
    }
  }

  /** A main transcript, there or not yet, and the folders where others of its session appear. */
  private addFile({ harness, session }: { harness: Harness; session: string }, path: string): void {
    const one = this.sessions.get(keyOf({ harness, session }));
    if (one === undefined) return;
    this.list(dirname(path));
    if (one.files.has(path)) return;
    one.files.add(path);
    this.owned.add(path);
    const tailer = this.options.tailers.find((each) => each.harness === harness);
    const folders = tailer?.folders?.(path, session) ?? [];
    for (const folder of folders) {
      one.folders.add(folder);
      if (!this.roots.includes(folder)) this.roots.push(folder);
    }
    this.watch.look(path, folders);
    this.hint(path);
  }

  /** The session is over: what is watched for it alone is watched no more. */
  private drop(order: { readonly harness: Harness; readonly session: string }): void {
    const one = this.sessions.get(keyOf(order));
    if (one === undefined) return;
    this.sessions.delete(keyOf(order));
    const kept = new Set([...this.sessions.values()].flatMap(({ folders }) => [...folders]));
    this.roots.splice(
      0,
      this.roots.length,
      ...this.roots.filter((root) => !one.folders.has(root) || kept.has(root)),
    );
    for (const file of one.files) {
      this.owned.delete(file);
      this.checked.delete(file);
      this.missed.delete(file);
    }
    const used = new Set([...this.owned].map((file) => dirname(file)));
    for (const folder of this.listed) if (!used.has(folder)) this.listed.delete(folder);
    this.watch.forget(one.files);
  }

  /** Files of the session that lie beside its main one and were there before the folder was watched. */
  private list(folder: string): void {
    if (this.listed.has(folder)) return;
    const names = namesIn(folder);
    if (names === undefined) return;
    this.listed.add(folder);
    for (const name of names) if (isTranscriptName(name)) this.hint(join(folder, name));
  }

  private mainFiles(harness: Harness, session: string): readonly string[] {
    const tailer = this.options.tailers.find((each) => each.harness === harness);
    if (tailer?.mainFiles === undefined || !/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(session)) return [];
    return this.options.rootsOf(tailer).flatMap((root) => tailer.mainFiles!(session, root));
  }

  /** The token of the session that a file belongs to. A file of another session is remembered: it may be told of yet. */
  private leave({ harness, session }: SourceDescription, path: string): string | undefined {
    const key = keyOf({ harness, session });
    const one = this.sessions.get(key);
    if (one === undefined) {
      this.strangers.set(key, (this.strangers.get(key) ?? new Set()).add(path));
      this.strange.add(path);
      return undefined;
    }
    one.files.add(path);
    this.owned.add(path);
    return one.token;
  }

  private *interest(): Generator<string> {
    for (const { files } of this.sessions.values()) yield* files;
  }

  /** Something may have changed the file. */
  private hint(path: string): void {
    if (!this.owned.has(path) && (this.strange.has(path) || !this.isRecent(path))) return;
    // A file that is gone may have been moved: its new place is read first, and then it is no deletion.
    if (!existsSync(path) && !this.missed.has(path)) {
      this.missed.add(path);
      setTimeout(() => this.hint(path), MOVE_MS).unref();
      return;
    }
    this.missed.delete(path);
    void this.read(path).catch(this.options.failed);
  }

  private isRecent(path: string): boolean {
    const changed = changedAt(path);
    return changed !== undefined && changed > this.options.clock() - OLD_MS;
  }

  private read(path: string): Promise<void> {
    return this.queue.join(path, () => this.tail.readFile(path));
  }

  private async catchUp(order: Extract<SessionOrder, { kind: 'catch_up' }>): Promise<void> {
    const { id, path } = order;
    if (path !== undefined) this.addFile(order, path);
    const files = [...(this.sessions.get(keyOf(order))?.files ?? [])];
    await Promise.all(files.filter((file) => existsSync(file)).map((file) => this.read(file)));
    this.options.post({ kind: 'caught', id });
    for (const file of files) if (this.isDue(file)) void this.compare(file).catch(this.options.failed);
  }

  private isDue(path: string): boolean {
    const now = this.options.clock();
    // It may take longer than that: a line may be as long as a disk.
    if (this.comparing.has(path)) return false;
    const last = this.checked.get(path);
    if (last === undefined) this.checked.set(path, now);
    // A clock that was put back must not put the comparison off.
    return last !== undefined && Math.abs(now - last) >= CHECK_MS;
  }

  private async check(order: Extract<SessionOrder, { kind: 'check' }>): Promise<void> {
    const one = this.sessions.get(keyOf(order));
    if (one !== undefined) await this.readNew(one);
    for (const file of one?.files ?? []) {
      if (!existsSync(file)) await this.readElsewhere(file, one!.folders);
      await this.compare(file, true);
    }
    this.options.post({ kind: 'caught', id: order.id });
  }

  /** A subagent's file that no watch has told of yet: after the session's end nobody looks again. */
  private async readNew({ folders, files }: Session): Promise<void> {
    for (const found of findTranscripts([...folders].filter((folder) => existsSync(folder))))
      if (found.kind === 'transcript' && !files.has(found.path)) await this.read(found.path);
  }

  /** A file that was moved or compressed is read where it is now, before its old place is said to be empty. */
  private async readElsewhere(path: string, folders: ReadonlySet<string>): Promise<void> {
    const name = basename(path).replace(/\.zst$/, '');
    const places = [dirname(path), ...folders].flatMap((folder) => [
      join(folder, name),
      join(folder, `${name}.zst`),
    ]);
    for (const place of places) if (place !== path && existsSync(place)) await this.read(place);
  }

  /** Compares all that was read of the file with what is there, and reads what is new or other. */
  private compare(path: string, tell = false): Promise<void> {
    this.comparing.add(path);
    const done = (): void => {
      this.comparing.delete(path);
      if (this.owned.has(path)) this.checked.set(path, this.options.clock());
    };
    const work = this.queue.run(path, async () => {
      await this.tail.readFile(path, undefined, true);
      const found = await this.tail.check(path);
      if (found === undefined) await this.tail.readFile(path);
      else if (tell) this.options.post({ kind: 'checked', ...found });
    });
    return work.finally(done);
  }
}

/** ms since 1970; undefined where nothing is to be had. hostile: a name may lead to anything, or nowhere. */
function changedAt(path: string): number | undefined {
  try {
    return lstatSync(path).mtimeMs;
  } catch {
    return undefined;
  }
}

/** undefined while there is no such folder. */
function namesIn(folder: string): readonly string[] | undefined {
  try {
    return readdirSync(folder);
  } catch {
    return undefined;
  }
}

function keyOf({ harness, session }: { readonly harness: Harness; readonly session: string }): string {
  return `${harness}\0${session}`;
}

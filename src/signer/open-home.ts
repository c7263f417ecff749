import { randomBytes } from 'node:crypto';
import { isFull } from '../log/disk.ts';
import { homePaths, makeHome, seenFolder } from '../log/home.ts';
import { Log } from '../log/log.ts';
import { recordsOfRuns } from '../log/run-records.ts';
import { TracekitError } from '../model/error.ts';
import type { Committed, Draft, LogRecord } from '../model/record.ts';
import { VaultReader } from '../vault/reader.ts';
import { type Kept, Vault } from '../vault/vault.ts';
import { Claims } from './claims.ts';
import { markKey, nameOfMarkKey } from './mark-key.ts';
import { loadFold, saveFold } from './saved-fold.ts';
import type { VaultSink } from './sinks.ts';
import { State } from './state.ts';

/** A home open for writing: its log, its vault, and what the log says so far. */
export type OpenHome = {
  readonly log: Log;
  readonly vault: VaultSink<Kept['ref']>;
  readonly state: State;
  readonly markKey: Uint8Array;
  /** Which of the home's recorders reads which file. */
  readonly claims: Claims;
  readonly randomBytes: (count: number) => Uint8Array;
  /** The records of these runs that are on the disk, in order. */
  readonly recordsOf: (runs: ReadonlySet<string>) => AsyncIterable<LogRecord>;
  /** Writes, signs and gives the lock back. */
  readonly close: () => Promise<void>;
};

/** Another fold of the log beside the recorder's: `start` empties it, and comes again where a saved state did not fit. */
export type Beside = {
  readonly start: () => void;
  readonly record: (record: LogRecord) => void;
  /** Waited for when the home's lock is held, before its log is read. */
  readonly locked?: () => Promise<void>;
};

/** The state is saved when the log has grown by so many records since it was last read whole or saved. */
const SAVE_EVERY = 20_000;

export type HomeOptions = {
  /** Sees the records too, but for those before a saved state, of which no run with hooks was open. */
  readonly beside?: Beside | undefined;
  /** Records by which the log grows between saved states: 20,000. */
  readonly saveEvery?: number | undefined;
  /** The folder where the newest checkpoint is remembered; the user's own, unless stated. */
  readonly seen?: string;
};

/** Opens the home at `path`, or makes one. Throws as `Log.open` does. */
export async function openHome(path: string, options: HomeOptions = {}): Promise<OpenHome> {
  const { saveEvery = SAVE_EVERY } = options;
  const paths = homePaths(path);
  makeHome(paths);
  const fold = new HomeFold(options.beside);
  const opening: { vault?: Vault } = {};
  const marks = markKey(paths.keys);
  const name = nameOfMarkKey(marks.key);
  const log = await Log.open({
    ...{ home: path, seen: options.seen ?? seenFolder(process.env), assurance: 'dev', clock: Date.now, fold },
    marks: name,
    beforeSync: async () => opening.vault?.flush(),
    ...(options.beside?.locked && { locked: options.beside.locked }),
  });
  // A log made just now has one record, its opening. One of an earlier version does not name the key of its marks.
  const isOld = log.size > 1;
  try {
    const vault = await Vault.open({ vault: paths.vault, clock: Date.now });
    opening.vault = vault;
    await noteDamages(log, vault);
    const { state } = fold;
    if (state.markKey === undefined ? marks.made && isOld : state.markKey !== name)
      await noteMarkKey(log, { state, name });
    state.markKey = name;
    return {
      ...{ log, vault: sinkOf(vault, new VaultReader(paths.vault)), state, markKey: marks.key },
      claims: new Claims(),
      randomBytes: (count) => randomBytes(count),
      recordsOf: (runs) => recordsOfRuns(paths.segments, runs),
      close: async () => {
        if (log.size - fold.saved >= saveEvery && canBeSaved(state)) await saveState(log, state);
        await log.close();
        await vault.close();
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** The recorder's fold of the log, and the one beside it. */
class HomeFold {
  state = new State();
  /** The number of the newest record that saved a state; 0 where there is none. */
  saved = 0;
  private readonly beside: Beside | undefined;

  constructor(beside: Beside | undefined) {
    this.beside = beside;
  }

  start(text: string | undefined): void {
    this.state = new State();
    this.saved = 0;
    this.beside?.start();
    if (text !== undefined) loadFold(text, this.state);
  }

  record(record: LogRecord): void {
    if (record.kind === 'state.saved') this.saved = record.seq;
    this.state.apply(draftOf(record));
    this.beside?.record(record);
  }
}

async function noteDamages(log: Log, { damages }: Vault): Promise<void> {
  for (const { bytes } of damages)
    await log.append([{ kind: 'recovered', source: 'signer', data: { what: 'vault_tail', bytes } }]);
}

/** A run with hooks that is open is followed by folds that are not saved: then a start reads the whole log. */
function canBeSaved(state: State): boolean {
  for (const run of state.runs.values()) if (run.open && run.mode === 'hooks') return false;
  return true;
}

/** The marks in the log are of a key that is gone: copies of those lines can't be told from others any more. */
async function noteMarkKey(
  log: Log,
  { state, name }: { readonly state: State; readonly name: string },
): Promise<void> {
  const data = { what: 'mark_key', bytes: 0, marks: name };
  const draft: Draft = { kind: 'recovered', source: 'signer', data };
  state.apply(draft);
  await log.append([draft]);
}

/** The state can be derived, so that a disk without room for it is no failure. */
async function saveState(log: Log, state: State): Promise<void> {
  try {
    await log.saveState(saveFold(state));
  } catch (error) {
    if (!(error instanceof TracekitError) && !isFull(error)) throw error;
  }
}

function draftOf({ run, kind, source, data }: LogRecord): Draft {
  return { kind, source, data, ...(run === undefined ? {} : { run: run.id }) };
}

/** The vault as the recorder sees it. What is kept is small, and may be asked for before it is on the disk. */
function sinkOf(vault: Vault, reader: VaultReader): VaultSink<Kept['ref']> {
  const fresh = new Map<string, Uint8Array>();
  return {
    commit: (content) => vault.commit(content),
    commitRaw: (content) => vault.commitRaw(content),
    commitRawSlice: (ref, at, bytes) => vault.commitRawSlice(ref, at, bytes),
    commitKept: (content): Committed => {
      const { committed } = vault.commitKept(content);
      // A copy: a slice would keep the 8 KiB of the pool that it is of, and there are three a session.
      fresh.set(committed.commitment, Uint8Array.from(content));
      return committed;
    },
    stream: () => vault.stream(),
    getKept: (commitment) => fresh.get(commitment) ?? reader.get(commitment)?.content,
  };
}

import { randomBytes } from 'node:crypto';
import { homePaths, makeHome, seenFolder } from '../log/home.ts';
import { Log } from '../log/log.ts';
import { listSegments, readSegment } from '../log/segments.ts';
import type { Committed, LogRecord } from '../model/record.ts';
import { VaultReader } from '../vault/reader.ts';
import { type Kept, Vault } from '../vault/vault.ts';
import { markKey } from './mark-key.ts';
import type { VaultSink } from './sinks.ts';
import { State } from './state.ts';

/** A home open for writing: its log, its vault, and what the log says so far. */
export type OpenHome = {
  readonly log: Log;
  readonly vault: VaultSink<Kept['ref']>;
  readonly state: State;
  readonly markKey: Uint8Array;
  readonly randomBytes: (count: number) => Uint8Array;
  /** Writes, signs and gives the lock back. */
  readonly close: () => Promise<void>;
};

/** Opens the home at `path`, or makes one; `onRecord` sees every record that is there already. Throws as `Log.open` does. */
export async function openHome(
  path: string,
  onRecord: (record: LogRecord) => void = () => {},
): Promise<OpenHome> {
  const paths = homePaths(path);
  makeHome(paths);
  let vault: Vault | undefined;
  const log = await Log.open({
    home: path,
    seen: seenFolder(process.env),
    assurance: 'dev',
    clock: Date.now,
    beforeSync: async () => vault?.flush(),
  });
  try {
    const opened = await Vault.open({ vault: paths.vault, clock: Date.now });
    vault = opened;
    for (const damage of opened.damages) {
      await log.append([
        { kind: 'recovered', source: 'signer', data: { what: 'vault_tail', bytes: damage.bytes } },
      ]);
    }
    return {
      log,
      vault: sinkOf(opened, new VaultReader(paths.vault)),
      state: foldLog(paths.segments, onRecord),
      markKey: markKey(paths.keys),
      randomBytes: (count) => randomBytes(count),
      close: async () => {
        await log.close();
        await opened.close();
      },
    };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** What the whole log says. Its lines were checked when it was opened. */
function foldLog(segments: string, onRecord: (record: LogRecord) => void): State {
  const state = new State();
  for (const { path } of listSegments(segments)) {
    for (const { bytes, whole } of readSegment(path)) {
      if (!whole) continue;
      const record = JSON.parse(bytes.toString('utf8')) as LogRecord;
      const { run, kind, source, data } = record;
      onRecord(record);
      state.apply({ kind, source, data, ...(run === undefined ? {} : { run: run.id }) });
    }
  }
  return state;
}

/** The vault as the recorder sees it. What is kept is small, and may be asked for before it is on the disk. */
function sinkOf(vault: Vault, reader: VaultReader): VaultSink<Kept['ref']> {
  const fresh = new Map<string, Uint8Array>();
  return {
    commit: (content) => vault.commit(content),
    commitSlice: (ref, at, bytes) => vault.commitSlice(ref, at, bytes),
    commitKept: (content): Committed => {
      const { committed } = vault.commitKept(content);
      fresh.set(committed.commitment, content);
      return committed;
    },
    stream: () => vault.stream(),
    getKept: (commitment) => fresh.get(commitment) ?? reader.get(commitment)?.content,
  };
}

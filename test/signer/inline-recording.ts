import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { homePaths } from '../../src/log/home.ts';
import { listSegments, readSegment } from '../../src/log/segments.ts';
import type { LogRecord } from '../../src/model/record.ts';
import type { RecorderMessage } from '../../src/model/tail.ts';
import { Drive } from '../../src/signer/drive.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import type { Tally } from '../../src/signer/tally.ts';
import { VaultReader } from '../../src/vault/reader.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';

/** A folder for one test, with the state home inside it; `remove` takes it away. */
export function scratch(): { readonly dir: string; readonly home: string; readonly remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'tracekit-'));
  process.env.XDG_STATE_HOME = join(dir, 'state-home');
  return { dir, home: join(dir, 'home'), remove: () => rmSync(dir, { recursive: true, force: true }) };
}

/** One recording with tailer and recorder in this thread: as `tracekit record`, but without closing idle runs. */
export async function recordInline(
  home: string,
  paths: readonly string[],
  saveEvery?: number,
): Promise<Tally> {
  const open = await openHome(home, { saveEvery });
  try {
    const recorder = new Recorder({ ...open, assurance: 'dev', validate: true });
    const queue: RecorderMessage[] = [];
    const tail = new Tail({ tailers: TAILERS, post: (message) => drive.take(structuredClone(message)) });
    const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
      queue.push(message);
      queueMicrotask(() => tail.receive(queue.shift()!));
    });
    await tail.readOnce(paths);
    await drive.settled();
    return recorder.tally;
  } finally {
    await open.close();
  }
}

/** All records of a home, in order. */
export function recordsOf(home: string): LogRecord[] {
  const records: LogRecord[] = [];
  for (const { path } of listSegments(homePaths(home).segments)) {
    for (const { bytes } of readSegment(path)) records.push(JSON.parse(bytes.toString('utf8')) as LogRecord);
  }
  return records;
}

/** The contents of a home's vault. */
export function contentsOf(home: string): (commitment: string) => Uint8Array | undefined {
  const reader = new VaultReader(homePaths(home).vault);
  return (commitment) => reader.get(commitment)?.content;
}

const KEYED = new Set(['chain', 'mark', 'commitment']);

/** A record without what two recordings of the same bytes may differ in: places in the log, times, salts and keys. */
export function comparable({ run, kind, source, data }: LogRecord): unknown {
  return {
    run: run && { id: run.id, seq: run.seq },
    kind,
    source,
    data: JSON.parse(
      JSON.stringify(data, (key, value) => (KEYED.has(key) ? undefined : (value as unknown))),
    ) as unknown,
  };
}

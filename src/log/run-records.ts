import { setImmediate } from 'node:timers/promises';
import type { LogRecord } from '../model/record.ts';
import { readLog } from './read.ts';

/** What a record's place in its run begins with. A string in `data` has its quotes escaped, and `run` stands behind `data`. */
const PLACE = Buffer.from('"run":{"id":"');
const ID_DIGITS = 16;
/** So many lines are looked at before others have their turn. */
const LINES_A_TURN = 4096;

/** The records of these runs in log order, as they lie on the disk: nothing is checked, so only for one's own log. */
export async function* recordsOfRuns(segments: string, runs: ReadonlySet<string>): AsyncGenerator<LogRecord> {
  let lines = 0;
  for (const { bytes } of readLog(segments)) {
    if (++lines % LINES_A_TURN === 0) await setImmediate();
    const at = bytes.lastIndexOf(PLACE) + PLACE.length;
    if (at < PLACE.length || !runs.has(bytes.toString('latin1', at, at + ID_DIGITS))) continue;
    yield JSON.parse(bytes.toString('utf8')) as LogRecord;
  }
}

import { relative } from 'node:path';
import type { JsonObject, LogRecord } from '../../src/model/record.ts';
import { comparable, contentsOf, recordsOf } from './inline-recording.ts';

/** What the log says of each line of each transcript, by file and generation; the same line twice is an error. */
export function linesByFile(home: string, below: string): Map<string, Map<number, unknown>> {
  const contentOf = contentsOf(home);
  const places = new Map<string, string>();
  const files = new Map<string, Map<number, unknown>>();
  for (const record of recordsOf(home)) {
    const { run, kind, data } = record;
    const place = `${run?.id} ${data.transcript}`;
    if (kind === 'transcript.opened') {
      const path = Buffer.from(contentOf((data.path as JsonObject).commitment as string)!).toString();
      places.set(place, `${relative(below, path).replace(/\.zst$/, '')} ${data.generation}`);
    }
    if (kind !== 'transcript.line' && kind !== 'model.exchange') continue;
    const file = places.get(place)!;
    const lines = files.get(file) ?? new Map<number, unknown>();
    files.set(file, lines);
    const line = data.line as number;
    if (lines.has(line)) throw new Error(`${file}: line ${line} stands in the log twice`);
    lines.set(line, said(record));
  }
  return files;
}

function said(record: LogRecord): unknown {
  const { kind, data } = comparable(record) as { kind: string; data: { [key: string]: unknown } };
  // Which of two equal lines is the copy depends on when each was read.
  const { transcript: _t, generation: _g, copy: _c, ...rest } = data;
  return { kind, ...rest };
}

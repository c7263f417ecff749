import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { record } from '../../src/signer/recording.ts';
import { type Input, makeInput } from './input.ts';
import { interleave, median } from './interleave.ts';
import type { Measure } from './row.ts';

/**
 * P2: transcripts to durable, signed records, against a loop that reads, splits, hashes and parses each line. The
 * tailer's thread is started anew for each recording, as in `tracekit record`; Node's own start is left out.
 */
export const measure: Measure = async ({ work, large }) => {
  process.env.XDG_STATE_HOME = `${work}/state`;
  const rows = [];
  for (const filled of [true, false]) {
    // Long enough that the compiling in the new thread, about a second of work, is not most of it.
    const bytes = (large ? 512 : 96) * 1e6;
    const input = makeInput({ folder: `${work}/${filled ? 'filled' : 'elided'}`, bytes, filled });
    const home = `${work}/home`;
    const cpu = { loop: [] as number[], recording: [] as number[] };
    const [loop, recording] = await interleave(
      [
        { run: () => usingCpu(cpu.loop, () => input.paths.forEach(readLoop)) },
        {
          prepare: () => rmSync(home, { recursive: true, force: true }),
          run: () => usingCpu(cpu.recording, () => recorded(home, input)),
        },
      ],
      7,
    );
    const size = Math.round(input.bytes / input.lines);
    rows.push({
      id: 'P2',
      what: `record, durable and signed / bare loop, lines of ${size} bytes${filled ? ' (as real)' : ' (elided)'}`,
      value: loop! / recording!,
      unit: '×',
      target: 0.6,
      least: true,
      detail: `${perLine(recording!, input)} against ${perLine(loop!, input)}; of all cores ${perLine(median(cpu.recording), input)} against ${perLine(median(cpu.loop), input)}`,
    });
  }
  return rows;
};

/** One recording of the input into a new home. */
export async function recorded(home: string, input: Input): Promise<void> {
  const { records, signed, tally } = await record({
    ...{ home, paths: [input.folder], follow: false, idleMs: 0 },
    signal: new AbortController().signal,
    onProgress: () => undefined,
    onNotice: (text) => console.error(text),
  });
  if (tally.lines !== input.lines || signed !== records || tally.copies > 0)
    throw new Error(
      `expected ${input.lines} lines, no copies: ${JSON.stringify({ tally, records, signed })}`,
    );
}

/** Notes the time in ms that all threads together used: on a busy machine the steadier figure. */
async function usingCpu(used: number[], work: () => unknown): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  used.push((user + system) / 1000);
}

function readLoop(path: string): void {
  const fd = openSync(path, 'r');
  const block = Buffer.allocUnsafeSlow(32 << 20);
  let held = 0;
  for (;;) {
    const read = readSync(fd, block, held, (1 << 20) - 1, null);
    if (read === 0) break;
    held += read;
    let start = 0;
    for (let end = block.indexOf(10); end >= 0 && end < held; end = block.indexOf(10, start)) {
      const line = block.subarray(start, end + 1);
      hash('sha256', line, 'hex');
      JSON.parse(line.toString('utf8'));
      start = end + 1;
    }
    block.copyWithin(0, start, held);
    held -= start;
    // What an earlier block left behind must not look like a line's end.
    block[held] = 0;
    block.fill(0, held, Math.min(block.length, held + (1 << 20)));
  }
  closeSync(fd);
}

function perLine(ms: number, { lines }: Input): string {
  return `${((ms * 1000) / lines).toFixed(1)} µs`;
}

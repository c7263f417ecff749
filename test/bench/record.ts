import { hash } from 'node:crypto';
import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { record } from '../../src/signer/recording.ts';
import { type Input, makeInput } from './input.ts';
import { interleave, median } from './interleave.ts';
import type { Measure } from './row.ts';

/**
 * P2: transcripts to durable, signed records, against a loop that reads, splits, hashes and parses each line. The
 * tailer's thread is started anew for each recording, as in `tracekit record`; its first second is compiling. So each
 * recording reads a smaller input first, and time counts from that input's last line on to the end of all.
 */
export const measure: Measure = async ({ work, large }) => {
  process.env.XDG_STATE_HOME = `${work}/state`;
  const rows = [];
  const warm = makeInput({ folder: `${work}/a-warm`, bytes: 64e6, filled: true, seed: 'warm ' });
  for (const filled of [true, false]) {
    const bytes = (large ? 512 : 96) * 1e6;
    const input = makeInput({ folder: `${work}/${filled ? 'filled' : 'elided'}`, bytes, filled });
    const home = `${work}/home`;
    const cpu = { loop: [] as number[], recording: [] as number[] };
    const [loop, recording] = await interleave(
      [
        {
          run: async () => {
            const used = usedCpu();
            input.paths.forEach(readLoop);
            cpu.loop.push(used());
          },
        },
        {
          prepare: () => rmSync(home, { recursive: true, force: true }),
          run: async () => {
            const { ms, cpuMs } = await recorded(home, input, warm);
            cpu.recording.push(cpuMs);
            return ms;
          },
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

/** One recording of the input into a new home: what it took, without `warm`, which is read before it. */
export async function recorded(
  home: string,
  input: Input,
  warm?: Input,
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const before = warm?.lines ?? 0;
  let start = performance.now();
  let used = usedCpu();
  let begun = before === 0;
  const { records, signed, tally } = await record({
    ...{ home, follow: false, idleMs: 0 },
    paths: warm === undefined ? [input.folder] : [warm.folder, input.folder],
    signal: new AbortController().signal,
    onProgress: ({ lines }) => {
      if (begun || lines < before) return;
      begun = true;
      start = performance.now();
      used = usedCpu();
    },
    onNotice: (text) => console.error(text),
  });
  if (tally.lines !== input.lines + before || signed !== records || tally.copies > 0)
    throw new Error(
      `expected ${input.lines + before} lines, no copies: ${JSON.stringify({ tally, records, signed })}`,
    );
  return { ms: performance.now() - start, cpuMs: used() };
}

/** Gives the time in ms that all threads together used since: on a busy machine the steadier figure. */
function usedCpu(): () => number {
  const before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
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

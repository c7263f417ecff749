import { rmSync } from 'node:fs';
import { makeInput } from './input.ts';
import { interleave } from './interleave.ts';
import { recorded } from './record.ts';
import type { Measure, Row } from './row.ts';

/** P10: what a doubling of lines or of files costs, in times: 2 is linear. */
export const measure: Measure = async ({ work, large }) => {
  process.env.XDG_STATE_HOME = `${work}/state`;
  const unit = (large ? 64 : 8) * 1e6;
  const rows: Row[] = [];
  rows.push(
    ...(await doubled(
      'lines',
      work,
      [1, 2, 4].map((times) => ({ bytes: unit * times, files: 2 })),
    )),
  );
  const files = large ? 400 : 100;
  rows.push(
    ...(await doubled(
      'files',
      work,
      [1, 2, 4].map((times) => ({ bytes: files * times * 20_000, files: files * times })),
    )),
  );
  return rows;
};

type Size = { readonly bytes: number; readonly files: number };

async function doubled(name: string, work: string, sizes: readonly Size[]): Promise<readonly Row[]> {
  const home = `${work}/home`;
  const inputs = sizes.map((size, i) =>
    makeInput({ ...size, folder: `${work}/${name}-${i}`, filled: false }),
  );
  const times = await interleave(
    inputs.map((input) => ({
      prepare: () => rmSync(home, { recursive: true, force: true }),
      run: async () => (await recorded(home, input)).ms,
    })),
    7,
  );
  return inputs.slice(1).map((input, i) => ({
    id: 'P10',
    what: `record, ${name} doubled: ${name === 'lines' ? inputs[i]!.lines : inputs[i]!.paths.length} to ${name === 'lines' ? input.lines : input.paths.length}`,
    value: times[i + 1]! / times[i]!,
    unit: '×',
    target: 2.2,
    detail: `${times[i]!.toFixed(0)} to ${times[i + 1]!.toFixed(0)} ms`,
  }));
}

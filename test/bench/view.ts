import { pathToFileURL } from 'node:url';
import { homePaths } from '../../src/log/home.ts';
import { HomeLog } from '../../src/view/home/home-log.ts';
import { HomeSource } from '../../src/view/home/home-source.ts';
import { taskThread } from '../../src/view/home/task-thread.ts';
import { recordedHome } from './recorded-home.ts';
import type { Measure, Row } from './row.ts';

const FULL_PAGE = 100;

/** P8, the server's part: what a page waits for when it opens a long run, and what the index of a long log costs. */
export const measure: Measure = async ({ work, large }) => {
  const rows: Row[] = [];
  for (const records of large ? [10_000, 100_000, 1_000_000] : [10_000, 100_000])
    rows.push(...(await measured(`${work}/${records}`, records)));
  return rows;
};

async function measured(work: string, records: number): Promise<readonly Row[]> {
  const home = recordedHome(work, records);
  const before = used();
  const log = new HomeLog(homePaths(home), () => undefined);
  const index = await timed(() => log.refresh());
  const indexed = used() - before;
  const { size } = log.index;
  const run = [...log.index.runs.keys()][0]!;
  const tasks = taskThread({ home, seen: undefined, script: pathToFileURL('dist/view-worker.js') });
  const source = new HomeSource({ paths: homePaths(home), tasks });
  await source.runs();
  const first = await timed(() => source.rows(run, 0, FULL_PAGE));
  const whole = await timed(() => source.marks(run));
  const { total } = await source.marks(run);
  const last = await timed(() => source.rows(run, total - FULL_PAGE, FULL_PAGE));
  const review = await timed(() => source.review(run));
  const folded = used() - before - 2 * indexed;
  await source.close();
  const of = `of ${size} records`;
  return [
    ms(`index ${of}`, index, `${indexed.toFixed(0)} MB`),
    { ...ms(`first rows of a run ${of}`, first, `${total} rows in all`), target: 1_000 },
    ms(`all rows and marks of a run ${of}`, whole, `${folded.toFixed(0)} MB`),
    ms(`last rows of a run ${of}, once it is read`, last, `review ${review.toFixed(0)} ms`),
  ];
}

function ms(what: string, value: number, detail: string): Row {
  return { id: 'P8', what, value, unit: 'ms', detail };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await run();
  return performance.now() - begun;
}

/** Memory in use, MB: what is garbage is not counted where the collector can be asked. */
function used(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return (heapUsed + external) / 2 ** 20;
}

import { spawnSync } from 'node:child_process';
import { interleave } from './interleave.ts';
import { madeHome } from './made-home.ts';
import type { Measure, Row } from './row.ts';

const SAY_PEAK =
  'data:text/javascript,process.on("exit",()=>process._rawDebug("peak "+process.resourceUsage().maxRSS))';

/** P7: `tracekit analyze` over one run, the whole command: all rules, hooks and transcript; and how it grows. */
export const measure: Measure = async ({ work, large }) => {
  const most = large ? 400_000 : 100_000;
  const sizes = [most / 4, most / 2, most];
  const rows: Row[] = [];
  for (const hard of [false, true]) {
    const homes: string[] = [];
    for (const records of sizes)
      homes.push(await madeHome(`${work}/${hard ? 'hard' : 'plain'}-${records}`, { records, hard }));
    const times = await interleave(
      homes.map((home) => ({ run: async () => void analyzed(home) })),
      5,
    );
    const kind = hard ? ', many holds, scopes and claims' : '';
    rows.push(
      ...sizes.map((records, i) => ({
        ...{
          id: 'P7',
          what: `analyze a run of ${records} records${kind}`,
          value: times[i]! / 1000,
          unit: 's',
        },
        ...(records === 100_000 ? { target: 3 } : {}),
        detail: `${((times[i]! / records) * 1000).toFixed(0)} µs a record; highest resident memory ${analyzed(homes[i]!).toFixed(0)} MB`,
      })),
    );
  }
  return rows;
};

/** Runs the command; gives its highest resident memory in MB. */
function analyzed(home: string): number {
  const done = spawnSync(
    process.execPath,
    ['--import', SAY_PEAK, 'dist/tracekit.js', 'analyze', '--json', '--home', home],
    { encoding: 'utf8', env: { ...process.env, XDG_STATE_HOME: `${home}/../state` }, maxBuffer: 1 << 30 },
  );
  const found = /^peak ([0-9]+)$/m.exec(done.stderr);
  if ((done.status !== 0 && done.status !== 4) || found === null)
    throw new Error(`tracekit analyze: ${done.stderr}`);
  return Number(found[1]) / 1024;
}

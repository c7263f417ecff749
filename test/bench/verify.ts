import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { interleave } from './interleave.ts';
import { makeLog } from './make-log.ts';
import { folderSink } from './make-log-folder.ts';
import type { Measure } from './row.ts';

const SAY_PEAK =
  'data:text/javascript,process.on("exit",()=>process._rawDebug("peak "+process.resourceUsage().maxRSS))';

/** P5: records verified a second, with two threads, and how the highest resident memory grows with the log. */
export const measure: Measure = async ({ work, large }) => {
  const records = large ? 1_000_000 : 300_000;
  const small = madeHome(`${work}/small`, 100_000);
  const home = madeHome(`${work}/large`, records);
  const worker = pathToFileURL('dist/verify-worker.js');
  const [took, alone] = await interleave(
    [{ run: () => verified(home, worker) }, { run: () => verified(home) }],
    large ? 3 : 5,
  );
  const [before, after] = [peakOf(small), peakOf(home)];
  return [
    {
      ...{ id: 'P5', what: `verify a log of ${records} records`, value: (records / took!) * 1_000 },
      ...{ unit: '/s', target: 150_000, least: true },
      detail: `${((records / alone!) * 1_000).toFixed(0)}/s with one thread`,
    },
    {
      ...{ id: 'P5', what: `memory for ${records} records / for 100000`, value: after / before, unit: '×' },
      ...{ target: 1.3, detail: `${after.toFixed(0)} MB against ${before.toFixed(0)} MB, whole command` },
    },
  ];
};

function madeHome(home: string, records: number): string {
  makeLog(folderSink(`${home}/log`), { records });
  return home;
}

async function verified(home: string, worker?: URL): Promise<void> {
  const report = await verifyHomeFolder({ home, ...(worker === undefined ? {} : { worker }) });
  const [integrity] = report.verdicts;
  if (integrity?.word !== 'VALID') throw new Error(`expected VALID, found ${integrity?.word}`);
}

function peakOf(home: string): number {
  const done = spawnSync(
    process.execPath,
    ['--import', SAY_PEAK, 'dist/tracekit.js', 'verify', '--home', home],
    { encoding: 'utf8', env: { ...process.env, XDG_STATE_HOME: `${home}/state` } },
  );
  const found = /^peak ([0-9]+)$/m.exec(done.stderr);
  if (done.status !== 0 || found === null) throw new Error(`tracekit verify: ${done.stdout}${done.stderr}`);
  return Number(found[1]) / 1024;
}

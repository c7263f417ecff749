import { spawnSync } from 'node:child_process';
import { closeSync, openSync, writeSync } from 'node:fs';
import { makeInput } from './input.ts';
import type { Measure, Row } from './row.ts';

const SAY_PEAK =
  'data:text/javascript,process.on("exit",()=>process._rawDebug("peak "+process.resourceUsage().maxRSS))';

/** P6: the highest resident memory of a whole `tracekit record`, both threads, in MB. */
export const measure: Measure = async ({ work, large }) => {
  const size = large ? 1000 : 200;
  const input = makeInput({ folder: `${work}/long`, bytes: size * 1e6, filled: true, files: 1 });
  const line = large ? 100 : 50;
  const longLine = writeLongLine(`${work}/long-line.jsonl`, line);
  return [
    row(`tracekit record, a transcript of ${size} MB`, 150, peakOf(work, input.folder)),
    row(`tracekit record, one line of ${line} MB`, 350, peakOf(work, longLine)),
  ];
};

function row(what: string, target: number, value: number): Row {
  return { id: 'P6', what, value, unit: 'MB', target, detail: 'highest resident memory of the process' };
}

function peakOf(work: string, path: string): number {
  const home = `${work}/home-${Math.random().toString(16).slice(2)}`;
  const done = spawnSync(
    process.execPath,
    ['--import', SAY_PEAK, 'dist/tracekit.js', 'record', path, '--home', home],
    { encoding: 'utf8', env: { ...process.env, XDG_STATE_HOME: `${work}/state` } },
  );
  const found = /^peak ([0-9]+)$/m.exec(done.stderr);
  if (done.status !== 0 || found === null) throw new Error(`tracekit record: ${done.stderr}`);
  return Number(found[1]) / 1024;
}

/** A Claude Code transcript of a short line and a long one. */
function writeLongLine(path: string, megabytes: number): string {
  const head = '{"type":"user","sessionId":"11111111-2222-4333-8444-555555555555","uuid":';
  const fd = openSync(path, 'w');
  writeSync(fd, `${head}"11111111-2222-4333-8444-000000000001","message":{"role":"user","content":"x"}}\n`);
  writeSync(fd, `${head}"11111111-2222-4333-8444-000000000002","message":{"role":"user","content":"`);
  const piece = Buffer.alloc(1e6, 0x61);
  for (let i = 0; i < megabytes; i++) writeSync(fd, piece);
  writeSync(fd, '"}}\n');
  closeSync(fd);
  return path;
}

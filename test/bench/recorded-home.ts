import { spawnSync } from 'node:child_process';
import { makeInput } from './input.ts';

/** A home whose log is one long run. */
export function recordedHome(work: string, records: number): string {
  const input = makeInput({ folder: `${work}/input`, bytes: records * 1_180, filled: false, files: 1 });
  const done = spawnSync(
    process.execPath,
    ['dist/tracekit.js', 'record', input.folder, '--home', `${work}/home`],
    {
      encoding: 'utf8',
      env: { ...process.env, XDG_STATE_HOME: `${work}/state` },
    },
  );
  if (done.status !== 0) throw new Error(`tracekit record: ${done.stderr}`);
  return `${work}/home`;
}

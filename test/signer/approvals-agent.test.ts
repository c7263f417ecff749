import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellQuote } from '../../src/install/shell-quote.ts';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import { type ApprovalStage, approvalStage, CLI, canRun } from './approval-stage.ts';

type Road = (stage: ApprovalStage, id: string) => readonly string[];

const cli = (stage: ApprovalStage, id: string): string =>
  [process.execPath, CLI, 'approvals', 'approve', id, '--home', stage.home].map(shellQuote).join(' ');
const curl = (stage: ApprovalStage, id: string): string => {
  const body = JSON.stringify({ command: 'approvals.approve', approval: id });
  const { path } = readSocketPlace(stage.home)!;
  return `curl -sS --unix-socket ${shellQuote(path)} -d ${shellQuote(body)} http://x/ask`;
};
const ROADS: readonly (readonly [string, Road])[] = [
  ['the command by its path', (stage, id) => ['sh', '-c', cli(stage, id)]],
  ['the command in a terminal that it makes', (stage, id) => ['script', '-qec', cli(stage, id), '/dev/null']],
  ['curl on the socket', (stage, id) => ['sh', '-c', curl(stage, id)]],
  ['curl in a terminal that it makes', (stage, id) => ['script', '-qec', curl(stage, id), '/dev/null']],
  ['a session of its own', (stage, id) => ['setsid', '-w', 'sh', '-c', curl(stage, id)]],
  [
    'many shells inside each other',
    (stage, id) => ['sh', join(stage.dir, 'nest.sh'), '70', 'script', '-qec', curl(stage, id), '/dev/null'],
  ],
  [
    'a process that has lost its parent',
    (stage, id) => [
      'sh',
      '-c',
      `(setsid sh -c ${shellQuote(`sleep 0.2; ${curl(stage, id)}`)} &) ; sleep 0.6`,
    ],
  ],
];

test
  .skipIf(!canRun)
  .concurrent('the agent cannot answer its own hold by any of these roads', async (context) => {
    const stage = approvalStage(context);
    const hook = stage.hook('c1', 'git push origin main');
    const id = await stage.approvalOf(hook.id);
    for (const [name, road] of ROADS) {
      const { stdout, stderr } = await stage.inAgent(road(stage, id)).ended;
      expect([name, `${stdout}${stderr}`]).toEqual([
        name,
        expect.stringMatching(/inside the agent|no terminal|expected a terminal|can't be told/),
      ]);
    }
    expect(stage.records('approval.answered')).toEqual([]);
    expect(await stage.person('approvals', 'approve', id)).toMatchObject({ code: 0 });
    expect(await hook.ended).toMatchObject({ code: 0 });
  });

test
  .skipIf(!canRun)
  .concurrent('what an agent left running is known to a signer that starts anew', async (context) => {
    const stage = approvalStage(context, 'hold_seconds: 0.2\n');
    const hook = stage.hook('c1', 'git push origin main');
    const id = await stage.approvalOf(hook.id);
    await hook.ended;
    await stage.tracekit('signer', 'stop');
    await stage.tracekit('signer', 'start');
    const tried = await stage.inAgent(['script', '-qec', curl(stage, id), '/dev/null']).ended;
    expect(tried.stdout).toContain('inside the agent');
  });

test
  .skipIf(!canRun)
  .concurrent('the gate refuses the agent’s own approvals command before it runs', async (context) => {
    const stage = approvalStage(context);
    const ended = await stage.hook('c1', `node ${join(CLI)} approvals approve apr-000000000000`).ended;
    expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining('[tracekit]') });
  });

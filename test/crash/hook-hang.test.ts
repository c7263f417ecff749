import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readSocketPlace } from '../../src/signer/socket-place.ts';
import { buildProgram, hook, killSigner, nodeHook, runningSigner, stand } from '../hook/stand.ts';

const program = buildProgram();
afterAll(program.remove);

const DENIED = /"permissionDecision":"deny","permissionDecisionReason":"\[tracekit\] ./;

it('a signer that hangs is noticed by both roads, and the call is blocked', async () => {
  const at = stand(program);
  const pid = await runningSigner(at);
  process.kill(pid, 'SIGSTOP');
  const ended = await Promise.all([hook(at), nodeHook(at)]);
  process.kill(pid, 'SIGCONT');
  for (const each of ended) expect(each).toMatchObject({ code: 2, stdout: expect.stringMatching(DENIED) });
});

it('a turn to start the signer that a killed hook left is given up', async () => {
  const at = stand(program);
  await killSigner(await runningSigner(at));
  const turn = join(readSocketPlace(at.home)!.path, '../starting');
  mkdirSync(turn);
  expect(await hook(at)).toMatchObject({ code: 2 });
  expect(await hook(at)).toMatchObject({ code: 0 });
});

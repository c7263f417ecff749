import { expect, test } from 'vitest';
import { approvalStage, canRun } from './approval-stage.ts';
import { until } from './gate-stand.ts';
import { contentsOf } from './inline-recording.ts';

const PUSH = 'git push origin main';

test
  .skipIf(!canRun)
  .concurrent(
    'a person sees a held call at once, approves it from a terminal, and it runs',
    async (context) => {
      const stage = approvalStage(context);
      const hook = stage.hook('c1', PUSH);
      const id = await stage.approvalOf(hook.id);
      expect(stage.said(hook.id)).toBe(`[tracekit] waiting for approval ${id} (t/ask): pushes wait\n`);
      const listed = await stage.tracekit('approvals', 'list', '--json');
      expect(JSON.parse(listed.stdout)).toMatchObject([{ approval: id, state: 'waiting' }]);
      expect(await stage.person('approvals', 'approve', id)).toMatchObject({ code: 0 });
      expect(await hook.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('"allow"') });
      const by = stage.records('approval.answered')[0]?.data.by as { readonly commitment: string };
      const who = JSON.parse(Buffer.from(contentsOf(stage.home)(by.commitment)!).toString());
      expect(who.uid).toBe(process.getuid?.());
      expect(who.processes.map(({ name }: { name: string }) => name)).toContain('script');
    },
  );

test.skipIf(!canRun).concurrent('without a terminal nobody answers', async (context) => {
  const stage = approvalStage(context);
  const hook = stage.hook('c1', PUSH);
  const id = await stage.approvalOf(hook.id);
  expect(await stage.tracekit('approvals', 'approve', id)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('expected a terminal, found none'),
  });
  expect(await stage.person('approvals', 'reject', id)).toMatchObject({ code: 0 });
  expect(await hook.ended).toMatchObject({ code: 2, stderr: expect.stringContaining('rejected') });
});

test
  .skipIf(!canRun)
  .concurrent('of two people who answer at once one is told that the other was first', async (context) => {
    const stage = approvalStage(context);
    const hook = stage.hook('c1', PUSH);
    const id = await stage.approvalOf(hook.id);
    const answers = await Promise.all([
      stage.person('approvals', 'approve', id),
      stage.person('approvals', 'reject', id),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([0, 2]);
    expect(answers.map(({ stdout }) => stdout).join('')).toMatch(/is (approved|used|rejected) already/);
    expect(stage.records('approval.answered')).toHaveLength(1);
    await hook.ended;
  });

test.skipIf(!canRun).concurrent.for(['SIGTERM', 'SIGKILL'] as const)(
  'a hook that is killed (%s) cancels its hold',
  async (signal, context) => {
    const stage = approvalStage(context);
    const hook = stage.hook('c1', PUSH);
    const id = await stage.approvalOf(hook.id);
    stage.kill(hook.id, signal);
    await hook.ended;
    await until(() => stage.records('approval.cancelled').length === 1, 'the cancelled hold');
    expect(stage.records('approval.cancelled')[0]?.data).toEqual({ approval: id, why: 'hook_gone' });
    expect(await stage.person('approvals', 'approve', id)).toMatchObject({
      code: 2,
      stdout: expect.stringContaining('is cancelled already'),
    });
  },
);

test
  .skipIf(!canRun)
  .concurrent(
    'a signer killed in mid-hold blocks the call; the next one cancels the hold',
    async (context) => {
      const stage = approvalStage(context);
      // The first hook starts the signer, as Node, and would ask the next one.
      await stage.hook('c0', 'ls').ended;
      const hook = stage.hook('c1', PUSH);
      const id = await stage.approvalOf(hook.id);
      process.kill(stage.signerPid(), 'SIGKILL');
      expect(await hook.ended).toMatchObject({ code: 2, stderr: expect.stringContaining('blocked') });
      expect(await stage.hook('c2', 'ls').ended).toMatchObject({ code: 0 });
      expect(stage.records('approval.cancelled')[0]?.data).toEqual({ approval: id, why: 'signer_stopped' });
      expect((await stage.tracekit('verify')).stdout).toContain('VALID');
    },
  );

test
  .skipIf(!canRun)
  .concurrent(
    'an approval after the wait stands for the identical call, with another signer too',
    async (context) => {
      const stage = approvalStage(context, 'hold_seconds: 0.2\n');
      const hook = stage.hook('c1', PUSH);
      const id = await stage.approvalOf(hook.id);
      expect(await hook.ended).toMatchObject({ code: 2, stderr: expect.stringContaining('nobody answered') });
      expect((await stage.person('approvals', 'approve', id)).stdout).toContain(
        'nobody waits for it any more',
      );
      await stage.tracekit('signer', 'stop');
      expect(await stage.hook('c2', `${PUSH} `).ended).toMatchObject({ code: 2 });
      expect(await stage.hook('c3', PUSH).ended).toMatchObject({ code: 0 });
      expect(await stage.hook('c4', PUSH).ended).toMatchObject({ code: 2 });
    },
  );

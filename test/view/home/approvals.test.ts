import { type ChildProcess, spawn } from 'node:child_process';
import { expect, type TestContext, test } from 'vitest';
import { shellQuote } from '../../../src/install/shell-quote.ts';
import type { ShownHold, ViewEvent } from '../../../src/view/api.ts';
import { type ApprovalStage, approvalStage, CLI, canRun } from '../../signer/approval-stage.ts';
import { contentsOf } from '../../signer/inline-recording.ts';

type Viewer = { readonly port: number; readonly token: string; readonly child: ChildProcess };

/** `tracekit view --dev` in a person's own terminal. */
async function viewer({ home, env }: ApprovalStage, { onTestFinished }: TestContext): Promise<Viewer> {
  const command = [process.execPath, CLI, 'view', '--dev', '--no-open', '--home', home]
    .map(shellQuote)
    .join(' ');
  const child = spawn('script', ['-qec', command, '/dev/null'], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  onTestFinished(async () => {
    const ended = new Promise((resolve) => child.once('close', resolve));
    // Ctrl-C, as a terminal sends it.
    child.stdin?.write('\u0003');
    await ended;
  });
  let text = '';
  await new Promise<void>((resolve, reject) => {
    child.on('close', () => reject(new Error(`the viewer ended: ${text}`)));
    child.stdout.on('data', (data) => {
      text += String(data);
      if (/#\S+\s/.test(text)) resolve();
    });
  });
  const [, port, token] = /^http:\/\/127\.0\.0\.1:(\d+)\/#(\S+)/.exec(text)!;
  return { port: Number(port), token: token!, child };
}

function asked({ port, token }: Viewer, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}${path}`, { ...init, headers: { authorization: `Bearer ${token}` } });
}

/** Follows events until one is wanted. */
async function eventOf(viewer: Viewer, wanted: (event: ViewEvent) => boolean): Promise<ViewEvent> {
  const response = await asked(viewer, '/api/events');
  let text = '';
  const decoder = new TextDecoder();
  for await (const piece of response.body!) {
    text += decoder.decode(piece as Uint8Array, { stream: true });
    const events = text
      .split('\n\n')
      .slice(0, -1)
      .filter((one) => one.startsWith('data: '));
    const found = events.map((one) => JSON.parse(one.slice(6)) as ViewEvent).find(wanted);
    // Leaving the loop ends the stream.
    if (found !== undefined) return found;
  }
  throw new Error(`the events ended: ${text}`);
}

const APPROVE = JSON.stringify({ answer: 'approve', reason: 'seen in the page' });

test
  .skipIf(!canRun)
  .concurrent(
    'a held call appears in the page, and runs when a person approves it there',
    async (context) => {
      const stage = approvalStage(context);
      const page = await viewer(stage, context);
      const held = eventOf(page, (event) => event.kind === 'holds' && event.waiting.length === 1);
      const hook = stage.hook('c1', 'git push origin main');
      const id = await stage.approvalOf(hook.id);
      const event = await held;
      const [hold] = event.kind === 'holds' ? (event.waiting as readonly ShownHold[]) : [];
      expect(hold).toMatchObject({ approval: id, state: 'waiting', tool: 'Bash' });
      expect(JSON.parse(hold!.input.text)).toEqual({ command: 'git push origin main' });
      const answered = await asked(page, `/api/approvals/${id}`, { method: 'POST', body: APPROVE });
      expect([answered.status, await answered.json()]).toEqual([200, { ok: true }]);
      expect(await hook.ended).toMatchObject({ code: 0 });
      const [record] = stage.records('approval.answered');
      const { by, reason } = record!.data as Record<string, { commitment: string }>;
      const open = (content: { commitment: string }) =>
        Buffer.from(contentsOf(stage.home)(content.commitment)!).toString();
      expect(open(reason!)).toBe('seen in the page');
      // The record says which process asked the viewer: this one.
      const { clients } = JSON.parse(open(by!)) as { clients: readonly { pid: number }[][] };
      expect(clients.map(([first]) => first?.pid)).toContain(process.pid);
      const again = await asked(page, `/api/approvals/${id}`, { method: 'POST', body: APPROVE });
      expect([again.status, await again.json()]).toEqual([
        409,
        { error: { code: 'answered', message: expect.stringContaining('already') } },
      ]);
    },
  );

test
  .skipIf(!canRun)
  .concurrent('the agent cannot answer through the page, be it with the token', async (context) => {
    const stage = approvalStage(context);
    const page = await viewer(stage, context);
    const hook = stage.hook('c1', 'git push origin main');
    const id = await stage.approvalOf(hook.id);
    const curl = ['curl', '-sS', '-X', 'POST', '-H', `Authorization: Bearer ${page.token}`, '-d', APPROVE];
    const url = `http://127.0.0.1:${page.port}/api/approvals/${id}`;
    const line = [...curl, url].map(shellQuote).join(' ');
    for (const road of [
      [...curl, url],
      ['sh', '-c', line],
      ['script', '-qec', line, '/dev/null'],
      ['setsid', '-w', 'sh', '-c', line],
    ]) {
      const { stdout } = await stage.inAgent(road).ended;
      expect([road[0], JSON.parse(stdout)]).toEqual([
        road[0],
        { error: { code: 'not_yours_to_answer', message: expect.stringContaining('inside the agent') } },
      ]);
    }
    expect(stage.records('approval.answered')).toEqual([]);
    expect(
      (await asked(page, `/api/approvals/${id}`, { method: 'POST', body: '{"answer":"reject"}' })).status,
    ).toBe(200);
    expect(await hook.ended).toMatchObject({ code: 2 });
  });

test.skipIf(!canRun).concurrent('a viewer that the agent started answers nothing', async (context) => {
  const stage = approvalStage(context);
  const hook = stage.hook('c1', 'git push origin main');
  const id = await stage.approvalOf(hook.id);
  const command = [process.execPath, CLI, 'view', '--dev', '--no-open', '--home', stage.home]
    .map(shellQuote)
    .join(' ');
  const script = `${command} > ${shellQuote(`${stage.dir}/url`)} & p=$!; while ! grep -q '#' ${shellQuote(`${stage.dir}/url`)} 2>/dev/null; do sleep 0.05; done; u=$(cat ${shellQuote(`${stage.dir}/url`)}); curl -sS -X POST -H "Authorization: Bearer \${u#*#}" -d '{"answer":"approve"}' "\${u%%#*}api/approvals/${id}"; kill $p`;
  const { stdout } = await stage.inAgent(['sh', '-c', script]).ended;
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: 'not_yours_to_answer' } });
  expect(stage.records('approval.answered')).toEqual([]);
});

test.skipIf(!canRun).concurrent('the page says when no signer runs, and sees one come', async (context) => {
  const stage = approvalStage(context);
  const page = await viewer(stage, context);
  expect(await eventOf(page, ({ kind }) => kind === 'signer')).toEqual({ kind: 'signer', running: false });
  const gone = await asked(page, '/api/approvals/apr-000000000000', { method: 'POST', body: APPROVE });
  expect([gone.status, await gone.json()]).toEqual([
    503,
    { error: { code: 'no_signer', message: expect.any(String) } },
  ]);
  const come = eventOf(page, (event) => event.kind === 'signer' && event.running);
  await stage.tracekit('signer', 'start');
  await come;
  const left = eventOf(page, (event) => event.kind === 'signer' && !event.running);
  await stage.tracekit('signer', 'stop');
  await left;
  expect((await asked(page, '/api/runs')).status).toBe(200);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MAX_DONE } from '../../src/signer/approval-book.ts';
import { GateState } from '../../src/signer/gate-state.ts';
import { recordOf } from '../../src/signer/journal.ts';
import { MAX_WAITING } from '../../src/signer/open-calls.ts';
import { Twice } from '../../src/signer/twice.ts';
import { ASKS, bashCall, GateStand, waiting } from './gate-stand.ts';
import { recordsOf } from './inline-recording.ts';

type Step =
  | { readonly do: 'call'; readonly call: number; readonly session: number; readonly push: boolean }
  | { readonly do: 'post'; readonly call: number; readonly session: number }
  | { readonly do: 'event'; readonly event: string; readonly session: number }
  | { readonly do: 'answer'; readonly approve: boolean };

const session = fc.nat(1);
const call = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ do: fc.constant('call' as const), call, session, push: fc.boolean() }),
  fc.record({ do: fc.constant('post' as const), call, session }),
  fc.record({
    do: fc.constant('event' as const),
    event: fc.constantFrom('UserPromptSubmit', 'Stop', 'SessionEnd', 'SessionStart'),
    session,
  }),
  fc.record({ do: fc.constant('answer' as const), approve: fc.boolean() }),
);

const FIELDS: Readonly<Record<string, object>> = {
  UserPromptSubmit: { prompt: 'go' },
  Stop: { stop_hook_active: true },
  SessionEnd: { reason: 'other' },
  SessionStart: { source: 'resume' },
};

async function take(stand: GateStand, step: Step): Promise<void> {
  const of = 'session' in step ? { session_id: `s${step.session}` } : {};
  switch (step.do) {
    case 'call': {
      const wait = waiting();
      const fields = { ...bashCall(`c${step.call}`, step.push ? 'git push' : 'ls'), ...of };
      const answer = stand.claude('PreToolUse', fields, {}, wait);
      if (step.push && step.call === 0) wait.kill();
      await answer;
      break;
    }
    case 'post':
      await stand.claude('PostToolUse', { ...bashCall(`c${step.call}`, 'ls'), ...of, tool_response: {} });
      break;
    case 'event':
      await stand.claude(step.event, { ...FIELDS[step.event], ...of });
      break;
    case 'answer': {
      const listed = await stand.ask('approvals.list');
      const [first] = (listed.ok ? listed.result : []) as readonly { readonly approval: string }[];
      if (first !== undefined)
        await stand.ask(step.approve ? 'approvals.approve' : 'approvals.reject', first.approval);
      break;
    }
  }
}

test('what the log says of calls is what the running gate knows', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 14 }), async (steps) => {
      const stand = new GateStand({ policy: ASKS, config: 'hold_seconds: 0.002' });
      try {
        await stand.start();
        for (const one of steps) await take(stand, one);
        const replayed = new GateState();
        // The gate's clock stands still, the log's own goes on.
        const time = new Date(stand.now).toISOString();
        for (const record of recordsOf(stand.home)) replayed.apply({ ...record, time });
        expect(plain(replayed)).toEqual(plain(stand.state));
      } finally {
        await stand.remove();
      }
    }),
    { numRuns: 12 },
  );
});

/** Functions are made anew with each state. */
function plain(state: GateState): unknown {
  return JSON.parse(
    JSON.stringify(state, (_key, value: unknown) =>
      value instanceof Map ? [...value] : value instanceof Set ? [...value] : value,
    ),
  );
}

const content = { bytes: 1, commitment: 'c'.repeat(64) };
const inRun = { run: 'r', source: 'signer' } as const;

test('a hundred thousand completed calls leave nothing behind', () => {
  const state = new GateState();
  for (let seq = 0; seq < 200_000; seq += 2) {
    const data = { tool: 'Bash', verdict: 'allow', name: content, input: content };
    state.apply(recordOf({ ...inRun, kind: 'call.decided', data }, seq, ''));
    const done = { outcome: 'ok', decided: seq };
    state.apply(recordOf({ ...inRun, kind: 'call.completed', data: done }, seq + 1, ''));
  }
  expect(state.size).toBe(0);
});

test('of calls that were denied, and of approvals that are done with, a bounded number is kept', () => {
  const state = new GateState();
  for (let seq = 0; seq < 30_000; seq += 3) {
    const data = { tool: 'Bash', verdict: seq % 2 === 0 ? 'deny' : 'ask', name: content, input: content };
    state.apply(recordOf({ ...inRun, kind: 'call.decided', data }, seq, ''));
    if (seq % 2 === 0) continue;
    const approval = `apr-${String(seq).padStart(12, '0')}`;
    const asked = { approval, decided: seq, until: 0 };
    state.apply(recordOf({ ...inRun, kind: 'approval.requested', data: asked }, seq + 1, ''));
    const why = { approval, why: 'hook_gone' };
    state.apply(recordOf({ ...inRun, kind: 'approval.cancelled', data: why }, seq + 2, ''));
  }
  expect(state.size).toBeLessThanOrEqual(MAX_WAITING + 64 + MAX_DONE);
  state.apply(recordOf({ ...inRun, kind: 'run.closed', data: { last: 0, why: 'idle' } }, 30_000, ''));
  expect(state.size).toBe(0);
});

test('events that two installs may have seen are forgotten two seconds after their answer', async () => {
  let now = 0;
  const twice = new Twice<number>(() => now);
  for (let i = 0; i < 100_000; i++) {
    await twice.once(`k${i}`, { install: 'one', wait: waiting() }, () => Promise.resolve(i));
    now += 1;
  }
  expect(twice.size).toBeLessThan(2_100);
  now += 10_000;
  await twice.once('last', { install: 'one', wait: waiting() }, () => Promise.resolve(0));
  expect(twice.size).toBe(1);
});

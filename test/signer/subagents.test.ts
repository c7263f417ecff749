import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { LogRecord } from '../../src/model/record.ts';
import { recordInline, recordsOf, scratch } from './inline-recording.ts';
import { claudeLine } from './tailer-lines.ts';

const SESSION = '11111111-2222-4333-8444-000000000000';

/** Records a session with one subagent, whose lines say that they are of `agent`. */
async function recorded(agent: string): Promise<readonly LogRecord[]> {
  const { dir, home, remove } = scratch();
  onTestFinished(remove);
  const main = join(dir, 'p', `${SESSION}.jsonl`);
  const sub = join(dir, 'p', SESSION, 'subagents', 'agent-a1.jsonl');
  mkdirSync(dirname(sub), { recursive: true });
  writeFileSync(main, claudeLine(SESSION, 0));
  const task = {
    ...{ type: 'user', sessionId: SESSION, isSidechain: true, agentId: agent, version: '2.1.332' },
    uuid: 'b1111111-2222-4333-8444-000000000000',
    message: { role: 'user', content: 'look for the cause' },
  };
  writeFileSync(sub, `${JSON.stringify(task)}\n`);
  await recordInline(home, [join(dir, 'p')]);
  return recordsOf(home);
}

it('deja-vu 1533: a subagent’s lines are its own, in its parent’s run, and its task is no person’s', async () => {
  const records = await recorded('a1');
  const opened = records.filter(({ kind }) => kind === 'transcript.opened');
  expect(opened.map(({ data }) => [data.role, data.agent])).toEqual([
    ['main', undefined],
    ['subagent', 'a1'],
  ]);
  expect(new Set(opened.map(({ run }) => run?.id)).size).toBe(1);
  const task = records.find(({ kind, data }) => kind === 'model.exchange' && data.role === 'user');
  expect(task?.data.origin).toBe('task');
});

it.each(['../../etc/x', '/etc/x', 'a/b', '-rf'])(
  'loongsuite-pilot 201: an agent called %s gets the name of its file',
  async (agent) => {
    const opened = (await recorded(agent)).filter(({ kind }) => kind === 'transcript.opened');
    expect(opened.map(({ data }) => [data.role, data.agent])).toEqual([
      ['main', undefined],
      ['subagent', 'a1'],
    ]);
  },
);

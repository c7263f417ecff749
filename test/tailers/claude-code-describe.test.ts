import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../tailers/claude-code.ts';
import { assistantLine, SESSION, text, toLine, userLine } from './claude-code-lines.ts';

const FOLDER = '/home/dev/.claude/projects/-home-dev-project';
const MAIN_PATH = `${FOLDER}/${SESSION}.jsonl`;
const OTHER = '99999999-2222-4333-8444-555555555555';

type Line = Parameters<typeof toLine>[0];

function describeFile(path: string, ...lines: readonly Line[]): unknown {
  return claudeCode.describe(path, lines.map(toLine));
}

describe('roots', () => {
  it('is projects below CLAUDE_CONFIG_DIR, else below ~/.claude', () => {
    expect(claudeCode.roots({}, '/home/dev')).toEqual(['/home/dev/.claude/projects']);
    expect(claudeCode.roots({ CLAUDE_CONFIG_DIR: '/d/claude' }, '/home/dev')).toEqual(['/d/claude/projects']);
    expect(claudeCode.roots({ CLAUDE_CONFIG_DIR: '' }, '/home/dev')).toEqual(['/home/dev/.claude/projects']);
  });
});

describe('what a file is', () => {
  it('is a main transcript by its lines, whatever its place', () => {
    const line = userLine('hi', { version: '2.1.332' });
    const main = { harness: 'claude-code', session: SESSION, role: 'main', version: '2.1.332' };
    expect(describeFile(MAIN_PATH, line)).toEqual(main);
    expect(describeFile('/tmp/copy.txt', line)).toEqual(main);
  });

  it('is a subagent’s by its folder or by its lines', () => {
    const agent = { harness: 'claude-code', session: SESSION, role: 'subagent', agent: 'a1' };
    const line = userLine('look', { isSidechain: true, agentId: 'a1' });
    expect(describeFile(`${FOLDER}/${SESSION}/subagents/agent-a1.jsonl`, line)).toEqual(agent);
    expect(describeFile(`${FOLDER}/${SESSION}/subagents/x/subagents/agent-a1.jsonl`, line)).toEqual(agent);
    expect(describeFile(`${FOLDER}/agent-a1.jsonl`, line)).toEqual(agent);
    expect(describeFile('/elsewhere/log', line)).toEqual(agent);
    expect(describeFile(`${FOLDER}/${SESSION}/subagents/agent-a1.jsonl`)).toEqual(agent);
  });

  it('is main where a sidechain comes first in a file named by its session (1.0.128)', () => {
    expect(describeFile(MAIN_PATH, userLine('look', { isSidechain: true, agentId: 'a1' }))).toMatchObject({
      role: 'main',
    });
  });

  it('uses no agent or session id that could be a path', () => {
    const hostile = { isSidechain: true, agentId: '../../etc/x', sessionId: '../../x' };
    expect(describeFile(`${FOLDER}/${SESSION}/subagents/agent-a2.jsonl`, userLine('x', hostile))).toEqual({
      harness: 'claude-code',
      session: SESSION,
      role: 'subagent',
      agent: 'a2',
    });
    expect(describeFile(`${FOLDER}/agent-..%2Fx.jsonl`, userLine('x', hostile))).toBeUndefined();
  });

  it('takes the session from the name where some line confirms it, else from the first line that has one', () => {
    const foreign = userLine('x', { sessionId: OTHER });
    expect(describeFile(MAIN_PATH, foreign, userLine('y'))).toMatchObject({ session: SESSION });
    expect(describeFile(MAIN_PATH, foreign)).toMatchObject({ session: OTHER });
  });

  it('says where a fork came from', () => {
    const copied = assistantLine('m', [text('x')], { sessionId: OTHER, requestSessionId: SESSION });
    expect(describeFile('/a.jsonl', copied)).toMatchObject({ session: OTHER, copiesFrom: SESSION });
    const stamped = userLine('x', { sessionId: OTHER, forkedFrom: { sessionId: SESSION, messageUuid: 'u' } });
    expect(describeFile('/a.jsonl', stamped)).toMatchObject({ session: OTHER, copiesFrom: SESSION });
    expect(describeFile('/a.jsonl', userLine('x', { requestSessionId: SESSION }))).not.toHaveProperty(
      'copiesFrom',
    );
  });

  it('is the session of its name where nothing else says: empty, or one summary (1.0.128, 2.0.76)', () => {
    const main = { harness: 'claude-code', session: SESSION, role: 'main' };
    expect(describeFile(MAIN_PATH)).toEqual(main);
    expect(describeFile(MAIN_PATH, { type: 'summary', summary: 's', leafUuid: OTHER })).toEqual(main);
    expect(describeFile(MAIN_PATH, Buffer.alloc(300))).toEqual(main);
    expect(describeFile(MAIN_PATH, '{"type":"user","sess', userLine('x'))).toEqual(main);
  });

  it('is nothing of ours: history, rollouts, other harnesses, other files', () => {
    const history = { display: 'hi', pastedContents: {}, timestamp: 1, project: '/p', sessionId: SESSION };
    const rollout = { timestamp: 't', type: 'session_meta', payload: { id: SESSION } };
    const gemini = { id: 'x', timestamp: 't', type: 'user', content: [{ text: 'hi' }] };
    const copilot = { type: 'session.start', data: { sessionId: SESSION }, id: 'x' };
    for (const line of [history, rollout, gemini, copilot, 'not json', '7']) {
      expect(describeFile('/home/dev/.claude/history.jsonl', line)).toBeUndefined();
    }
    for (const line of [history, rollout, gemini, copilot])
      expect(describeFile(MAIN_PATH, line)).toBeUndefined();
    expect(describeFile('/home/dev/notes.jsonl')).toBeUndefined();
  });

  it('reads a new type of line in a file of our shape, and not in another', () => {
    const line = { type: 'brand-new', sessionId: SESSION };
    expect(describeFile(MAIN_PATH, line)).toMatchObject({ session: SESSION });
    expect(describeFile('/x.jsonl', line)).toBeUndefined();
  });
});

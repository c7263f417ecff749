import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { claudeCode } from '../../tailers/claude-code.ts';
import { read, userLine, uuid } from './claude-code-lines.ts';
import { filesOf, fixtureScenarios, readTranscript } from './transcript-files.ts';

const resume = fixtureScenarios('claude-code').find(({ name }) => name === 'print-resume')!;

function digestOf(fields: Readonly<Record<string, unknown>>, content: unknown = 'hi'): string {
  return read([userLine(content, { uuid: uuid(1), ...fields })])[0]!.identity!.digest;
}

describe('identity of a line', () => {
  it('is equal for each of the 29 lines that a fork copied, and for no other two', () => {
    const [original, fork] = filesOf(resume, '.jsonl').map((path) => readTranscript(claudeCode, path));
    expect(fork!.path).toContain(join('124105df'));
    const byId = new Map(
      original!.readings.flatMap(({ id, identity }) => (id === undefined ? [] : [[id, identity]])),
    );
    const copied = fork!.readings.filter(({ id }) => id !== undefined && byId.has(id));
    expect(copied).toHaveLength(29);
    for (const { id, identity } of copied) expect(identity).toEqual(byId.get(id!));
    const digests = original!.readings.flatMap(({ identity }) =>
      identity === undefined ? [] : [identity.digest],
    );
    expect(new Set(digests).size).toBe(digests.length);
    expect(digests.every((digest) => /^[0-9a-f]{64}$/.test(digest))).toBe(true);
  });

  it('does not see what copies rewrite', () => {
    const rewritten = {
      sessionId: 'B',
      parentUuid: null,
      timestamp: '2026-11-30T17:00:00.000Z',
      promptId: 'p2',
      version: '9.9.9',
      cwd: '/elsewhere',
      gitBranch: 'other',
      requestSessionId: 'A',
      forkedFrom: { sessionId: 'A' },
    };
    expect(digestOf(rewritten)).toBe(digestOf({}));
  });

  it('sees another text under the same id, and the same text under another id', () => {
    expect(digestOf({}, 'hi!')).not.toBe(digestOf({}));
    expect(digestOf({ uuid: uuid(2) })).not.toBe(digestOf({}));
  });

  it('is found by id, for lines with an id alone', () => {
    const [withId, without] = read([userLine('x', { uuid: uuid(1) }), userLine('x')]);
    expect(withId!.identity!.by).toBe('id');
    expect(without!.identity).toBeUndefined();
  });

  it('repeats for a replay in the same file', () => {
    const line = userLine('x', { uuid: uuid(1) });
    const [first, replay] = read([line, line]);
    expect(replay!.identity).toEqual(first!.identity);
  });
});

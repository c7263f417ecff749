import { describe, expect, it } from 'vitest';
import { idleRuns } from '../../src/signer/idle-runs.ts';
import type { RunState, TranscriptState } from '../../src/signer/state.ts';

const run = (id: string, mode: string, open = true) => ({ id, mode, open }) as RunState;
const source = (path: string, of: RunState, changed: number) =>
  [{ found: { path, changed } as never, live: { run: of } as TranscriptState, known: undefined }] as const;

describe('idle runs', () => {
  it('are those whose files are all as old as they were when they were found', () => {
    const a = run('a', 'record');
    const sources = new Map([
      [0, source('/old', a, 10)[0]],
      [1, source('/grows', run('b', 'record'), 10)[0]],
    ]);
    const now = (path: string) => (path === '/grows' ? 100 : 10);
    expect(idleRuns(sources, 50, now)).toMatchObject([{ run: 'a', sources: [0] }]);
  });

  it('are not closed by a recording where hooks record them too, nor twice', () => {
    const sources = new Map([
      [0, source('/x', run('a', 'hooks'), 10)[0]],
      [1, source('/y', run('b', 'record', false), 10)[0]],
    ]);
    expect(idleRuns(sources, 50, () => 10)).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import type { Row, RunSummary, ShownHold, ViewEvent, ViewSource } from '../../src/view/api.ts';
import { Live, type LiveEvent } from '../../src/view/terminal/live.ts';

const summary = (run: string, live: boolean): RunSummary => ({
  ...{
    run,
    harness: 'codex',
    session: run,
    part: 0,
    mode: 'hooks',
    opened: 't',
    last: 't',
    live,
    records: 1,
  },
  ...{ calls: 0, decided: 0, held: 0, waiting: 0, denied: 0, gaps: 0, integrity: 'ok' },
});
const note = (row: number): Row => ({
  kind: 'note',
  row,
  seq: row * 2,
  time: 't',
  depth: 0,
  text: `note ${row}`,
});
const hold = (approval: string): ShownHold =>
  ({
    ...{ approval, seq: 1, time: 't', row: 0, tool: 'Bash', input: { text: 'x', bytes: 1 }, until: 0 },
    ...{ state: 'waiting', answers: [], run: 'a' },
  }) as unknown as ShownHold;

/** A source of runs and rows that the test adds to. */
class Stage {
  readonly runs = new Map<string, { summary: RunSummary; rows: Row[] }>();
  readonly told: LiveEvent[] = [];
  tell: (event: ViewEvent) => void = () => undefined;
  readonly source = {
    kind: 'home',
    runs: async () => [...this.runs.values()].map((one) => one.summary),
    rows: async (run: string, from: number, count: number) => {
      const { rows } = this.runs.get(run)!;
      const first = Math.min(from, rows.length);
      return { from: first, total: rows.length, rows: rows.slice(first, first + count) };
    },
    review: async () => ({ findings: [] }),
    follow: (take: (event: ViewEvent) => void) => {
      this.tell = take;
      return () => undefined;
    },
  } as unknown as ViewSource;

  add(run: string, live: boolean, rows: number): void {
    const made = Array.from({ length: rows }, (_, i) => note(i));
    this.runs.set(run, { summary: summary(run, live), rows: made });
  }

  grow(run: string, count: number): void {
    const { rows } = this.runs.get(run)!;
    const from = rows.length;
    for (let i = 0; i < count; i++) rows.push(note(rows.length));
    this.tell({ kind: 'rows', run, total: rows.length, from });
  }

  live(options: { readonly run?: string; readonly before?: number } = {}): Live {
    return new Live(this.source, {
      before: 2,
      ...options,
      print: async (event) => {
        this.told.push(event);
      },
    });
  }

  words(): readonly string[] {
    return this.told.map((event) => {
      if (event.event === 'row')
        return `${event.run} ${event.row.kind === 'note' ? event.row.text : event.row.kind}`;
      if (event.event === 'run') return `run ${event.summary.run}`;
      return event.event === 'hold' ? `hold ${event.hold.approval}` : event.event;
    });
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('following a home', () => {
  it('tells the last rows of what is live, then each new row once, in order', async () => {
    const stage = new Stage();
    stage.add('a', true, 5);
    stage.add('old', false, 5);
    const live = stage.live();
    const end = live.run();
    await settled();
    expect(stage.words()).toEqual(['run a', 'a note 3', 'a note 4']);
    stage.grow('a', 2);
    stage.tell({ kind: 'rows', run: 'a', total: 7, from: 0 });
    stage.grow('a', 1);
    await settled();
    expect(stage.words().slice(3)).toEqual(['a note 5', 'a note 6', 'a note 7']);
    live.stop();
    await end;
  });

  it('tells a run that begins later from its first row on', async () => {
    const stage = new Stage();
    const live = stage.live();
    void live.run();
    await settled();
    stage.add('b', true, 4);
    stage.tell({ kind: 'runs', runs: [summary('b', true)] });
    await settled();
    expect(stage.words()).toEqual(['run b', 'b note 0', 'b note 1', 'b note 2', 'b note 3']);
    live.stop();
  });

  it('tells what waits for an answer once', async () => {
    const stage = new Stage();
    const live = stage.live();
    void live.run();
    await settled();
    stage.tell({ kind: 'holds', waiting: [hold('apr-1')] });
    stage.tell({ kind: 'holds', waiting: [hold('apr-1'), hold('apr-2')] });
    await settled();
    expect(stage.words()).toEqual(['hold apr-1', 'hold apr-2']);
    live.stop();
  });

  it('keeps to one run where one is named, live or not', async () => {
    const stage = new Stage();
    stage.add('a', true, 1);
    stage.add('old', false, 1);
    const live = stage.live({ run: 'old' });
    void live.run();
    await settled();
    stage.grow('a', 1);
    stage.grow('old', 1);
    await settled();
    expect(stage.words()).toEqual(['run old', 'old note 0', 'old note 1']);
    live.stop();
  });

  it('ends with what broke it', async () => {
    const stage = new Stage();
    stage.add('a', true, 1);
    const live = stage.live();
    const end = live.run();
    await settled();
    stage.runs.delete('a');
    stage.tell({ kind: 'rows', run: 'a', total: 2, from: 0 });
    await expect(end).rejects.toThrow();
  });
});

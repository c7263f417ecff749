import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fromHex } from '../../../src/bytes/hex.ts';
import { verifyInclusion } from '../../../src/proof/inclusion.ts';
import { leafHash } from '../../../src/proof/record.ts';
import { readHeldNote } from '../../../src/verify/held-notes.ts';
import { keyringOf } from '../../../src/verify/keyring.ts';
import { judgeNote } from '../../../src/verify/signature.ts';
import type { CallRow, Marks, RecordProof, Review, Row, RowPage, RunSummary } from '../../../src/view/api.ts';
import { ViewStand } from '../view-stand.ts';

const CAPTURE = '../shared/captures/claude-code/print-subagent';

describe.skipIf(!existsSync(CAPTURE))('the addresses, over a captured session', () => {
  const stand = new ViewStand();
  let run: string;

  beforeAll(async () => {
    await stand.record(
      [CAPTURE, '../shared/captures/codex/tools', '../shared/captures/gemini/parallel'].filter(existsSync),
    );
    await stand.start();
    const runs = await get<readonly RunSummary[]>('/api/runs');
    run = runs.find(({ harness }) => harness === 'claude-code')!.run;
  });
  afterAll(() => stand.stop());

  async function get<T>(path: string): Promise<T> {
    const { status, json, text } = await stand.ask({ path });
    expect([path, status, text.slice(0, 200)]).toEqual([path, 200, expect.any(String)]);
    return json as T;
  }

  it('list the runs with the beginning of their first prompt', async () => {
    const runs = await get<readonly RunSummary[]>('/api/runs');
    expect(runs.find((one) => one.run === run)).toMatchObject({
      ...{
        harness: 'claude-code',
        part: 0,
        mode: 'record',
        decided: 0,
        held: 0,
        waiting: 0,
        denied: 0,
        gaps: 0,
      },
      title: 'Use subagents to look at app.py.',
    });
  });

  it('give rows from wherever they are asked, as many as there are', async () => {
    const all = await get<RowPage>(`/api/runs/${run}/rows?from=0&count=500`);
    expect(all.rows.length).toBe(all.total);
    expect(all.rows.map(({ row }) => row)).toEqual(all.rows.map((_, i) => i));
    expect(await get<RowPage>(`/api/runs/${run}/rows?from=3&count=2`)).toEqual({
      ...all,
      from: 3,
      rows: all.rows.slice(3, 5),
    });
    expect(await get<RowPage>(`/api/runs/${run}/rows?from=999999&count=2`)).toEqual({
      from: all.total,
      total: all.total,
      rows: [],
    });
  });

  it('nest what subagents do, and tell it from what the main agent does', async () => {
    const { rows } = await get<RowPage>(`/api/runs/${run}/rows?from=0&count=500`);
    const tasks = rows.filter(isCall).filter(({ tool }) => tool === 'Task');
    expect(tasks.length).toBe(3);
    expect(new Set(tasks.map(({ depth }) => depth))).toEqual(new Set([0]));
    const inner = rows.filter(({ agent }) => agent !== undefined);
    expect(inner.length).toBeGreaterThan(4);
    expect(new Set(inner.map(({ depth }) => depth))).toEqual(new Set([1]));
    // What a subagent is given to do is no prompt of a person.
    expect(
      inner.filter((row) => row.kind === 'prompt').map((row) => row.kind === 'prompt' && row.origin),
    ).not.toContain('unwitnessed');
  });

  it('show with a call what the model thought and said before it', async () => {
    const { rows } = await get<RowPage>(`/api/runs/${run}/rows?from=0&count=500`);
    const [first] = rows.filter(isCall);
    expect(first).toMatchObject({ tool: 'Task', name: 'Agent', link: 'exact', outcome: 'ok' });
    expect(first!.said.map(({ kind, text }) => [kind, text.text])).toEqual([
      ['thinking', 'Two subagents will look at it in parallel.'],
      ['text', 'Starting two agents.'],
    ]);
    expect(first!.verdict).toBeUndefined();
  });

  it('judge a run: findings, coverage, and verdicts with their basis', async () => {
    await get(`/api/runs/${run}/review`);
    let review = await get<Review>(`/api/runs/${run}/review`);
    while (review.analysis === 'running' || review.verdicts.length === 0) {
      await new Promise((resolve) => setTimeout(resolve, 20));
      review = await get<Review>(`/api/runs/${run}/review`);
    }
    expect(review.analysis).toBe('done');
    expect(review.verdicts.map(({ question }) => question)).toEqual([
      'integrity',
      'completeness',
      'authorship',
      'time',
      'gate coverage',
    ]);
    expect(review.summary.integrity).toBe('ok');
    expect(review.notRun.length).toBeGreaterThan(0);
    expect(review.coverage.told).toBe(
      review.coverage.links.exact + review.coverage.links.ordered + review.coverage.links.none,
    );
    expect(review.versions).toEqual(['2.1.332']);
  });

  it('mark the whole timeline', async () => {
    const marks = await get<Marks>(`/api/runs/${run}/marks`);
    const { total } = await get<RowPage>(`/api/runs/${run}/rows?from=0&count=1`);
    expect(marks.total).toBe(total);
    expect(marks.counts.reduce((sum, one) => sum + one, 0)).toBe(total);
    expect(marks.prompts.map(({ row }) => row)).toEqual([expect.any(Number)]);
  });

  it('find words from a row on, and say where there are none', async () => {
    const { rows } = await get<RowPage>(`/api/runs/${run}/rows?from=0&count=500`);
    const wanted = rows.find((row) => row.kind === 'text')!;
    const words = encodeURIComponent(
      (wanted.kind === 'text' ? wanted.text.text : '').slice(0, 20).toUpperCase(),
    );
    const { row } = await get<{ row?: number }>(`/api/runs/${run}/find?words=${words}&from=0`);
    expect(row).toBeLessThanOrEqual(wanted.row);
    expect(await get(`/api/runs/${run}/find?words=${words}&from=999999`)).toEqual({});
    expect(await get(`/api/runs/${run}/find?words=no%20such%20words%20at%20all`)).toEqual({});
  });

  it('prove a record: its leaf under a signed root, its contents under their commitments', async () => {
    const { rows } = await get<RowPage>(`/api/runs/${run}/rows?from=0&count=500`);
    const [call] = rows.filter(isCall);
    for (const seq of [0, ...call!.records]) {
      const { line, leaf, inclusion, checkpoint, vkey, contents } = await get<RecordProof>(
        `/api/records/${seq}`,
      );
      expect(Buffer.from(leafHash(Buffer.from(line))).toString('hex')).toBe(leaf);
      expect((JSON.parse(line) as { seq: number }).seq).toBe(seq);
      const held = readHeldNote('checkpoint', Buffer.from(checkpoint!));
      if (held.kind !== 'ok') throw new Error(held.what);
      const { size, root, origin } = held.value.checkpoint;
      expect([inclusion!.size, inclusion!.root]).toEqual([size, Buffer.from(root).toString('hex')]);
      const proof = inclusion!.path.map((hash) => fromHex(hash)!);
      expect(verifyInclusion({ index: seq, size, leaf: fromHex(leaf)!, root, proof })).toBe(true);
      expect(judgeNote(held.value, keyringOf([{ seq: 0, vkey: vkey! }], []), origin).kind).toBe('signed');
      for (const { commitment, salt, content, bytes } of contents) {
        const opened = Buffer.concat([Buffer.from(salt!, 'hex'), Buffer.from(content!, 'base64')]);
        expect(createHash('sha256').update(opened).digest('hex')).toBe(commitment);
        expect(opened.length).toBe(32 + bytes);
      }
    }
  });

  it('give the rest of a text that a row cuts', async () => {
    const { rows } = await get<RowPage>(`/api/runs/${run}/rows?from=0&count=500`);
    const row = rows.find((one) => one.kind === 'text' || one.kind === 'prompt')!;
    if (row.kind !== 'text' && row.kind !== 'prompt') throw new Error('expected a row with a text');
    const path = `/api/records/${row.seq}/contents/${row.text.commitment}`;
    expect(await get(`${path}?from=0`)).toMatchObject({ text: row.text.text, bytes: row.text.bytes });
    expect(await get(`${path}?from=4`)).toMatchObject({ text: row.text.text.slice(4) });
  });

  it.each([
    ['/api/runs/0123456789abcdef/rows', 'no_such_run'],
    ['/api/runs/0123456789abcdef/review', 'no_such_run'],
    ['/api/runs/__proto__/marks', 'no_such_run'],
    ['/api/records/999999', 'no_such_record'],
    [`/api/records/1/contents/${'0'.repeat(64)}`, 'no_such_content'],
    ['/api/records/999999/contents/x', 'no_such_record'],
  ])('%s is not there, and says so', async (path, code) => {
    const { status, json } = await stand.ask({ path });
    expect([status, json]).toEqual([404, { error: { code, message: expect.any(String) } }]);
  });
});

function isCall(row: Row): row is CallRow {
  return row.kind === 'call';
}

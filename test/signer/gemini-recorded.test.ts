import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/record.ts';
import {
  answered,
  CONTEXT,
  call,
  HEADER,
  model,
  reset,
  toLine,
  user,
  wholeText,
} from '../tailers/gemini-files.ts';
import { comparable, recordInline, recordsOf, scratch } from './inline-recording.ts';

let place: ReturnType<typeof scratch>;
let chats: string;
beforeEach(() => {
  place = scratch();
  chats = join(place.dir, 'tmp', 'work', 'chats');
  mkdirSync(chats, { recursive: true });
});
afterEach(() => place.remove());

const exchanges = () => recordsOf(place.home).filter(({ kind }) => kind === 'model.exchange');
const linesOf = (home: string) =>
  recordsOf(home)
    .filter(({ data }) => data.line !== undefined && data.form !== undefined)
    .map((record) => comparable(record));
const gapsOf = () =>
  recordsOf(place.home).flatMap(({ kind, data }) =>
    kind === 'gap' ? [[data.gap, data.line, data.explained]] : [],
  );

const turn = (n: number): readonly object[] => [
  user(`u${n}`, `prompt ${n}`),
  model(`m${n}`, `Looking ${n}.`, { toolCalls: [call(`c${n}`)] }),
  user(`r${n}`, [answered(`c${n}`, { output: 'done' })]),
];

describe('a session that is one value, written anew at each turn', () => {
  const write = (messages: readonly object[], at: string) => {
    writeFileSync(join(chats, 'session-2025-09-01T10-00-11111111.json'), wholeText(messages, at));
    return recordInline(place.home, [place.dir]);
  };

  it('counts its prompts and calls once, and explains what the harness does', async () => {
    const one = await write(turn(1), '1');
    const two = await write([...turn(1), ...turn(2)], '2');
    expect([one, two].map(({ prompts, calls, unparsed }) => [prompts, calls, unparsed])).toEqual([
      [1, 1, 0],
      [1, 1, 0],
    ]);
    expect(gapsOf()).toEqual([['transcript_rewritten', 4, 'rewrite']]);
    const again = recordsOf(place.home).filter(({ kind }) => kind === 'transcript.again');
    const { lines } = again.at(-1)!.data;
    expect(again.map(({ data }) => [data.line, data.lines])).toEqual([
      [0, 4],
      [5, lines],
    ]);
    expect(one.lines - Number(lines)).toBeLessThanOrEqual(3);
    expect(two.copies).toBe(0);
  });

  it('records a piece again that is read as another, though its bytes are the same', async () => {
    const said = { id: 'i9', timestamp: 't', type: 'info', content: 'Remove all of it.' };
    await write([...turn(1), said, ...turn(2)], '1');
    await write([...turn(1), { ...said, type: 'user' }, ...turn(2)], '2');
    const words = exchanges().filter(({ data }) => data.id === 'i9/content');
    expect(words.map(({ data }) => [data.role, data.origin, data.generation])).toContainEqual([
      'user',
      'prompt',
      1,
    ]);
    expect(exchanges().filter(({ data }) => data.generation === 1)).toHaveLength(1);
  });

  it('explains no edit that leaves the time alone, and tells which piece is another', async () => {
    await write(turn(1), '1');
    await write([user('u1', 'another prompt'), ...turn(1).slice(1)], '1');
    expect(gapsOf()).toEqual([['transcript_rewritten', expect.any(Number), undefined]]);
    const changed = exchanges().filter(({ data }) => (data.copy as JsonObject | undefined)?.equal === false);
    expect(changed.map(({ data }) => data.id)).toEqual(['u1/content/0/text']);
  });
});

describe('a recording', () => {
  const file = () => join(chats, 'session-2026-11-30T16-27-11111111.jsonl');
  const append = (...lines: readonly object[]) =>
    appendFileSync(file(), Buffer.concat(lines.map((line) => toLine(line))));

  it('is recorded as in one go however often the recorder starts', async () => {
    const steps = [
      [HEADER, reset(user('u0', CONTEXT))],
      turn(1),
      [user('n1', [{ text: CONTEXT }, { text: 'prompt 1' }])],
      [model('n2', [{ text: 'Looking 1.' }])],
      [reset(user('n1', [{ text: CONTEXT }, { text: 'prompt 1' }]), model('n3', 'News.'))],
      turn(2),
    ];
    for (const step of steps) {
      append(...step);
      await recordInline(place.home, [place.dir]);
    }
    const other = join(place.dir, 'whole');
    await recordInline(other, [chats]);
    expect(linesOf(place.home)).toEqual(linesOf(other));
    expect(gapsOf()).toEqual([]);
  });

  it('counts the parts of a reset beyond 60, and the messages that it repeats', async () => {
    const many = Array.from({ length: 100 }, (_, n) => user(`x${n}`, `text ${n}`));
    append(HEADER, ...turn(1), reset(...turn(1), ...many));
    await recordInline(place.home, [place.dir]);
    const { data } = exchanges().at(-1)!;
    expect(data).toMatchObject({
      type: 'set/messages',
      repeats: 3,
      more: 40,
      role: 'user',
      origin: 'prompt',
    });
    expect(data.parts).toHaveLength(60);
  });

  it('is told apart from the files beside it', async () => {
    append(HEADER, ...turn(1));
    for (const name of [
      'session-a.jsonl.tmp-123',
      'session-b.jsonl.unreadable-1',
      '../logs.json',
      '../.project_root',
    ])
      writeFileSync(join(chats, name), JSON.stringify(HEADER));
    const tally = await recordInline(place.home, [place.dir]);
    expect([tally.transcripts, tally.gaps]).toEqual([1, 0]);
  });

  it('names its session also for the subagents in the folder of its name', async () => {
    append(HEADER, ...turn(1));
    mkdirSync(join(chats, HEADER.sessionId));
    const child = [{ ...HEADER, sessionId: 'a1', kind: 'subagent' }, user('u1', 'count')];
    writeFileSync(
      join(chats, HEADER.sessionId, 'a1.jsonl'),
      Buffer.concat(child.map((line) => toLine(line))),
    );
    await recordInline(place.home, [place.dir]);
    const opened = recordsOf(place.home).filter(({ kind }) => kind === 'transcript.opened');
    expect(opened.map(({ data, run }) => [data.role, data.agent, run?.id])).toEqual([
      ['main', undefined, opened[0]!.run!.id],
      ['subagent', 'a1', opened[0]!.run!.id],
    ]);
  });
});

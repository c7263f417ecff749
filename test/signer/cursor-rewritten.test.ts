import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../src/model/record.ts';
import { Drive } from '../../src/signer/drive.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { asked, assistant, CONVERSATION, ended, text, toLines, use } from '../tailers/cursor-files.ts';
import { comparable, recordInline, recordsOf, scratch } from './inline-recording.ts';

let place: ReturnType<typeof scratch>;
let file: string;
beforeEach(() => {
  place = scratch();
  file = join(place.dir, 'agent-transcripts', CONVERSATION, `${CONVERSATION}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
});
afterEach(() => place.remove());

type Said = readonly object[];
const turn = (n: number): Said => [
  asked('go on'),
  assistant(text(`Step ${n}.`), use('Shell', { command: 'ls' })),
  assistant(text('[REDACTED]'), use('Read', { path: `${n}` })),
];

/** Cursor writes the whole conversation, and one end behind it; then all of it is recorded. */
async function rewrite(...lines: Said) {
  writeFileSync(file, Buffer.concat(toLines(...lines)));
  return recordInline(place.home, [dirname(file)]);
}

/** The exchanges that are no copies: what a conversation counts as. */
const first = () =>
  recordsOf(place.home).filter(({ kind, data }) => kind === 'model.exchange' && data.copy === undefined);
const prompts = () => first().filter(({ data }) => data.origin === 'prompt').length;
const calls = () =>
  first().flatMap(({ data }) => (data.parts as readonly JsonObject[]).filter(({ kind }) => kind === 'call'))
    .length;

const gapsOf = () =>
  recordsOf(place.home)
    .filter(({ kind }) => kind === 'gap')
    .map(({ data }) => [data.gap, data.line, data.explained]);

/** One tailer and recorder for as long as `use` runs; `poll` reads the file to its present end. */
async function withTail(use: (poll: () => Promise<void>) => Promise<void>): Promise<void> {
  const open = await openHome(place.home);
  const recorder = new Recorder({ ...open, assurance: 'dev', validate: true });
  const tail = new Tail({ tailers: TAILERS, post: (message) => drive.take(structuredClone(message)) });
  const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
    queueMicrotask(() => tail.receive(message));
  });
  try {
    await use(async () => {
      await tail.readFile(file);
      await drive.settled();
    });
  } finally {
    await open.close();
  }
}

describe('a conversation that is written anew at each turn', () => {
  it('is recorded from where it is another, and its prompts and calls count once', async () => {
    const one = await rewrite(...turn(1), ended('success'));
    const two = await rewrite(...turn(1), ...turn(2), ended('success'));
    const three = await rewrite(...turn(1), ...turn(2), ...turn(3), ended('aborted'));
    expect(
      [one, two, three].map(({ lines, copies, prompts: given, calls: made }) => [lines, copies, given, made]),
    ).toEqual([
      [4, 0, 1, 2],
      [4, 0, 1, 2],
      [4, 0, 1, 2],
    ]);
    expect([prompts(), calls()]).toEqual([3, 6]);
    const gaps = recordsOf(place.home).filter(({ kind }) => kind === 'gap');
    expect(gaps.map(({ data }) => data.gap)).toEqual(['transcript_rewritten', 'transcript_rewritten']);
  });

  it('says of each generation which lines it has of the one before', async () => {
    await rewrite(...turn(1), ended('success'));
    await rewrite(...turn(1), ...turn(2), ended('success'));
    await rewrite(...turn(1), ...turn(2), ...turn(3), ended('success'));
    const again = recordsOf(place.home).filter(({ kind }) => kind === 'transcript.again');
    expect(again.map(({ data: { generation, line, lines } }) => [generation, line, lines])).toEqual([
      [1, 0, 3],
      [2, 0, 6],
    ]);
  });

  it('counts a line that was changed in it for itself, and no other', async () => {
    await rewrite(...turn(1), ...turn(2), ended('success'));
    const tally = await rewrite(turn(1)[0]!, assistant(text('Another.')), ...turn(1).slice(2), ...turn(2));
    expect([tally.lines, tally.copies, tally.exchanges]).toEqual([6, 5, 1]);
  });

  it('keeps what a rewritten conversation dropped', async () => {
    await rewrite(...turn(1), ...turn(2), ended('success'));
    await rewrite(...turn(1));
    expect([prompts(), calls()]).toEqual([2, 4]);
  });

  it('counts nothing again where it only grew by appended lines', async () => {
    await rewrite(...turn(1));
    const tally = await rewrite(...turn(1), ...turn(2));
    expect([tally.lines, tally.copies, tally.gaps]).toEqual([3, 0, 0]);
  });

  it('leaves it explained that a turn’s end is gone, and nothing else', async () => {
    const [ask, ...rest] = turn(1);
    await rewrite(...turn(1), ended('success'));
    await rewrite(...turn(1), ...turn(2), ended('success'));
    await rewrite(...turn(1), ...turn(2));
    await rewrite(ask!, ...rest.slice(0, -1), assistant(text('No.')), ...turn(2));
    await rewrite(ask!);
    expect(gapsOf()).toEqual([
      ['transcript_rewritten', 3, 'rewrite'],
      ['transcript_truncated', 6, 'rewrite'],
      ['transcript_rewritten', 2, undefined],
      ['transcript_truncated', 1, undefined],
    ]);
  });

  it('says the same of it while the file is followed', async () => {
    await withTail(async (poll) => {
      const versions = [
        [...turn(1), ended('success')],
        [...turn(1), ...turn(2), ended('success')],
        [...turn(1), ...turn(3), ended('success')],
      ];
      for (const lines of versions) {
        writeFileSync(file, Buffer.concat(toLines(...lines)));
        await poll();
      }
    });
    expect(gapsOf()).toEqual([
      ['transcript_rewritten', 3, 'rewrite'],
      ['transcript_rewritten', 4, undefined],
    ]);
    expect([prompts(), calls()]).toEqual([2, 6]);
  });

  it('leaves an equal conversation of another session uncopied', async () => {
    await rewrite(...turn(1));
    const other = join(place.dir, 'agent-transcripts', 'other.jsonl');
    writeFileSync(other, Buffer.concat(toLines(...turn(1))));
    expect(await recordInline(place.home, [other])).toMatchObject({
      lines: 3,
      copies: 0,
      prompts: 1,
      calls: 2,
    });
  });
});

it('gives the records of one read when a file appears in pieces, with a restart after each', {
  timeout: 60_000,
}, async () => {
  const bytes = Buffer.concat(toLines(...turn(1), ended('success'), ...turn(1), ...turn(2), ended('error')));
  writeFileSync(file, bytes);
  await recordInline(place.home, [file]);
  const whole = recordsOf(place.home)
    .filter(({ run }) => run !== undefined)
    .map(comparable);
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(fc.nat(bytes.length), { maxLength: 4 }), async (cuts) => {
      const own = scratch();
      try {
        for (const end of [...cuts.sort((a, b) => a - b), bytes.length]) {
          writeFileSync(file, bytes.subarray(0, end));
          await recordInline(own.home, [file]);
        }
        const pieces = recordsOf(own.home).filter(
          ({ run, kind }) => run !== undefined && kind !== 'transcript.checked',
        );
        const lines = (records: readonly unknown[]) =>
          (records as readonly { kind: string; data: unknown }[]).map(({ kind, data }) => ({ kind, data }));
        expect(lines(pieces.map(comparable))).toEqual(lines(whole));
      } finally {
        own.remove();
      }
    }),
    { numRuns: 12 },
  );
});

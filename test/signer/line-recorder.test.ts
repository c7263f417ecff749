import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/bytes/canonical.ts';
import type { RawDigest } from '../../src/bytes/raw-digest.ts';
import { LineBlock } from '../../src/log/line-block.ts';
import { TOOL_CLASSES } from '../../src/model/harness.ts';
import type { LineReading } from '../../src/model/reading.ts';
import { dataFault } from '../../src/model/schema.ts';
import { LineRecorder, type LinesInto } from '../../src/signer/line-recorder.ts';
import { emptyTally } from '../../src/signer/tally.ts';
import { RecordWriter } from '../../tailers/record-writer.ts';
import { type LinePlace, lineData } from './line-data.ts';

const int = fc.maxSafeNat();
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((d) => d.join(''));
const id = fc
  .array(fc.constantFrom(...'!#$%&[]^_~abcXYZ019-.:'), { minLength: 1, maxLength: 200 })
  .map((d) => d.join(''));
const slice = fc.record({ at: fc.nat(), bytes: fc.nat() });
const optional = (shape: object) => ({ requiredKeys: Object.keys(shape) as never[] });
const word = <T>(...words: T[]) => fc.constantFrom(...words);

const link = fc.record({ basis: word('exact', 'ordered', 'none'), lines: fc.array(int, { maxLength: 60 }) });
const outcome = word('ok', 'error', 'denied', 'declined', 'interrupted', 'running', 'unknown');
const ofMessage = { message: id, origin: word('prompt', 'hook'), role: word('user', 'assistant', 'tool') };
const part = fc.oneof(
  fc.record(
    { kind: word('text', 'image', 'other'), body: slice, ...ofMessage },
    optional({ kind: 0, body: 0 }),
  ),
  fc.record(
    {
      kind: word('thinking'),
      state: word('full', 'summary', 'sealed'),
      body: slice,
      seal: slice,
      ...ofMessage,
    },
    optional({ kind: 0, state: 0 }),
  ),
  fc.record(
    {
      kind: word('call'),
      tool: word(...TOOL_CLASSES),
      link,
      call: id,
      name: slice,
      input: slice,
      within: id,
      ...ofMessage,
    },
    optional({ kind: 0, tool: 0, link: 0 }),
  ),
  fc.record(
    { kind: word('result'), outcome, call: id, exit: int, body: slice, detail: slice, ...ofMessage },
    optional({ kind: 0, outcome: 0 }),
  ),
);
const exchange = fc.record(
  {
    role: word('user', 'assistant', 'tool', 'developer'),
    reasoning: word('full', 'summary', 'sealed', 'none'),
    parts: fc.array(part, { maxLength: 5 }),
    origin: word('prompt', 'summary', 'agent'),
    message: id,
    turn: id,
    twin: int,
  },
  optional({ role: 0, reasoning: 0, parts: 0 }),
);
const reading = fc.record(
  {
    form: word('json', 'value', 'spliced', 'padded', 'nul', 'blank', 'unparsed', 'oversize', 'deep', 'piece'),
    type: word('user', 'system/compact_boundary', 'event_msg/item_completed'),
    id,
    at: int,
    version: word('2.1.332', '0.150.0-alpha.4'),
    session: id,
    agent: id,
    repeats: int,
    notes: fc.array(word('bom', 'crlf', 'unsafe_id')),
    exchange,
    identity: fc.record({ by: word('id', 'content'), digest: hex(64) }),
  },
  optional({ form: 0 }),
) as fc.Arbitrary<LineReading>;
const copy = fc.record({ run: hex(16), transcript: int, generation: int, line: int, equal: fc.boolean() });
const place = fc.record({
  transcript: int,
  generation: int,
  line: int,
  offset: int,
  chain: hex(64),
  committed: fc.record({ bytes: fc.nat(300), commitment: hex(64) }),
  mark: hex(32),
  copy: fc.option(copy, { nil: undefined }),
});

const commit = ({ at, bytes }: { at: number; bytes: number }) => ({
  bytes,
  commitment: at.toString(16).padStart(64, '0'),
});

const rawOf = (digits: string): RawDigest => Buffer.from(digits, 'hex').toString('latin1');

type Line = { readonly at: LinePlace; readonly read: LineReading };
const line: fc.Arbitrary<Line> = fc.tuple(place, reading).map(([{ mark, copy, ...at }, read]) => ({
  at: { ...at, marked: read.identity === undefined ? undefined : { mark, copy } },
  read,
}));

/** What tailer and recorder make of lines that follow each other in one place, each validated. */
function written(lines: readonly Line[]): readonly { readonly kind: string; readonly text: string }[] {
  const writer = new RecordWriter();
  const [first] = lines;
  const offsets: number[] = [];
  let end = 0;
  for (const { at, read } of lines) {
    writer.add(read, { line: at.line, offset: at.offset, bytes: at.committed.bytes });
    end += at.committed.bytes;
    offsets.push(end);
  }
  let [n, marked] = [0, 0];
  const vault = {
    commitRaw: () => ({ commitment: rawOf(lines[n++]!.at.committed.commitment), ref: undefined }),
    commitRawSlice: (_: unknown, at: number, bytes: number) => rawOf(commit({ at, bytes }).commitment),
  };
  const block = new LineBlock('0'.repeat(16), 'tailer:codex');
  let chained = 0;
  const into = {
    live: { index: first!.at.transcript, generation: first!.at.generation },
    hash: { next: () => rawOf(lines[chained++]!.at.chain) },
    marks: { next: () => lines[marked++]!.at.marked },
    block,
    tally: emptyTally(),
  } as unknown as LinesInto;
  new LineRecorder(vault, true).addLines(
    {
      ...{ first: 0, offset: 0, bytes: new Uint8Array(end), ends: Uint32Array.from(offsets) },
      ...{ digests: new Uint8Array(32 * lines.length), records: writer.take() },
    },
    into,
  );
  return block.kinds.map((kind, i) => ({
    kind,
    text: block.bytes.toString('latin1', block.ends[i - 1] ?? 0, block.ends[i]),
  }));
}

describe('the record of a line, from tailer and recorder', () => {
  it('is the canonical JSON of its data, and fits its closed shape', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 5 }), (lines) => {
        const { transcript, generation } = lines[0]!.at;
        for (const [i, { kind, text }] of written(lines).entries()) {
          const { at, read } = lines[i]!;
          const data = lineData({ ...at, transcript, generation }, read, commit);
          expect(text).toBe(canonicalize(data));
          expect(dataFault(kind as 'transcript.line', data)).toBeUndefined();
          expect(kind).toBe(read.exchange === undefined ? 'transcript.line' : 'model.exchange');
        }
      }),
      { numRuns: 500 },
    );
  });

  it('counts the parts beyond sixty instead of naming them', () => {
    const many = Array.from({ length: 63 }, () => ({ kind: 'text', body: { at: 0, bytes: 1 } }) as const);
    const read = { form: 'json', exchange: { role: 'user', reasoning: 'none', parts: many } } as const;
    const [{ at }] = fc.sample(line, 1) as [Line];
    const one = { at: { ...at, marked: undefined }, read };
    const text = written([one])[0]!.text;
    expect(text).toBe(canonicalize(lineData(one.at, read, commit)));
    expect(text).toContain('"more":3');
  });

  it('is refused where an id is no plain ASCII, whoever let it through', () => {
    const at = { line: 0, offset: 0, bytes: 1 };
    for (const bad of ['a"b', 'a\\b', 'é', 'a\n', '\ud800']) {
      expect(() => new RecordWriter().add({ form: 'json', id: bad }, at)).toThrow(RangeError);
    }
    expect(() => new RecordWriter().add({ form: 'json', at: 1.5 }, at)).toThrow(RangeError);
  });

  it('is refused by a recorder that validates where its tailer made it of another shape', () => {
    const [{ at }] = fc.sample(line, 1) as [Line];
    const read = { form: 'no such form' } as unknown as LineReading;
    expect(() => written([{ at: { ...at, marked: undefined }, read }])).toThrow(/form/);
  });
});

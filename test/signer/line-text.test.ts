import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/bytes/canonical.ts';
import { TOOL_CLASSES } from '../../src/model/harness.ts';
import type { LineReading } from '../../src/model/reading.ts';
import { dataFault } from '../../src/model/schema.ts';
import { type LinePlace, lineText } from '../../src/signer/line-text.ts';
import { lineData } from './line-data.ts';

const int = fc.maxSafeNat();
const hex = (length: number) =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((d) => d.join(''));
const id = fc
  .array(fc.constantFrom(...'!#$%&[]^_~abcXYZ019-.:'), { minLength: 1, maxLength: 200 })
  .map((d) => d.join(''));
const slice = fc.record({ at: int, bytes: int });
const optional = (shape: object) => ({ requiredKeys: Object.keys(shape) as never[] });
const word = <T>(...words: T[]) => fc.constantFrom(...words);

const link = fc.record({ basis: word('exact', 'ordered', 'none'), lines: fc.array(int, { maxLength: 60 }) });
const outcome = word('ok', 'error', 'denied', 'declined', 'interrupted', 'running', 'unknown');
const part = fc.oneof(
  fc.record({ kind: word('text', 'image', 'other'), body: slice }),
  fc.record(
    { kind: word('thinking'), state: word('full', 'summary', 'sealed'), body: slice, seal: slice },
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
    },
    optional({ kind: 0, tool: 0, link: 0 }),
  ),
  fc.record(
    { kind: word('result'), outcome, call: id, exit: int, body: slice, detail: slice },
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
    form: word('json', 'value', 'spliced', 'padded', 'nul', 'blank', 'unparsed', 'oversize', 'deep'),
    type: word('user', 'system/compact_boundary', 'event_msg/item_completed'),
    id,
    at: int,
    version: word('2.1.332', '0.150.0-alpha.4'),
    session: id,
    agent: id,
    notes: fc.array(word('bom', 'crlf', 'unsafe_id')),
    exchange,
  },
  optional({ form: 0 }),
) as fc.Arbitrary<LineReading>;
const copy = fc.record({ run: hex(16), transcript: int, generation: int, line: int, equal: fc.boolean() });
const place: fc.Arbitrary<LinePlace> = fc.record({
  transcript: int,
  generation: int,
  line: int,
  offset: int,
  chain: hex(64),
  committed: fc.record({ bytes: int, commitment: hex(64) }),
  marked: fc.option(fc.record({ mark: hex(32), copy: fc.option(copy, { nil: undefined }) }), {
    nil: undefined,
  }),
});

const commit = ({ at, bytes }: { at: number; bytes: number }) => ({
  bytes,
  commitment: at.toString(16).padStart(64, '0'),
});

describe('the text of a line’s record', () => {
  it('is the canonical JSON of its data, and fits its closed shape', () => {
    fc.assert(
      fc.property(place, reading, (at, read) => {
        const { kind, text } = lineText(at, read, commit);
        const data = lineData(at, read, commit);
        expect(text).toBe(canonicalize(data));
        expect(dataFault(kind, data)).toBeUndefined();
      }),
      { numRuns: 1000 },
    );
  });

  it('counts the parts beyond sixty instead of naming them', () => {
    const many = Array.from({ length: 63 }, () => ({ kind: 'text', body: { at: 0, bytes: 1 } }) as const);
    const read = { form: 'json', exchange: { role: 'user', reasoning: 'none', parts: many } } as const;
    fc.assert(
      fc.property(place, (at) => {
        const { text } = lineText(at, read, commit);
        expect(text).toBe(canonicalize(lineData(at, read, commit)));
        expect(text).toContain('"more":3');
      }),
      { numRuns: 1 },
    );
  });

  it('is refused where an id is no plain ASCII, whoever let it through', () => {
    const [at] = fc.sample(place, 1);
    for (const bad of ['a"b', 'a\\b', 'é', 'a\n', '\ud800']) {
      expect(() => lineText(at!, { form: 'json', id: bad }, commit)).toThrow(RangeError);
    }
    expect(() => lineText(at!, { form: 'json', at: 1.5 }, commit)).toThrow(RangeError);
  });
});

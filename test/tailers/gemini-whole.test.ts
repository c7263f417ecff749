import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gemini } from '../../tailers/gemini.ts';
import { faultsOf } from '../contract/reading-faults.ts';
import {
  answered,
  CHILD,
  CONTEXT,
  call,
  HEADER,
  model,
  originsIn,
  promptsIn,
  read,
  recordingsOf,
  SESSION,
  saidIn,
  textsIn,
  thought,
  toLine,
  user,
  wholeSession,
} from './gemini-files.ts';
import { capturedScenarios, fixtureScenarios, type ReadTranscript, valueAt } from './transcript-files.ts';

const turn = [
  user('u1', CONTEXT),
  user('u2', 'List the "files", please\n{\n'),
  model('m1', 'Let me look.', {
    thoughts: [thought('Plan', 'to look'), thought('Alone')],
    toolCalls: [
      call('c1', { output: 'a.txt' }),
      { ...call('c2', { error: 'Tool execution blocked: no' }), status: 'error' },
    ],
  }),
  user('u3', [answered('c1', { output: 'a.txt' })]),
  { id: 'i1', timestamp: '2026-11-30T16:27:58.341Z', type: 'info', content: 'Request cancelled.' },
];

const more = [user('u8', 'eight'), user('u9', 'nine')];

describe('a session in one value over many lines', () => {
  const said = wholeSession(turn);

  it('has pieces for lines, with nothing to note', () => {
    expect(said.readings.every(({ form, notes }) => form === 'piece' && notes === undefined)).toBe(true);
  });

  it('gives its prompts, texts and thoughts, each on its line', () => {
    expect(promptsIn(said)).toEqual(['List the "files", please\n{\n']);
    expect(originsIn(said)[0]).toEqual(['context', CONTEXT]);
    expect(originsIn(said).at(-1)).toEqual(['interrupt', 'Request cancelled.']);
    expect(textsIn(said)).toEqual(['Let me look.']);
    expect(saidIn(said, 'thinking').map(({ value }) => value)).toEqual(['Plan', 'to look', 'Alone']);
  });

  it('links its calls to the lines with the words of their message', () => {
    const words = [
      ...saidIn(said, 'text').filter(({ role }) => role === 'assistant'),
      ...saidIn(said, 'thinking'),
    ];
    const lines = words.map(({ line }) => line);
    expect(saidIn(said, 'call').map(({ part }) => [part.call, part.link])).toEqual([
      ['c1', { basis: 'exact', lines }],
      ['c2', { basis: 'exact', lines }],
    ]);
  });

  it('gives each call one result, and the answer behind it as its twin', () => {
    const results = saidIn(said, 'result').map(({ part, value }) => [part.call, part.outcome, value]);
    expect(results).toEqual([
      ['c1', 'ok', 'a.txt'],
      ['c2', 'denied', 'Tool execution blocked: no'],
    ]);
    const twins = said.readings.filter(({ exchange }) => exchange?.twin !== undefined);
    expect(twins.map(({ id }) => id)).toEqual(['u3/content/0/functionResponse/response/output']);
  });

  it('says by its status what became of a call without an answer', () => {
    const cancelled = { ...call('c1'), result: null, status: 'cancelled' };
    const odd = { ...call('c2', { output: 'partly' }), status: 'error' };
    const other = wholeSession([model('m1', '', { toolCalls: [cancelled, odd] })]);
    const outcomes = saidIn(other, 'result').map(({ part }) => [part.call, part.outcome]);
    expect(outcomes).toEqual([
      ['c1', 'interrupted'],
      ['c2', 'ok'],
      ['c2', 'error'],
    ]);
  });

  it('keeps a piece’s identity when it is written anew with more behind it', () => {
    const grown = wholeSession([...turn, ...more]);
    const identities = new Map(grown.readings.map(({ id, identity }) => [id, identity?.digest]));
    const before = said.readings.filter(({ identity }) => identity !== undefined);
    expect(before.length).toBeGreaterThan(8);
    for (const { id, identity } of before) expect(identities.get(id)).toBe(identity?.digest);
    expect(new Set(before.map(({ id }) => id)).size).toBe(before.length);
  });

  it('gives another identity to a piece that was changed', () => {
    const changed = wholeSession([user('u2', 'List nothing')]);
    const digestOf = ({ readings }: ReadTranscript) =>
      readings.find(({ id }) => id === 'u2/content/0/text')?.identity?.digest;
    expect(digestOf(changed)).toBeDefined();
    expect(digestOf(changed)).not.toBe(digestOf(said));
  });

  it('takes a subagent’s first words for its task', () => {
    expect(originsIn(wholeSession([user('u1', 'count'), user('u2', 'go on')], CHILD))).toEqual([
      ['task', 'count'],
      ['agent', 'go on'],
    ]);
  });

  it('loses no more to a damaged line than what it holds', () => {
    const lines = JSON.stringify({ ...HEADER, messages: [...turn, ...more] }, null, 2).split('\n');
    const last = lines.findIndex((line) => line.includes('"u8"')) - 1;
    for (let at = lines.findIndex((line) => line.includes('"u2"')); at < last; at++) {
      const cut = read(lines.with(at, '%'));
      expect(cut.readings[at]?.form).toBe('unparsed');
      expect(promptsIn(cut).slice(-2)).toEqual(['eight', 'nine']);
    }
  });

  it('is described by its first lines, and by its folder', () => {
    const head = JSON.stringify({ ...HEADER, messages: turn }, null, 2)
      .split('\n')
      .map(toLine);
    const main = gemini.describe('/h/chats/session-2025-09-01T10-00-11111111.json', head.slice(0, 64));
    expect(main).toEqual({ harness: 'gemini', session: SESSION, role: 'main' });
    const { kind: _, ...old } = HEADER;
    const child = JSON.stringify({ ...old, sessionId: 'a1', messages: [] }, null, 2)
      .split('\n')
      .map(toLine);
    expect(gemini.describe(`/h/chats/${SESSION}/child.json`, child)).toMatchObject({
      session: SESSION,
      role: 'subagent',
      agent: 'a1',
    });
    const logs = [toLine('['), toLine('  {'), toLine('    "sessionId": "x"')];
    expect(gemini.describe('/h/chats/session-x.json', logs)).toBeUndefined();
  });

  it('reads as whole lines do where it stands in one line', () => {
    const line = read([{ ...HEADER, messages: turn }]);
    expect(line.readings[0]?.type).toBe('session');
    expect(promptsIn(line)).toEqual(promptsIn(said));
    expect(textsIn(line)).toEqual(textsIn(said));
  });

  it('reads any lines in any order without a fault, and the same again', () => {
    const lines = said.lines.map((line) => Buffer.from(line).toString());
    const line = fc.oneof(
      fc.constantFrom(...lines),
      fc.tuple(fc.constantFrom(...lines), fc.nat(60)).map(([text, at]) => text.slice(at)),
      fc.tuple(fc.nat(8), fc.json()).map(([deep, json]) => `${' '.repeat(deep)}"content": ${json},`),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (some) => {
        const bytes = ['{', ...some].map((text) => Buffer.from(text));
        const [once, again] = [0, 1].map(() => {
          const reader = gemini.reader(said.source);
          return bytes.map((each, number) => reader.read(each, number));
        });
        expect(again).toEqual(once);
        expect(bytes.flatMap((each, number) => faultsOf(each, number, once![number]!))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});

const scenarios = [...fixtureScenarios('gemini'), ...capturedScenarios('gemini')];

describe.each(scenarios)('the messages of $name ($folder), as they were written before 0.39', (scenario) => {
  it('are read as from the lines of today', () => {
    for (const recording of recordingsOf(scenario)) {
      const whole = wholeSession(messagesIn(recording), recording.source);
      expect(textsIn(whole)).toEqual(textsOnLines(recording));
      expect(callsIn(whole)).toEqual(callsIn(recording));
      expect(resultsIn(whole)).toEqual(resultsIn(recording));
      for (const prompt of promptsIn(recording)) expect(promptsIn(whole)).toContainEqual(prompt);
    }
  });
});

/** What the model said on lines of one message, not in a reset alone. */
function textsOnLines(recording: ReadTranscript): readonly unknown[] {
  return saidIn(recording, 'text').flatMap(({ part, role, value }) =>
    role === 'assistant' && part.message === undefined ? [value] : [],
  );
}

function callsIn(read: ReadTranscript): readonly unknown[] {
  return saidIn(read, 'call').map(({ part, line }) => [
    part.call,
    part.tool,
    valueAt(read.lines[line]!, part.name),
    part.link.basis,
  ]);
}

function resultsIn(read: ReadTranscript): readonly unknown[] {
  return saidIn(read, 'result').map(({ part, value }) => [part.call, part.outcome, part.exit, value]);
}

/** Each message that stands on a line of its own, in its last writing; not those of a history stated again. */
function messagesIn({ lines, readings }: ReadTranscript): readonly unknown[] {
  const messages = new Map<string, unknown>();
  for (const [at, line] of lines.entries()) {
    const { id, exchange, type } = readings[at]!;
    if (id === undefined || type === undefined) continue;
    if (exchange?.twin !== undefined && exchange.role !== 'tool') continue;
    messages.set(id, JSON.parse(Buffer.from(line).toString()));
  }
  return [...messages.values()];
}

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { copilot } from '../../tailers/copilot.ts';
import { partsOf, readEvents, saidAt } from './copilot-files.ts';
import {
  capturedScenarios,
  expectedOf,
  filesOf,
  fixtureScenarios,
  type ReadTranscript,
  readAll,
  splitLines,
  valueAt,
} from './transcript-files.ts';

type ExpectedCall = {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly success: boolean | null;
  readonly exitCode?: number;
  readonly result?: string;
  readonly error?: { readonly message: string; readonly code: string };
  readonly reasoningText?: string;
  readonly messageId: string;
};
type Expected = {
  readonly version: string;
  readonly recordings: readonly { readonly path: string; readonly lines: number }[];
  readonly toolCalls: readonly ExpectedCall[];
  readonly completionOrder: readonly string[];
  readonly messages: readonly {
    readonly type: string;
    readonly text: string;
    readonly reasoningText?: string;
    readonly toolCallIds: readonly string[];
  }[];
};

/** What `expected.json` counts as messages, though a stop hook said it (the capture's README: stop-block). */
const SAID_BY_HOOKS: Readonly<Record<string, readonly string[]>> = { 'stop-block': ['go on'] };

/** Asked for by the summariser of a compaction, which `expected.json` does not follow (the README: not finished). */
const SUMMARISER: Readonly<Record<string, readonly string[]>> = { interactive: ['call_mock_0003'] };

/** The call ran, and a hook kept its result back, under the code of a denial. */
const KEPT_BACK = ['post-block'];

const fixtures = fixtureScenarios('copilot').map((scenario) => ({ set: 'fixture', scenario }));
const captures = capturedScenarios('copilot').map((scenario) => ({ set: 'capture', scenario }));

describe.each([...fixtures, ...captures])('Copilot $set $scenario.name', ({ scenario }) => {
  const expected = expectedOf<Expected>(scenario);
  const transcripts = expected.recordings.map(({ path }) => {
    const [, folder] = path.split('session-state/');
    const file = filesOf(scenario, 'events.jsonl').find((each) => each.endsWith(folder!))!;
    return readEvents(file, splitLines(readFileSync(file)));
  });

  it('describes its files by their heads, and reads every line as one known event with nothing to note', () => {
    for (const [at, { source, lines, readings, path }] of transcripts.entries()) {
      const session = path.split('/').at(-2);
      expect(source).toEqual({ harness: 'copilot', session, role: 'main', version: expected.version });
      expect(lines).toHaveLength(expected.recordings[at]!.lines);
      expect(readings.map((reading) => reading.version).filter(Boolean)).toEqual([expected.version]);
      for (const reading of readings) {
        expect(reading).toMatchObject({ form: 'json', id: expect.any(String), at: expect.any(Number) });
        expect(reading.type).not.toBe('other');
        expect(reading.notes).toBeUndefined();
      }
    }
  });

  it('finds the prompts of the person in order, and no other', () => {
    const given = expected.messages.flatMap(({ type, text }) => (type === 'user.message' ? [text] : []));
    const hooks = SAID_BY_HOOKS[scenario.name] ?? [];
    expect(usersTexts(transcripts, 'prompt')).toEqual(given.filter((text) => !hooks.includes(text)));
    expect(usersTexts(transcripts, 'hook')).toEqual(hooks);
  });

  it('finds what the model thought and said, message by message', () => {
    const read = transcripts.flatMap((transcript) =>
      transcript.readings.flatMap((reading, at) =>
        reading.type === 'assistant.message'
          ? [{ text: saidAt(transcript, at, 'text'), thought: saidAt(transcript, at, 'thinking') }]
          : [],
      ),
    );
    const said = expected.messages.filter(({ type }) => type === 'assistant.message');
    expect(read).toEqual(said.map(({ text, reasoningText }) => ({ text, thought: reasoningText ?? '' })));
  });

  it('finds the calls once each, with ids, names, arguments and the message that asked for them', () => {
    const calls = transcripts.flatMap((transcript) =>
      partsOf(transcript, 'call').map(({ part, at, reading }) => ({
        id: part.call,
        name: valueAt(transcript.lines[at]!, part.name),
        args: valueAt(transcript.lines[at]!, part.input),
        messageId: reading.exchange?.message,
      })),
    );
    const followed = calls.filter(({ id }) => !(SUMMARISER[scenario.name] ?? []).includes(id!));
    expect(followed).toEqual(
      expected.toolCalls.map(({ id, name, args, messageId }, at) => ({
        ...{ id, name, args },
        messageId: isReused(expected, id) ? followed[at]?.messageId : messageId,
      })),
    );
    expect(calls).toHaveLength(followed.length + (SUMMARISER[scenario.name]?.length ?? 0));
  });

  it('finds what became of each call, in the order in which they ended', () => {
    const results = transcripts.flatMap((transcript) =>
      partsOf(transcript, 'result').map(({ part, at }) => ({
        id: part.call,
        outcome: part.outcome,
        exit: part.exit,
        told: valueAt(transcript.lines[at]!, part.body),
      })),
    );
    const ended = results.filter(({ outcome }) => outcome !== 'interrupted');
    expect(ended.map(({ id }) => id)).toEqual(expected.completionOrder);
    for (const call of expected.toolCalls.filter(({ success }) => success !== null)) {
      const result = ended.find(({ id }) => id === call.id)!;
      expect(result.exit).toBe(call.exitCode);
      expect(result.told).toBe(call.result ?? call.error?.message);
      expect(result.outcome).toBe(KEPT_BACK.includes(scenario.name) ? 'error' : outcomeOf(call));
    }
  });

  it('links each call to its own message’s line where that says anything, and to nothing else', () => {
    for (const transcript of transcripts) {
      for (const { part, at } of partsOf(transcript, 'call')) {
        const silent = saidAt(transcript, at, 'text') === '' && saidAt(transcript, at, 'thinking') === '';
        expect(part.link).toEqual(silent ? { basis: 'none', lines: [] } : { basis: 'exact', lines: [at] });
      }
      const thought = expected.toolCalls.filter((call) => call.reasoningText !== undefined);
      for (const call of thought.filter(({ id }) => !isReused(expected, id))) {
        const found = partsOf(transcript, 'call').filter(({ part }) => part.call === call.id);
        for (const { part } of found)
          expect(saidAt(transcript, part.link.lines[0]!, 'thinking')).toBe(call.reasoningText);
      }
    }
  });

  it('reads the same whatever pieces it came in and wherever the reader began anew', () => {
    for (const { source, lines, readings } of transcripts) {
      fc.assert(
        fc.property(fc.nat({ max: lines.length }), fc.integer({ min: 1, max: 9_000 }), (cut, chunk) => {
          const reader = copilot.reader(source);
          lines.slice(0, cut).map((line, number) => reader.read(line, number));
          const resumed = copilot.reader(source);
          const pieces = [...chunked(Buffer.concat(lines), chunk)];
          pieces.slice(0, cut).map((line, number) => resumed.read(line, number));
          expect(pieces.slice(cut).map((line, at) => resumed.read(line, cut + at))).toEqual(
            readings.slice(cut),
          );
        }),
        { numRuns: 3 },
      );
      expect(readAll(copilot, source, lines)).toEqual(readings);
    }
  });
});

it.skipIf(captures.length > 0)('skips the captures: ../shared is not there', () => {
  expect(fixtures.length).toBeGreaterThan(0);
});

function usersTexts(transcripts: readonly ReadTranscript[], origin: string): readonly string[] {
  return transcripts.flatMap((transcript) =>
    transcript.readings.flatMap((reading, at) =>
      reading.exchange?.origin === origin ? [saidAt(transcript, at, 'text')] : [],
    ),
  );
}

/** The mock began its ids anew with the resumed process; `expected.json` gives both calls the first one's message. */
function isReused({ toolCalls }: Expected, id: string): boolean {
  return toolCalls.filter((call) => call.id === id).length > 1;
}

/** `expected.json` says how Copilot saw it: a command that exits with another code than 0 is a success there. */
function outcomeOf({ success, exitCode, error, result }: ExpectedCall): string {
  if (success !== true) return error?.code === 'denied' ? 'denied' : 'error';
  if (result?.startsWith('<command started in background') === true) return 'running';
  return (exitCode ?? 0) === 0 ? 'ok' : 'error';
}

/** The lines of bytes that arrive in pieces of one size, each line in memory of its own. */
function* chunked(bytes: Buffer, size: number): Generator<Uint8Array> {
  let rest = Buffer.alloc(0);
  for (let at = 0; at < bytes.length; at += size) {
    rest = Buffer.concat([rest, bytes.subarray(at, at + size)]);
    const lines = splitLines(rest);
    for (const line of lines.slice(0, -1)) yield Buffer.from(line);
    rest = Buffer.from(lines.at(-1) ?? []);
  }
  if (rest.length > 0) yield rest;
}

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { promptsIn, recordingsOf, saidIn, textsIn, thoughtsIn } from './gemini-files.ts';
import {
  capturedScenarios,
  expectedOf,
  fixtureScenarios,
  type ReadTranscript,
  type Scenario,
  valueAt,
} from './transcript-files.ts';

type Message = {
  readonly id: string;
  readonly type: string;
  readonly text: string;
  readonly thoughts: readonly { readonly subject: string; readonly description: string }[];
};
type Call = {
  readonly id: string;
  readonly name: string;
  readonly args: unknown;
  readonly status: string;
  readonly messageId: string;
  readonly result: unknown;
};
type Session = {
  readonly path: string;
  readonly sessionId: string;
  readonly kind: string;
  readonly lines: number;
  readonly messages: readonly Message[];
  readonly toolCalls: readonly Call[];
};
type Expected = { readonly sessions: readonly Session[] };

/** `expected.json` cuts texts at this length. */
const CUT = 200;
/** BeforeAgent fired, but what these sessions' READMEs say kept the prompt out of the recording. */
const LOST: Readonly<Record<string, readonly string[]>> = {
  'ba-deny': ['Say something'],
  'aa-deny': ['try again please'],
};

/** Given in an earlier run of the session, whose hooks are not in this capture. */
const EARLIER: Readonly<Record<string, readonly string[]>> = {
  resume: ['List the files and tell me the count'],
};

const fixtures = fixtureScenarios('gemini').map((scenario) => ({ set: 'fixture', scenario }));
const captures = capturedScenarios('gemini').map((scenario) => ({ set: 'capture', scenario }));

describe.each([...fixtures, ...captures])('Gemini $set $scenario.name', ({ scenario }) => {
  const { sessions } = expectedOf<Expected>(scenario);
  const recordings = recordingsOf(scenario);
  const pairs = sessions.map((session) => ({
    session,
    recording: recordings.find(({ path }) => basename(path) === basename(session.path))!,
  }));

  it('takes each recording for its own session, and each subagent for its parent', () => {
    expect(recordings).toHaveLength(sessions.length);
    for (const { session, recording } of pairs) {
      const { source } = recording;
      expect(source.agent ?? source.session).toBe(session.sessionId);
      expect(source.role === 'subagent').toBe(session.kind === 'subagent');
      if (source.role === 'subagent')
        expect(sessions.map((each) => each.sessionId)).toContain(source.session);
    }
  });

  it('reads every line as one known object, with nothing to note', () => {
    for (const { session, recording } of pairs) {
      expect(recording.lines).toHaveLength(session.lines);
      for (const reading of recording.readings) {
        expect(reading).toMatchObject({ form: 'json' });
        expect(reading.type).not.toBe('other');
        expect(reading.notes).toBeUndefined();
      }
    }
  });

  it('finds the texts of the model once each', () => {
    for (const { session, recording } of pairs) {
      const said = session.messages.filter(({ type, text }) => type === 'gemini' && text !== '');
      expect(cut(textsIn(recording))).toEqual(unique(said.map(textOf)));
    }
  });

  it('finds the thoughts once each, as summaries', () => {
    for (const { session, recording } of pairs) {
      const thoughts = session.messages.flatMap((message) => message.thoughts.map(wordsOf));
      expect(thoughtsIn(recording)).toEqual(thoughts);
    }
  });

  it('finds the calls once each with their ids, names, inputs and results', () => {
    for (const { session, recording } of pairs) {
      const calls = saidIn(recording, 'call').map(({ part, line }) => ({
        id: part.call,
        name: valueAt(recording.lines[line]!, part.name),
        args: valueAt(recording.lines[line]!, part.input),
      }));
      expect(calls).toEqual(session.toolCalls.map(({ id, name, args }) => ({ id, name, args })));
      const results = saidIn(recording, 'result').map(({ part, value }) => [part.call, cut([value])[0]]);
      expect(results).toEqual(session.toolCalls.map(({ id, result }) => [id, cut([result])[0]]));
    }
  });

  it('says of each call what the recording says became of it', () => {
    for (const { session, recording } of pairs) {
      const outcomes = saidIn(recording, 'result').map(({ part }) => [part.outcome, part.exit]);
      expect(outcomes).toEqual(session.toolCalls.map(outcomeOf));
    }
  });

  it('links each call to the lines with what its message thought and said, and to nothing else', () => {
    for (const { session, recording } of pairs) {
      for (const { part } of saidIn(recording, 'call')) {
        const { messageId } = session.toolCalls.find(({ id }) => id === part.call)!;
        const lines = wordsOfMessage(recording, messageId);
        expect(part.link).toEqual({ basis: lines.length === 0 ? 'none' : 'exact', lines });
      }
    }
  });
});

describe.each(captures)('the prompts of Gemini capture $scenario.name', ({ scenario }) => {
  it('are those that its hooks told of, once each and in order', () => {
    const lost = LOST[scenario.name] ?? [];
    const prompts = recordingsOf(scenario).flatMap(promptsIn).map(withoutContext);
    const given = [...(EARLIER[scenario.name] ?? []), ...hookPrompts(scenario).map(withoutContext)];
    expect(prompts).toEqual(given.filter((prompt) => !lost.includes(prompt)));
  });
});

it.skipIf(captures.length > 0)('the captures beside the project are absent: only fixtures were read', () => {
  expect(fixtures.length).toBeGreaterThan(0);
});

function hookPrompts({ folder }: Scenario): readonly string[] {
  const hooks = join(folder, 'hooks');
  if (!existsSync(hooks)) return [];
  return readdirSync(hooks)
    .filter((name) => name.endsWith('-BeforeAgent.json'))
    .sort()
    .map((name) => (JSON.parse(readFileSync(join(hooks, name), 'utf8')) as { prompt: string }).prompt);
}

function withoutContext(text: unknown): string {
  return String(text).replace(/^<hook_context>[^<]*<\/hook_context>\s*/, '');
}

/** `expected.json` has the last writing of a message: a resume writes the thoughts before the text. */
function textOf({ text, thoughts }: Message): string {
  const before = thoughts.map(({ subject, description }) => `**${subject}** ${description}`).join('');
  return text.startsWith(before) ? text.slice(before.length) : text;
}

function wordsOf({ subject, description }: Message['thoughts'][number]): string {
  if (subject === '') return description;
  return description === '' ? subject : `${subject}: ${description}`;
}

/** Worked out from the raw lines alone: the first line of the message that has a thought or a text. */
function wordsOfMessage({ lines }: ReadTranscript, id: string): readonly number[] {
  const first = lines.findIndex((line) => {
    const message = JSON.parse(Buffer.from(line).toString()) as {
      id?: string;
      content?: unknown;
      thoughts?: readonly unknown[];
    };
    return message.id === id && (message.content !== '' || message.thoughts!.length > 0);
  });
  return first < 0 ? [] : [first];
}

/** By hand-written rules: a command that fails is a `success` to Gemini. */
function outcomeOf({ status, result }: Call): readonly unknown[] {
  const text = String(result);
  if (status === 'cancelled') return ['declined', undefined];
  const denied =
    text.startsWith('Tool execution blocked: ') || text.startsWith('Agent execution stopped by hook: ');
  if (status === 'error') return [denied ? 'denied' : 'error', undefined];
  const exit = /\nExit Code: (\d+)\n/.exec(text)?.[1];
  if (exit !== undefined) return ['error', Number(exit)];
  return [/\nSignal: \d+\n/.test(text) ? 'error' : 'ok', undefined];
}

function cut(texts: readonly unknown[]): readonly unknown[] {
  return texts.map((text) => (typeof text === 'string' ? text.slice(0, CUT) : text));
}

function unique(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

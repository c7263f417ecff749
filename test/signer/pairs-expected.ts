import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type JoinedCall, joinedCalls } from './joined-calls.ts';
import type { LiveStand } from './live-stand.ts';

const CAPTURES = '../shared/captures';

type Json = { readonly [key: string]: unknown };
type CopilotExpected = {
  readonly toolCalls: readonly { readonly id: string; readonly args: unknown; readonly result?: string }[];
  readonly completionOrder: readonly string[];
};

/** A call of a capture: its hooks' files, as `expected.json` pairs them. */
export type ExpectedPair = {
  readonly callId: string;
  readonly before: string;
  readonly after: string | null;
};

/** Captured scenarios of a harness, played to a stand: what the log says of their calls, and what was measured. */
export class PlayedCalls {
  private readonly stand: LiveStand;
  private readonly harness: 'gemini' | 'copilot';
  private readonly bySession = new Map<string, JoinedCall[]>();

  constructor(stand: LiveStand, harness: 'gemini' | 'copilot') {
    this.stand = stand;
    this.harness = harness;
    for (const call of joinedCalls(stand.home)) {
      const calls = this.bySession.get(call.session) ?? [];
      this.bySession.set(call.session, calls);
      calls.push(call);
    }
  }

  /** The decided calls of a scenario's sessions. */
  callsOf(scenario: string): readonly JoinedCall[] {
    return this.sessionsOf(scenario).flatMap((session) => this.bySession.get(session) ?? []);
  }

  /** Gemini's pairs of a scenario. */
  pairsOf(scenario: string): readonly ExpectedPair[] {
    const { pairs } = this.json(scenario, 'expected.json') as { readonly pairs: readonly ExpectedPair[] };
    return pairs.filter(({ before }) => before !== null);
  }

  /** The result in a hook's payload, as the log has it. */
  resultIn(scenario: string, hook: string): string {
    return JSON.stringify((this.json(scenario, join('hooks', hook)) as Json).tool_response);
  }

  /** What Copilot's recording says of a scenario's calls. */
  expectedOf(scenario: string): CopilotExpected {
    return this.json(scenario, 'expected.json') as CopilotExpected;
  }

  /** The calls whose id has another call's arguments or result; those of `changed` may, since their hooks change them. */
  wrong(changed: ReadonlySet<string>): readonly string[] {
    const wrong = this.harness === 'gemini' ? this.wrongOfGemini : this.wrongOfCopilot;
    const folder = join(CAPTURES, this.harness);
    return readdirSync(folder).flatMap((scenario) =>
      existsSync(join(folder, scenario, 'hooks/index.json')) && !changed.has(scenario)
        ? wrong.call(this, scenario)
        : [],
    );
  }

  private wrongOfGemini(scenario: string): readonly string[] {
    return this.pairsOf(scenario).flatMap(({ callId, after }) => {
      const own = this.callsOf(scenario).find(({ call }) => call === callId);
      if (own?.result === undefined || after === null) return [];
      return own.result === this.resultIn(scenario, after) ? [] : [`${scenario} ${callId}`];
    });
  }

  private wrongOfCopilot(scenario: string): readonly string[] {
    const { toolCalls } = this.expectedOf(scenario);
    return this.callsOf(scenario).flatMap(({ call, input, result }) => {
      const [told, ...more] = toolCalls.filter(({ id }) => id === call);
      if (told === undefined || more.length > 0) return [];
      const text = result === undefined ? undefined : textOf(result);
      const isResult = text === undefined || told.result === undefined || told.result === text;
      return isResult && JSON.stringify(told.args) === input ? [] : [`${scenario} ${call}`];
    });
  }

  private sessionsOf(scenario: string): readonly string[] {
    if (this.harness === 'gemini') {
      const { sessions } = this.json(scenario, 'expected.json') as {
        readonly sessions: readonly { readonly sessionId: string }[];
      };
      return [...new Set(sessions.map(({ sessionId }) => sessionId))];
    }
    const folder = join(CAPTURES, 'copilot', scenario, 'transcript/.copilot/session-state');
    return existsSync(folder) ? readdirSync(folder) : [];
  }

  private json(scenario: string, file: string): unknown {
    const text = readFileSync(join(CAPTURES, this.harness, scenario, file), 'utf8');
    return JSON.parse(text.replaceAll('/home/dev', this.stand.user));
  }
}

function textOf(result: string): unknown {
  const value = JSON.parse(result) as Json | string;
  return typeof value === 'string' ? value : (value.textResultForLlm ?? value.text_result_for_llm);
}

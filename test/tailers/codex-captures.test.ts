import { describe, expect, it } from 'vitest';
import { partsOf, promptsOf, rolloutsOf, textOf, thoughtsIn } from './codex-files.ts';
import {
  capturedScenarios,
  expectedOf,
  fixtureScenarios,
  type ReadTranscript,
  valueAt,
} from './transcript-files.ts';

type Served = {
  readonly response: number;
  readonly kind: string;
  readonly id: string;
  readonly summary?: readonly string[];
  readonly text?: string;
  readonly call_id?: string;
  readonly input?: string;
  readonly output?: { readonly output?: unknown } | null;
  readonly item?: { readonly id?: string; readonly arguments?: unknown };
};
type Expected = {
  readonly runs: readonly { readonly argv: readonly string[] }[];
  readonly user_prompts: readonly string[];
  readonly items_served_in_order: readonly Served[];
};

/** What these sessions' own READMEs say never reached a rollout. */
const LOST_PROMPTS: Readonly<Record<string, readonly string[]>> = {
  'hooks-userpromptsubmit': [
    'Prompt BEHAVE_uexit2 end',
    'Prompt BEHAVE_ublock end',
    'Prompt BEHAVE_ucont end',
  ],
  'old-format@0.20.0': ['Resume prompt please.'],
};

const LOST_CALLS = ['old-format@0.20.0 call_old_0004'];

const fixtures = fixtureScenarios('codex').map((scenario) => ({ set: 'fixture', scenario }));
const captures = capturedScenarios('codex').map((scenario) => ({ set: 'capture', scenario }));

describe.each([...fixtures, ...captures])('Codex $set $scenario.name', ({ scenario }) => {
  const expected = expectedOf<Expected>(scenario);
  const rollouts = rolloutsOf(scenario);
  const found = rollouts.length > 0;

  it('reads every line as one known object, with nothing to note', () => {
    for (const { readings } of rollouts) {
      for (const reading of readings) {
        expect(reading.form).toBe('json');
        expect(reading.type).not.toBe('other');
        expect(reading.notes).toBeUndefined();
      }
    }
  });

  it.runIf(found)('finds the prompts of the person once each, and no other', () => {
    const lost = LOST_PROMPTS[scenario.name] ?? [];
    const kept = promptsGiven(expected).filter((prompt) => !lost.includes(prompt));
    expect(rollouts.flatMap(promptsOf).map(shortened).sort()).toEqual(kept.map(shortened).sort());
  });

  it.runIf(found)('finds what the model said once each', () => {
    const served = expected.items_served_in_order.flatMap((each) =>
      each.kind === 'message' && !each.text!.startsWith('{"title"') ? [each.text!] : [],
    );
    const said = rollouts.flatMap((each) =>
      partsOf(each, 'text').flatMap(({ line, exchange }) =>
        exchange.role === 'assistant' ? [textOf(each, line)] : [],
      ),
    );
    expect(said.sort()).toEqual([...served].sort());
  });

  it.runIf(found)('finds what the model thought once each, or keeps it sealed', () => {
    const served = expected.items_served_in_order.filter((each) => each.kind === 'reasoning');
    const sealed = rollouts
      .flatMap((each) => partsOf(each, 'thinking'))
      .filter(({ part }) => part.state === 'sealed');
    if (sealed.length > 0) {
      expect(sealed).toHaveLength(served.length);
      return;
    }
    const thoughts = rollouts.flatMap((each) =>
      each.readings.flatMap((reading, line) =>
        reading.exchange?.twin === undefined ? thoughtsIn(each.lines[line]!, reading) : [],
      ),
    );
    const raw = scenario.name === 'reasoning-raw' ? ['raw chain of thought text'] : [];
    expect(thoughts.sort()).toEqual([...served.flatMap((each) => each.summary ?? []), ...raw].sort());
  });

  it.runIf(found)('finds the calls with their ids and inputs, and their outputs', () => {
    const served = expected.items_served_in_order.filter(
      (each) => each.call_id !== undefined && !LOST_CALLS.includes(`${scenario.name} ${each.call_id}`),
    );
    for (const each of served) {
      const made = rollouts.flatMap((rollout) => callInputs(rollout, each.call_id!));
      expect(made).toContainEqual(each.input ?? each.item?.arguments);
      if (each.output === null || each.output === undefined || each.output.output === undefined) continue;
      const outputs = rollouts.flatMap((rollout) => outputsOf(rollout, each.call_id!));
      expect([...outputs, ...outputs.map(sent)]).toContainEqual(each.output.output);
    }
    const direct = rollouts
      .flatMap((each) => partsOf(each, 'call'))
      .filter(({ part }) => !/^(exec-|ws_)/.test(part.call!));
    expect(direct.map(({ part }) => part.call).sort()).toEqual(served.map((each) => each.call_id).sort());
  });

  it.runIf(found)('links each call to what its own response said before it, and to nothing else', () => {
    for (const rollout of rollouts) {
      for (const { part, line } of partsOf(rollout, 'call')) {
        const linked = part.link.lines.map((at) => saying(rollout, at));
        if (part.within !== undefined) {
          expect(part.link.basis).toBe('ordered');
          continue;
        }
        expect(linked).toEqual(before(expected.items_served_in_order, part.call!));
        expect(part.link.lines.every((at) => at < line)).toBe(true);
        expect(part.link.basis).toBe(linked.length === 0 ? 'none' : basisOf(rollout));
      }
    }
  });

  it.runIf(found)('gives every call that ended a result, once', () => {
    for (const rollout of rollouts) {
      const results = partsOf(rollout, 'result').filter(({ part }) => part.outcome !== 'running');
      const ids = results.map(({ part }) => part.call);
      expect(new Set(ids).size).toBe(ids.length);
    }
  });
});

/** From 0.171.0 on a response item names the request it came from. */
function basisOf({ source }: ReadTranscript): string {
  return source.version === '0.171.0' ? 'exact' : 'ordered';
}

function callInputs(rollout: ReadTranscript, id: string): readonly unknown[] {
  return partsOf(rollout, 'call')
    .filter(({ part }) => part.call === id)
    .map(({ part, line }) => valueAt(rollout.lines[line]!, part.input));
}

function outputsOf(rollout: ReadTranscript, id: string): readonly unknown[] {
  return rollout.readings.flatMap((reading, line) =>
    (reading.exchange?.parts ?? []).flatMap((part) =>
      part.kind === 'result' && part.call === id ? [valueAt(rollout.lines[line]!, part.body)] : [],
    ),
  );
}

function saying(rollout: ReadTranscript, line: number): string {
  const thoughts = thoughtsIn(rollout.lines[line]!, rollout.readings[line]);
  return thoughts.length > 0 ? thoughts.join('|') : textOf(rollout, line) || 'sealed';
}

/** What the model was scripted to think and say before a call, in the response that made it. */
function before(served: readonly Served[], call: string): readonly string[] {
  const at = served.findIndex((each) => [each.call_id, each.id, each.item?.id].includes(call));
  return served
    .slice(0, at)
    .filter((each) => each.response === served[at]!.response)
    .flatMap((each) => {
      if (each.kind === 'message') return [each.text!];
      if (each.kind !== 'reasoning') return [];
      return [each.summary!.length === 0 ? 'sealed' : each.summary!.join('|')];
    });
}

/** Headless prompts stand on the command line; those typed in a terminal in `user_prompts`, with the driver's marks. */
function promptsGiven({ runs, user_prompts }: Expected): readonly string[] {
  const headless = runs.filter(({ argv }) => argv[1] === 'exec').map(({ argv }) => argv.at(-1)!);
  if (headless.length > 0) return headless;
  return user_prompts.map((prompt) =>
    prompt.replace('(steer) ', '').replace(/^PASTE-START .*/, 'PASTE-START'),
  );
}

/** Before 0.98 a rollout kept the output as JSON and the model was sent its text. */
function sent(output: unknown): unknown {
  if (typeof output !== 'string' || !output.startsWith('{"output":')) return output;
  const { output: text, metadata } = JSON.parse(output) as {
    output: string;
    metadata: { exit_code: number };
  };
  return `Exit code: ${metadata.exit_code}\nWall time: 0 seconds\nOutput:\n${text}`;
}

/** A long paste is kept in `expected.json` by its beginning only. */
function shortened(text: string): string {
  return text.startsWith('PASTE-START') ? 'PASTE-START' : text.slice(0, 60);
}

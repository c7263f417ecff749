import { afterPrompt } from '../../constraints/fold.ts';
import type { Hold } from '../../constraints/hold.ts';
import type { KeyedPrompt } from '../prompts/pairing.ts';
import { countBefore } from '../sorted.ts';
import type { GateCall, HookPrompt } from '../timeline/hooks.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** Something that the person said, which holds: in which prompt, and in which folder. */
export type Standing = {
  readonly hold: Hold;
  readonly prompt: HookPrompt;
  /** Counts the person's prompts from 0. */
  readonly turn: number;
  /** Absolute; `/` where nothing tells it. */
  readonly base: string;
};

/** What is read of a prompt's words before it: where "it" may have been named. */
const LOOK_BACK = 3;

/**
 * What holds after each of the person's prompts, the n-th list after n of them: what a later one takes back has ended,
 * and a scope is as wide as later prompts made it. Prompts are the hooks' alone: what a line of a transcript states that
 * no hook saw counts for nothing.
 */
export function standingAfter(
  person: readonly KeyedPrompt[],
  { contents, calls }: Pick<Timeline, 'contents' | 'calls'>,
): readonly (readonly Standing[])[] {
  const texts = person.map(({ prompt }) => contents.text(prompt.text) ?? '');
  const baseOf = basesOf(calls, contents);
  const all: (readonly Standing[])[] = [[]];
  for (const [turn, { prompt, doubted }] of person.entries()) {
    const before = all[turn]!;
    // What is left of a hold keeps its range, by which it is known again.
    const known = new Map(before.map((standing) => [standing.hold.words, standing]));
    const after = afterPrompt(
      before.map(({ hold }) => hold),
      texts[turn]!,
      texts.slice(Math.max(0, turn - LOOK_BACK), turn),
    );
    const isNew = after.some(({ words }) => !known.has(words));
    const base = isNew ? baseOf(prompt) : '/';
    const said = after.map((hold) => {
      const old = known.get(hold.words);
      if (old?.hold === hold) return old;
      return old === undefined ? { hold, prompt, turn, base } : { ...old, hold };
    });
    // hostile: a line's mark is the agent's side's word, so it takes away what frees and not what forbids.
    const forbids = said.filter(({ hold }) => !known.has(hold.words) && hold.kind !== 'scope');
    const now = doubted === true ? [...before, ...forbids] : said;
    const isSame = now.length === before.length && now.every((one, i) => one === before[i]);
    all.push(isSame ? before : now);
  }
  return all;
}

/** Where a prompt was given: the folder of the next call of its run, else of the last one before. */
function basesOf(calls: readonly GateCall[], contents: Timeline['contents']): (prompt: HookPrompt) => string {
  const placed = calls.filter(({ cwd }) => cwd !== undefined);
  const byRun = new Map<string, GateCall[]>();
  for (const call of placed) {
    const here = byRun.get(call.at.run);
    if (here === undefined) byRun.set(call.at.run, [call]);
    else here.push(call);
  }
  return ({ at }) => {
    const here = byRun.get(at.run) ?? [];
    const next = countBefore(here, at.seq, (call) => call.at.seq);
    return contents.text((here[next] ?? here.at(-1) ?? placed[0])?.cwd) ?? '/';
  };
}

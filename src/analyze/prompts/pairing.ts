import type { HookPrompt } from '../timeline/hooks.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { EXPANSION } from './frames.ts';
import { alignInOrder } from './in-order.ts';
import { isInHistory } from './restated.ts';
import { isSamePrompt, type PromptKey, promptKey } from './same-text.ts';
import type { Placed, Thread } from './threads.ts';

/** A prompt that a hook saw, and what it says without what its harness adds. */
export type KeyedPrompt = {
  readonly prompt: HookPrompt;
  readonly key: PromptKey;
  /** Its line says that nobody typed it: a prompt hook fires for a peer's message too. It may forbid, and frees nothing. */
  readonly doubted?: true;
};

/** Hook prompts, by what they are worth. */
export type HookPrompts = {
  /** The person's: what lines are paired with. */
  readonly person: readonly KeyedPrompt[];
  /** The harness's own (a notification, a stop hook's reason). */
  readonly harness: readonly KeyedPrompt[];
  /** They waited in the spool while no signer ran: they prove nothing about a person. */
  readonly spooled: readonly KeyedPrompt[];
};

/** The prompts of the run and of those that it comes from. A child's, and an agent's, are none of the person's. */
export function hookPromptsOf({ prompts, runs, contents }: Timeline): HookPrompts {
  const known = new Map(runs.map((run) => [run.id, run]));
  const keyed = prompts.flatMap((prompt): KeyedPrompt[] => {
    const run = known.get(prompt.at.run);
    if (run === undefined || run.standing === 'child' || prompt.agent !== undefined) return [];
    const text = contents.text(prompt.text);
    return text === undefined ? [] : [{ prompt, key: promptKey(run.harness, text) }];
  });
  return {
    person: keyed.filter(({ prompt: { origin, spooled } }) => origin === 'person' && !spooled),
    harness: keyed.filter(({ prompt: { origin, spooled } }) => origin === 'harness' && !spooled),
    spooled: keyed.filter(({ prompt }) => prompt.spooled),
  };
}

/**
 * Which message of the person's threads is which hook prompt: one to one and in order in each thread. A line is written
 * after its hook, so no hook that came later can be its own.
 */
export function pairPrompts(
  threads: readonly Thread[],
  person: readonly KeyedPrompt[],
): ReadonlyMap<Placed, HookPrompt> {
  const paired = new Map<Placed, HookPrompt>();
  const texts = new Set(person.map(({ key }) => key.text));
  let left = person;
  for (const { messages } of threads) {
    const said = messages.filter(
      (one) => !isInHistory(one.reading.harness, one.message) && (isPrompt(one) || texts.has(one.key.text)),
    );
    const found = alignInOrder(said.length, left.length, (i, j) => {
      const [line, hook] = [said[i]!, left[j]!];
      return isSamePrompt(line.key, hook.key) && hook.prompt.at.seq < line.message.line.at.seq;
    });
    const used = new Set<KeyedPrompt>();
    for (const [i, j] of found) {
      paired.set(said[i]!, left[j]!.prompt);
      used.add(left[j]!);
    }
    left = left.filter((one) => !used.has(one));
  }
  return paired;
}

/** Whether a message reads as one that the person gave: a prompt, or a custom slash command. */
export function isPrompt({ origin, text }: Placed): boolean {
  return origin === 'prompt' || (origin === 'command' && EXPANSION.test(text));
}

import type { Action } from '../actions.ts';
import type { PromptBook } from '../prompts/prompt-book.ts';
import { countBefore } from '../sorted.ts';
import type { Step } from '../steps.ts';

/**
 * How many of the person's prompts came before each call. A decided call stands in the log, behind the prompts that hooks
 * saw before it, wherever lines may have been moved to; another behind those whose lines, or decided calls, stand before it.
 */
export function turnsOf(
  steps: readonly Step[],
  { person, ofMessage }: Pick<PromptBook, 'person' | 'ofMessage'>,
): ReadonlyMap<Action, number> {
  const order = new Map(person.map(({ prompt }, i) => [prompt, i + 1]));
  const paired = new Map([...ofMessage].map(([{ message }, prompt]) => [message, prompt]));
  const withLine = new Set(ofMessage.values());
  const seqs = person.map(({ prompt }) => prompt.at.seq);
  const turns = new Map<Action, number>();
  let seen = 0;
  for (const step of steps) {
    if (step.kind === 'action') {
      const { call } = step.action;
      const turn = call === undefined ? seen : countBefore(seqs, call.at.seq, (seq) => seq);
      seen = Math.max(seen, turn);
      turns.set(step.action, turn);
      continue;
    }
    const prompt =
      step.kind === 'message'
        ? paired.get(step.message)
        : step.kind === 'prompt' && !withLine.has(step.prompt)
          ? step.prompt
          : undefined;
    if (prompt !== undefined) seen = Math.max(seen, order.get(prompt) ?? 0);
  }
  return turns;
}

import type { HookPrompt } from '../timeline/hooks.ts';
import type { At } from '../timeline/item.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { KeyedPrompt } from './pairing.ts';
import { isSamePrompt } from './same-text.ts';
import type { Placed, Thread } from './threads.ts';

/** What the harnesses call the event of a prompt. */
const PROMPT_EVENTS: ReadonlySet<unknown> = new Set([
  'UserPromptSubmit',
  'userPromptSubmitted',
  'beforeSubmitPrompt',
  'BeforeAgent',
]);

type Known = {
  readonly threads: readonly Thread[];
  readonly ofMessage: ReadonlyMap<Placed, HookPrompt>;
  readonly timeline: Timeline;
  readonly spooled: readonly KeyedPrompt[];
};

/**
 * Messages that only a spooled prompt says too, or that fit a prompt hook that failed between the prompts around them: one
 * to one, so that one failed hook does not account for several.
 */
export function takeUnrecorded(
  prompts: readonly Placed[],
  { threads, ofMessage, timeline, spooled }: Known,
): readonly { readonly message: Placed; readonly at: At }[] {
  const waiting = [...spooled];
  const failed = timeline.failedHooks.filter(({ data }) => PROMPT_EVENTS.has(data.event)).map(({ at }) => at);
  const moments = failed.length === 0 ? new Map<Placed, Moment>() : momentsOf(threads, ofMessage);
  const found: { readonly message: Placed; readonly at: At }[] = [];
  for (const message of prompts) {
    const same = waiting.findIndex(({ key }) => isSamePrompt(message.key, key));
    if (same >= 0) {
      found.push({ message, at: waiting.splice(same, 1)[0]!.prompt.at });
      continue;
    }
    if (failed.length === 0) continue;
    const { after, until } = moments.get(message)!;
    const hook = failed.findIndex(
      ({ seq }) => seq > after && seq < Math.min(until, message.message.line.at.seq),
    );
    if (hook >= 0) found.push({ message, at: failed.splice(hook, 1)[0]! });
  }
  return found;
}

type Moment = { readonly after: number; readonly until: number };

/** The log's numbers between which each message's hook must have come. */
function momentsOf(threads: readonly Thread[], ofMessage: Known['ofMessage']): ReadonlyMap<Placed, Moment> {
  const moments = new Map<Placed, Moment>();
  for (const { messages } of threads) {
    const until: number[] = [];
    let next = Number.POSITIVE_INFINITY;
    for (let at = messages.length - 1; at >= 0; at--) {
      until[at] = next;
      next = ofMessage.get(messages[at]!)?.at.seq ?? next;
    }
    let after = -1;
    for (const [at, message] of messages.entries()) {
      moments.set(message, { after, until: until[at]! });
      after = ofMessage.get(message)?.at.seq ?? after;
    }
  }
  return moments;
}

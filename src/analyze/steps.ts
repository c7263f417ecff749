import type { Action } from './actions.ts';
import type { HookPrompt } from './timeline/hooks.ts';
import type { Timeline } from './timeline/timeline.ts';
import type { Line, Message, SpokenByHook, Transcript } from './timeline/transcript.ts';

/** What happened, in one order over hooks and transcripts. */
export type Step =
  | { readonly kind: 'action'; readonly action: Action }
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'prompt'; readonly prompt: HookPrompt }
  | { readonly kind: 'spoken'; readonly spoken: SpokenByHook };

/**
 * Orders what happened: by the transcripts, where they tell of it, since a recording may come long after the hooks;
 * what only hooks saw stands before the next call that both saw. Copies and twins are left out. Several transcripts
 * are merged by the harness's clock, each in its own order.
 */
export function stepsOf(timeline: Timeline, actions: readonly Action[]): readonly Step[] {
  const steps: Step[] = [];
  const seen = hookSteps(timeline, actions);
  const byLine = new Map<Line, Action[]>();
  for (const action of actions) {
    const line = action.request?.line;
    if (line !== undefined) byLine.set(line, [...(byLine.get(line) ?? []), action]);
  }
  let next = 0;
  const upTo = (seq: number): void => {
    for (; next < seen.length && seen[next]!.seq < seq; next++) steps.push(seen[next]!.step);
  };
  for (const line of linesOf(timeline.transcripts)) {
    const here = byLine.get(line) ?? [];
    for (const { call } of here) if (call !== undefined) upTo(call.at.seq);
    for (const message of line.exchange!.messages) steps.push({ kind: 'message', message });
    for (const action of here) steps.push({ kind: 'action', action });
  }
  upTo(Number.POSITIVE_INFINITY);
  return steps;
}

type Seen = { readonly seq: number; readonly step: Step };

/** What hooks alone saw, in log order. */
function hookSteps({ prompts, spoken }: Timeline, actions: readonly Action[]): readonly Seen[] {
  const all: Seen[] = [
    ...prompts.map((prompt): Seen => ({ seq: prompt.at.seq, step: { kind: 'prompt', prompt } })),
    ...spoken.map((one): Seen => ({ seq: one.at.seq, step: { kind: 'spoken', spoken: one } })),
    ...actions
      .filter(({ request }) => request === undefined)
      .map((action): Seen => ({ seq: action.at.seq, step: { kind: 'action', action } })),
  ];
  return all.sort((a, b) => a.seq - b.seq);
}

type Keyed = { readonly line: Line; readonly key: number };

function linesOf(transcripts: readonly Transcript[]): readonly Line[] {
  const keyed: Keyed[] = [];
  for (const { generations } of transcripts) {
    // hostile: a clock that leaps may not move what stands behind it in the file before it.
    let key = 0;
    for (const line of generations.flatMap(({ lines }) => lines)) {
      key = Math.max(key, line.clock ?? 0);
      if (line.exchange !== undefined && line.exchange.twin === undefined && line.copy?.equal !== true)
        keyed.push({ line, key });
    }
  }
  return keyed.sort((a, b) => a.key - b.key || a.line.at.seq - b.line.at.seq).map(({ line }) => line);
}

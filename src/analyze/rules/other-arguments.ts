import { unwrapJson } from '../../harness/payload.ts';
import type { Pair } from '../pairs.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import type { ReadCall } from '../timeline/arguments.ts';
import { executedOf, tellsExecuted } from '../timeline/executed.ts';
import type { GateCall } from '../timeline/hooks.ts';
import type { At } from '../timeline/item.ts';
import { spelling } from '../timeline/spelling.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * TK-R003: what ran is not what was judged. Example: a second hook that puts another command in place of the one that the
 * gate saw. Fields that a harness adds, and its own way to write the same, are none.
 */
export const otherArguments: Rule = {
  id: 'TK-R003',
  title: 'A call ran with other arguments than those that were judged.',
  severity: 'high',
  needs: ['hooks'],
  run: (timeline, { pairs, actions }) => {
    const found: Found[] = [];
    const read = new Map(actions.map((action) => [action.call, action.read]));
    for (const call of timeline.calls) {
      if (!timeline.isOwn(call.at)) continue;
      const pair = pairs.ofCall.get(call);
      const other =
        byHook(call, timeline) ??
        (pair === undefined ? undefined : byTranscript(pair, read.get(call)?.(), timeline));
      if (other === undefined) continue;
      found.push({
        text: `what ran is not what was judged: ${quote(other.ran)} in place of ${quote(other.judged)}`,
        cites: [call.at, other.at],
        ...(other.trust ? { trust: 'transcript' } : {}),
      });
    }
    return [...found, ...unknownRuns(timeline, new Set(found.flatMap(({ cites }) => cites[0]!.seq)))];
  },
};

/**
 * Post events without a call id (Gemini, Copilot) whose arguments no decision had, while a call of the same tool never
 * got its own.
 */
function unknownRuns(
  { strays, calls, contents, isOwn }: Timeline,
  known: ReadonlySet<number>,
): readonly Found[] {
  const waiting = new Map<string | undefined, { readonly calls: GateCall[]; next: number }>();
  for (const call of calls) {
    if (call.call !== undefined || call.completion?.provisional === false) continue;
    const same = waiting.get(call.tool);
    if (same === undefined) waiting.set(call.tool, { calls: [call], next: 0 });
    else same.calls.push(call);
  }
  return strays.flatMap(({ at, tool, input, outcome }): Found[] => {
    if (!isOwn(at) || outcome !== 'ok') return [];
    const same = waiting.get(tool);
    const call = same?.calls[same.next];
    if (same === undefined || call === undefined || call.at.seq > at.seq) return [];
    same.next++;
    if (known.has(call.at.seq)) return [];
    const [ran, judged] = [contents.value(input), contents.value(call.input)];
    const words = `${quote(shown(unwrapJson(ran)))} in place of ${quote(shown(unwrapJson(judged)))}`;
    return [{ text: `what ran is not what was judged: ${words}`, cites: [call.at, at] }];
  });
}

type Other = { readonly ran: string; readonly judged: string; readonly at: At; readonly trust: boolean };

/** The post event's own arguments, where it was recorded that they are others. */
function byHook({ completion, input }: Pair['call'], { contents }: Timeline): Other | undefined {
  if (completion?.input === undefined) return undefined;
  const [ran, judged] = [contents.value(completion.input), contents.value(input)];
  if (ran === undefined || judged === undefined || holds(ran, judged)) return undefined;
  return { ran: shown(ran), judged: shown(judged), at: completion.at, trust: false };
}

/** What the transcript says was executed: the result's own account of it, else the arguments as they are written down. */
function byTranscript(
  { call, request, basis }: Pair,
  read: ReadCall | undefined,
  { contents }: Timeline,
): Other | undefined {
  if (
    !request.results.some(({ outcome }) => outcome === 'ok' || outcome === 'running' || outcome === 'error')
  )
    return undefined;
  if (read === undefined) return undefined;
  for (const { at, detail } of request.results) {
    const ran = tellsExecuted(call.harness) ? executedOf(call.harness, contents.value(detail)) : undefined;
    if (ran === undefined) continue;
    const was =
      ran.kind === 'command' ? [read.call.command ?? ''] : read.call.targets.map(({ path }) => path);
    if (
      ran.kind === 'command'
        ? ran.command !== was[0]
        : !ran.paths.every((path) => was.some((one) => path.endsWith(one)))
    )
      return {
        ran: ran.kind === 'command' ? ran.command : ran.paths.join(' '),
        judged: was.join(' '),
        at,
        trust: true,
      };
  }
  if (basis !== 'order') return undefined;
  const asked = contents.value(request.input);
  if (asked === undefined || holds(unwrapJson(asked), read.input)) return undefined;
  return { ran: shown(unwrapJson(asked)), judged: shown(read.input), at: request.at, trust: true };
}

/** Whether what ran has all that was judged, as it was: harnesses add fields of their own (`answers`, `replace_all`). */
function holds(ran: unknown, judged: unknown): boolean {
  if (judged === null || typeof judged !== 'object' || ran === null || typeof ran !== 'object')
    return spelling(ran) === spelling(judged);
  const there = new Map(Object.entries(ran));
  return Object.entries(judged).every(([key, value]) => spelling(there.get(key)) === spelling(value));
}

function shown(value: unknown): string {
  if (value !== null && typeof value === 'object') {
    const command = (value as { readonly command?: unknown }).command;
    if (typeof command === 'string') return command;
  }
  return spelling(value);
}

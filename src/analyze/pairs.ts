import { unwrapJson } from '../harness/payload.ts';
import { toolClass } from '../harness/tools.ts';
import type { GateCall } from './timeline/hooks.ts';
import type { Content } from './timeline/item.ts';
import type { Request } from './timeline/requests.ts';
import { spelling } from './timeline/spelling.ts';
import type { Timeline } from './timeline/timeline.ts';

/**
 * A call that the gate decided and a transcript tells of. `id`: by the harness's call id. `arguments`: by tool and equal
 * arguments, in their order. `order`: what was left of the same tool, in order, with other arguments.
 */
export type Pair = {
  readonly call: GateCall;
  readonly request: Request;
  readonly basis: 'id' | 'arguments' | 'order';
};

export type Pairs = {
  readonly all: readonly Pair[];
  readonly ofCall: ReadonlyMap<GateCall, Pair>;
  readonly ofRequest: ReadonlyMap<Request, Pair>;
  /** Calls and requests of which nothing can be said, since what they would be paired by was not disclosed. */
  readonly unknown: ReadonlySet<GateCall | Request>;
};

type Fold = {
  readonly timeline: Timeline;
  readonly ofCall: Map<GateCall, Pair>;
  readonly ofRequest: Map<Request, Pair>;
  readonly unknown: Set<GateCall | Request>;
};

/** Joins what the gate decided with what transcripts tell. */
export function pairsOf(timeline: Timeline): Pairs {
  const fold: Fold = { timeline, ofCall: new Map(), ofRequest: new Map(), unknown: new Set() };
  pairById(fold);
  pairByArguments(fold);
  return { all: [...fold.ofCall.values()], ...fold };
}

function pairById(fold: Fold): void {
  const { timeline } = fold;
  const sessions = new Map(timeline.runs.map(({ id, session }) => [id, session]));
  const byId = new Map<string, Request[]>();
  for (const request of timeline.requests)
    if (request.id !== undefined) push(byId, `${sessions.get(request.at.run)} ${request.id}`, request);
  for (const call of timeline.calls) {
    const id = call.call ?? call.paired?.call;
    const waiting = id === undefined ? undefined : byId.get(`${sessions.get(call.at.run)} ${id}`);
    // An id that comes again names calls in their order; more decisions than requests are of the last one.
    const request = waiting !== undefined && waiting.length > 1 ? waiting.shift() : waiting?.[0];
    if (request !== undefined) join(fold, { call, request, basis: 'id' });
  }
}

function join(fold: Fold, pair: Pair): void {
  fold.ofCall.set(pair.call, pair);
  // A call that hooks saw twice: the first decision counts, the others are known to be of it.
  if (!fold.ofRequest.has(pair.request)) fold.ofRequest.set(pair.request, pair);
}

/** Only calls without ids of their own (Gemini, Copilot, old Claude Code, a transcript without ids). */
function pairByArguments(fold: Fold): void {
  const { timeline, ofCall, ofRequest } = fold;
  const noIds = timeline.requests.some(({ id }) => id === undefined);
  const calls = timeline.calls.filter((call) => !ofCall.has(call) && (call.call === undefined || noIds));
  if (calls.length === 0) return;
  const requests = timeline.requests.filter((request) => !ofRequest.has(request));
  const waiting = new Map<string, Request[]>();
  for (const request of requests) {
    const key = keyOf(fold, request);
    if (key !== undefined) push(waiting, key, request);
  }
  const left: GateCall[] = [];
  for (const call of calls) {
    const key = keyOf(fold, call);
    const request = key === undefined ? undefined : waiting.get(key)?.shift();
    if (request !== undefined) join(fold, { call, request, basis: 'arguments' });
    else if (!fold.unknown.has(call)) left.push(call);
  }
  pairRest(fold, left, requests);
}

/** What is left of one tool: arguments that were changed between the hook and the transcript. */
function pairRest(fold: Fold, calls: readonly GateCall[], requests: readonly Request[]): void {
  const waiting = new Map<string, Request[]>();
  for (const request of requests)
    if (!fold.ofRequest.has(request) && !fold.unknown.has(request))
      push(waiting, nameOf(fold, request), request);
  for (const call of calls) {
    const request = waiting.get(nameOf(fold, call))?.shift();
    if (request !== undefined) join(fold, { call, request, basis: 'order' });
  }
}

function push(into: Map<string, Request[]>, key: string, request: Request): void {
  const list = into.get(key);
  if (list === undefined) into.set(key, [request]);
  else list.push(request);
}

function keyOf(fold: Fold, of: GateCall | Request): string | undefined {
  const { contents } = fold.timeline;
  const input = of.input === undefined ? null : contents.value(of.input as Content);
  if (input === undefined && of.input !== undefined) {
    fold.unknown.add(of);
    return undefined;
  }
  return `${nameOf(fold, of)} ${spelling(unwrapJson(input))}`;
}

/**
 * A tool as hooks and transcripts both name it: its class, since some hooks have another harness's names (Copilot's in
 * Claude Code's settings); the name itself where it is in no table.
 */
function nameOf({ timeline }: Fold, of: GateCall | Request): string {
  if (of.tool !== 'Other') return of.tool;
  const name = timeline.contents.words(of.name);
  if (name === undefined) return of.tool;
  const foreign = toolClass('claude-code', name);
  return foreign === 'Other' ? name : foreign;
}

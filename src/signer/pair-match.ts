/** A call of the transcript among its equals. `place` and `end` count in the order of calls and of results. */
export type ToldOne = {
  readonly place: number;
  readonly lane: string;
  readonly end: number | undefined;
  readonly ran: boolean;
  readonly texts: ReadonlySet<string>;
};

/** A completion among its equals; `decided` where it is known whose it is, else `among` whose it may be. */
export type CompletedOne = {
  readonly seq: number;
  readonly decided: number | undefined;
  readonly among: readonly number[];
  readonly texts: ReadonlySet<string>;
};

/** Equal calls on both sides, each list in its order. `decided`: numbers of the `call.decided`. */
export type EqualCalls = {
  readonly decided: readonly number[];
  readonly told: readonly ToldOne[];
  readonly completed: readonly CompletedOne[];
  /** Results are told in the order of the post hooks (Copilot). */
  readonly ordered: boolean;
};

/** How a pair was found: no other call is equal; by its result; by the harness's order; the first that was open. */
export type How = 'arguments' | 'result' | 'order' | 'fifo';

export type Pair = {
  readonly told: ToldOne;
  readonly decided: number;
  /** The completion that is thereby known to be this call's. */
  readonly completed: CompletedOne | undefined;
  readonly how: How;
};

type Link = { readonly told: ToldOne; readonly how: How };

/** More equal calls at once than these are not told apart. */
export const MAX_EQUAL = 32;

/**
 * Pairs equal calls: a completion with the transcript's call whose result it has, and that call with the decision in
 * its place, since transcripts keep the order of the pre hooks (formats: gemini 0.61.0, copilot 1.0.102). What more
 * lines may still tell is left.
 */
export function matchEqual(calls: EqualCalls): readonly Pair[] {
  const { completed, decided } = calls;
  const links = linksOf(calls);
  const sure = completed.flatMap((one): readonly Pair[] => {
    const link = links.get(one);
    if (one.decided === undefined || link === undefined) return [];
    return [{ told: link.told, decided: one.decided, completed: undefined, how: link.how }];
  });
  const left = { ...calls, ...without(calls, sure) };
  const places = placesOf(left);
  const known = new Set(left.completed.map((one) => one.decided));
  const byPlace = left.completed.flatMap((one): readonly Pair[] => {
    const link = links.get(one);
    const place = link && places.get(link.told);
    if (link === undefined || place === undefined) return [];
    if (known.has(place) || !one.among.includes(place)) return [];
    return [{ told: link.told, decided: place, completed: one, how: link.how }];
  });
  const rest = { ...left, ...without(left, byPlace) };
  const last = lastOnes(rest, places, byPlace.length > 0);
  const found = [...sure, ...byPlace, ...last];
  return [...found, ...uncompleted({ ...rest, ...without(rest, last) }, places, decided.length === 1)];
}

function without(calls: EqualCalls, pairs: readonly Pair[]): Omit<EqualCalls, 'ordered'> {
  const told = new Set(pairs.map((pair) => pair.told));
  const decided = new Set(pairs.map((pair) => pair.decided));
  const completed = new Set(pairs.map((pair) => pair.completed));
  return {
    told: calls.told.filter((one) => !told.has(one)),
    decided: calls.decided.filter((seq) => !decided.has(seq)),
    completed: calls.completed.filter((one) => !completed.has(one) && !decided.has(one.decided ?? -1)),
  };
}

/** Completions and the transcript's calls that have the same text, where no other has it, or as many on both sides. */
function linksOf({ told, completed, ordered }: EqualCalls): ReadonlyMap<CompletedOne, Link> {
  const ended = told.filter(({ end }) => end !== undefined);
  const links = new Map<CompletedOne, Link>();
  for (const one of completed) {
    if (links.has(one)) continue;
    const calls = ended.filter((call) => share(call.texts, one.texts));
    const equal = completed.filter((other) => calls.some((call) => share(call.texts, other.texts)));
    const isClosed = equal.every((other) => calls.every((call) => share(call.texts, other.texts)));
    if (calls.length !== equal.length || calls.length === 0 || !isClosed) continue;
    for (const [i, link] of linkEqual(calls, equal, ordered).entries()) links.set(equal[i]!, link);
  }
  return links;
}

/** Links of completions that have one and the same text. */
function linkEqual(
  calls: readonly ToldOne[],
  equal: readonly CompletedOne[],
  ordered: boolean,
): readonly Link[] {
  if (calls.length === 1) return [{ told: calls[0]!, how: 'result' }];
  const known = equal.filter(({ decided }) => decided !== undefined).length;
  // In the order of their calls, which both sides keep.
  if (known === equal.length) {
    const byCall = [...equal].sort((a, b) => a.decided! - b.decided!);
    return equal.map((one) => ({ told: calls[byCall.indexOf(one)]!, how: 'order' }));
  }
  if (known > 0) return [];
  if (!ordered) return calls.map((told) => ({ told, how: 'fifo' }));
  return byEnd(calls).map((told) => ({ told, how: 'order' }));
}

/** Which decision is each told call's: as many on both sides, in one lane. */
function placesOf({ told, decided, completed }: EqualCalls): ReadonlyMap<ToldOne, number> {
  if (new Set(told.map(({ lane }) => lane)).size !== 1) return new Map();
  const awaited = new Set(completed.flatMap(({ among }) => among));
  const some = told.length === decided.length ? decided : decided.filter((seq) => awaited.has(seq));
  if (told.length !== some.length) return new Map();
  return new Map(told.map((one, i) => [one, some[i]!]));
}

/** Completions whose text no call has: the last one by elimination, several in order when all calls have ended. */
function lastOnes(
  { told, completed, ordered }: EqualCalls,
  places: ReadonlyMap<ToldOne, number>,
  othersAreTold: boolean,
): readonly Pair[] {
  const pending = completed.filter(({ decided }) => decided === undefined);
  const known = new Set(completed.map(({ decided }) => decided));
  const calls = told.filter((one) => places.has(one) && !known.has(places.get(one)!));
  const ran = calls.filter((one) => one.ran);
  if (pending.length === 0 || calls.some(({ end }) => end === undefined)) return [];
  if (ran.length !== pending.length) return [];
  const how = ran.length === 1 && othersAreTold ? 'result' : ordered || ran.length === 1 ? 'order' : 'fifo';
  const inOrder = ordered ? byEnd(ran) : ran;
  const pairs = pending.map(
    (one, i): Pair => ({ told: inOrder[i]!, decided: places.get(inOrder[i]!)!, completed: one, how }),
  );
  return pairs.every((pair) => pair.completed?.among.includes(pair.decided)) ? pairs : [];
}

/** Calls of which no completion is in question: their own one has another text, or they did not run. */
function uncompleted(
  { told, completed }: EqualCalls,
  places: ReadonlyMap<ToldOne, number>,
  only: boolean,
): readonly Pair[] {
  const known = new Set(completed.map(({ decided }) => decided));
  const awaited = new Set(completed.flatMap(({ among }) => among));
  return told.flatMap((one): readonly Pair[] => {
    const decided = places.get(one);
    if (decided === undefined || one.end === undefined || awaited.has(decided)) return [];
    // hostile: a call that ended, but whose hook did not come, may be an older one of before the hooks.
    if (one.ran !== known.has(decided)) return [];
    return [{ told: one, decided, completed: undefined, how: only ? 'arguments' : 'order' }];
  });
}

function byEnd(calls: readonly ToldOne[]): readonly ToldOne[] {
  return [...calls].sort((a, b) => a.end! - b.end!);
}

function share(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  for (const text of a) if (b.has(text)) return true;
  return false;
}

import type { Exchange, Link, Origin, Part, Reasoning } from '../../src/model/reading.ts';
import type { Memory } from './memory.ts';
import { type Message, originsOf } from './message.ts';
import type { Origins } from './origin.ts';
import type { Saying } from './saying.ts';

/** A message on a line of its own, and where it stands. */
export type OnLine = { readonly line: number; readonly memory: Memory };

const NO_LINK: Link = { basis: 'none', lines: [] };

/**
 * The exchange of a message on a line of its own. A message with a known id replaces that message: what it says again
 * is left out, and where it says nothing else the line is its twin. Undefined for what Gemini told the person alone.
 */
export function messageExchange(message: Message, { line, memory }: OnLine): Exchange | undefined {
  const { id, role, type } = message;
  if (role === undefined) return undefined;
  const { known } = memory;
  const origins = nextOrigins(message, memory);
  if (type === 'user') memory.turn = [];
  if (isRestated(message, origins)) memory.replay = new Map();
  const before = known.lineOf(id);
  const fresh =
    before === undefined
      ? message.sayings
      : message.sayings.filter(({ key }) => known.get(key)?.message !== id);
  const replaced = before !== undefined && !fresh.some(isStrong);
  const twin = replaced ? before : saidBefore(message, fresh, { memory, origins });
  const said = twin === undefined ? newOnes(fresh, memory) : message.sayings;
  const link = remember({ ...message, sayings: said }, { line, memory, twin, before });
  return {
    role,
    ...(origins === undefined ? {} : { origin: origins.whole }),
    ...(type === 'gemini' && id !== undefined ? { message: id } : {}),
    reasoning: reasoningOf(said),
    parts: withOrigins(message, said, origins).flatMap((part) =>
      part.kind !== 'call' ? [part] : twin === undefined ? [{ ...part, link }] : callAgain(part),
    ),
    ...(twin === undefined ? {} : { twin }),
  };
}

/** The origins of a user message's texts, by its place in the file. */
export function nextOrigins(message: Message, memory: Memory): Origins | undefined {
  const subagent = memory.source.role === 'subagent';
  const origins = originsOf(message, { subagent, first: !memory.asked });
  if (origins?.whole === 'task') memory.asked = true;
  return origins;
}

/** A message's parts, of which a user's texts have an origin of their own where it is not the message's. */
export function withOrigins(
  message: Message,
  said: readonly Saying[],
  origins: Origins | undefined,
): readonly Part[] {
  const originOf = originsBySaying(message, origins);
  return said.map((saying) => {
    const origin = originOf.get(saying);
    return origin === undefined || origin === origins?.whole ? saying.part : { ...saying.part, origin };
  });
}

function originsBySaying({ sayings }: Message, origins: Origins | undefined): ReadonlyMap<Saying, Origin> {
  const texts = sayings.filter(({ text }) => text !== undefined);
  return new Map((origins?.each ?? []).flatMap((origin, at) => (texts[at] ? [[texts[at], origin]] : [])));
}

/** A seal alone makes no message new. */
export function isStrong({ part }: Saying): boolean {
  return part.kind !== 'thinking' || part.state !== 'sealed';
}

/** What calls link to: the model's thoughts and texts. */
export function isWords({ part }: Saying): boolean {
  return part.kind === 'text' || part.kind === 'thinking';
}

/** The most readable of the thoughts among what was said. */
export function reasoningOf(said: readonly Saying[]): Reasoning {
  const thoughts = said.flatMap(({ part }) => (part.kind === 'thinking' ? [part.state] : []));
  return thoughts.includes('summary') ? 'summary' : (thoughts[0] ?? 'none');
}

/**
 * Whether the message begins a history that is stated again, as Gemini does after an Esc: new ids, and the session's
 * context and the first prompt in one message (formats: gemini §4).
 */
function isRestated({ sayings }: Message, origins: Origins | undefined): boolean {
  return sayings.length > 1 && origins?.each[0] === 'context';
}

type Here = { readonly memory: Memory; readonly origins: Origins | undefined };

/**
 * The line that a tool's answer, or a message of a history that is stated again, repeats: all of it was said before.
 * hostile: each of the user's texts counts as often as it was given, so that a second "yes" is news.
 */
function saidBefore(
  message: Message,
  fresh: readonly Saying[],
  { memory, origins }: Here,
): number | undefined {
  const { known, replay } = memory;
  if (message.role !== 'tool' && replay === undefined) return undefined;
  const originOf = originsBySaying(message, origins);
  const counted = fresh.filter((saying) => isStrong(saying) && originOf.get(saying) !== 'context');
  const lines = counted.map(({ key }) => known.get(key)?.line);
  const all = lines.every((line) => line !== undefined) && countTexts(counted, memory, replay);
  if (!all) memory.replay = undefined;
  return all ? lines[0] : undefined;
}

function countTexts(
  sayings: readonly Saying[],
  { known }: Memory,
  used: Map<string, number> | undefined,
): boolean {
  for (const { key, text } of sayings) {
    if (text === undefined || used === undefined) continue;
    const times = (used.get(key) ?? 0) + 1;
    used.set(key, times);
    if (times > (known.get(key)?.count ?? 0)) return false;
  }
  return true;
}

/** Of answers of which some were said before, only the others. */
function newOnes(fresh: readonly Saying[], { known }: Memory): readonly Saying[] {
  if (!fresh.every(({ part }) => part.kind === 'result')) return fresh;
  const some = fresh.filter(({ key }) => known.get(key) === undefined);
  return some.length === 0 ? fresh : some;
}

type Said = OnLine & { readonly twin: number | undefined; readonly before: number | undefined };

/** Keeps in mind what was said, and gives the link of the message's calls. */
function remember(message: Message, { line, memory, twin, before }: Said): Link {
  const { known } = memory;
  const { id, sayings } = message;
  for (const { key } of sayings)
    if (twin === undefined || known.get(key) === undefined) known.add(key, line, id);
  if (message.type !== 'gemini') return NO_LINK;
  const own = sayings.some(isWords) && twin === undefined ? [line] : [];
  if (id !== undefined) known.addMessage(id, line, own);
  const words = id === undefined ? own : known.wordsOf(id);
  // Where the model's message was not the newest one, its calls stand in a message of their own (formats: gemini).
  const link: Link =
    words.length > 0
      ? { basis: 'exact', lines: words }
      : before === undefined && memory.turn.length > 0
        ? { basis: 'ordered', lines: memory.turn }
        : NO_LINK;
  const called = sayings.some(({ part }) => part.kind === 'call');
  if (called) memory.turn = [];
  else if (own.length > 0) memory.turn = words;
  return link;
}

/** A call counts once: where its message is said again, it is `other`. */
function callAgain({ input, name }: Extract<Part, { kind: 'call' }>): readonly Part[] {
  const body = input ?? name;
  return body === undefined ? [] : [{ kind: 'other', body }];
}

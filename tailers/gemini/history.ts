import type { Exchange, LineReading, Link, Origin, Part, Role } from '../../src/model/reading.ts';
import type { ForeignObject } from '../line.ts';
import { isStrong, isWords, nextOrigins, type OnLine, reasoningOf, withOrigins } from './exchange.ts';
import type { Memory } from './memory.ts';
import { type Message, messageType, readMessage } from './message.ts';
import { objectOf, type Place, type Saying, valuesIn } from './saying.ts';

const MAX_LINKED = 16;

/** What a line with a whole history says that is new, and how many of its messages are not. */
export type History = Pick<LineReading, 'exchange' | 'repeats'>;

type Emitted = {
  readonly message: Message;
  readonly said: readonly Saying[];
  readonly parts: readonly Part[];
};

/**
 * Reads the messages under `key` of a line that states a whole history: a reset (`$set.messages`), or a session in one
 * line. What it drops stands on the lines before; what it says again is counted, and only the rest are its parts.
 * hostile: each of the user's texts counts as often as it was given before, so that a second "yes" is news.
 */
export function readHistory(
  holder: ForeignObject,
  key: string,
  { line, memory, ...place }: OnLine & Place,
): History {
  memory.replay = undefined;
  memory.turn = [];
  const used = new Map<string, number>();
  const later: (() => void)[] = [];
  const emitted: Emitted[] = [];
  let repeats = 0;
  for (const found of valuesIn(holder, key)) {
    const object = objectOf(found, place.notes);
    const type = object === undefined ? undefined : messageType(object);
    if (object === undefined || type === undefined) {
      place.notes.add('unknown_type');
      continue;
    }
    const message = readMessage(object, type, place);
    if (message.role === undefined) continue;
    const origins = nextOrigins(message, memory);
    const fresh = message.sayings.filter((saying) => !isKnown(saying, used, memory));
    const link = rememberAll(message, fresh, { line, memory, later });
    if (!fresh.some(isStrong)) {
      if (message.sayings.length > 0) repeats++;
      continue;
    }
    const parts = withOrigins(message, fresh, origins).map((part) =>
      part.kind === 'call' ? { ...part, link } : part,
    );
    emitted.push({ message, said: fresh, parts: parts.map((part) => own(part, message, origins?.whole)) });
  }
  for (const add of later) add();
  return {
    ...(repeats === 0 ? {} : { repeats }),
    ...(emitted.length === 0 ? {} : { exchange: exchangeOf(emitted) }),
  };
}

/** A part that states all of its message. */
function own(part: Part, { id, role }: Message, whole: Origin | undefined): Part {
  const origin = role === 'user' ? (part.origin ?? whole) : undefined;
  return {
    ...part,
    ...(id === undefined ? {} : { message: id }),
    role: role!,
    ...(origin === undefined ? {} : { origin }),
  };
}

function exchangeOf(emitted: readonly Emitted[]): Exchange {
  const parts = emitted.flatMap((each) => each.parts);
  const { role, origin } = parts[0] as { readonly role: Role; readonly origin?: Origin };
  return {
    role,
    ...(origin === undefined ? {} : { origin }),
    reasoning: reasoningOf(emitted.flatMap(({ said }) => said)),
    parts: parts.map((part) => asTheFirst(part, role, origin)),
  };
}

/** Leaves out what the exchange says already. */
function asTheFirst(part: Part, role: Role, origin: Origin | undefined): Part {
  const { role: stated, origin: said, ...rest } = part;
  return {
    ...rest,
    ...(stated === undefined || stated === role ? {} : { role: stated }),
    ...(said === undefined || said === origin ? {} : { origin: said }),
  };
}

function isKnown({ key, text }: Saying, used: Map<string, number>, { known }: Memory): boolean {
  const before = known.get(key);
  if (before === undefined) return false;
  if (text === undefined) return true;
  const times = (used.get(key) ?? 0) + 1;
  if (times > before.count) return false;
  used.set(key, times);
  return true;
}

type Remembering = OnLine & { readonly later: (() => void)[] };

/** Keeps in mind what is new, a user's texts only at the line's end; gives the link of the message's calls. */
function rememberAll(
  { id, type, sayings }: Message,
  fresh: readonly Saying[],
  { line, memory, later }: Remembering,
): Link {
  const { known } = memory;
  const words = sayings.filter(isWords).map(({ key }) => known.get(key)?.line ?? line);
  for (const { key, text } of fresh) {
    if (text === undefined) known.add(key, line, id);
    else later.push(() => known.add(key, line, id));
  }
  if (type !== 'gemini') return { basis: 'none', lines: [] };
  const lines = [...new Set(words)].sort((a, b) => a - b).slice(-MAX_LINKED);
  if (id !== undefined) known.addMessage(id, line, lines);
  return lines.length === 0 ? { basis: 'none', lines: [] } : { basis: 'exact', lines };
}

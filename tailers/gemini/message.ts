import type { Role } from '../../src/model/reading.ts';
import { entry, own, sliceOf, stringField, timeField } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';
import { toolCallSayings } from './call.ts';
import { contentSayings } from './content.ts';
import { type Origins, type UserPlace, userOrigins } from './origin.ts';
import {
  keyOf,
  objectOf,
  otherSaying,
  type Place,
  type Saying,
  safeId,
  valuesIn,
  wordsAt,
} from './saying.ts';

/** The harness's words for a message's type. */
export type MessageType = 'user' | 'gemini' | 'info' | 'warning' | 'error';

/** A message of a recording, wherever it stands. */
export type Message = {
  readonly id: string | undefined;
  readonly type: MessageType;
  readonly at: number | undefined;
  /** `undefined` for what Gemini told the person, not the model. */
  readonly role: Role | undefined;
  readonly sayings: readonly Saying[];
  readonly calls: boolean;
  readonly shown: readonly string[] | undefined;
};

const TYPES: Readonly<Record<string, MessageType>> = {
  user: 'user',
  gemini: 'gemini',
  info: 'info',
  warning: 'warning',
  error: 'error',
};

/** What Gemini writes where the person stopped it (formats: gemini §4). */
export const INTERRUPTED = 'Request cancelled.';

/** A message's type; undefined for a word that is in no table. */
export function messageType(object: ForeignObject): MessageType | undefined {
  return typeNamed(stringField(object, 'type') ?? '');
}

/** The type that the harness spells so; undefined where it is in no table. */
export function typeNamed(word: string): MessageType | undefined {
  return entry(TYPES, word);
}

/** What a message says, wherever it stands; of what is odd about it `place` takes note. */
export function readMessage(object: ForeignObject, type: MessageType, place: Place): Message {
  if (object.duplicate) place.notes.add('duplicate_key');
  const sayings = sayingsOf(object, type, place);
  return {
    id: safeId(object, 'id', place.notes),
    type,
    at: timeField(object, 'timestamp'),
    role: roleOf(object, type, sayings),
    sayings,
    calls: type === 'gemini' && valuesIn(object, 'toolCalls').length > 0,
    shown: own(object, 'displayContent') === undefined ? undefined : shownIn(object),
  };
}

/** The origins of a user message's texts; undefined for any other message. */
export function originsOf(message: Message, place: Omit<UserPlace, 'shown'>): Origins | undefined {
  if (message.role !== 'user') return undefined;
  if (message.type === 'info') return { each: ['interrupt'], whole: 'interrupt' };
  const texts = message.sayings.flatMap(({ text }) => (text === undefined ? [] : [text]));
  return userOrigins(texts, { ...place, shown: message.shown });
}

function sayingsOf(object: ForeignObject, type: MessageType, place: Place): readonly Saying[] {
  if (type === 'info') {
    return own(object, 'content') === INTERRUPTED ? contentSayings(object, 'user', place) : [];
  }
  if (type === 'user') return contentSayings(object, 'user', place);
  if (type !== 'gemini') return [];
  const thoughts = thoughtSayings(object, place);
  const content = contentSayings(object, 'model', place);
  // A resume writes the thoughts a second time, among the content.
  const said = thoughts.length === 0 ? content : content.filter(({ key }) => !key.startsWith('thought-text'));
  return [...said, ...thoughts, ...toolCallSayings(object, place)];
}

/** hostile: text beside a result keeps role `user`, so that no prompt hides behind a result. */
function roleOf(object: ForeignObject, type: MessageType, sayings: readonly Saying[]): Role | undefined {
  if (type === 'gemini') return 'assistant';
  if (sayings.length === 0) return undefined;
  if (type === 'user') return sayings.every(({ part }) => part.kind === 'result') ? 'tool' : 'user';
  return type === 'info' && own(object, 'content') === INTERRUPTED ? 'user' : undefined;
}

/** `{subject, description}`: the summary that the API gives, split; either can be empty (formats: gemini §2). */
function thoughtSayings(object: ForeignObject, place: Place): readonly Saying[] {
  return valuesIn(object, 'thoughts').flatMap((found) => {
    const thought = objectOf(found, place.notes);
    if (thought === undefined) return [otherSaying(found, place)];
    const words = [wordsAt(thought, 'subject'), wordsAt(thought, 'description')].filter(
      (each) => each !== undefined,
    );
    if (words.length === 0) return [];
    const body = sliceOf(words.length === 1 ? words[0]!.range : found.range);
    const ranges = words.map(({ range }) => range);
    return [
      { key: keyOf('thought', ranges, place.bytes), part: { kind: 'thinking', state: 'summary', body } },
    ];
  });
}

function shownIn(object: ForeignObject): readonly string[] {
  return valuesIn(object, 'displayContent').flatMap(({ value }) => {
    if (typeof value === 'string') return [value];
    const text = stringField(asObject(value), 'text');
    return text === undefined ? [] : [text];
  });
}

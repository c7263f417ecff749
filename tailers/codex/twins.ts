import { sha256Hex } from '../../src/bytes/sha256.ts';

/**
 * Pairs the two lines that Codex writes of one thing (formats: codex §4): a response item, and an event that says
 * the same. They pair when both say the same text, in order, within one turn, and name no different ids. Text is
 * compared because ids are not proof: a line with a known id and other words must not pass as said already.
 */
export type Twins = {
  /** Lines that wait for their other half, by what they say. */
  readonly waiting: Map<string, Waiting[]>;
  size: number;
};

/** Which of the two spellings a line is. */
export type Form = 'item' | 'event';

type Waiting = { readonly line: number; readonly form: Form; readonly id: string | undefined };

/** One line's claim to have said something: what sort of thing, its texts one by one, and the item's id. */
export type Saying = {
  readonly sort: 'user' | 'assistant' | 'reasoning' | 'hook';
  readonly texts: readonly string[];
  readonly form: Form;
  readonly line: number;
  readonly id?: string | undefined;
};

/** A turn in which more than this waits is not one that Codex wrote; the rest finds no twin. */
const MAX_WAITING = 512;
/** A longer text is remembered by its hash. */
const MAX_KEY_CHARS = 120;

export function newTwins(): Twins {
  return { waiting: new Map(), size: 0 };
}

/** Forgets what waits: at a turn's start and end. */
export function clearTwins(twins: Twins): void {
  twins.waiting.clear();
  twins.size = 0;
}

/**
 * The line that said all of `saying` before, in the other form, or undefined: then it waits for its own twin.
 * Reasoning pairs text by text, since a legacy event carries one section where the item carries all.
 */
export function twinOf(twins: Twins, saying: Saying): number | undefined {
  const keys = saying.texts.map((text) => `${saying.sort}:${textKey(text)}`);
  const ready =
    keys.length > 0 && keys.every((key) => twins.waiting.get(key)?.some((at) => matches(at, saying)));
  if (!ready) {
    for (const key of keys) wait(twins, key, saying);
    return undefined;
  }
  const lines = keys.map((key) => take(twins, key, saying)).filter((line) => line !== undefined);
  return Math.min(...lines);
}

function matches(waiting: Waiting, saying: Saying): boolean {
  const known = waiting.id !== undefined && saying.id !== undefined;
  return waiting.form !== saying.form && (!known || waiting.id === saying.id);
}

function take(twins: Twins, key: string, saying: Saying): number | undefined {
  const list = twins.waiting.get(key) ?? [];
  const at = list.findIndex((other) => matches(other, saying));
  if (at < 0) return undefined;
  twins.size--;
  return list.splice(at, 1)[0]?.line;
}

function wait(twins: Twins, key: string, { line, form, id }: Saying): void {
  if (twins.size >= MAX_WAITING) return;
  twins.size++;
  const list = twins.waiting.get(key);
  if (list === undefined) twins.waiting.set(key, [{ line, form, id }]);
  else list.push({ line, form, id });
}

/** What a text is remembered by. */
export function textKey(text: string): string {
  return text.length <= MAX_KEY_CHARS ? `=${text}` : `#${sha256Hex(Buffer.from(text))}`;
}

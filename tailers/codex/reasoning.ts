import type { Exchange, Part, Reasoning, Slice } from '../../src/model/reading.ts';
import { sliceOf, stringField } from '../fields.ts';
import { asObject } from '../line.ts';
import type { Written } from '../written.ts';
import { elementObject, elementsIn, type Located, sliceAt } from './located.ts';
import type { Memory } from './memory.ts';
import { noteThought, placed } from './message.ts';
import { type Place, safeId } from './place.ts';
import { type Form, twinOf } from './twins.ts';

/** A list of texts as one body: the text itself where there is one, else the whole list's raw bytes. */
type Texts = { readonly texts: readonly string[]; readonly body?: Slice };

/** Where a line keeps its reasoning: the keys of its summary, of its raw text and of its sealed form. */
type Keys = { readonly summary: string; readonly raw: string; readonly form: Form };

const ITEM: Keys = { summary: 'summary', raw: 'content', form: 'item' };
const COMPLETED: Keys = { summary: 'summary_text', raw: 'raw_content', form: 'event' };

/** A `reasoning` response item, enveloped or bare. */
export function reasoningItem(item: Located, place: Place, memory: Memory): Exchange | undefined {
  return reasoned(item, place, { memory, keys: ITEM });
}

/**
 * A completed `Reasoning` item. Where it holds no text it is no exchange: the response item behind it holds the
 * sealed reasoning, and must not count as said before.
 */
export function reasoningCompleted(item: Located, place: Place, memory: Memory): Exchange | undefined {
  return reasoned(item, place, { memory, keys: COMPLETED });
}

/** A legacy `agent_reasoning` event (one section of a summary) or `agent_reasoning_raw_content`. */
export function reasoningEvent(event: Located, place: Place, memory: Memory): Exchange | undefined {
  const text = stringField(event.object, 'text');
  const body = sliceAt(event, 'text');
  if (text === undefined || text === '' || body === undefined) return undefined;
  const state = stringField(event.object, 'type') === 'agent_reasoning' ? 'summary' : 'full';
  const twin = twinOf(memory.twins, { sort: 'reasoning', texts: [text], form: 'event', line: place.line });
  noteThought(memory, place, twin);
  return thought(state, [{ kind: 'thinking', state, body }], { place, twin });
}

function reasoned(
  item: Located,
  place: Place,
  { memory, keys }: { readonly memory: Memory; readonly keys: Keys },
) {
  const summary = textsIn(item, keys.summary);
  const raw = textsIn(item, keys.raw);
  const seal = sliceAt(item, 'encrypted_content');
  const sealed = seal === undefined ? {} : { seal };
  const parts: Part[] = [];
  if (summary.body !== undefined)
    parts.push({ kind: 'thinking', state: 'summary', body: summary.body, ...sealed });
  if (raw.body !== undefined) {
    parts.push({ kind: 'thinking', state: 'full', body: raw.body, ...(parts.length === 0 ? sealed : {}) });
  }
  if (parts.length === 0 && seal === undefined) return undefined;
  if (parts.length === 0) parts.push({ kind: 'thinking', state: 'sealed', ...sealed });
  const texts = [...summary.texts, ...raw.texts];
  const id = safeId(item.object, 'id', place.notes);
  const twin = twinOf(memory.twins, { sort: 'reasoning', texts, form: keys.form, line: place.line, id });
  noteThought(memory, place, twin);
  const state = raw.body !== undefined ? 'full' : summary.body !== undefined ? 'summary' : 'sealed';
  return thought(state, parts, { place, twin, message: id });
}

type Found = {
  readonly place: Place;
  readonly twin: number | undefined;
  readonly message?: string | undefined;
};

function thought(reasoning: Reasoning, parts: readonly Part[], { place, twin, message }: Found): Exchange {
  const exchange: Written<Exchange> = { role: 'assistant', reasoning, parts };
  if (message !== undefined) exchange.message = message;
  return placed(exchange, place, twin);
}

/** The texts under `key`: strings (item_completed) or objects with a `text` (response items). Empty ones say nothing. */
function textsIn(item: Located, key: string): Texts {
  const found = elementsIn(item, key).flatMap((element) => {
    if (typeof element.value === 'string') {
      return element.value === '' ? [] : [{ text: element.value, body: sliceOf(element.range) }];
    }
    const text = stringField(asObject(element.value), 'text');
    const located = text === undefined || text === '' ? undefined : elementObject(element);
    const body = located === undefined ? undefined : sliceAt(located, 'text');
    return text === undefined || body === undefined ? [] : [{ text, body }];
  });
  const texts = found.map((each) => each.text);
  const body = found.length === 1 ? found[0]!.body : found.length === 0 ? undefined : sliceAt(item, key);
  return body === undefined ? { texts } : { texts, body };
}

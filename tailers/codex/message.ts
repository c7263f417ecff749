import { JsonListView } from '../../src/bytes/json-view.ts';
import type { Exchange, LineNote, Origin, Part, Role } from '../../src/model/reading.ts';
import { entry, own, sliceOf, stringField } from '../fields.ts';
import { asObject } from '../line.ts';
import type { Written } from '../written.ts';
import { type Element, elementObject, elementsIn, type Located, sliceAt } from './located.ts';
import { isNews, type Memory } from './memory.ts';
import { messageOrigin, partOrigins } from './origin.ts';
import { type Place, safeId } from './place.ts';
import { addThought, dateThought, interruptResponse } from './response.ts';
import { twinOf } from './twins.ts';

const TEXTS = new Set(['input_text', 'output_text', 'text', 'Text', 'refusal']);
const IMAGES = new Set(['input_image', 'image', 'local_image']);
const ROLES: Readonly<Record<string, Role>> = {
  user: 'user',
  assistant: 'assistant',
  developer: 'developer',
  system: 'developer',
};

/** A `message` response item of any role, enveloped or bare. */
export function messageExchange(item: Located, place: Place, memory: Memory): Exchange | undefined {
  const role = entry(ROLES, stringField(item.object, 'role') ?? '');
  if (role === undefined) {
    place.notes.add('content_shape');
    return undefined;
  }
  const content = contentParts(item, 'content', place.notes);
  const { parts } = content;
  if (role === 'developer') return placed({ role, reasoning: 'none', parts }, place);
  const texts = content.texts();
  const said = texts.filter((text) => text !== undefined);
  if (role === 'assistant') return spoken({ parts, texts: said, form: 'item' }, place, { item, memory });
  interruptResponse(memory.response);
  const origins = partOrigins(item.object, texts.length === 0 ? [undefined] : texts);
  const origin = messageOrigin(
    said.length === 0 ? origins : origins.filter((_, i) => texts[i] !== undefined),
    memory.child,
  );
  isNews(memory, said.join(''));
  const sort = origin === 'hook' ? 'hook' : 'user';
  const key = origin === 'hook' ? [''] : [said.join('')];
  const twin = twinOf(memory.twins, { sort, texts: key, form: 'item', line: place.line });
  return placed({ role, origin, reasoning: 'none', parts: asSaid(parts, origins, origin) }, place, twin);
}

type Spoken = {
  readonly parts: readonly Part[];
  readonly texts: readonly string[];
  readonly form: 'item' | 'event';
};
type Source = { readonly item: Located; readonly memory: Memory };

/** The model's words, from a response item, an `AgentMessage` item or a legacy `agent_message` event. */
export function spoken(what: Spoken, place: Place, { item, memory }: Source): Exchange {
  const id = safeId(item.object, 'id', place.notes);
  const said = what.texts.join('');
  const twin =
    said === ''
      ? undefined
      : twinOf(memory.twins, { sort: 'assistant', texts: [said], form: what.form, line: place.line, id });
  noteThought(memory, place, twin);
  const exchange: Written<Exchange> = { role: 'assistant', reasoning: 'none', parts: what.parts };
  if (id !== undefined) exchange.message = id;
  return placed(exchange, place, twin);
}

/** Keeps a thought's first line for linking; its twin only tells which request it came from. */
export function noteThought(memory: Memory, place: Place, twin: number | undefined): void {
  if (place.agent !== undefined) return;
  if (twin === undefined)
    addThought(memory.response, { line: place.line, turn: place.turn, sampled: place.sampled });
  else dateThought(memory.response, twin, place.sampled);
}

type Content = { readonly parts: readonly Part[]; readonly texts: () => readonly (string | undefined)[] };

/** A message's content as parts: `texts` gives each part's text, undefined for what is none. A string is one text. */
export function contentParts(item: Located, key: string, notes: Set<LineNote>): Content {
  const content = own(item.object, key);
  const whole = sliceAt(item, key);
  if (typeof content === 'string' && whole !== undefined) {
    return { parts: [{ kind: 'text', body: whole }], texts: () => [content] };
  }
  if (!(content instanceof JsonListView)) {
    notes.add('content_shape');
    return {
      parts: whole === undefined ? [] : [{ kind: 'other', body: whole }],
      texts: () => (whole === undefined ? [] : [undefined]),
    };
  }
  const elements = elementsIn(item, key);
  const parts = elements.map((element, i) => contentPart(element, isImageTag(elements, i)));
  const texts = () =>
    elements.map(({ value }, i) =>
      parts[i]!.kind === 'text' ? stringField(asObject(value), 'text') : undefined,
    );
  return { parts, texts };
}

function contentPart(element: Element, imageTag: boolean): Part {
  const located = elementObject(element);
  const type = stringField(located?.object, 'type') ?? '';
  const text =
    located === undefined || !TEXTS.has(type) || imageTag
      ? undefined
      : (sliceAt(located, 'text') ?? sliceAt(located, 'refusal'));
  if (text !== undefined) return { kind: 'text', body: text };
  return { kind: IMAGES.has(type) ? 'image' : 'other', body: sliceOf(element.range) };
}

/** `<image name=…>` and `</image>`, which Codex puts around an image, are its words and not the person's. */
function isImageTag(elements: readonly Element[], i: number): boolean {
  if (elements.length === 1) return false;
  const near = (at: number): boolean => stringField(asObject(elements[at]?.value), 'type') === 'input_image';
  const [before, behind] = [near(i + 1), near(i - 1)];
  if (!before && !behind) return false;
  const text = stringField(asObject(elements[i]!.value), 'text') ?? '';
  return (before && text.startsWith('<image ') && text.endsWith('>')) || (behind && text === '</image>');
}

/** In a prompt, a part that the harness put beside the person's words is none of their text. */
export function asSaid(parts: readonly Part[], origins: readonly Origin[], origin: Origin): readonly Part[] {
  if (origin !== 'prompt' && origin !== 'task') return parts;
  return parts.map((part, i) =>
    part.kind === 'text' && origins[i] !== 'prompt' ? { kind: 'other', body: part.body } : part,
  );
}

/** Completes an exchange with its turn, and with the line that said it before. */
export function placed(exchange: Written<Exchange>, place: Place, twin?: number): Exchange {
  if (place.turn !== undefined) exchange.turn = place.turn;
  if (twin !== undefined) exchange.twin = twin;
  return exchange;
}

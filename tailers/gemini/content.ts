import { sliceOf, stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import { functionCall, functionResponse } from './call.ts';
import {
  type Found,
  keyOf,
  objectOf,
  otherSaying,
  type Place,
  type Saying,
  valuesIn,
  wordsAt,
} from './saying.ts';

/** Who a message's texts are from: `user` or `model`. */
export type Speaker = 'user' | 'model';

/**
 * What `content` says: a string, or parts of the Gemini API (a prompt, tool results, and after a reset the model's words
 * and calls too).
 */
export function contentSayings(message: ForeignObject, speaker: Speaker, place: Place): readonly Saying[] {
  if (!message.has('content')) place.notes.add('content_shape');
  return valuesIn(message, 'content').flatMap((found) => {
    if (typeof found.value === 'string') return textSayings(found, speaker, place);
    const object = objectOf(found, place.notes);
    return object === undefined
      ? [otherSaying(found, place)]
      : partSayings(object, found, { speaker, place });
  });
}

function textSayings(found: Found, speaker: Speaker, { bytes }: Place): readonly Saying[] {
  const text = String(found.value);
  if (text === '') return [];
  const body = sliceOf(found.range);
  const said = { key: textKey(found, speaker, bytes), part: { kind: 'text', body } } as const;
  return [speaker === 'user' ? { ...said, text } : said];
}

/** The key of a text: quotes included, so that a bare string and a part's `text` are the same words. */
export function textKey({ range }: Pick<Found, 'range'>, speaker: Speaker, bytes: Uint8Array): string {
  return keyOf(speaker, [range], bytes);
}

type Here = { readonly speaker: Speaker; readonly place: Place };

function partSayings(object: ForeignObject, found: Found, { speaker, place }: Here): readonly Saying[] {
  const { bytes, notes } = place;
  const seal = wordsAt(object, 'thoughtSignature');
  const seals: readonly Saying[] =
    seal === undefined
      ? []
      : [
          {
            key: keyOf('seal', [seal.range], bytes),
            part: { kind: 'thinking', state: 'sealed', seal: sliceOf(seal.range) },
          },
        ];
  const text = object.rangeOf('text');
  if (text !== undefined) {
    const value = stringField(object, 'text');
    if (value === undefined) notes.add('content_shape');
    const said = value === undefined ? found : { value, range: text };
    if (object.get('thought') === true && value !== undefined) return [...seals, thoughtText(said, bytes)];
    return [
      ...seals,
      ...(value === undefined ? [otherSaying(found, place)] : textSayings(said, speaker, place)),
    ];
  }
  if (object.has('functionCall')) return [...seals, functionCall(object, found, place)];
  if (object.has('functionResponse')) return [...seals, functionResponse(object, found, place)];
  return [...seals, media(object, found, place)];
}

/** A thought in the API's shape, which a resume makes of `thoughts`: `**Subject** description` in one text. */
function thoughtText({ range }: Found, bytes: Uint8Array): Saying {
  const part = { kind: 'thinking', state: 'summary', body: sliceOf(range) } as const;
  return { key: keyOf('thought-text', [range], bytes), part };
}

function media(object: ForeignObject, found: Found, place: Place): Saying {
  const data = ['inlineData', 'fileData']
    .map((key) => valuesIn(object, key)[0])
    .find((at) => at !== undefined);
  const described = data === undefined ? undefined : objectOf(data, place.notes);
  const image = stringField(described, 'mimeType')?.startsWith('image/') === true;
  const kind = image ? 'image' : 'other';
  return { key: keyOf(kind, [found.range], place.bytes), part: { kind, body: sliceOf(found.range) } };
}

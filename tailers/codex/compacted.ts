import type { Exchange, Origin, Part } from '../../src/model/reading.ts';
import { stringField } from '../fields.ts';
import { elementObject, elementsIn, type Located, sliceAt } from './located.ts';
import { isNews, type Memory } from './memory.ts';
import { asSaid, contentParts, placed } from './message.ts';
import { messageOrigin, partOrigins } from './origin.ts';
import { type Place, safeId } from './place.ts';

/** What a compaction makes anew of the harness's own: it is no news where it stands. */
const OWN: ReadonlySet<Origin> = new Set(['context', 'instructions', 'summary']);

/**
 * The summary that a compaction leaves, and what its `replacement_history` has in the user's place that no line before
 * said (formats: codex §3): the rest repeats old lines and is no exchange again. hostile: the model goes on from that history,
 * so that a text put into it is as good as a prompt.
 */
export function compactedExchange(payload: Located, place: Place, memory: Memory): Exchange | undefined {
  const text = stringField(payload.object, 'message');
  const body = sliceAt(payload, 'message');
  const summary: Part[] =
    text === undefined || text === '' || body === undefined ? [] : [{ kind: 'text', body }];
  if (text !== undefined) isNews(memory, text);
  const news = memory.child ? [] : newsIn(payload, place, memory);
  const parts = [...summary, ...news.flatMap((one) => one.parts)];
  if (parts.length === 0) return undefined;
  const origin = summary.length > 0 ? 'summary' : news[0]!.origin;
  return placed({ role: 'user', origin, reasoning: 'none', parts }, place);
}

type News = { readonly origin: Origin; readonly parts: readonly Part[] };

function newsIn(payload: Located, place: Place, memory: Memory): readonly News[] {
  return elementsIn(payload, 'replacement_history').flatMap((element): News[] => {
    const item = elementObject(element);
    if (item === undefined || stringField(item.object, 'type') !== 'message') return [];
    if (stringField(item.object, 'role') !== 'user') return [];
    const content = contentParts(item, 'content', place.notes);
    const texts = content.texts();
    const said = texts.filter((text) => text !== undefined);
    const origins = partOrigins(item.object, texts);
    const origin = messageOrigin(
      origins.filter((_, i) => texts[i] !== undefined),
      false,
    );
    if (said.length === 0 || OWN.has(origin) || !isNews(memory, said.join(''))) return [];
    const message = safeId(item.object, 'id', place.notes);
    const own = { origin, ...(message === undefined ? {} : { message }) };
    return [{ origin, parts: asSaid(content.parts, origins, origin).map((part) => ({ ...part, ...own })) }];
  });
}

import { objectField, own, stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import { completedType, envelopeType, isBareItem } from './types.ts';

/**
 * What kind of line it is. Decided line by line, never for a file: an upgrade changes the dialect in the middle of
 * one (codex 45150). `item`: a response item, enveloped or (0.20.0) bare. `completed`: an `item_completed` event.
 * `event`: every other event. `meta`: a session's header. `bare`: the line itself is the payload.
 */
export type Envelope = {
  readonly kind: 'item' | 'completed' | 'event' | 'meta' | 'compacted' | 'context' | 'usage' | 'other';
  /** In the log's words; undefined where no table knows it. */
  readonly type: string | undefined;
  /** `payload.type`, or `payload.item.type`. */
  readonly word: string;
  readonly payload: ForeignObject;
  readonly bare: boolean;
};

const KINDS: Readonly<Record<string, Envelope['kind']>> = {
  response_item: 'item',
  event_msg: 'event',
  session_meta: 'meta',
  compacted: 'compacted',
  turn_context: 'context',
  token_usage_record: 'usage',
};

/** The line's envelope. hostile: an object of any shape; one that is none of Codex's is `other` without a type. */
export function envelopeOf(object: ForeignObject): Envelope {
  const type = stringField(object, 'type');
  const payload = objectField(object, 'payload');
  if (type === undefined || payload === undefined) return bareEnvelope(object, type);
  const word = stringField(payload, 'type') ?? '';
  if (type === 'event_msg' && word === 'item_completed') {
    const item = stringField(objectField(payload, 'item'), 'type') ?? '';
    return { kind: 'completed', type: completedType(item), word: item, payload, bare: false };
  }
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type]! : 'other';
  return { kind, type: envelopeType(type, word), word, payload, bare: false };
}

/** formats: codex 0.20.0: a header without a type, then response items, with `{"record_type":"state"}` between. */
function bareEnvelope(object: ForeignObject, type: string | undefined): Envelope {
  const bare = { word: type ?? '', payload: object, bare: true };
  if (type !== undefined) {
    return isBareItem(type) ? { kind: 'item', type, ...bare } : { kind: 'other', type: undefined, ...bare };
  }
  if (own(object, 'record_type') === 'state') return { kind: 'other', type: 'state', ...bare };
  return isBareHeader(object)
    ? { kind: 'meta', type: 'session_header', ...bare }
    : { kind: 'other', type: undefined, ...bare };
}

/** Whether it is the first line of a 0.20.0 rollout. `session_index.jsonl` has an `id` too, but no `instructions`. */
function isBareHeader(object: ForeignObject): boolean {
  return (
    stringField(object, 'id') !== undefined &&
    stringField(object, 'timestamp') !== undefined &&
    (object.has('instructions') || object.has('git')) &&
    !object.has('type')
  );
}

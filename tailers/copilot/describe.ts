import type { SourceDescription } from '../../src/model/reading.ts';
import { objectField, own } from '../fields.ts';
import { type ForeignObject, parseLine } from '../line.ts';
import { eventType } from './event-type.ts';
import { isPlainId, versionOf } from './ids.ts';

/** `session-state/<session>/events.jsonl`, wherever Copilot's home is. */
const PLACE =
  /[\\/]session-state[\\/]([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})[\\/]events\.jsonl$/i;

/**
 * See `Tailer.describe`. The first line is the session's header. Hooks name a session by its folder, so where the two
 * differ the folder's name is the session, and the header's the one that it was copied from. hostile: whatever path and
 * bytes; a header that is damaged leaves the folder's name.
 */
export function describeEvents(path: string, head: readonly Uint8Array[]): SourceDescription | undefined {
  const folder = PLACE.exec(path)?.[1];
  const events = head.map((line) => parseLine(line).object).filter(isEvent);
  const header = events.map(headerOf).find((data) => data !== undefined);
  const stated = own(header, 'sessionId');
  const session = folder ?? (isPlainId(stated) ? stated : undefined);
  if (session === undefined || (header === undefined && (folder === undefined || events.length === 0)))
    return undefined;
  const version = versionOf(header);
  return {
    harness: 'copilot',
    session,
    role: 'main',
    ...(isPlainId(stated) && stated !== session ? { from: stated, copiesFrom: stated } : {}),
    ...(version === undefined ? {} : { version }),
  };
}

/** Any event, of a type that is known or not: an object with a type, an id, a parent and data. */
function isEvent(object: ForeignObject | undefined): object is ForeignObject {
  if (object === undefined || objectField(object, 'data') === undefined) return false;
  return typeof own(object, 'type') === 'string' && object.has('id') && object.has('parentId');
}

function headerOf(event: ForeignObject): ForeignObject | undefined {
  if (eventType(event) !== 'session.start') return undefined;
  const data = objectField(event, 'data');
  return isPlainId(own(data, 'sessionId')) ? data : undefined;
}

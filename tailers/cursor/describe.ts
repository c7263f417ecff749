import type { SourceDescription } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import { type ForeignObject, parseLine } from '../line.ts';
import { idOf, placeOf } from './place.ts';

/**
 * See `Tailer.describe`. In its own folder a file is Cursor's by its place, an empty one too: the runtime empties it to
 * write it anew. Elsewhere (copied to be recorded) every object in its head must have Cursor's shape, and the file's name
 * is the session.
 */
export function describeCursor(path: string, head: readonly Uint8Array[]): SourceDescription | undefined {
  const objects = head.map((line) => parseLine(line).object).filter((object) => object !== undefined);
  const place = placeOf(path);
  const ours = objects.filter(isOurs).length;
  if (place === undefined) {
    const session = idOf(path.split(/[\\/]/).at(-1));
    if (session === undefined || ours === 0 || ours < objects.length) return undefined;
    return { harness: 'cursor', session, role: 'main' };
  }
  if (objects.length > 0 && ours === 0) return undefined;
  const { session, agent } = place;
  if (agent === undefined) return { harness: 'cursor', session, role: 'main' };
  return { harness: 'cursor', session, role: 'subagent', agent };
}

/** `{role, message: {content}}` with neither type nor id, or a turn's end (formats: cursor §4). */
function isOurs(line: ForeignObject): boolean {
  if (stringField(line, 'type') === 'turn_ended') return stringField(line, 'status') !== undefined;
  const role = stringField(line, 'role');
  if (role !== 'user' && role !== 'assistant') return false;
  const foreign = line.has('type') || line.has('uuid') || line.has('sessionId');
  return !foreign && own(objectField(line, 'message'), 'content') !== undefined;
}

import type { SourceDescription } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import { type ForeignObject, parseLine } from '../line.ts';
import { messageType } from './message.ts';
import { rootFields } from './piece.ts';
import { isOpening } from './piece-reader.ts';

/** Narrower than what may stand in the log: it names folders and files (loongsuite 201). */
const ID = /^[0-9A-Za-z][0-9A-Za-z_-]{0,99}$/;
const MAIN_NAME = /^session-[0-9T-]{1,40}-([0-9a-f]{8})\.jsonl?$/;

/** A header: what a recording says of itself in its first lines. */
type Header = { readonly session: string; readonly kind: string | undefined };

/** Where a file lies: in a session's folder below `chats`, or in `chats` under the name of one. */
type Hint = {
  readonly folder: string | undefined;
  readonly short: string | undefined;
  readonly base: string;
};

/**
 * See `Tailer.describe`. By content, as names differ by version; a subagent's header names itself only, and its
 * parent is the folder that it lies in. hostile: whatever path and bytes; no id that could be a path is used.
 */
export function describeRecording(path: string, head: readonly Uint8Array[]): SourceDescription | undefined {
  const hint = hintOf(path);
  const header = headerOf(head) ?? damaged(hint, head);
  if (header === undefined) return undefined;
  const { folder } = hint;
  const nested = folder !== undefined && folder !== header.session && header.kind !== 'main';
  if (header.kind !== 'subagent' && !nested) {
    return { harness: 'gemini', session: header.session, role: 'main' };
  }
  return {
    harness: 'gemini',
    session: folder ?? header.session,
    role: 'subagent',
    agent: header.session,
  };
}

function hintOf(path: string): Hint {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  const folder = parts.at(-3) === 'chats' && ID.test(parts.at(-2)!) ? parts.at(-2) : undefined;
  const short = parts.at(-2) === 'chats' ? MAIN_NAME.exec(name)?.[1] : undefined;
  return { folder, short, base: name.replace(/\.jsonl?$/, '') };
}

function headerOf(head: readonly Uint8Array[]): Header | undefined {
  if (head[0] !== undefined && isOpening(head[0])) {
    const { sessionId, projectHash, kind } = rootFields(head);
    return projectHash === undefined ? undefined : headerFrom(sessionId, kind);
  }
  for (const line of head) {
    const { object } = parseLine(line);
    if (object === undefined || !object.has('projectHash') || !object.has('startTime')) continue;
    return headerFrom(stringField(object, 'sessionId'), stringField(object, 'kind'));
  }
  return undefined;
}

function headerFrom(session: string | undefined, kind: string | undefined): Header | undefined {
  return session !== undefined && ID.test(session) ? { session, kind } : undefined;
}

/** A recording whose header is damaged is one all the same: its place names it, and a line that states the session. */
function damaged({ folder, short, base }: Hint, head: readonly Uint8Array[]): Header | undefined {
  if (short === undefined && (folder === undefined || !ID.test(base))) return undefined;
  const objects = head.map((line) => parseLine(line).object).filter((object) => object !== undefined);
  if (!objects.some(isOurs)) return undefined;
  const stated = objects
    .map((object) => stringField(objectField(object, '$set'), 'sessionId'))
    .find((session) => session !== undefined && ID.test(session));
  return { session: stated ?? short ?? base, kind: short === undefined ? 'subagent' : 'main' };
}

function isOurs(object: ForeignObject): boolean {
  if (stringField(object, '$rewindTo') !== undefined) return true;
  const set = objectField(object, '$set');
  if (set !== undefined) return set.has('lastUpdated') || set.has('messages');
  const message = messageType(object) !== undefined && stringField(object, 'id') !== undefined;
  return message && own(object, 'content') !== undefined && stringField(object, 'timestamp') !== undefined;
}

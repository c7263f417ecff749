import type { SourceDescription } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import { asObject, type ForeignObject, parseLine } from '../line.ts';
import { envelopeOf } from './envelope.ts';

/** A rollout's name: local time, thread id and, after a revert, the segment's id (formats: codex §1). */
const NAME =
  /^rollout-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-([0-9a-fA-F-]{36})(?:_([0-9a-fA-F-]{36}))?\.jsonl(?:\.zst)?$/;

/** Narrower than what may stand in the log: a thread's id goes into no path and names no other (loongsuite 201). */
const THREAD = /^[0-9A-Za-z_-]{1,100}$/;

type Head = {
  /** The `session_meta` payloads in order, or the one bare header of 0.20.0. */
  readonly metas: readonly ForeignObject[];
  /** Whether a line is one of Codex's at all. */
  readonly known: boolean;
};

/** See `Tailer.describe`. hostile: whatever path and bytes; the thread is the header's, the file's name only confirms it. */
export function describeRollout(path: string, head: readonly Uint8Array[]): SourceDescription | undefined {
  const name = NAME.exec(path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1));
  const { metas, known } = headOf(head, name !== null);
  const meta = metas[0];
  if (meta === undefined) {
    // A rollout whose header is damaged is a rollout all the same; nothing else names its thread.
    return known && name !== null ? { harness: 'codex', session: name[1]!, role: 'main' } : undefined;
  }
  const thread = threadId(meta, 'id');
  if (thread === undefined) return undefined;
  const session = threadId(meta, 'session_id') ?? threadId(meta, 'parent_thread_id') ?? thread;
  const segment = name?.[2] !== undefined && metas.some((each) => threadId(each, 'id') === name[1]);
  const role = roleOf(meta) ?? (segment ? 'segment' : 'main');
  const from = originOf(metas, thread);
  const version = versionOf(meta);
  const layout = layoutOf(head, meta);
  return {
    harness: 'codex',
    session,
    role,
    ...(isChild(role) ? { agent: thread } : {}),
    ...(from === undefined ? {} : { from }),
    ...(version === undefined ? {} : { version }),
    ...(layout === undefined ? {} : { layout }),
  };
}

/**
 * How the lines are laid out (formats: codex §2, §8): `paginated` files number them from the header on without gaps,
 * `legacy` ones not at all. undefined for anything between, and for the bare lines of 0.20.0.
 */
function layoutOf(head: readonly Uint8Array[], meta: ForeignObject): SourceDescription['layout'] {
  const objects = head.map((line) => parseLine(line).object);
  const first = objects[0];
  if (first === undefined || stringField(first, 'type') !== 'session_meta') return undefined;
  const mode = stringField(meta, 'history_mode');
  const start = own(first, 'ordinal');
  if (start === undefined)
    return mode !== 'paginated' && objects.every((one) => own(one, 'ordinal') === undefined)
      ? 'legacy'
      : undefined;
  const isNumbered = objects.every((one, i) => own(one, 'ordinal') === Number(start) + i);
  return Number.isSafeInteger(start) && isNumbered && mode !== 'legacy' ? 'paginated' : undefined;
}

/** Whether the thread is an agent's: what stands in the user's place there was said by no person. */
export function isChild(role: SourceDescription['role']): boolean {
  return role === 'subagent' || role === 'review' || role === 'guardian';
}

/** The harness's version in a session's header, where it has the form of one. */
export function versionOf(meta: ForeignObject): string | undefined {
  const version = stringField(meta, 'cli_version');
  return version !== undefined && /^[0-9A-Za-z.+-]{1,40}$/.test(version) ? version : undefined;
}

function threadId(object: ForeignObject | undefined, key: string): string | undefined {
  const id = stringField(object, key);
  return id !== undefined && THREAD.test(id) ? id : undefined;
}

function headOf(head: readonly Uint8Array[], named: boolean): Head {
  const metas: ForeignObject[] = [];
  let known = false;
  for (const [i, line] of head.entries()) {
    const { object } = parseLine(line);
    if (object === undefined) continue;
    const envelope = envelopeOf(object);
    if (!envelope.bare && envelope.type !== undefined) known = true;
    if (envelope.kind !== 'meta') continue;
    // A bare header could be anybody's: it counts on the first line of a file with a rollout's name only.
    if (!envelope.bare || (i === 0 && named)) metas.push(envelope.payload);
  }
  return { metas, known };
}

function roleOf(meta: ForeignObject): 'subagent' | 'review' | 'guardian' | undefined {
  const source = own(objectField(meta, 'source'), 'subagent');
  const kind = stringField(meta, 'thread_source');
  if (source === 'review') return 'review';
  const other = own(asObject(source), 'other');
  if (other === 'guardian' || kind === 'guardian_review') return 'guardian';
  return source !== undefined || kind === 'subagent' ? 'subagent' : undefined;
}

/** The thread that it was forked or reverted from. A legacy fork copies the base's header behind its own. */
function originOf(metas: readonly ForeignObject[], thread: string): string | undefined {
  const meta = metas[0]!;
  const stated = threadId(meta, 'forked_from_id') ?? threadId(objectField(meta, 'history_base'), 'thread_id');
  if (stated !== undefined) return stated;
  const copied = metas.slice(1).map((each) => threadId(each, 'id'));
  return copied.find((id) => id !== undefined && id !== thread);
}

import { JsonObjectView, rootOf } from '../../src/bytes/json-view.ts';
import type { Exchange, LineNote, LineReading, SourceDescription } from '../../src/model/reading.ts';
import { objectField, own, timeField } from '../fields.ts';
import { type ForeignObject, MAX_DEPTH, MAX_MEMBERS, type ParsedLine, parseLine } from '../line.ts';
import type { LineReader } from '../tailer.ts';
import { newWorkspace } from '../workspace.ts';
import { eventType } from './event-type.ts';
import { makerOf } from './exchange.ts';
import { identityOf } from './identity.ts';
import { isPlainId, safeId, versionOf } from './ids.ts';
import type { Joined } from './joiner.ts';
import { inLastLine } from './last-line.ts';
import { type Memory, newMemory } from './memory.ts';

/** A time this far before the newest one seen is a clock set back: buffered events are out of order by less. */
const CLOCK_JUMP_MS = 60_000;

/** An event where it lies: in one physical line, or in several that were joined. */
type Found = {
  readonly event: ForeignObject;
  readonly bytes: Buffer;
  readonly lines: readonly number[];
  readonly notes: Set<LineNote>;
};

/** See `Tailer.reader`. Memory is bounded by `Memory`'s parts. */
export function eventsReader(source: SourceDescription, workspace = newWorkspace()): LineReader {
  const memory = newMemory(source.session, workspace);
  return { read: (line, number) => readLine(memory, parseLine(line, workspace.tape), number) };
}

function readLine(memory: Memory, parsed: ParsedLine, number: number): LineReading {
  const { form, object, bytes } = parsed;
  const notes = new Set<LineNote>(parsed.notes);
  if (object?.has('type') === true) {
    memory.joiner.clear();
    return readEvent(memory, { event: object, bytes, lines: [number], notes }, form);
  }
  const joined = memory.joiner.add(bytes, number);
  const event = joined === undefined ? undefined : joinedEvent(memory, joined);
  if (joined !== undefined && event !== undefined) {
    const reading = readEvent(memory, { event, bytes: joined.bytes, lines: joined.lines, notes }, 'piece');
    if (reading.exchange === undefined) return reading;
    return { ...reading, exchange: inLastLine(reading.exchange, joined.lastAt) };
  }
  if (object === undefined) return { form, ...noted(notes) };
  notes.add('unknown_type');
  return { form, type: 'other', ...noted(notes) };
}

function joinedEvent({ workspace }: Memory, { bytes }: Joined): ForeignObject | undefined {
  const { joinedTape } = workspace;
  if (joinedTape.read(bytes, 0, bytes.length) !== 'json') return undefined;
  const value = rootOf(joinedTape);
  return value instanceof JsonObjectView && value.has('type') ? value : undefined;
}

function readEvent(memory: Memory, found: Found, form: LineReading['form']): LineReading {
  const { event, bytes, notes } = found;
  const type = eventType(event);
  if (type === undefined) notes.add('unknown_type');
  if (event.tape.depth > MAX_DEPTH || event.size > MAX_MEMBERS)
    return { form: 'deep', type: type ?? 'other', ...noted(notes) };
  if (event.duplicate) notes.add('duplicate_key');
  const id = safeId(event, 'id', notes);
  const at = timeField(event, 'timestamp');
  noteClock(memory, at, notes);
  const data = objectField(event, 'data');
  const agent = agentOf(event, data, notes);
  const exchange = type === undefined ? undefined : exchangeOf(memory, found, { type, data, agent });
  if (exchange === 'deep') return { form: 'deep', type: type ?? 'other', ...noted(notes) };
  return {
    form,
    type: type ?? 'other',
    ...(id === undefined ? {} : { id }),
    ...(at === undefined ? {} : { at }),
    ...(type === 'session.start' || type === 'session.resume' ? headerOf(memory, data, notes) : {}),
    ...(agent === undefined ? {} : { agent }),
    ...(exchange === undefined ? {} : { exchange }),
    ...(id === undefined ? {} : { identity: identityOf(bytes, event, memory.workspace.scratch) }),
    ...noted(notes),
  };
}

type Typed = {
  readonly type: string;
  readonly data: ForeignObject | undefined;
  readonly agent: string | undefined;
};

function exchangeOf(
  memory: Memory,
  { lines, notes }: Found,
  { type, data, agent }: Typed,
): Exchange | 'deep' | undefined {
  const maker = makerOf(type);
  if (maker === undefined) return undefined;
  if (data === undefined) {
    notes.add('content_shape');
    return undefined;
  }
  if (data.size > MAX_MEMBERS) return 'deep';
  if (data.duplicate) notes.add('duplicate_key');
  return maker({ data, agent, lines, notes, memory });
}

/**
 * `agentId` is on a subagent's events only. Where there is none, the task call that the event lies in names the lane.
 * hostile: an id that could be a path names nobody.
 */
function agentOf(
  event: ForeignObject,
  data: ForeignObject | undefined,
  notes: Set<LineNote>,
): string | undefined {
  const stated = own(event, 'agentId') ?? own(data, 'parentToolCallId');
  if (stated === undefined || stated === null) return undefined;
  if (isPlainId(stated)) return stated;
  notes.add('unsafe_id');
  return undefined;
}

/** A header that names another session is a copy's: it renames nothing. */
function headerOf(
  memory: Memory,
  data: ForeignObject | undefined,
  notes: Set<LineNote>,
): Partial<LineReading> {
  const session = safeId(data, 'sessionId', notes);
  const other = session !== undefined && session !== memory.session;
  if (other) notes.add('other_session');
  const version = versionOf(data);
  const changed = version !== undefined && version !== memory.version;
  if (changed) memory.version = version;
  return { ...(changed ? { version } : {}), ...(other ? { session } : {}) };
}

function noteClock(memory: Memory, at: number | undefined, notes: Set<LineNote>): void {
  if (at === undefined) return;
  if (at < memory.latest - CLOCK_JUMP_MS) notes.add('clock_jump');
  else if (at <= memory.latest) return;
  memory.latest = at;
}

function noted(notes: ReadonlySet<LineNote>): { readonly notes?: readonly LineNote[] } {
  return notes.size === 0 ? {} : { notes: [...notes] };
}

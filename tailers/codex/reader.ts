import type {
  Exchange,
  Identity,
  LineNote,
  LineReading,
  SourceDescription,
} from '../../src/model/reading.ts';
import { idField, objectField, own, timeField } from '../fields.ts';
import { type ForeignObject, MAX_DEPTH, type ParsedLine, parseLine } from '../line.ts';
import type { LineReader } from '../tailer.ts';
import { newWorkspace } from '../workspace.ts';
import type { Written } from '../written.ts';
import { versionOf } from './describe.ts';
import { type Envelope, envelopeOf } from './envelope.ts';
import { makerOf, payloadOf } from './exchange.ts';
import { identityOf } from './identity.ts';
import { locate } from './located.ts';
import { enterTurn, type Memory, newMemory } from './memory.ts';
import { type Place, safeId } from './place.ts';
import { endResponse } from './response.ts';

/** A time this far before the newest one seen is a clock set back, not a write out of order. */
const CLOCK_JUMP_MS = 60_000;

/** See `Tailer.reader`. */
export function rolloutReader(source: SourceDescription, workspace = newWorkspace()): LineReader {
  const memory = newMemory(source, workspace);
  return { read: (line, number) => readLine(parseLine(line, workspace.tape), number, memory) };
}

function readLine(parsed: ParsedLine, number: number, memory: Memory): LineReading {
  const notes = new Set<LineNote>(parsed.notes);
  if (parsed.object === undefined) return { form: parsed.form, ...noted(notes) };
  const envelope = envelopeOf(parsed.object);
  if (envelope.type === undefined) notes.add('unknown_type');
  const at = timeField(parsed.object, 'timestamp');
  noteClock(memory, at, notes);
  const place = placeOf(parsed.object, envelope, { line: number, memory, notes });
  followTurn(envelope, memory);
  const header = envelope.kind === 'meta' ? readHeader(envelope.payload, memory, notes) : undefined;
  const made = makeExchange(parsed, envelope, { place, memory });
  if (made === 'deep') return { form: 'deep', type: envelope.type ?? 'other', ...noted(notes) };
  const id = envelope.kind === 'meta' ? undefined : itemId(envelope, notes);
  const reading: Written<LineReading> = { form: parsed.form, type: envelope.type ?? 'other', ...header };
  if (id !== undefined) reading.id = id;
  if (at !== undefined) reading.at = at;
  if (place.agent !== undefined) reading.agent = place.agent;
  if (made !== undefined) {
    reading.exchange = made;
    const identity = identified(parsed, envelope, { made, id, memory });
    if (identity !== undefined) reading.identity = identity;
  }
  if (notes.size > 0) reading.notes = [...notes];
  return reading;
}

type Here = { readonly place: Place; readonly memory: Memory };

/** Only a line that can carry an exchange is scanned for where its values lie. */
function makeExchange(parsed: ParsedLine, envelope: Envelope, here: Here): Exchange | 'deep' | undefined {
  const maker = makerOf(envelope);
  if (maker === undefined || parsed.object === undefined) return undefined;
  if (parsed.object.tape.depth > MAX_DEPTH) return 'deep';
  const line = locate(parsed.object);
  const payload = payloadOf(line, envelope);
  if (payload === undefined) return undefined;
  if (line.object.duplicate || payload.object.duplicate) here.place.notes.add('duplicate_key');
  return maker(payload, here.place, here.memory);
}

type Made = { readonly made: Exchange; readonly id: string | undefined; readonly memory: Memory };

/**
 * A line with an id is known by it. One without (legacy users' messages, outputs and events) can be found again only
 * by what it says, and only in the head of a legacy fork. Paginated forks copy nothing.
 */
function identified(
  parsed: ParsedLine,
  envelope: Envelope,
  { made, id, memory }: Made,
): Identity | undefined {
  if (id === undefined && parsed.object?.has('ordinal') === true) return undefined;
  const identity = identityOf(parsed.bytes, {
    type: envelope.type ?? 'other',
    id,
    exchange: made,
    scratch: memory.workspace.scratch,
  });
  return id === undefined && memory.copied ? { ...identity, head: true } : identity;
}

type Line = { readonly line: number; readonly memory: Memory; readonly notes: Set<LineNote> };

function placeOf(object: ForeignObject, envelope: Envelope, { line, memory, notes }: Line): Place {
  const { payload } = envelope;
  const passed = objectField(payload, 'internal_chat_message_metadata_passthrough');
  const turn = idField(payload, 'turn_id') ?? idField(passed, 'turn_id') ?? memory.turn;
  const sampled = own(objectField(object, 'metadata'), 'sampled_through_sequence');
  const thread = envelope.kind === 'completed' ? idField(payload, 'thread_id') : undefined;
  const agent = thread !== undefined && thread !== memory.thread ? thread : undefined;
  if (agent !== undefined) notes.add('other_session');
  return { line, turn, sampled: typeof sampled === 'number' ? sampled : undefined, agent, notes };
}

/** The events that open and close turns, responses and reviews. */
function followTurn({ kind, word, payload }: Envelope, memory: Memory): void {
  if (kind === 'usage') endResponse(memory.response);
  const turn = idField(payload, 'turn_id');
  if (kind === 'context' && (turn === undefined || turn !== memory.turn)) enterTurn(memory, turn);
  if (kind !== 'event' && kind !== 'completed') return;
  if (word === 'task_started' || word === 'turn_started') enterTurn(memory, turn);
  if (word === 'task_complete' || word === 'turn_complete' || word === 'turn_aborted')
    enterTurn(memory, undefined);
  if (word === 'EnteredReviewMode' || word === 'entered_review_mode') memory.reviewing = true;
  if (word === 'ExitedReviewMode' || word === 'exited_review_mode') memory.reviewing = false;
}

/** A header that names another thread is an ancestor's, copied in: it renames nothing (coslash 229). */
function readHeader(meta: ForeignObject, memory: Memory, notes: Set<LineNote>): Partial<LineReading> {
  const id = safeId(meta, 'id', notes);
  if (id !== undefined && id !== memory.thread) {
    memory.copied = true;
    notes.add('other_session');
    return { session: id };
  }
  const version = versionOf(meta);
  if (version === undefined || version === memory.version) return {};
  memory.version = version;
  return { version };
}

function itemId({ kind, payload }: Envelope, notes: Set<LineNote>): string | undefined {
  if (kind === 'completed') return safeId(objectField(payload, 'item'), 'id', notes);
  return kind === 'item' ? safeId(payload, 'id', notes) : undefined;
}

function noteClock(memory: Memory, at: number | undefined, notes: Set<LineNote>): void {
  if (at === undefined) return;
  if (at < memory.latest - CLOCK_JUMP_MS) {
    notes.add('clock_jump');
    memory.latest = at;
  } else if (at > memory.latest) {
    memory.latest = at;
  }
}

function noted(notes: ReadonlySet<LineNote>): { readonly notes?: readonly LineNote[] } {
  return notes.size === 0 ? {} : { notes: [...notes] };
}

import { JsonListView } from '../../src/bytes/json-view.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import type { LineNote, LineReading, SourceDescription } from '../../src/model/reading.ts';
import { objectField, own, stringField, timeField } from '../fields.ts';
import { type ForeignObject, MAX_DEPTH, MAX_MEMBERS, type ParsedLine, parseLine } from '../line.ts';
import type { LineReader } from '../tailer.ts';
import { newWorkspace } from '../workspace.ts';
import { messageExchange } from './exchange.ts';
import { readHistory } from './history.ts';
import { type Memory, newMemory } from './memory.ts';
import { type Message, messageType, readMessage } from './message.ts';
import { isOpening, pieceReader } from './piece-reader.ts';
import { safeId } from './saying.ts';

/** See `Tailer.reader`. A file that opens with a bare `{` is one JSON value over many lines (before 0.39). */
export function recordingReader(source: SourceDescription, { tape } = newWorkspace()): LineReader {
  const memory = newMemory(source);
  let pieces: LineReader | undefined;
  return {
    read: (line, number) => {
      if (number === 0 && isOpening(line)) pieces = pieceReader(memory, tape);
      return pieces?.read(line, number) ?? readLine(parseLine(line, tape), number, memory);
    },
  };
}

type Written = { -readonly [Key in keyof LineReading]: LineReading[Key] };

type ReadLine = {
  readonly object: ForeignObject;
  readonly bytes: Buffer;
  readonly line: number;
  readonly notes: Set<LineNote>;
};

function readLine(parsed: ParsedLine, line: number, memory: Memory): LineReading {
  const notes = new Set<LineNote>(parsed.notes);
  const reading: Written = { form: parsed.form };
  const { object, bytes } = parsed;
  if (object !== undefined) {
    if (object.tape.depth > MAX_DEPTH || object.size > MAX_MEMBERS || isWide(object)) reading.form = 'deep';
    else readObject({ object, bytes, line, notes }, reading, memory);
  }
  if (notes.size > 0) reading.notes = [...notes];
  return reading;
}

/** By their keys, in the order in which Gemini's own reader tells lines apart (formats: gemini §2). */
function readObject(read: ReadLine, reading: Written, memory: Memory): void {
  const { object, notes } = read;
  if (object.duplicate) notes.add('duplicate_key');
  const type = messageType(object);
  const set = objectField(object, '$set');
  if (object.has('$rewindTo')) reading.type = 'rewindTo';
  else if (type !== undefined) addMessage(read, reading, { type, memory });
  else if (set !== undefined) addSet({ ...read, object: set }, reading, memory);
  else if (stringField(object, 'sessionId') !== undefined && object.has('projectHash')) {
    addHeader(read, reading, memory);
  } else {
    reading.type = 'other';
    notes.add('unknown_type');
  }
}

type Typed = { readonly type: Message['type']; readonly memory: Memory };

/** A message, or the replacement of one. One with calls has a type of its own: it is no copy of the one before it. */
function addMessage(read: ReadLine, reading: Written, { type, memory }: Typed): void {
  const { object, line } = read;
  const message = readMessage(object, type, read);
  reading.type = message.calls ? `${type}/toolCalls` : type;
  if (message.id !== undefined) reading.id = message.id;
  if (message.at !== undefined) reading.at = message.at;
  const exchange = messageExchange(message, { line, memory });
  if (exchange === undefined) return;
  reading.exchange = exchange;
  if (message.id === undefined) return;
  const said = [reading.type, message.id, ...message.sayings.map(({ key }) => key)];
  reading.identity = { by: 'id', digest: sha256Hex(Buffer.from(JSON.stringify(said))) };
}

/** Metadata, or a reset: the recording forgets all messages and takes these. */
function addSet(read: ReadLine, reading: Written, memory: Memory): void {
  const { object, notes } = read;
  if (object.duplicate) notes.add('duplicate_key');
  const at = timeField(object, 'lastUpdated');
  if (at !== undefined) reading.at = at;
  reading.type = 'set';
  if (own(object, 'messages') instanceof JsonListView) {
    reading.type = 'set/messages';
    Object.assign(reading, readHistory(object, 'messages', { ...read, memory }));
  }
  addSession(read, reading, memory);
}

/** The header; before 0.39, where a whole session stands in one line, with its messages. */
function addHeader(read: ReadLine, reading: Written, memory: Memory): void {
  const { object } = read;
  const at = timeField(object, 'startTime');
  if (at !== undefined) reading.at = at;
  reading.type = 'header';
  if (own(object, 'messages') instanceof JsonListView) {
    reading.type = 'session';
    Object.assign(reading, readHistory(object, 'messages', { ...read, memory }));
  }
  addSession(read, reading, memory);
}

function addSession({ object, notes }: ReadLine, reading: Written, { source }: Memory): void {
  const session = safeId(object, 'sessionId', notes);
  if (session === undefined || session === (source.agent ?? source.session) || session === source.session)
    return;
  reading.session = session;
  notes.add('other_session');
}

/** hostile: more messages, parts or calls than any session has. */
function isWide(object: ForeignObject): boolean {
  const set = objectField(object, '$set');
  return [object, set].some((holder) =>
    ['content', 'thoughts', 'toolCalls', 'messages'].some((key) => {
      const value = own(holder, key);
      return value instanceof JsonListView && value.length > MAX_MEMBERS;
    }),
  );
}

import type { LineNote, LineReading, SourceDescription } from '../../src/model/reading.ts';
import { readContent } from '../claude-code/blocks.ts';
import { objectField, own, stringField } from '../fields.ts';
import { type ForeignObject, MAX_DEPTH, MAX_MEMBERS, type ParsedLine, parseLine } from '../line.ts';
import type { LineReader } from '../tailer.ts';
import { newWorkspace, type Workspace } from '../workspace.ts';
import { readAssistant } from './assistant.ts';
import { identityOf } from './identity.ts';
import { Repeats } from './repeats.ts';
import { Turn } from './turn.ts';
import { readUser } from './user.ts';

/** How a turn ended, in Cursor's words (formats: cursor §4; `completed` by the CLI of 2026-07). */
const ENDS: ReadonlySet<string> = new Set(['success', 'completed', 'error', 'aborted']);

type Role = 'user' | 'assistant';

/** What is kept from line to line; each part is bounded. */
type Memory = {
  readonly source: SourceDescription;
  readonly turn: Turn;
  readonly repeats: Repeats;
  readonly workspace: Workspace;
  /** Whether a prompt was read, or an agent's task. */
  begun: boolean;
};

type Written = { -readonly [Key in keyof LineReading]: LineReading[Key] };

/** Reads the lines of one Cursor transcript, a conversation's or a subagent's. */
export function cursorReader(source: SourceDescription, workspace = newWorkspace()): LineReader {
  const memory: Memory = {
    source,
    turn: new Turn(),
    repeats: new Repeats(),
    workspace,
    begun: false,
  };
  return { read: (line, number) => readLine(memory, line, number) };
}

function readLine(memory: Memory, line: Uint8Array, number: number): LineReading {
  const parsed = parseLine(line, memory.workspace.tape);
  const notes = new Set<LineNote>(parsed.notes);
  const reading: Written = { form: parsed.form };
  const { object } = parsed;
  if (object !== undefined) {
    if (object.duplicate) notes.add('duplicate_key');
    const role = roleOf(object);
    reading.type = role ?? endOf(memory, object) ?? 'other';
    if (reading.type === 'other') notes.add('unknown_type');
    if (role !== undefined) readMessage(memory, { parsed, object, role, number, notes }, reading);
  }
  if (notes.size > 0) reading.notes = [...notes];
  return reading;
}

function roleOf(line: ForeignObject): Role | undefined {
  const role = stringField(line, 'role');
  return role === 'user' || role === 'assistant' ? role : undefined;
}

/** The type of a line that ends a turn: `turn_ended`, with the status where it is a known one. */
function endOf({ turn }: Memory, line: ForeignObject): string | undefined {
  if (stringField(line, 'type') !== 'turn_ended') return undefined;
  turn.clear();
  const status = stringField(line, 'status');
  return status !== undefined && ENDS.has(status) ? `turn_ended/${status}` : 'turn_ended';
}

type Message = {
  readonly parsed: ParsedLine;
  readonly object: ForeignObject;
  readonly role: Role;
  readonly number: number;
  readonly notes: Set<LineNote>;
};

function readMessage(
  memory: Memory,
  { parsed, object, role, number, notes }: Message,
  reading: Written,
): void {
  const message = objectField(object, 'message');
  const range = object.rangeOf('message');
  if (message === undefined || range === undefined) {
    notes.add('content_shape');
    return;
  }
  if (message.duplicate) notes.add('duplicate_key');
  const isDeep = object.tape.depth > MAX_DEPTH || object.size > MAX_MEMBERS;
  const value = { value: own(message, 'content'), range: message.rangeOf('content') };
  const content = isDeep ? ({ kind: 'deep' } as const) : readContent(value, notes);
  if (content.kind === 'deep') {
    reading.form = 'deep';
    return;
  }
  const { bytes } = parsed;
  const { source, turn } = memory;
  const line = { bytes, number, notes, turn, ofAgent: source.role !== 'main' };
  if (role === 'assistant') {
    reading.exchange = readAssistant(line, content);
  } else {
    const { exchange, at } = readUser(line, content, !memory.begun);
    reading.exchange = exchange;
    if (at !== undefined) reading.at = at;
    if (exchange.role === 'user' && exchange.origin !== 'context') memory.begun = true;
  }
  reading.identity = identityOf({ bytes, role, message: range }, source, memory.repeats);
}

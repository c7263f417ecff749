import type { Exchange, LineNote, LineReading, SourceDescription } from '../../src/model/reading.ts';
import { own, timeField } from '../fields.ts';
import { type ForeignObject, MAX_DEPTH, MAX_MEMBERS, type ParsedLine, parseLine } from '../line.ts';
import type { LineReader } from '../tailer.ts';
import { newWorkspace, type Workspace } from '../workspace.ts';
import type { Written } from '../written.ts';
import { readAssistant } from './assistant.ts';
import { isSpeaking, readAttachment } from './attachment.ts';
import { identityOf } from './identity.ts';
import { type LineContext, notedId } from './line-context.ts';
import { lineType } from './line-type.ts';
import { MessageMemory } from './message-memory.ts';
import { SeenIds } from './seen-ids.ts';
import { Sidechains } from './sidechains.ts';
import { readUser } from './user.ts';

/** What is kept from line to line; each part is bounded. */
type Memory = {
  readonly source: SourceDescription;
  readonly messages: MessageMemory;
  readonly seen: SeenIds;
  readonly sidechains: Sidechains;
  version: string | undefined;
  readonly workspace: Workspace;
};

/** What the line says of itself, before its content is looked at. */
type Envelope = {
  readonly type: string;
  readonly id: string | undefined;
  /** The subagent whose line it is, where that is not the transcript's own. */
  readonly agent: string | undefined;
  readonly sidechain: boolean;
};

/** Reads the lines of one Claude Code transcript, main or subagent, of any version in `formats` (1.0.128 to 2.1.332). */
export function claudeCodeReader(source: SourceDescription, workspace = newWorkspace()): LineReader {
  const memory: Memory = {
    source,
    messages: new MessageMemory(),
    seen: new SeenIds(),
    sidechains: new Sidechains(),
    version: undefined,
    workspace,
  };
  return { read: (line, number) => readLine(memory, line, number) };
}

function readLine(memory: Memory, line: Uint8Array, number: number): LineReading {
  const parsed = parseLine(line, memory.workspace.tape);
  const notes = new Set<LineNote>();
  for (const note of parsed.notes) notes.add(note);
  const reading: Written<LineReading> = { form: parsed.form };
  if (parsed.object !== undefined)
    readObject(memory, { parsed, object: parsed.object, number, notes }, reading);
  if (notes.size > 0) reading.notes = [...notes];
  return reading;
}

type ReadLine = {
  readonly parsed: ParsedLine;
  readonly object: ForeignObject;
  readonly number: number;
  readonly notes: Set<LineNote>;
};

function readObject(memory: Memory, line: ReadLine, reading: Written<LineReading>): void {
  const { object, notes } = line;
  const envelope = readEnvelope(memory, object, notes);
  reading.type = envelope.type;
  if (envelope.type === 'other') notes.add('unknown_type');
  if (envelope.id !== undefined) reading.id = envelope.id;
  if (envelope.agent !== undefined) reading.agent = envelope.agent;
  const at = timeField(object, 'timestamp');
  if (at !== undefined) reading.at = at;
  addVersion(memory, line, reading);
  addSession(memory, line, reading);
  if (!isScanned(envelope)) return;
  if (object.tape.depth > MAX_DEPTH || object.size > MAX_MEMBERS) {
    reading.form = 'deep';
    return;
  }
  addContent(memory, { line, envelope }, reading);
}

/** Only lines that can carry an exchange or be copied are scanned for byte ranges: the rest are large and many. */
function isScanned({ type, id }: Envelope): boolean {
  return id !== undefined || type === 'user' || type === 'assistant' || isSpeaking(type);
}

function readEnvelope(memory: Memory, object: ForeignObject, notes: Set<LineNote>): Envelope {
  const id = notedId(object, 'uuid', notes);
  const parent = notedId(object, 'parentUuid', notes);
  if (parent !== undefined && !memory.seen.has(parent)) notes.add('missing_parent');
  if (id !== undefined) memory.seen.add(id);
  const sidechain = own(object, 'isSidechain') === true;
  let agent = notedId(object, 'agentId', notes);
  if (agent === undefined && sidechain && memory.source.role === 'main' && id !== undefined)
    agent = memory.sidechains.rootOf(id, parent);
  if (agent === memory.source.agent) agent = undefined;
  return { type: lineType(object), id, agent, sidechain };
}

function addVersion(memory: Memory, { object, notes }: ReadLine, reading: Written<LineReading>): void {
  const version = notedId(object, 'version', notes);
  if (version === undefined || version === memory.version) return;
  memory.version = version;
  reading.version = version;
}

function addSession(memory: Memory, { object, notes }: ReadLine, reading: Written<LineReading>): void {
  const session = notedId(object, 'sessionId', notes);
  if (session === undefined || session === memory.source.session) return;
  reading.session = session;
  notes.add('other_session');
}

type Scanned = { readonly line: ReadLine; readonly envelope: Envelope };

function addContent(memory: Memory, { line, envelope }: Scanned, reading: Written<LineReading>): void {
  const { notes } = line;
  if (line.object.duplicate) notes.add('duplicate_key');
  const exchange = readExchange(
    {
      bytes: line.parsed.bytes,
      object: line.object,
      number: line.number,
      notes,
      messages: memory.messages,
      lane: envelope.agent ?? '',
      subagent: envelope.sidechain || memory.source.role !== 'main',
    },
    envelope.type,
  );
  if (exchange === undefined) reading.form = 'deep';
  else if (exchange !== 'bare') reading.exchange = exchange;
  if (envelope.id !== undefined)
    reading.identity = identityOf(line.parsed.bytes, line.object, memory.workspace.scratch);
}

function readExchange(line: LineContext, type: string): Exchange | 'bare' | undefined {
  if (type === 'assistant') return readAssistant(line);
  if (type === 'user') return readUser(line);
  return isSpeaking(type) ? readAttachment(line, type) : 'bare';
}

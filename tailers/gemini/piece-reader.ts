import { isUtf8 } from 'node:buffer';
import type { JsonTape } from '../../src/bytes/json-tape.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import { isSafeId } from '../../src/model/harness.ts';
import type { Exchange, LineNote, LineReading } from '../../src/model/reading.ts';
import { hasLoneSurrogate, parseLine } from '../line.ts';
import type { LineReader } from '../tailer.ts';
import type { Memory } from './memory.ts';
import { pieceOf } from './piece.ts';
import { pieceExchange } from './piece-exchange.ts';
import { newPieceMessage, notePiece, type PieceMessage } from './piece-message.ts';
import { PiecePath } from './piece-path.ts';
import type { Placed } from './placed.ts';

/** Whether a file's first line opens a value that goes on over many lines. */
export function isOpening(line: Uint8Array): boolean {
  let [start, end] = [line[0] === 0xef ? 3 : 0, line.length];
  while (end > start && line[end - 1]! <= 0x20) end--;
  while (start < end && line[start]! <= 0x20) start++;
  return end === start + 1 && line[start] === 0x7b;
}

type State = {
  readonly memory: Memory;
  readonly tape: JsonTape;
  readonly path: PiecePath;
  message: PieceMessage | undefined;
};

/**
 * Reads a session that is one JSON value over many lines, as Gemini wrote it before 0.39, and wrote it anew on each
 * change. A fold over its lines: each text, thought, call and result is an exchange of the line that holds its words;
 * a call's arguments lie on the lines behind its name.
 */
export function pieceReader(memory: Memory, tape: JsonTape): LineReader {
  const state: State = { memory, tape, path: new PiecePath(), message: undefined };
  return { read: (line, number) => readPiece(Buffer.from(line), number, state) };
}

type Written = { -readonly [Key in keyof LineReading]: LineReading[Key] };

function readPiece(line: Buffer, number: number, state: State): LineReading {
  if (number === 0) return { form: 'piece', type: 'session' };
  const piece = pieceOf(line, state.tape);
  if (piece === undefined) {
    const { form, notes } = parseLine(line, state.tape);
    return { form, ...(notes.length === 0 ? {} : { notes }) };
  }
  const notes = new Set<LineNote>();
  if (line.at(-2) === 0x0d) notes.add('crlf');
  if (!isUtf8(line)) notes.add('invalid_utf8');
  if (piece.kind === 'leaf' && state.tape.surrogates && hasLoneSurrogate(line.toString()))
    notes.add('lone_surrogate');
  const reading: Written = { form: 'piece', type: 'session' };
  const path = state.path.next(piece);
  if (path !== undefined) addPiece({ piece, path, line, number, notes }, reading, state);
  if (notes.size > 0) reading.notes = [...notes];
  return reading;
}

function addPiece(placed: Placed, reading: Written, state: State): void {
  const { piece, path } = placed;
  if (path[0] !== 'messages') {
    addRoot(placed, reading, state);
    return;
  }
  if (path.length === 2) state.message = piece.kind === 'open' ? newPieceMessage() : undefined;
  const { message, memory } = state;
  if (message === undefined || path.length < 3) return;
  notePiece(message, placed);
  if (message.type !== undefined) reading.type = message.type;
  if (piece.kind !== 'leaf') return;
  const exchange = pieceExchange(placed, message, memory);
  if (exchange === undefined) return;
  reading.exchange = exchange;
  if (message.at !== undefined) reading.at = message.at;
  const id = message.id === undefined ? undefined : [message.id, ...path.slice(2)].join('/');
  if (!isSafeId(id)) return;
  reading.id = id;
  reading.identity = { by: 'id', digest: digestOf(placed, exchange) };
}

/** What stays equal when the file is written anew: the piece itself, and what was made of it. */
function digestOf({ piece, line, path }: Placed, { role, parts }: Exchange): string {
  const value = piece.kind === 'leaf' ? line.subarray(piece.range.start, piece.range.end) : line;
  const made = parts.map((part) => [part.kind, 'call' in part ? part.call : null]);
  return sha256Hex(Buffer.concat([Buffer.from(JSON.stringify([path.slice(2), role, made])), value]));
}

function addRoot({ piece, path, notes }: Placed, reading: Written, { memory }: State): void {
  if (piece.kind !== 'leaf' || path.length !== 1 || typeof piece.value !== 'string') return;
  const { source } = memory;
  if (path[0] !== 'sessionId' || piece.value === (source.agent ?? source.session)) return;
  if (piece.value === source.session) return;
  if (!isSafeId(piece.value)) {
    notes.add('unsafe_id');
    return;
  }
  reading.session = piece.value;
  notes.add('other_session');
}

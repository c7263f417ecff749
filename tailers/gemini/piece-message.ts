import { isSafeId } from '../../src/model/harness.ts';
import { type MessageType, typeNamed } from './message.ts';
import type { Placed } from './placed.ts';

/** What the lines so far said of the message that they are pieces of: its keys come in the order Gemini gave them. */
export type PieceMessage = {
  id: string | undefined;
  type: MessageType | undefined;
  /** Milliseconds since 1970. */
  at: number | undefined;
  /** The call, or the tool's answer, whose lines these are. */
  call: PieceCall;
};

/** `ended`: its answer said already what became of it, and whether that was well. */
export type PieceCall = { id?: string; name?: string; ended?: 'ok' | 'other' };

/** A message of which no line was read yet. */
export function newPieceMessage(): PieceMessage {
  return { id: undefined, type: undefined, at: undefined, call: {} };
}

/** Keeps in mind what the piece says of the message: `path` is from the outermost value, `['messages', '0', …]`. */
export function notePiece(message: PieceMessage, { piece, path, notes }: Placed): void {
  const [, , field, ...rest] = path;
  const last = path.at(-1);
  if (piece.kind === 'open') {
    const call = field === 'toolCalls' && rest.length === 1;
    if (call || (field === 'content' && last === 'functionResponse')) message.call = {};
    return;
  }
  if (piece.kind !== 'leaf' || typeof piece.value !== 'string') return;
  const { value } = piece;
  if (rest.length === 0) noteField(message, { field, value, notes });
  const named = field === 'toolCalls' ? rest.length === 2 : rest.at(-2) === 'functionResponse';
  if (!named || (last !== 'id' && last !== 'name')) return;
  if (last === 'name') message.call.name = value;
  else if (isSafeId(value)) message.call.id = value;
  else notes.add('unsafe_id');
}

type Field = Pick<Placed, 'notes'> & { readonly field: string | undefined; readonly value: string };

function noteField(message: PieceMessage, { field, value, notes }: Field): void {
  if (field === 'type') {
    message.type = typeNamed(value);
    if (message.type === undefined) notes.add('unknown_type');
  }
  if (field === 'timestamp' && value.length <= 40) {
    const time = Date.parse(value);
    if (Number.isSafeInteger(time) && time >= 0) message.at = time;
  }
  if (field !== 'id') return;
  if (isSafeId(value)) message.id = value;
  else notes.add('unsafe_id');
}

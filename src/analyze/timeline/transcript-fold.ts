import type { LineForm, LineNote, Origin, Reasoning, Role } from '../../model/reading.ts';
import type { JsonObject } from '../../model/record.ts';
import type { At, Content } from './item.ts';
import type {
  Exchange,
  Generation,
  Line,
  Message,
  RecordedPart,
  SpokenByHook,
  Transcript,
} from './transcript.ts';

type OpenGeneration = Omit<Generation, 'lines' | 'opened'> & {
  readonly opened: At[];
  readonly lines: Line[];
};
type OpenTranscript = Omit<Transcript, 'generations' | 'path'> & {
  path: Content;
  readonly generations: OpenGeneration[];
};

const NO_NOTES: readonly LineNote[] = [];

/** Takes in the records of transcripts and their lines. */
export class TranscriptFold {
  readonly transcripts: OpenTranscript[] = [];
  readonly spoken: SpokenByHook[] = [];
  readonly #byPlace = new Map<string, OpenTranscript>();

  open(at: At, data: JsonObject): void {
    const index = data.transcript as number;
    const number = data.generation as number;
    const path = data.path as unknown as Content;
    let transcript = this.#byPlace.get(`${at.run} ${index}`);
    if (transcript === undefined) {
      const role = data.role as Transcript['role'];
      const agent = data.agent === undefined ? {} : { agent: data.agent as string };
      transcript = { run: at.run, index, role, ...agent, path, generations: [] };
      this.#byPlace.set(`${at.run} ${index}`, transcript);
      this.transcripts.push(transcript);
    }
    transcript.path = path;
    const known = transcript.generations.find((one) => one.number === number);
    if (known !== undefined) known.opened.push(at);
    else transcript.generations.push({ number, opened: [at], first: data.line as number, lines: [] });
  }

  take(at: At, data: JsonObject): void {
    const transcript = this.#byPlace.get(`${at.run} ${String(data.transcript)}`);
    const generation = transcript?.generations.findLast((one) => one.number === data.generation);
    if (transcript === undefined || generation === undefined) return;
    generation.lines.push(lineOf(at, data, transcript));
  }

  speak(at: At, data: JsonObject): void {
    this.spoken.push({
      at,
      spooled: data.spooled === true,
      reasoning: data.reasoning as Reasoning,
      parts: data.parts as unknown as readonly RecordedPart[],
      ...(data.agent === undefined ? {} : { agent: data.agent as string }),
      ...(data.turn === undefined ? {} : { turn: data.turn as string }),
    });
  }
}

function lineOf(at: At, data: JsonObject, transcript: Transcript): Line {
  const line: { -readonly [K in keyof Line]: Line[K] } = {
    at: {
      ...at,
      place: {
        transcript: data.transcript as number,
        generation: data.generation as number,
        line: data.line as number,
        offset: data.offset as number,
        bytes: data.bytes as number,
        commitment: data.commitment as string,
      },
    },
    transcript,
    form: data.form as LineForm,
    notes: (data.notes as readonly LineNote[] | undefined) ?? NO_NOTES,
  };
  if (data.type !== undefined) line.type = data.type as string;
  if (data.id !== undefined) line.id = data.id as string;
  if (data.at !== undefined) line.clock = data.at as number;
  if (data.session !== undefined) line.session = data.session as string;
  if (data.agent !== undefined) line.agent = data.agent as string;
  if (data.copy !== undefined) line.copy = data.copy as NonNullable<Line['copy']>;
  if (data.parts !== undefined) line.exchange = exchangeOf(data, line);
  return line;
}

function exchangeOf(data: JsonObject, line: Line): Exchange {
  return {
    reasoning: data.reasoning as Reasoning,
    repeats: (data.repeats as number | undefined) ?? 0,
    more: (data.more as number | undefined) ?? 0,
    messages: messagesOf(data, line),
    ...(data.turn === undefined ? {} : { turn: data.turn as string }),
    ...(data.twin === undefined ? {} : { twin: data.twin as number }),
  };
}

type OpenMessage = Omit<Message, 'parts'> & { readonly parts: RecordedPart[] };

/**
 * The messages of a line. A part begins another message where it names another, or another role or origin than the part
 * before it has: what a line says of itself is what its first part says.
 */
function messagesOf(data: JsonObject, line: Line): readonly Message[] {
  const messages: OpenMessage[] = [];
  const own = data.message as string | undefined;
  const ownRole = data.role as Role;
  const parts = data.parts as unknown as readonly RecordedPart[];
  for (const part of parts) {
    const id = part.message ?? own;
    const role = part.role ?? ownRole;
    const origin = role === 'user' ? (part.origin ?? (data.origin as Origin | undefined)) : undefined;
    const last = messages.at(-1);
    if (last !== undefined && last.id === id && last.role === role && last.origin === origin) {
      last.parts.push(part);
      continue;
    }
    messages.push({
      ...{ line, index: messages.length, role, parts: [part] },
      ...(id === undefined ? {} : { id }),
      ...(origin === undefined ? {} : { origin }),
    });
  }
  if (messages.length > 0) return messages;
  const origin = data.origin as Origin | undefined;
  const rest = { ...(own === undefined ? {} : { id: own }), ...(origin === undefined ? {} : { origin }) };
  return [{ line, index: 0, role: ownRole, parts: [], ...rest }];
}

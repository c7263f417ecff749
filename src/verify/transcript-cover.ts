import type { JsonObject, LogRecord } from '../model/record.ts';

/** Where a transcript's recorded lines have come to: the next line's number and byte offset in that generation. */
export type Reached = { readonly generation: number; readonly line: number; readonly offset: number };

/** A record about a transcript: what it says was reached before it, and what is reached after it. */
export type Step = {
  readonly kind: 'opened' | 'line' | 'checked';
  readonly transcript: number;
  readonly at: Reached;
  readonly bytes: number;
};

/** Lines of a transcript that no record commits to, or that records contradict each other about. */
export type Hole = { readonly seq: number; readonly transcript: number; readonly what: string };

/** What a record says of a transcript, or undefined where it says nothing. Its data fits its schema. */
export function stepOf({ kind, data }: LogRecord): Step | undefined {
  switch (kind) {
    case 'transcript.opened':
      return step('opened', data, data.line, data.offset);
    case 'transcript.line':
    case 'model.exchange':
      // What a hook said of the model's words has no place in a transcript.
      if (data.from === 'hook') return undefined;
      return step('line', data, data.line, data.offset);
    case 'transcript.checked':
      return step('checked', data, data.lines, data.end);
    default:
      return undefined;
  }
}

function step(kind: Step['kind'], data: JsonObject, line: unknown, offset: unknown): Step {
  return {
    kind,
    transcript: Number(data.transcript),
    at: { generation: Number(data.generation), line: Number(line), offset: Number(offset) },
    bytes: kind === 'line' ? Number(data.bytes) : 0,
  };
}

/** What is reached after a step, whatever was before. */
export function after({ kind, at, bytes }: Step): Reached {
  return kind === 'line' ? { ...at, line: at.line + 1, offset: at.offset + bytes } : at;
}

/**
 * Checks that a step goes on where the transcript's records before it ended, so that they tile the file: each line's
 * number and first byte follow the one before, within a generation; a new generation begins at line 0.
 */
export function stepFault(before: Reached | undefined, next: Step): string | undefined {
  const { kind, at } = next;
  if (before === undefined) return kind === 'opened' ? undefined : 'no transcript.opened comes before it';
  if (kind === 'opened' && at.generation === before.generation + 1) {
    return differs({ generation: at.generation, line: 0, offset: 0 }, at);
  }
  return differs(before, at);
}

function differs(expected: Reached, found: Reached): string | undefined {
  if (
    found.generation === expected.generation &&
    found.line === expected.line &&
    found.offset === expected.offset
  ) {
    return undefined;
  }
  return `expected ${print(expected)}, found ${print(found)}`;
}

function print({ generation, line, offset }: Reached): string {
  return `line ${line} at byte ${offset} of generation ${generation}`;
}

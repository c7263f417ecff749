import type { JsonObject, LogRecord } from '../model/record.ts';

/** Where a transcript's recorded lines have come to: the next line's number and byte offset in that generation. */
export type Reached = {
  readonly generation: number;
  readonly line: number;
  readonly offset: number;
  /** So many lines the generation before has; absent where that was not read yet. */
  readonly former?: number;
};

/** A record about a transcript: what it says was reached before it, and what is reached after it. */
export type Step = {
  readonly kind: 'opened' | 'line' | 'again' | 'checked';
  readonly transcript: number;
  /** What the record says was reached before it. */
  readonly at: Reached;
  /** The next line, and its first byte, after what it records. */
  readonly to: { readonly line: number; readonly offset: number };
};

/** Lines of a transcript that no record commits to, or that records contradict each other about. */
export type Hole = { readonly seq: number; readonly transcript: number; readonly what: string };

/** What a record says of a transcript, or undefined where it says nothing. Its data fits its schema. */
export function stepOf({ kind, data }: LogRecord): Step | undefined {
  switch (kind) {
    case 'transcript.opened':
      return step('opened', data);
    case 'transcript.line':
    case 'model.exchange':
      // What a hook said of the model's words has no place in a transcript.
      if (data.from === 'hook') return undefined;
      return step('line', data);
    case 'transcript.again':
      return step('again', data);
    case 'transcript.checked':
      return step('checked', data);
    default:
      return undefined;
  }
}

function step(kind: Step['kind'], data: JsonObject): Step {
  const [first, start] = kind === 'checked' ? [data.lines, data.end] : [data.line, data.offset];
  const [line, offset] = [Number(first), Number(start)];
  return {
    kind,
    transcript: Number(data.transcript),
    at: { generation: Number(data.generation), line, offset },
    to: endOf(kind, data, { line, offset }),
  };
}

function endOf(kind: Step['kind'], data: JsonObject, at: Step['to']): Step['to'] {
  if (kind === 'again') return { line: Number(data.lines), offset: Number(data.end) };
  return kind === 'line' ? { line: at.line + 1, offset: at.offset + Number(data.bytes) } : at;
}

/** What is reached after a step. `whole`: what comes before is known, were it nothing. */
export function after(before: Reached | undefined, { at, to }: Step, whole: boolean): Reached {
  const { generation } = at;
  const former = before === undefined ? (whole ? 0 : undefined) : formerOf(before, generation);
  return { generation, ...to, ...(former === undefined ? {} : { former }) };
}

function formerOf(before: Reached, generation: number): number | undefined {
  return generation === before.generation ? before.former : before.line;
}

/**
 * Checks that a step goes on where the transcript's records before it ended, so that they tile the file: each line's
 * number and first byte follow the one before, within a generation; a new generation begins at line 0. What is said of a
 * generation's lines to be those of the one before must be lines that it has.
 */
export function stepFault(before: Reached | undefined, next: Step): string | undefined {
  const { kind, at } = next;
  if (before === undefined) return kind === 'opened' ? undefined : 'no transcript.opened comes before it';
  if (kind === 'opened' && at.generation === before.generation + 1) {
    return differs({ generation: at.generation, line: 0, offset: 0 }, at);
  }
  return differs(before, at) ?? (kind === 'again' ? againFault(before, next) : undefined);
}

/** Lines of the generation before that are said to be there still, but are none. */
function againFault({ former }: Reached, { at, to }: Step): string | undefined {
  if (to.line <= at.line || to.offset <= at.offset)
    return `expected lines behind ${print(at)}, found them to end with line ${to.line} at byte ${to.offset}`;
  if (former === undefined || to.line <= former) return undefined;
  return `expected at most the ${former} lines of the generation before, found ${to.line}`;
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

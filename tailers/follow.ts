import { RunningDigest } from './digest.ts';
import type { FileChange, FollowEvent, FollowStart, Pending } from './follow-event.ts';
import {
  type Comparison,
  comparePrefix,
  compareTail,
  digestsIn,
  type Known,
  Marks,
  type Place,
} from './generation.ts';
import { type Opened, type OpenOptions, openTranscript } from './open.ts';
import { rereadLine } from './oversize.ts';
import { Recent } from './recent.ts';
import { type Cursor, type Pause, type ScanBlock, type ScanEnd, scan, type Tail } from './scan.ts';
import { type ByteSource, type Stamp, sameFile, sameState, type UnreadableWhy } from './source.ts';

export type FollowOptions = OpenOptions & {
  /** Let one buffer be used again and again: an event's `bytes` then hold only until the next event is asked for. */
  readonly reuse?: boolean;
  /** Bytes of a usual block and of the longest line given as bytes: 512 KiB and 8 MiB. */
  readonly block?: number;
  readonly maxLine?: number;
};

/** A partial line is kept as bytes up to 1 MiB. */
const MAX_PENDING_CONTENT = 2 ** 20;

export type PrefixCheck =
  | { readonly kind: 'same'; readonly lines: number; readonly end: number; readonly digest: Uint8Array }
  | Exclude<Comparison, { kind: 'same' }>
  | { readonly kind: 'missing' };

/** A generation's memory: where reading stands and what is needed to see that what was read is still there. */
export type Memory = {
  readonly generation: number;
  cursor: Cursor;
  /** Over the digests of all lines so far; only its end where the lines were not read here. */
  whole: RunningDigest | Uint8Array;
  marks: Marks;
  recent: Recent;
  tail: { readonly pending: Pending; readonly long?: RunningDigest } | undefined;
};

export function newMemory(generation: number): Memory {
  const cursor = { line: 0, offset: 0 };
  const whole = new RunningDigest();
  return { generation, cursor, whole, marks: new Marks(), recent: new Recent(), tail: undefined };
}

/**
 * Follows one transcript: gives each physical line once, by bytes, and says when bytes that were given are no
 * longer there. It reads only when polled, and synchronously, a block or a piece of a long line a step.
 *
 * @example
 * const follower = new Follower('/home/dev/.claude/projects/p/s.jsonl');
 * for (const event of follower.poll()) if (event.kind === 'lines') record(event);
 */
export class Follower {
  readonly path: string;
  readonly #options: FollowOptions;
  #memory: Memory;
  /** The file as it was when last opened, and whether it was then read to its end. */
  #seen: Stamp | undefined;
  #finished = false;
  /** Something was wrong: the whole prefix is compared before anything more is read. */
  #suspect = false;
  #gone = false;
  #unreadable: UnreadableWhy | undefined;

  constructor(path: string, options: FollowOptions = {}, memory: Memory = newMemory(0)) {
    this.path = path;
    this.#options = options;
    this.#memory = memory;
  }

  /** Where reading stands: after the last whole line that was given. */
  position(): FollowStart {
    const { generation, cursor } = this.#memory;
    return { generation, ...cursor, digest: this.#digest() };
  }

  /** The partial last line, which waits for its newline. */
  pending(): Pending | undefined {
    return this.#memory.tail?.pending;
  }

  /**
   * Reads what is there now, to its end. Nothing where nothing changed: a change within one tick of the file
   * system's clock that leaves the size is seen by a later poll or by `checkPrefix`.
   */
  *poll(): Generator<FollowEvent> {
    const opened = openTranscript(this.path, this.#options);
    if (opened.kind !== 'open') {
      yield* this.#absent(opened);
      return;
    }
    const { source } = opened;
    try {
      if (this.#unchanged(source)) return;
      if (yield* this.#stillThere(source)) yield* this.#readOn(source);
    } finally {
      source.close();
    }
  }

  /**
   * Compares everything that was read with what is on disk, a block a step, so that a caller can do other things in
   * between. A difference makes the next poll say so and begin a new generation.
   */
  *checkPrefix(): Generator<void, PrefixCheck> {
    const opened = openTranscript(this.path, this.#options);
    if (opened.kind !== 'open') return opened;
    const { cursor } = this.#memory;
    try {
      const found = yield* comparePrefix(opened.source, this.#known());
      if (found.kind === 'same')
        return { kind: 'same', lines: cursor.line, end: cursor.offset, digest: this.#digest() };
      this.#suspect = true;
      return found;
    } finally {
      opened.source.close();
    }
  }

  #unchanged(source: ByteSource): boolean {
    const settled = this.#finished && !this.#suspect && !this.#gone;
    return settled && this.#seen !== undefined && sameState(this.#seen, source.opened);
  }

  #digest(): Uint8Array {
    const { whole } = this.#memory;
    return whole instanceof RunningDigest ? whole.digest() : whole;
  }

  #known(): Known {
    const { cursor, marks, tail } = this.#memory;
    const { block } = this.#options;
    return {
      cursor,
      digest: this.#digest(),
      marks,
      ...(tail === undefined ? {} : { tail: tail.pending }),
      ...(block === undefined ? {} : { block }),
    };
  }

  *#absent(opened: Exclude<Opened, { kind: 'open' }>): Generator<FollowEvent> {
    const { generation, cursor } = this.#memory;
    if (opened.kind === 'unreadable') {
      if (this.#unreadable !== opened.why) yield { kind: 'unreadable', generation, why: opened.why };
      this.#unreadable = opened.why;
      return;
    }
    const known = this.#seen !== undefined || cursor.offset > 0;
    if (!known || this.#gone) return;
    this.#gone = true;
    yield this.#change('deleted', { at: this.#place(), exact: true });
  }

  #place(): Place {
    const { line, offset } = this.#memory.cursor;
    return { line, offset };
  }

  #change(
    kind: FileChange['kind'],
    found: { at: Place; exact: boolean; size?: number | undefined },
  ): FileChange {
    const { generation, cursor, tail } = this.#memory;
    const was = cursor.offset + (tail?.pending.bytes ?? 0);
    const { line, offset } = found.at;
    const size = found.size === undefined ? {} : { size: found.size };
    return { kind, generation, at: { line, offset }, exact: found.exact, was, ...size };
  }

  /** Checks that what was read before is still there; begins a new generation where not. False: cannot tell. */
  *#stillThere(source: ByteSource): Generator<FollowEvent, boolean> {
    const other = this.#seen !== undefined && !sameFile(this.#seen, source.opened);
    const found = yield* this.#compare(source, other);
    if (found.kind === 'unreadable') {
      yield* this.#fault(found.why);
      return false;
    }
    const back = this.#gone || other;
    this.#gone = false;
    this.#suspect = false;
    this.#seen = source.opened;
    this.#finished = false;
    if (found.kind === 'same') {
      if (found.whole !== undefined) this.#memory.whole = found.whole;
      if (back) yield this.#change('restored', { at: this.#place(), exact: true, size: source.size });
      return true;
    }
    const change = found.kind === 'shorter' ? 'truncated' : 'rewritten';
    const event = this.#change(other ? 'replaced' : change, { ...found, size: source.size });
    this.#memory = newMemory(this.#memory.generation + 1);
    yield event;
    return true;
  }

  /** A window before the cursor, where that can tell; the whole prefix where it cannot or where it differs. */
  *#compare(source: ByteSource, other: boolean): Generator<Pause, Comparison> {
    const { cursor, recent, tail } = this.#memory;
    if (cursor.offset === 0 && tail === undefined) return { kind: 'same' };
    const window = !this.#suspect && !other && source.size !== undefined && recent.covers(cursor.offset);
    if (window && source.size >= cursor.offset + (tail?.pending.bytes ?? 0) && recent.same(source)) {
      if (tail?.long !== undefined) return { kind: 'same' };
      const found = yield* paused(compareTail(source, this.#known()));
      if (found.kind === 'same') return found;
    }
    return yield* paused(comparePrefix(source, this.#known()));
  }

  *#readOn(source: ByteSource): Generator<FollowEvent> {
    const { generation, cursor, recent, tail, marks, whole } = this.#memory;
    const steps = scan(source, cursor, {
      ...this.#options,
      ...(tail?.long === undefined ? {} : { long: tail.long }),
      onBytes: (piece) => recent.push(piece),
    });
    for (;;) {
      const step = steps.next();
      if (step.done === true) {
        yield* this.#ended(source, step.value);
        return;
      }
      const block = step.value;
      if (block.kind === 'pause') {
        yield block;
        continue;
      }
      marks.addBlock(block);
      if (whole instanceof RunningDigest) whole.update(digestsIn(block));
      this.#memory.cursor = cursorAfter(block);
      this.#memory.tail = undefined;
      yield block.kind === 'lines'
        ? { ...block, generation }
        : { ...block, generation, pieces: () => rereadLine(this.path, block, this.#options) };
    }
  }

  *#ended(source: ByteSource, end: ScanEnd): Generator<FollowEvent> {
    this.#memory.tail = end.tail === undefined ? undefined : waiting(end.tail);
    // An archive that is damaged or a bomb stays so until the file is another; an I/O error may pass.
    this.#finished = end.fault === undefined || end.fault === 'bad_archive' || end.fault === 'too_large';
    if (end.fault !== undefined) {
      yield* this.#fault(end.fault);
      return;
    }
    this.#unreadable = undefined;
    const before = source.opened;
    const now = source.now();
    const shrunk =
      source.size !== undefined && now.size < end.at.offset + (this.#memory.tail?.pending.bytes ?? 0);
    if (shrunk || (now.size === before.size && now.mtime !== before.mtime)) {
      this.#suspect = true;
      yield { kind: 'unreadable', generation: this.#memory.generation, why: 'changed_while_read' };
    }
  }

  *#fault(why: UnreadableWhy): Generator<FollowEvent> {
    const said = this.#unreadable === why;
    this.#unreadable = why;
    if (!said) yield { kind: 'unreadable', generation: this.#memory.generation, why };
  }
}

function* paused(steps: Generator<void, Comparison>): Generator<Pause, Comparison> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield { kind: 'pause' };
  }
}

function cursorAfter(block: ScanBlock): Cursor {
  if (block.kind === 'oversize') {
    return { line: block.line + 1, offset: block.offset + block.length };
  }
  const { ends } = block;
  return { line: block.first + ends.length, offset: block.offset + (ends[ends.length - 1] ?? 0) };
}

/** What to remember of a partial line. */
function waiting(tail: Tail): Memory['tail'] {
  if ('long' in tail)
    return { pending: { bytes: tail.long.bytes, digest: tail.long.digest() }, long: tail.long };
  const digest = new RunningDigest();
  digest.update(tail.held);
  const content = tail.held.length <= MAX_PENDING_CONTENT ? { content: new Uint8Array(tail.held) } : {};
  return { pending: { bytes: tail.held.length, digest: digest.digest(), ...content } };
}

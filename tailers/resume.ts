import { equalBytes, RunningDigest } from './digest.ts';
import { Follower, type FollowOptions, type Memory, newMemory } from './follow.ts';
import type { FollowStart } from './follow-event.ts';
import { digestsIn, type Place } from './generation.ts';
import { openTranscript } from './open.ts';
import { type LinesBlock, MAX_LINE, type ScanBlock, type ScanEnd, type ScanStep, scan } from './scan.ts';
import type { ByteSource, UnreadableWhy } from './source.ts';

export type ResumeOptions = FollowOptions & {
  /** Gets every recorded line again, with its newline and number, but none longer than 8 MiB: views that last for the call. */
  readonly onLine?: (line: Uint8Array, number: number) => void;
  /** Gets the digests of every recorded line again, 32 bytes a line. */
  readonly onDigests?: (digests: Uint8Array) => void;
};

/**
 * How a resume ended. `same`: the follower goes on after `start`. `differs`, `shorter`: what lies there is not
 * what was recorded; the follower begins the next generation at line 0 (`onLine` has seen lines of the other
 * content: make its reader anew). `missing`, `unreadable`: the follower stands at `start` and will say more.
 */
export type Resumed = {
  readonly follower: Follower;
} /** `grown`: something lies behind what was recorded, or what lies there can't be told. */ & (
  | { readonly kind: 'same'; readonly grown: boolean }
  | { readonly kind: 'missing' }
  | { readonly kind: 'differs' | 'shorter'; readonly at: Place; readonly size?: number }
  | { readonly kind: 'unreadable'; readonly why: UnreadableWhy }
);

/** Takes up a transcript where the log left off, by reading its recorded lines again. */
export function resumeFollower(path: string, start: FollowStart, options: ResumeOptions = {}): Resumed {
  const steps = resumeSteps(path, start, options);
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** As `resumeFollower`, a block a step, so that a caller can do other things in between. */
export function* resumeSteps(
  path: string,
  start: FollowStart,
  options: ResumeOptions = {},
): Generator<void, Resumed> {
  const memory = newMemory(start.generation);
  const { line, offset, digest } = start;
  const whole = digest ?? new Uint8Array(0);
  const waiting = () =>
    new Follower(path, options, { ...newMemory(start.generation), cursor: { line, offset }, whole });
  const opened = openTranscript(path, options);
  if (opened.kind !== 'open') {
    return { ...opened, follower: waiting() };
  }
  const { source } = opened;
  try {
    const steps = scan(source, memory.cursor, {
      ...options,
      until: offset,
      reuse: true,
      onBytes: (piece) => memory.recent.push(piece),
    });
    const end = yield* readAgain(steps, memory, options);
    if (end.fault !== undefined) return { kind: 'unreadable', why: end.fault, follower: waiting() };
    const there = end.at.offset === offset && end.at.line === line;
    if (there && (digest === undefined || equalBytes(end.whole.digest(), digest))) {
      return { kind: 'same', grown: goesOn(source, offset), follower: new Follower(path, options, memory) };
    }
    const size = source.size === undefined ? {} : { size: source.size };
    const shorter = end.at.offset < offset && (source.size ?? 0) < offset;
    const at = { line: shorter ? end.at.line : 0, offset: shorter ? end.at.offset : 0 };
    const follower = new Follower(path, options, newMemory(start.generation + 1));
    return { kind: shorter ? 'shorter' : 'differs', at, ...size, follower };
  } finally {
    source.close();
  }
}

/** Whether a byte lies at `offset`, or what lies there can't be told. An archive's end shows only by reading. */
function goesOn(source: ByteSource, offset: number): boolean {
  if (source.size !== undefined) return source.size > offset;
  return source.readAt({ buffer: new Uint8Array(1), at: 0, length: 1 }, offset) !== 0;
}

type ReadAgain = ScanEnd & { readonly whole: RunningDigest };

function* readAgain(
  steps: Generator<ScanStep, ScanEnd>,
  memory: Memory,
  options: ResumeOptions,
): Generator<void, ReadAgain> {
  const whole = new RunningDigest();
  memory.whole = whole;
  const take = (block: ScanBlock): void => {
    memory.marks.addBlock(block);
    whole.update(digestsIn(block));
    options.onDigests?.(digestsIn(block));
    if (block.kind === 'lines' && options.onLine !== undefined) eachLine(block, options.onLine);
  };
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      memory.cursor = step.value.at;
      return { ...step.value, whole };
    }
    if (step.value.kind !== 'pause') take(step.value);
    yield;
  }
}

function eachLine({ bytes, ends, first }: LinesBlock, onLine: NonNullable<ResumeOptions['onLine']>): void {
  let from = 0;
  for (let i = 0; i < ends.length; i++) {
    const to = ends[i] ?? 0;
    if (to - from <= MAX_LINE) onLine(bytes.subarray(from, to), first + i);
    from = to;
  }
}

import { equalBytes } from './chain.ts';
import { Follower, type FollowOptions, type Memory, newMemory } from './follow.ts';
import type { FollowStart } from './follow-event.ts';
import type { Place } from './generation.ts';
import { openTranscript } from './open.ts';
import { MAX_LINE, type ScanBlock, type ScanEnd, scan } from './scan.ts';
import type { UnreadableWhy } from './source.ts';

export type ResumeOptions = FollowOptions & {
  /** Gets every recorded line again, with its newline and number, but none longer than 8 MiB: views that last for the call. */
  readonly onLine?: (line: Uint8Array, number: number) => void;
  /** Stands in for comparing with `start.chain`, where only a keyed form of the chain is known. */
  readonly matches?: (chain: Uint8Array) => boolean;
};

/**
 * How a resume ended. `same`: the follower goes on after `start`. `differs`, `shorter`: what lies there is not
 * what was recorded; the follower begins the next generation at line 0 (`onLine` has seen lines of the other
 * content: make its reader anew). `missing`, `unreadable`: the follower stands at `start` and will say more.
 */
export type Resumed = { readonly follower: Follower } & (
  | { readonly kind: 'same' | 'missing' }
  | { readonly kind: 'differs' | 'shorter'; readonly at: Place; readonly size?: number }
  | { readonly kind: 'unreadable'; readonly why: UnreadableWhy }
);

/** Takes up a transcript where the log left off, by reading its recorded lines again. */
export function resumeFollower(path: string, start: FollowStart, options: ResumeOptions = {}): Resumed {
  const memory = newMemory(start.generation);
  const cursor = { line: start.line, offset: start.offset, chain: start.chain };
  const waiting = () => new Follower(path, options, { ...newMemory(start.generation), cursor });
  const opened = openTranscript(path, options);
  if (opened.kind !== 'open') {
    return { ...opened, follower: waiting() };
  }
  const { source } = opened;
  try {
    const steps = scan(source, memory.cursor, {
      ...options,
      until: start.offset,
      reuse: true,
      onBytes: (piece) => memory.recent.push(piece),
    });
    const end = readAgain(steps, memory, options);
    if (end.fault !== undefined) return { kind: 'unreadable', why: end.fault, follower: waiting() };
    const same = options.matches ?? ((chain) => equalBytes(chain, start.chain));
    if (
      end.at.offset === start.offset &&
      end.at.line === start.line &&
      (start.line === 0 || same(end.at.chain))
    ) {
      return { kind: 'same', follower: new Follower(path, options, memory) };
    }
    const size = source.size === undefined ? {} : { size: source.size };
    const shorter = end.at.offset < start.offset && (source.size ?? 0) < start.offset;
    const at = { line: shorter ? end.at.line : 0, offset: shorter ? end.at.offset : 0 };
    const follower = new Follower(path, options, newMemory(start.generation + 1));
    return { kind: shorter ? 'shorter' : 'differs', at, ...size, follower };
  } finally {
    source.close();
  }
}

function readAgain(steps: Generator<ScanBlock, ScanEnd>, memory: Memory, options: ResumeOptions): ScanEnd {
  for (;;) {
    const step = steps.next();
    if (step.done === true) {
      memory.cursor = { ...step.value.at, chain: new Uint8Array(step.value.at.chain) };
      return step.value;
    }
    const block = step.value;
    memory.marks.addBlock(block);
    if (block.kind === 'oversize' || options.onLine === undefined) continue;
    let from = 0;
    for (let i = 0; i < block.ends.length; i++) {
      const to = block.ends[i] ?? 0;
      if (to - from <= MAX_LINE) options.onLine(block.bytes.subarray(from, to), block.first + i);
      from = to;
    }
  }
}

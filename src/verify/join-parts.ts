import { isHexOf, toHex } from '../bytes/hex.ts';
import { MerkleFrontier, MerkleRange } from '../proof/merkle-range.ts';
import type { Breaks, Place } from './breaks.ts';
import { MAX_CITED } from './cites.ts';
import { addFact, type Facts, foldTime, type LogFacts } from './facts.ts';
import type { ChainEnd, RunState } from './run-state.ts';
import type { ScanPart } from './scan-part.ts';
import { after, stepFault } from './transcript-cover.ts';

/** The tree at a size: its root (hex), and the byte after its last record. */
export type TreeAt = Place & { readonly root: string };

/** What a pass over the whole log found. `size` counts lines, whole or broken. */
export type ScanResult = {
  readonly size: number;
  readonly bytes: number;
  readonly trees: ReadonlyMap<number, TreeAt>;
  readonly runs: ReadonlyMap<string, RunState>;
  readonly facts: LogFacts;
  readonly breaks: Breaks;
  readonly afterBreak: number;
};

/** The result of a pass over the whole log in one part. */
export function wholeResult(part: ScanPart): ScanResult {
  return joinParts([part])!;
}

/**
 * Puts parts that were read apart together, in order. It only ever says that everything fits: where a part has a
 * break, or does not go on where the one before ended, it gives undefined, and one pass in order must tell what is
 * wrong.
 */
export function joinParts(parts: readonly ScanPart[]): ScanResult | undefined {
  const [first, ...others] = parts;
  if (first === undefined || first.start !== 0) return undefined;
  const tree = new MerkleFrontier();
  const trees = new Map<number, TreeAt>();
  addTrees(tree, trees, first);
  const runs = new Map(first.runs.map((run) => [run.id, run]));
  const { facts } = first;
  let { lastLeaf, bytes } = first;
  for (const part of others) {
    if (first.breaks.count > 0 || part.breaks.count > 0) return undefined;
    if (part.start !== tree.size || part.needPrev === undefined || !isHexOf(part.needPrev, lastLeaf))
      return undefined;
    if (!part.runs.every((run) => joinRun(runs, run))) return undefined;
    addTrees(tree, trees, part);
    joinFacts(facts, part);
    ({ lastLeaf } = part);
    bytes += part.bytes;
  }
  const { breaks, afterBreak } = first;
  return { size: tree.size, bytes, trees, runs, facts, breaks, afterBreak };
}

function addTrees(tree: MerkleFrontier, trees: Map<number, TreeAt>, part: ScanPart): void {
  for (const { size, hashes, file, offset } of part.marks) {
    const upTo = new MerkleFrontier(tree.size, tree.hashes());
    upTo.merge(MerkleRange.from({ start: part.start, end: size, hashes }));
    trees.set(size, { root: toHex(upTo.root()), file, offset });
  }
  tree.merge(MerkleRange.from({ start: part.start, end: part.end, hashes: part.hashes }));
}

/** Adds a run's later records to its earlier ones; false where they do not fit. */
function joinRun(runs: Map<string, RunState>, later: RunState): boolean {
  const run = runs.get(later.id) ?? emptyBefore(later.id);
  if (run.closed !== undefined && later.chain !== undefined) return false;
  const chain = joinChain(run.chain, later.chain);
  const late = joinChain(run.late, later.late);
  if (chain === 'broken' || late === 'broken' || !joinTranscripts(run, later)) return false;
  run.chain = chain;
  run.late = late;
  run.opened ??= later.opened;
  run.closed ??= later.closed;
  run.holes.push(...later.holes);
  run.holeCount += later.holeCount;
  run.gaps += later.gaps;
  run.calls += later.calls;
  run.decided += later.decided;
  runs.set(run.id, run);
  return true;
}

function emptyBefore(id: string): RunState {
  const counts = { holeCount: 0, gaps: 0, calls: 0, decided: 0 };
  const ends = { chain: undefined, late: undefined, opened: undefined, closed: undefined };
  return { id, ...ends, ...counts, transcripts: new Map(), holes: [] };
}

function joinChain(
  before: ChainEnd | undefined,
  later: ChainEnd | undefined,
): ChainEnd | undefined | 'broken' {
  if (later === undefined) return before;
  const { need, next, leaf } = later;
  if (need === undefined) return 'broken';
  const fits =
    before === undefined
      ? need.seq === 0 && /^0+$/.test(need.prev)
      : need.seq === before.next && isHexOf(need.prev, before.leaf);
  return fits ? { next, leaf } : 'broken';
}

function joinTranscripts(run: RunState, later: RunState): boolean {
  for (const [number, { need, needFormer = 0, reached, begins, lines }] of later.transcripts) {
    const known = run.transcripts.get(number);
    if (need === undefined || stepFault(known?.reached, need) !== undefined) return false;
    const { former } = after(known?.reached, need, true);
    if (needFormer > (former ?? 0)) return false;
    run.transcripts.set(number, {
      reached: reached.former === undefined && former !== undefined ? { ...reached, former } : reached,
      begins: known?.begins ?? begins,
      lines: (known?.lines ?? 0) + lines,
    });
  }
  return true;
}

function joinFacts(facts: LogFacts, { facts: later, start }: ScanPart): void {
  facts.opened ??= later.opened;
  facts.newer ??= later.newer;
  facts.keys.push(...later.keys);
  if (later.firstTime !== undefined) foldTime(facts, start, later.firstTime);
  for (const kind of ['recovered', 'gaps', 'erased', 'jumps'] as const) addFacts(facts[kind], later[kind]);
  for (const one of later.cited) if (facts.cited.length < MAX_CITED) facts.cited.push(one);
  facts.firstTime ??= later.firstTime;
  facts.lastTime = later.lastTime ?? facts.lastTime;
}

function addFacts(facts: Facts, later: Facts): void {
  for (const fact of later.list) addFact(facts, fact);
  facts.count += later.count - later.list.length;
}

import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Draft, JsonObject } from '../model/record.ts';
import { callKey } from './call-key.ts';
import { type Open, ReadLater } from './content.ts';
import type { CallState } from './gate-state.ts';
import type { Journal } from './journal.ts';
import type { Completion, DecidedCall, PairBook, ToldCall } from './pair-book.ts';
import { type CompletedOne, MAX_EQUAL, matchEqual, type Pair, type ToldOne } from './pair-match.ts';
import { rawInput } from './raw-input.ts';
import { type RecordedLines, toolLines } from './tool-parts.ts';

export type PairingParts = {
  readonly journal: Journal;
  readonly open: Open;
};

/** Equal calls on both sides. */
type Equals = {
  readonly decided: DecidedCall[];
  readonly told: ToldCall[];
  readonly pending: Completion[];
};

/** One `call.paired`, and what of the book it claims until it is durable. */
type Found = {
  readonly decided: number;
  readonly completed: Completion | undefined;
  readonly told: ToldCall | undefined;
  readonly how: Pair['how'];
};

const NONE: ReadonlySet<string> = new Set();

/**
 * Pairs the calls of Gemini and Copilot, whose hooks name no call, with those of the transcript: equal open calls are
 * told apart by their results, and every decision gets the transcript's id where nothing is in doubt.
 */
export class Pairing {
  private readonly parts: PairingParts;

  constructor(parts: PairingParts) {
    this.parts = parts;
  }

  /** A call was just decided: what it is known by need not be read again. */
  note({ run, seq, tool }: CallState, event: HookEvent): void {
    const call = this.bookOf(run)?.decided.get(seq);
    if (call === undefined) return;
    const key = callKey({
      ...{ harness: event.harness, tool, name: event.tool?.own ?? '' },
      input: rawInput(event),
    });
    call.key = new ReadLater([], () => key);
  }

  /** Takes in recorded lines of a run; `agent` is the subagent whose file they are of. */
  lines(run: string, lines: RecordedLines, agent: string | undefined): void {
    const { pairs } = this.parts.journal.gate;
    if (pairs.of(run) === undefined) return;
    for (const line of toolLines(lines)) {
      const of = pairs.runOf(run, line.agent);
      pairs.of(of)?.tell(line, line.agent ?? agent ?? '');
      this.settle(of);
    }
  }

  /** Records the pairs that are known by now. */
  settle(run: string): void {
    const book = this.bookOf(run);
    if (book === undefined || this.parts.journal.state.runs.get(run)?.open !== true) return;
    const found = this.matched(book);
    if (found.length === 0) return;
    for (const one of found) claim(book, one, true);
    const drafts = found.map((one) => draftOf(run, one));
    const again = (): void => this.settle(run);
    // A full disk: they are found again when more comes, or at the run's end.
    const undo = (): void => {
      for (const one of found) claim(book, one, false);
    };
    this.parts.journal.append(drafts).then(again, undo);
  }

  /**
   * The last resort, where the run ends: what is not told apart yet is paired first in, first out. `taken`: the calls
   * that have their completion by this, or by a record that is under way.
   */
  atEnd(run: string): { readonly drafts: readonly Draft[]; readonly taken: ReadonlySet<number> } {
    const book = this.bookOf(run);
    const taken = new Set<number>();
    if (book === undefined) return { drafts: [], taken };
    const pending = [...book.pending.values()].sort((a, b) => a.seq - b.seq);
    for (const { claimed } of pending) if (claimed !== undefined) taken.add(claimed);
    const guessed = new Set<number>();
    const drafts: Draft[] = [];
    for (const completed of pending) {
      if (completed.claimed !== undefined) continue;
      const [decided, ...more] = completed.among.filter((seq) => !taken.has(seq) && this.isOpen(seq));
      if (decided === undefined) continue;
      const isSure = more.length === 0 && !completed.among.some((seq) => guessed.has(seq));
      taken.add(decided);
      if (!isSure) guessed.add(decided);
      drafts.push(draftOf(run, { decided, completed, told: undefined, how: isSure ? 'arguments' : 'fifo' }));
    }
    return { drafts, taken };
  }

  private bookOf(run: string): PairBook | undefined {
    return this.parts.journal.gate.pairs.of(run);
  }

  private isOpen(seq: number): boolean {
    return this.parts.journal.gate.callAt(seq) !== undefined;
  }

  private matched(book: PairBook): readonly Found[] {
    const gone = new Set<ToldCall>();
    const found: Found[] = [];
    for (const equals of this.equalsIn(book, gone).values()) {
      if (equals.decided.length === 0) for (const call of equals.told) if (call.end) gone.add(call);
      if (equals.told.length > 0 && equals.decided.length <= MAX_EQUAL && equals.told.length <= MAX_EQUAL)
        found.push(...this.match(equals, book.harness === 'copilot'));
    }
    book.drop(gone);
    return found;
  }

  private match({ decided, told, pending }: Equals, ordered: boolean): readonly Found[] {
    const { open } = this.parts;
    const calls = new Map<ToldOne, ToldCall>();
    for (const [place, call] of told.entries()) {
      const { lane, end } = call;
      const texts = end?.texts?.get(open) ?? NONE;
      calls.set({ place, lane, end: end?.place, ran: end?.ran === true, texts }, call);
    }
    const completions = new Map<CompletedOne, Completion>();
    const add = (of: Completion, call: number | undefined): void => {
      const { seq, among, texts } = of;
      completions.set(
        { seq, among: call === undefined ? among : [], decided: call, texts: texts?.get(open) ?? NONE },
        of,
      );
    };
    for (const call of decided) if (call.completed !== undefined) add(call.completed, call.seq);
    for (const one of pending) add(one, undefined);
    const pairs = matchEqual({
      decided: decided.map(({ seq }) => seq),
      told: [...calls.keys()],
      completed: [...completions.keys()].sort((a, b) => a.seq - b.seq),
      ordered,
    });
    return pairs.map((pair) => ({
      ...{ decided: pair.decided, how: pair.how, told: calls.get(pair.told) },
      completed: pair.completed && completions.get(pair.completed),
    }));
  }

  /** What is not paired, by what makes calls equal. A told call that can't be read is let go when it has ended. */
  private equalsIn(book: PairBook, gone: Set<ToldCall>): ReadonlyMap<string, Equals> {
    const { open } = this.parts;
    const all = new Map<string, Equals>();
    const of = (key: string): Equals => {
      const equals = all.get(key) ?? { decided: [], told: [], pending: [] };
      all.set(key, equals);
      return equals;
    };
    const keys = new Map<number, string>();
    for (const call of book.told) {
      const key = call.claimed ? undefined : call.key?.get(open);
      if (key !== undefined) of(key).told.push(call);
      else if (!call.claimed && call.end !== undefined) gone.add(call);
    }
    if (all.size === 0) return all;
    for (const call of book.decided.values()) {
      const key = call.claimed ? undefined : call.key.get(open);
      if (key === undefined) continue;
      keys.set(call.seq, key);
      of(key).decided.push(call);
    }
    for (const one of book.pending.values()) {
      const key = one.among.map((seq) => keys.get(seq)).find((known) => known !== undefined);
      if (key !== undefined && one.claimed === undefined) of(key).pending.push(one);
    }
    return all;
  }
}

/** Marks what a record under way is about, so that no other record says it again. */
function claim(book: PairBook, { decided, completed, told }: Found, isClaimed: boolean): void {
  if (completed !== undefined) completed.claimed = isClaimed ? decided : undefined;
  const call = book.decided.get(decided);
  if (told === undefined) return;
  told.claimed = isClaimed;
  if (call !== undefined) call.claimed = isClaimed;
}

function draftOf(run: string, { decided, completed, told, how }: Found): Draft {
  const data: { [key: string]: JsonObject[string] } = { decided, pairing: how };
  if (isSafeId(told?.call)) data.call = told.call;
  if (completed !== undefined) data.completed = completed.seq;
  return { run, kind: 'call.paired', source: 'signer', data };
}

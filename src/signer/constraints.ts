import { type Changed, readAgainst } from '../constraints/against.ts';
import type { Hold } from '../constraints/hold.ts';
import { releaseWords } from '../constraints/release-words.ts';
import type { Harness } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft } from '../model/record.ts';
import type { SignerConfig } from './config.ts';
import type { Constraint } from './constraint-book.ts';
import { type Holder, heldDrafts, inherited, MAX_FILE_TARGETS, narrowed } from './constraint-drafts.ts';
import { ConstraintTexts, holdOf, type SaidConstraint } from './constraint-texts.ts';
import type { Open } from './content.ts';
import type { CallState } from './gate-state.ts';
import type { Journal } from './journal.ts';
import type { RunState } from './state.ts';

export type ConstraintParts = {
  readonly journal: Journal;
  readonly config: Pick<SignerConfig, 'constraints'>;
  readonly commitKept: (content: Uint8Array) => Committed;
  readonly open: Open;
  readonly randomBytes: (count: number) => Uint8Array;
};

/** A prompt as it was read: what it holds, and which constraints it takes back or narrows. */
export type PromptRead = {
  readonly text: string;
  readonly own: readonly Hold[];
  readonly lifts: readonly string[];
};

/** What calls of a run are checked against. */
export type Holding = {
  readonly said: readonly SaidConstraint[];
  /** Why every write of the run waits, if it does; `of`: the constraint that it is for. */
  readonly everyWrite: { readonly why: string; readonly of?: string } | undefined;
};

/** So many constraints are named as taken back by one prompt. */
const MAX_LIFTS = 64;

/** Holds what the person's prompts forbid, and lets it go. */
export class Constraints {
  readonly texts: ConstraintTexts;
  private readonly parts: ConstraintParts;
  /** Runs of which something could not be recorded. */
  private readonly lost = new Set<string>();

  constructor(parts: ConstraintParts) {
    this.parts = parts;
    this.texts = new ConstraintTexts(parts.open);
  }

  /** Reads a prompt, where it is the person's: no other holds or loosens anything, and a spooled one proves no person. */
  read(event: HookEvent, run: string, spooled: boolean): PromptRead | undefined {
    if (event.kind !== 'prompt' || event.origin !== 'person' || spooled) return undefined;
    return this.readText(event.prompt ?? '', run);
  }

  /** Records what a prompt holds; resolves with what the person must be told of it, if anything. */
  async hold(
    run: string,
    read: PromptRead,
    at: { readonly prompt: number; readonly cwd: string },
  ): Promise<string | undefined> {
    const { held, refused } = this.drafts(read.own, { run, by: 'person', text: read.text, ...at });
    await this.record(run, [...held, ...refused]);
    return refused.length === 0 ? undefined : refusedWords(refused.length);
  }

  /** Records an agent's own constraints, which count, and which it never takes back. */
  async add(
    run: string,
    hold: Hold,
    cwd: string,
  ): Promise<{ readonly held: number; readonly refused: number }> {
    const { held, refused } = this.drafts([hold], { run, by: 'agent', cwd });
    await this.record(run, [...held, ...refused]);
    return { held: held.length, refused: refused.length };
  }

  /** Reads prompts again whose holds a crash may have kept from being recorded. */
  async begin(): Promise<void> {
    const { state, gate } = this.parts.journal;
    for (const { id, open } of state.runs.values()) {
      const commitment = open ? state.constraints.unread(id) : undefined;
      const prompt = commitment === undefined ? undefined : gate.lastPrompt(id, undefined);
      const text = prompt?.commitment === commitment ? this.texts.text(commitment ?? '') : undefined;
      if (text === undefined) continue;
      const read = this.readText(text, id, state.constraints.prompts(id).slice(0, -1));
      // Where it fails every write of the run waits.
      await this.hold(id, read, { prompt: prompt!.seq, cwd: '' }).catch(() => undefined);
    }
  }

  /**
   * The drafts of a turn's end, after which a prompt of it may loosen (`constraints.release: prompt`). A stop that another
   * hook kept going says that a prompt before it may be that hook's: then nothing is released.
   */
  turnOver({ agent, stopHookActive }: HookEvent, run: string): readonly Draft[] {
    if (this.parts.config.constraints.release !== 'prompt' || agent !== undefined || stopHookActive === true)
      return [];
    const drafts: Draft[] = [];
    const prompts = new Map([...this.book.lifts(run).values()].map((lift) => [lift.prompt, lift]));
    for (const { prompt, earlier } of prompts.values()) {
      const text = this.texts.text(prompt);
      if (text === undefined) continue;
      const lifted = this.lifted(run, prompt);
      for (const changed of this.against(lifted, text, earlier).changed)
        drafts.push(...this.released(changed, run));
    }
    return this.withChildren(run, drafts);
  }

  /** The drafts by which a run takes over what holds in the run that it comes from, or in the one that recorded hooks before that. */
  inheritance(from: RunState, run: string): readonly Draft[] {
    const { state } = this.parts.journal;
    let source: RunState = from;
    for (let hops = 0; source.mode === 'record' && source.from !== undefined && hops < 1000; hops++) {
      const before = state.runs.get(source.from);
      if (before === undefined) break;
      source = before;
    }
    const held = this.book.standing(source.id).map(({ data }) => heldDraft(run, data));
    const overfull = this.book.isOverfull(source.id)
      ? [
          {
            run,
            kind: 'constraint.refused',
            source: 'signer',
            data: { kind: 'no_modify', why: 'limit' },
          } as const,
        ]
      : [];
    return [...held, ...overfull].map((draft) => inherited(draft, run));
  }

  /**
   * A session's transcript says that it was forked: its run inherits what holds where it comes from, when the first of its
   * lines is read. hostile: a file may name any session, and so hold more.
   */
  async forked(harness: Harness, session: string, from: string): Promise<void> {
    const { state } = this.parts.journal;
    const run = state.runsOf(harness, session).at(-1);
    const before = state.runsOf(harness, from).at(-1);
    if (run?.open !== true || run.mode !== 'hooks' || run.from !== undefined || run.transcripts.length > 0)
      return;
    if (before === undefined || from === session) return;
    const drafts = this.inheritance(before, run.id).filter(
      ({ data }) => !this.book.knows(run.id, data.constraint),
    );
    await this.record(run.id, drafts).catch(() => undefined);
  }

  /** The drafts that end the constraint of a held call, by the person's word (`approve --release`). */
  release({ run, constraint }: CallState, approval: string): readonly Draft[] {
    if (constraint === undefined || !this.book.standing(run).some(({ id }) => id === constraint)) return [];
    const data = { constraint, by: 'approval', approval };
    return this.withChildren(run, [{ run, kind: 'constraint.released', source: 'signer', data }]);
  }

  /** What holds in a run now. */
  holding(run: string): Holding {
    const standing = this.book.standing(run).filter(({ enforce }) => enforce === 'live');
    const said = standing.flatMap((one) => this.texts.of(one) ?? []);
    const gone = standing.find((one) => this.texts.of(one) === undefined);
    if (gone !== undefined) return { said, everyWrite: { why: GONE, of: gone.id } };
    if (this.lost.has(run)) return { said, everyWrite: { why: LOST } };
    return { said, everyWrite: this.book.isOverfull(run) ? { why: OVERFULL } : undefined };
  }

  /** What the person said later about a constraint that still holds, or what became known of its words; for people. */
  since(run: string, { constraint }: SaidConstraint): string | undefined {
    const lift = this.book.lift(run, constraint.id);
    const text = lift === undefined ? undefined : this.texts.text(lift.prompt);
    if (lift !== undefined && text !== undefined) {
      const earlier = this.earlier(lift.earlier);
      return `since then the person said: “${releaseWords(text, constraint.kind, earlier)}”`;
    }
    return this.book.isCorrected(run, constraint.prompt)
      ? 'those words turned out to be a hook’s, which nobody typed'
      : undefined;
  }

  private get book() {
    return this.parts.journal.state.constraints;
  }

  private readText(text: string, run: string, before = this.book.prompts(run)): PromptRead {
    const { own, changed } = this.against(this.said(run), text, before);
    const lifts = changed.map(({ of }) => of.constraint.id).slice(0, MAX_LIFTS);
    return { text, own, lifts };
  }

  private against(said: readonly SaidConstraint[], text: string, earlier: readonly string[]) {
    return readAgainst(
      said.map((of) => ({ of, hold: holdOf(of) })),
      text,
      this.earlier(earlier),
    );
  }

  private earlier(prompts: readonly string[]): readonly string[] {
    return prompts.flatMap((prompt) => this.texts.text(prompt) ?? []);
  }

  private said(run: string): readonly SaidConstraint[] {
    return this.book.standing(run).flatMap((one) => this.texts.of(one) ?? []);
  }

  /** What holds in the run and this prompt took back. */
  private lifted(run: string, prompt: string): readonly SaidConstraint[] {
    return this.said(run).filter(({ constraint }) => this.book.lift(run, constraint.id)?.prompt === prompt);
  }

  private released({ of, rest }: Changed<SaidConstraint>, run: string): readonly Draft[] {
    const data = { constraint: of.constraint.id, by: 'prompt' };
    const released: Draft = { run, kind: 'constraint.released', source: 'signer', data };
    return rest === undefined
      ? [released]
      : [released, narrowed(of, rest, this.holder({ run, cwd: of.cwd }))];
  }

  private drafts(holds: readonly Hold[], of: Pick<Holder, 'run' | 'by' | 'cwd' | 'prompt' | 'text'>) {
    const standing = this.said(of.run).map((one) => ({
      ...one,
      isLifted: this.book.lift(of.run, one.constraint.id) !== undefined,
    }));
    return heldDrafts(holds, standing, this.holder(of));
  }

  private holder<Of extends { readonly run: string }>(of: Of) {
    const { commitKept, randomBytes } = this.parts;
    return { ...of, commitKept, newId: () => `c-${Buffer.from(randomBytes(6)).toString('hex')}` };
  }

  private async record(run: string, drafts: readonly Draft[]): Promise<void> {
    if (drafts.length === 0) return;
    try {
      await this.parts.journal.append(this.withChildren(run, drafts), true);
    } catch (error) {
      this.lost.add(run);
      throw error;
    }
  }

  /** What is said while a subagent's own run goes on holds there too. */
  private withChildren(run: string, drafts: readonly Draft[]): readonly Draft[] {
    if (drafts.length === 0) return drafts;
    const { runs } = this.parts.journal.state;
    const session = runs.get(run)?.session;
    const children = [...runs.values()].filter(
      (one) => one.open && one.from === run && one.session !== session,
    );
    return [
      ...drafts,
      ...children.flatMap(({ id }) =>
        this.withChildren(
          id,
          drafts.map((draft) => inherited(draft, id)),
        ),
      ),
    ];
  }
}

const GONE = 'what the person said in this run is no longer in the vault';
const LOST = 'what the person said in this run could not be recorded';
const OVERFULL = `the person's request in this run named more than ${MAX_FILE_TARGETS} files`;

function refusedWords(count: number): string {
  const what = count === 1 ? 'a constraint' : `${count} constraints`;
  return `[tracekit] ${what} of this prompt could not be held: a run holds at most ${MAX_FILE_TARGETS} file constraints. From now on every write of this run waits for an approval (tracekit approvals list)`;
}

function heldDraft(run: string, data: Constraint['data']): Draft {
  return { run, kind: 'constraint.held', source: 'signer', data };
}

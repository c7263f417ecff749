import type { Profile } from '../harness/failure.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Draft } from '../model/record.ts';
import type { Target } from '../model/target.ts';
import type { Verdict } from '../model/verdict.ts';
import { Completions } from './completions.ts';
import type { ConstraintJudge } from './constraint-judge.ts';
import type { Constraints } from './constraints.ts';
import { type DecisionParts, Decisions } from './decisions.ts';
import type { FailModes } from './fail-modes.ts';
import type { CallState } from './gate-state.ts';
import { GranularCalls } from './granular-calls.ts';
import { denied } from './held-calls.ts';
import type { HookCall } from './hook-call.ts';
import { type HookRun, type RunOpener, runOfEvent } from './hook-runs.ts';
import { Pairing } from './pairing.ts';
import { Prompts } from './prompts.ts';
import { beginsAnew, RunEnds } from './run-ends.ts';
import { isGranular } from './same-event.ts';
import type { SharedWait } from './shared-wait.ts';
import { isSpoken, spokenDraft } from './spoken-hooks.ts';
import type { RunState } from './state.ts';
import type { TailerPort } from './tailer-port.ts';
import type { RecordedLines } from './tool-parts.ts';
import { WordsUnderWay } from './words-under-way.ts';

export type GateEventParts = DecisionParts &
  Pick<RunOpener, 'state' | 'commitKept'> & {
    /** What the person's prompts hold back. */
    readonly constraints: Constraints;
    readonly constrained: ConstraintJudge;
    /** The gate's judgement of a call: policies, self-protection, what is held. */
    readonly judge: (event: HookEvent, profile: Profile) => Verdict;
    /** The files that a call touches, as far as its payload shows. */
    readonly targetsOf: (event: HookEvent) => readonly Target[];
    readonly failModes: Pick<FailModes, 'of' | 'keep' | 'drop'>;
    /** As `RunEndParts` has it. */
    readonly uptime: () => number;
    /** The tailer's process; absent where transcripts are not followed. */
    readonly tailers?: TailerPort;
  };

/** What each kind of event does to its run. */
export class GateEvents {
  private readonly parts: GateEventParts;
  private readonly decisions: Decisions;
  private readonly granular: GranularCalls;
  private readonly completions: Completions;
  private readonly pairing: Pairing;
  private readonly prompts: Prompts;
  private readonly ends: RunEnds;
  private readonly words = new WordsUnderWay();

  constructor(parts: GateEventParts) {
    this.parts = parts;
    this.decisions = new Decisions(parts);
    this.granular = new GranularCalls(parts, this.decisions);
    this.completions = new Completions(parts, this.granular);
    this.pairing = new Pairing(parts);
    this.prompts = new Prompts(parts);
    this.ends = new RunEnds(
      {
        ...parts,
        beforeClose: async (run) => parts.tailers?.finish(run),
        onClosed: (run) => this.forget(run),
      },
      this.completions,
      this.pairing,
    );
  }

  begin(): void {
    this.ends.begin();
  }

  busy(): boolean {
    return this.ends.busy();
  }

  close(): Promise<void> {
    return this.ends.close();
  }

  /** A run has got new lines; `agent` is the subagent whose file they are of. */
  grew(run: string, lines: RecordedLines, agent: string | undefined): void {
    this.ends.grew(run);
    this.pairing.lines(run, lines, agent);
  }

  closeIdle(): Promise<void> {
    return this.ends.closeIdle();
  }

  /** The fail mode of the event's run, where that is open and a policy says one. */
  modeOf(event: HookEvent): Profile | undefined {
    const run = this.parts.state.runsOf(event.harness, event.session ?? '').at(-1);
    return run === undefined ? undefined : this.parts.journal.gate.failMode(run.id);
  }

  /** Judges a call and records the decision; resolves when nobody need be waited for any more. */
  async decide(call: HookCall, event: HookEvent, wait: SharedWait): Promise<Verdict> {
    const said = this.words.before(event);
    if (said !== undefined) await said;
    const place = this.runOf(event, call);
    if (place === undefined) throw new Error('expected a run for every call');
    const { run } = place;
    const known = isGranular(event) ? this.granular.decided(event, run, wait) : undefined;
    if (known !== undefined) return known;
    let verdict = this.parts.judge(event, call.profile);
    const mode = place.failMode ?? this.modeOf(event);
    if (mode !== undefined) wait.failMode(mode);
    const targets = this.parts.targetsOf(event);
    const onRecorded = (of: CallState): void => {
      this.granular.note(of, event);
      this.pairing.note(of, event);
    };
    try {
      await this.readBefore(place, event);
      verdict = this.parts.constrained(event, run, verdict);
      return await this.decisions.decide({ event, run, drafts: [], verdict, targets, onRecorded }, wait);
    } catch (error) {
      // What may not run does not run for want of a record of it, whatever the profile.
      if (verdict.verdict === 'allow') throw error;
      return denied(verdict, 'this could not be recorded, and may not run');
    }
  }

  /** Records any other event. One without a session is not recorded, but that a call was decided always is. */
  record(call: HookCall, event: HookEvent): Promise<string | undefined> {
    return event.kind === 'prompt' ? this.recordPrompt(call, event) : this.recordOther(call, event);
  }

  /** Records a prompt, and what it holds; resolves with what the person must be told at it, if anything. */
  private async recordPrompt(call: HookCall, event: HookEvent): Promise<string | undefined> {
    const place = this.runOf(event, call);
    if (place === undefined) return undefined;
    const { run } = place;
    const { journal, constraints } = this.parts;
    // What a later part inherits holds before its first prompt is read.
    const opened = place.drafts.length === 0 ? [] : [journal.append(place.drafts)];
    const read = constraints.read(event, run, call.spooled);
    const before = event.origin === 'person' ? this.completions.provisional(run, { agent: event.agent }) : [];
    const prompt = this.prompts.draft(event, run, { spooled: call.spooled, weight: read });
    const [seqs] = await Promise.all([journal.append([...before, prompt], true), ...opened]);
    const at = { prompt: seqs.at(-1)!, cwd: event.cwd };
    const told = read === undefined ? undefined : await constraints.hold(run, read, at);
    this.after(run, event);
    return told;
  }

  private async recordOther(call: HookCall, event: HookEvent): Promise<undefined> {
    const make = this.draftsOf(event, call);
    if (make === undefined) return;
    const run = this.childRunOf(event) ?? this.runOf(event, call);
    if (run === undefined) return;
    const drafts = [...run.drafts, ...make(run.run)];
    if (drafts.length > 0) {
      const written = this.parts.journal.append(drafts);
      if (isSpoken(event)) this.words.add(event, written);
      await written;
      if (event.kind === 'post_tool' || event.kind === 'post_tool_failure') this.pairing.settle(run.run);
    }
    this.after(run.run, event);
  }

  private after(run: string, event: HookEvent): void {
    void this.followed(run, event);
    // Its end was said, now or before: what comes late puts the close off.
    if (this.parts.journal.gate.ending.has(run)) this.ends.settle(run);
  }

  /** What the model said before a call stands in the log before the call, where it is written by now. */
  private async readBefore({ run, drafts }: HookRun, event: HookEvent): Promise<void> {
    if (drafts.length > 0) await this.parts.journal.append(drafts);
    await this.followed(run, event);
  }

  /** Has the run's transcripts followed, and read to their present end. */
  private async followed(id: string, { transcript }: HookEvent): Promise<void> {
    const { tailers, journal } = this.parts;
    const run = journal.state.runs.get(id);
    if (tailers === undefined || run?.open !== true) return;
    tailers.follow(run, transcript);
    await tailers.catchUp(run);
  }

  private draftsOf(event: HookEvent, call: HookCall): ((run: string) => readonly Draft[]) | undefined {
    const agent = { agent: event.agent };
    switch (event.kind) {
      case 'post_tool':
      case 'post_tool_failure':
        return (run) => this.completions.draftsFor(event, run);
      case 'stop':
        return (run) => [
          ...this.completions.provisional(run, agent),
          ...this.prompts.correction(event, run),
          ...this.parts.constraints.turnOver(event, run),
        ];
      case 'subagent_stop':
        return (run) =>
          this.isChild(run, event) ? this.ends.ending(run) : this.completions.provisional(run, agent);
      case 'session_end':
        return (run) => this.ends.ending(run);
      case 'thought':
      case 'response':
        return (run) => [spokenDraft(event, { run, spooled: call.spooled, commit: this.parts.commit })];
      case 'session_start':
      // 2.0.76 warms two agents up before a resumed session's start (formats: claude-code).
      case 'subagent_start':
        return () => [];
      default:
        return undefined;
    }
  }

  private runOf(event: HookEvent, call: HookCall): HookRun | undefined {
    const { parts, ends } = this;
    const found = runOfEvent(event, {
      ...parts,
      inherited: (from, run) => parts.constraints.inheritance(from, run),
      failMode: ({ cwd, session }) => {
        const mode = parts.failModes.of(cwd, call.profile);
        if (mode !== undefined && session !== undefined) parts.failModes.keep(session, mode);
        return mode;
      },
      closing: (run) =>
        beginsAnew(event, ends.isEnding(run.id))
          ? ends.closingDrafts(run, ends.isEnding(run.id) ? 'session_end' : 'stopped')
          : [],
    });
    if (found !== undefined) ends.touch(found.run);
    return found;
  }

  /** A subagent's run of its own (Copilot) ends with the subagent. */
  private childRunOf(event: HookEvent): HookRun | undefined {
    if (event.kind !== 'subagent_stop' || event.agent === undefined) return undefined;
    const child = this.parts.state.runsOf(event.harness, event.agent).at(-1);
    return child?.open === true ? { run: child.id, drafts: [] } : undefined;
  }

  private isChild(run: string, event: HookEvent): boolean {
    return this.parts.state.runs.get(run)?.session === event.agent;
  }

  private forget(run: RunState): void {
    this.prompts.forgetRun(run.id);
    this.parts.failModes.drop(run.session);
    this.parts.tailers?.closed(run);
  }
}

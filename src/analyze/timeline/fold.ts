import type { Harness } from '../../model/harness.ts';
import type { JsonObject, LogRecord } from '../../model/record.ts';
import type { LoggedRecord, RunEntry } from '../evidence.ts';
import { CallFold } from './call-fold.ts';
import type { ConstraintNote, HookPrompt, Note } from './hooks.ts';
import type { At, Content } from './item.ts';
import type { Run } from './timeline.ts';
import { TranscriptFold } from './transcript-fold.ts';

type Open<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Takes in the records of a timeline's runs, in log order. Their shapes were checked when they were decoded, so what
 * this file reads of `data` is as the schema says.
 */
export class TimelineFold {
  readonly runs = new Map<string, Open<Run>>();
  readonly prompts: Open<HookPrompt>[] = [];
  readonly calls = new CallFold();
  readonly transcripts = new TranscriptFold();
  readonly constraints: ConstraintNote[] = [];
  readonly gaps: Note[] = [];
  readonly failedHooks: Note[] = [];
  readonly children: Note[] = [];
  readonly erased: Note[] = [];
  readonly #standings: ReadonlyMap<string, Run['standing']>;
  readonly #prompts = new Map<number, Open<HookPrompt>>();
  #time = '';

  constructor(standings: ReadonlyMap<string, Run['standing']>) {
    this.#standings = standings;
  }

  take({ record, leaf }: LoggedRecord): void {
    const { seq, data } = record;
    // Records of one batch have one time: it is kept once.
    const time = record.time === this.#time ? this.#time : record.time;
    this.#time = time;
    const run = this.runs.get(record.run?.id ?? String(data.run));
    const at: At = { seq, leaf, time, run: run?.id ?? record.run?.id ?? String(data.run) };
    switch (record.kind) {
      case 'run.opened':
        this.#openRun(at, data);
        break;
      case 'run.ending':
        if (run !== undefined) run.ending ??= at;
        break;
      case 'run.closed':
        if (run !== undefined) run.closed = at;
        break;
      case 'input.observed':
        this.#takePrompt(at, record);
        break;
      case 'transcript.opened':
        this.transcripts.open(at, data);
        break;
      case 'transcript.again':
        this.transcripts.takeAgain(at, data);
        break;
      case 'transcript.line':
      case 'model.exchange':
        this.#takeLine(at, data, run);
        break;
      default:
        this.#takeOther(at, record, run);
        break;
    }
  }

  #takeOther(at: At, { kind, source, data }: LogRecord, run: Run | undefined): void {
    const note: Note = { at, source, data };
    switch (kind) {
      case 'constraint.held':
      case 'constraint.refused':
      case 'constraint.released':
        this.constraints.push({ ...note, kind });
        break;
      case 'gap':
        this.gaps.push(note);
        break;
      case 'hook.failed':
        this.failedHooks.push(note);
        break;
      case 'run.child':
        this.children.push(note);
        break;
      case 'vault.erased':
        this.erased.push(note);
        break;
      default:
        this.calls.take(at, kind, { data, harness: run?.harness ?? 'claude-code' });
        break;
    }
  }

  #openRun(at: At, data: JsonObject): void {
    const from = data.from as RunEntry['from'];
    this.runs.set(at.run, {
      id: at.run,
      harness: data.harness as Harness,
      session: data.session as string,
      part: data.part as number,
      mode: data.mode as Run['mode'],
      opened: at,
      standing: this.#standings.get(at.run) ?? 'own',
      versions: [],
      ...(from === undefined ? {} : { from }),
    });
  }

  #takePrompt(at: At, { source, data }: LogRecord): void {
    const origin = data.origin as HookPrompt['origin'];
    const corrected = this.#prompts.get(data.corrects as number);
    if (corrected !== undefined) {
      corrected.corrected = { from: corrected.corrected?.from ?? corrected.origin, at };
      corrected.origin = origin;
    }
    if (data.corrects !== undefined) return;
    const prompt: Open<HookPrompt> = {
      at,
      text: { commitment: data.commitment as string, bytes: data.bytes as number } satisfies Content,
      origin,
      source,
      spooled: data.spooled === true,
      ...(data.agent === undefined ? {} : { agent: data.agent as string }),
    };
    this.prompts.push(prompt);
    this.#prompts.set(at.seq, prompt);
  }

  #takeLine(at: At, data: JsonObject, run: Open<Run> | undefined): void {
    if (data.from === 'hook') this.transcripts.speak(at, data);
    else this.transcripts.take(at, data);
    if (typeof data.version === 'string' && run !== undefined && run.versions.at(-1) !== data.version)
      run.versions = [...run.versions, data.version];
  }
}

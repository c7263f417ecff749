import { fromUtf8 } from '../bytes/utf8.ts';
import { parseJson } from '../harness/payload.ts';
import type { Harness } from '../model/harness.ts';
import type { JsonObject } from '../model/record.ts';
import { callKey, hookTexts, toldTexts } from './call-key.ts';
import { type Content, ReadLater } from './content.ts';
import type { ToolLine, ToolPart } from './tool-parts.ts';

/** What became of a call, by its post hook. `among`: the calls it may be of, where it is not known of which. */
export type Completion = {
  readonly seq: number;
  readonly among: readonly number[];
  readonly texts: ReadLater<ReadonlySet<string>> | undefined;
  /** A record that says whose it is is under way to the log. */
  claimed: number | undefined;
};

/** A call that was decided, and has no call of the transcript yet. */
export type DecidedCall = {
  readonly seq: number;
  key: ReadLater<string>;
  completed: Completion | undefined;
  /** A record that names its call in the transcript is under way to the log. */
  claimed: boolean;
};

/** A call that the transcript tells, and for which no decision is found yet. */
export type ToldCall = {
  readonly call: string | undefined;
  /** Where it stands: a subagent's calls have an order of their own. */
  readonly lane: string;
  readonly key: ReadLater<string> | undefined;
  end: ToldEnd | undefined;
  claimed: boolean;
};

/** `place`: in the order of results. `ran`: the harness says nothing that it did not. */
type ToldEnd = {
  readonly place: number;
  readonly ran: boolean;
  readonly texts: ReadLater<ReadonlySet<string>> | undefined;
};

/** So many calls of a run are kept of each kind. */
const MAX_CALLS = 200;
const DID_NOT_RUN: ReadonlySet<string> = new Set(['denied', 'declined', 'interrupted']);

/** The calls of one run on both sides, hooks and transcript, as far as they are not paired: a fold over its records. */
export class PairBook {
  readonly harness: Harness;
  readonly decided = new Map<number, DecidedCall>();
  readonly pending = new Map<number, Completion>();
  told: readonly ToldCall[] = [];
  private ends = 0;
  private lastPrompt = -1;

  constructor(harness: Harness) {
    this.harness = harness;
  }

  decide(seq: number, data: JsonObject): void {
    const tool = String(data.tool);
    const { harness } = this;
    const contents = [commitmentOf(data.name), commitmentOf(data.input)];
    const key = new ReadLater(contents, (name = EMPTY, input = EMPTY) =>
      callKey({ harness, tool, name: fromUtf8(name) ?? '', input }),
    );
    this.decided.set(seq, { seq, key, completed: undefined, claimed: false });
    if (this.decided.size > MAX_CALLS) this.decided.delete(this.decided.keys().next().value!);
  }

  complete(seq: number, data: JsonObject): void {
    if (data.provisional === true) return;
    const texts =
      data.result === undefined
        ? undefined
        : new ReadLater([commitmentOf(data.result)], (result = EMPTY) => hookTexts(result));
    const among = Array.isArray(data.among) ? (data.among as readonly number[]) : [];
    const completion: Completion = { seq, among, texts, claimed: undefined };
    if (among.length > 0) this.pending.set(seq, completion);
    const call = this.decided.get(data.decided as number);
    if (call !== undefined) call.completed = completion;
  }

  pair({ call, decided, completed }: JsonObject): void {
    const of = this.decided.get(decided as number);
    const completion = this.pending.get(completed as number);
    this.pending.delete(completed as number);
    if (of !== undefined && completion !== undefined) of.completed = completion;
    if (call === undefined) return;
    this.decided.delete(decided as number);
    const told =
      this.told.find((one) => one.call === call && one.claimed) ?? this.told.find((one) => one.call === call);
    this.told = this.told.filter((one) => one !== told);
  }

  /** What an aborted turn of Gemini's left is not waited for beyond the turn after it: it is in no recording. */
  prompt(seq: number): void {
    if (this.harness === 'gemini')
      for (const call of this.decided.values())
        if (call.seq < this.lastPrompt && !this.isAwaited(call.seq)) this.decided.delete(call.seq);
    this.lastPrompt = seq;
  }

  /** Takes in what a line of the transcript tells. */
  tell({ parts }: ToolLine, lane: string): void {
    for (const part of parts) {
      if (part.kind === 'call') this.told = [...this.told, this.toldCall(part, lane)].slice(-MAX_CALLS);
      else this.end(part);
    }
  }

  /** Whether a completion waits that may be this call's. */
  isAwaited(seq: number): boolean {
    for (const { among } of this.pending.values()) if (among.includes(seq)) return true;
    return false;
  }

  /** Lets go what the transcript told of calls of which no hook did. */
  drop(gone: ReadonlySet<ToldCall>): void {
    if (gone.size > 0) this.told = this.told.filter((one) => !gone.has(one));
  }

  private toldCall(
    { call, tool, name, input }: ToolPart & { readonly kind: 'call' },
    lane: string,
  ): ToldCall {
    const { harness } = this;
    const key =
      name === undefined || input === undefined
        ? undefined
        : new ReadLater([name, input], (named = EMPTY, args = EMPTY) =>
            callKey({ harness, tool, name: textOf(named), input: args }),
          );
    return { call, lane, key, end: undefined, claimed: false };
  }

  /** A result belongs to the newest call with its id: mocks and proxies begin their ids anew. */
  private end({ call, outcome, body }: ToolPart & { readonly kind: 'result' }): void {
    const told = this.told.findLast((one) => one.call === call && one.end === undefined);
    if (call === undefined || told === undefined) return;
    if (this.decided.size === 0) {
      // Of before the hooks: a post event comes before its result is told. A long old session costs no reading of them.
      this.drop(new Set([told]));
      return;
    }
    const texts = body === undefined ? undefined : textsOf(body);
    told.end = { place: this.ends++, ran: !DID_NOT_RUN.has(outcome), texts };
  }
}

const EMPTY = new Uint8Array(0);

function textsOf(body: Content): ReadLater<ReadonlySet<string>> {
  return new ReadLater([body], (bytes = EMPTY) => toldTexts(bytes));
}

/** A name is a JSON text in a transcript. */
function textOf(json: Uint8Array): string {
  const value = parseJson(Buffer.from(json).toString('utf8'))?.json;
  return typeof value === 'string' ? value : '';
}

function commitmentOf(value: unknown): string {
  return String((value as JsonObject | undefined)?.commitment);
}

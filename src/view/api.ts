import type { Severity } from '../model/finding.ts';
import type { Harness } from '../model/harness.ts';
import type { LinkBasis, Outcome, Reasoning } from '../model/reading.ts';
import type { VerdictWord } from '../model/verdict.ts';
import type { Verdict } from '../verify/verdict.ts';

/**
 * What the viewer shows, as plain data: the page gets it as JSON from the server, the self-verifying page from the bundle
 * inside it, the terminal from the same code. hostile: every string that a transcript, a hook or a file said is foreign;
 * whoever shows it makes it inert (text nodes in a page, `inert` in a terminal).
 */

/** A text as far as it is shown at once; `bytes` is the length of the whole content. */
export type Excerpt = {
  readonly text: string;
  readonly bytes: number;
  /** The text ends before the content does. */
  readonly cut?: true;
  /** Where the rest is asked for; absent where the content is a part of no record. */
  readonly commitment?: string;
  /** Why there is no text: it was `erased`, `not_disclosed`, or is too long to be opened. */
  readonly closed?: 'erased' | 'not_disclosed' | 'too_large';
};

/** Whether what is shown was verified, as far as that is known yet. */
export type Integrity = 'ok' | 'failed' | 'warning' | 'unknown' | 'checking';

/** A run in the list. Times are the log's, `YYYY-MM-DDTHH:MM:SS.mmmZ`. */
export type RunSummary = {
  readonly run: string;
  readonly harness: Harness;
  readonly session: string;
  readonly part: number;
  readonly mode: 'record' | 'hooks';
  readonly from?: { readonly run: string; readonly why: 'later' | 'resume' | 'fork' | 'child' };
  /** The directory that the session worked in, where anything tells. */
  readonly project?: string;
  /** The beginning of the first prompt. */
  readonly title?: string;
  readonly opened: string;
  /** The time of its newest record. */
  readonly last: string;
  /** When its transcripts say that it was, by the harness's clock: of a session that was recorded afterwards the only word on that. */
  readonly told?: { readonly from: string; readonly to: string };
  readonly live: boolean;
  readonly records: number;
  readonly calls: number;
  readonly decided: number;
  readonly held: number;
  /** Held calls that wait for an answer now. */
  readonly waiting: number;
  readonly denied: number;
  readonly gaps: number;
  /** Undefined until the run was analyzed. */
  readonly findings?: Readonly<Partial<Record<Severity, number>>>;
  readonly integrity: Integrity;
};

/** What a person's words hold the agent to; FINDINGS in docs/findings.md tell the kinds. */
export type HeldConstraint = {
  readonly constraint: string;
  readonly kind: string;
  readonly targets: readonly Excerpt[];
  readonly except: readonly Excerpt[];
  /** The words that it rests on, and the record of the prompt that holds them. */
  readonly words?: Excerpt;
  readonly prompt?: number;
  readonly enforce: 'live' | 'after';
  readonly by: string;
  readonly at: number;
  readonly state: 'held' | 'released' | 'refused';
  readonly released?: { readonly at: number; readonly how: 'prompt' | 'approval' };
};

/** A finding with the records that it cites. `signed`: it stands in the log. */
export type ShownFinding = {
  readonly rule: string;
  readonly kind?: string;
  readonly severity: Severity;
  readonly text: string;
  readonly cites: readonly { readonly seq: number; readonly leaf: string; readonly row?: number }[];
  readonly trust?: 'transcript';
  readonly fingerprint: string;
  readonly signed: boolean;
};

/** A gap, in words: what was not seen, changed or lost, where. */
export type ShownGap = {
  readonly seq: number;
  readonly time: string;
  readonly why: string;
  /** One sentence with the place. */
  readonly text: string;
  readonly explained?: string;
  readonly row: number;
};

/** A call that a person was asked about. */
export type ShownHold = {
  readonly approval: string;
  /** The run that it is of. */
  readonly run?: string;
  readonly seq: number;
  /** The record of the decision, which commits to the input. */
  readonly decided?: number;
  readonly time: string;
  readonly row: number;
  readonly tool: string;
  readonly input: Excerpt;
  readonly cwd?: string;
  readonly rule?: string;
  readonly constraint?: string;
  readonly why?: string;
  readonly until: number;
  readonly state: 'waiting' | 'approved' | 'rejected' | 'expired' | 'cancelled';
  readonly answers: readonly {
    readonly answer: 'approved' | 'rejected' | 'expired';
    readonly time: string;
    readonly by?: string;
    readonly reason?: string;
    readonly release: boolean;
  }[];
};

/** How far the transcripts' calls and the gate's decisions cover each other, and how reasoning is linked. */
export type Coverage = {
  /** Calls that transcripts tell of. */
  readonly told: number;
  readonly decided: number;
  /** In transcripts, but never decided. */
  readonly undecided: number;
  readonly links: Readonly<Record<LinkBasis, number>>;
  readonly reasoning: Readonly<Record<Reasoning, number>>;
  readonly lines: number;
  readonly unparsed: number;
};

/** One screen to judge a run by. */
export type Review = {
  readonly summary: RunSummary;
  readonly constraints: readonly HeldConstraint[];
  readonly findings: readonly ShownFinding[];
  /** Rules that could not run, and why: contents erased or not disclosed. */
  readonly notRun: readonly { readonly rule: string; readonly why: string }[];
  /** `running` until the analyzer is through. */
  readonly analysis: 'running' | 'done' | 'failed';
  readonly gaps: readonly ShownGap[];
  readonly holds: readonly ShownHold[];
  readonly coverage: Coverage;
  /** Of the log or bundle as a whole; empty while it is being verified. */
  readonly verdicts: readonly Verdict[];
  readonly versions: readonly string[];
  readonly children: readonly { readonly run?: string; readonly agent?: string; readonly row: number }[];
};

/** What a row is about; the timeline's filter and the marks use the same words. */
export type RowKind =
  | 'prompt'
  | 'thinking'
  | 'text'
  | 'call'
  | 'gap'
  | 'constraint'
  | 'finding'
  | 'child'
  | 'note';

type RowBase = {
  /** Its number in the run's timeline, from 0. */
  readonly row: number;
  readonly seq: number;
  readonly time: string;
  /** The harness's clock on its line, ms since 1970: a label. */
  readonly told?: number;
  /** The subagent that it is of. */
  readonly agent?: string;
  /** 0 for the main agent. */
  readonly depth: number;
  /** It repeats what an earlier line said (resume, fork, compaction). */
  readonly copy?: true;
};

/** What the model thought or said. */
export type Said = {
  readonly kind: 'thinking' | 'text';
  readonly seq: number;
  readonly reasoning: Reasoning;
  readonly text: Excerpt;
};

export type CallRow = RowBase & {
  readonly kind: 'call';
  /** The harness's id of it. */
  readonly call?: string;
  /** The tool's class and the harness's own name of it. */
  readonly tool: string;
  readonly name: string;
  /** What it does in a line: the command, the path, the pattern. */
  readonly gist: string;
  readonly input: Excerpt;
  readonly targets: readonly string[];
  readonly cwd?: string;
  /** What the model thought and said before it, which no row of its own repeats. */
  readonly said: readonly Said[];
  readonly link: LinkBasis;
  /** Undefined where the gate never decided it. */
  readonly verdict?: VerdictWord;
  readonly rule?: string;
  readonly constraint?: string;
  readonly why?: string;
  readonly hold?: ShownHold;
  readonly outcome?: Outcome;
  readonly provisional?: true;
  readonly result?: Excerpt;
  /** Milliseconds from decision to completion. */
  readonly took?: number;
  /** The records that speak of it, in log order. */
  readonly records: readonly number[];
  /** Fingerprints of the findings that cite one of them. */
  readonly findings: readonly string[];
};

/** A row of the timeline. */
export type Row =
  | CallRow
  | (RowBase & {
      readonly kind: 'prompt';
      /** `unwitnessed`: the transcript alone has it. */
      readonly origin: 'person' | 'harness' | 'agent' | 'unwitnessed';
      readonly text: Excerpt;
      readonly findings: readonly string[];
    })
  | (RowBase & { readonly kind: 'thinking' | 'text'; readonly reasoning: Reasoning; readonly text: Excerpt })
  | (RowBase & { readonly kind: 'gap'; readonly why: string; readonly text: string })
  | (RowBase & { readonly kind: 'constraint'; readonly held: HeldConstraint })
  | (RowBase & {
      readonly kind: 'finding';
      readonly rule: string;
      readonly severity: Severity;
      readonly text: string;
    })
  | (RowBase & { readonly kind: 'child'; readonly run?: string; readonly text: string })
  | (RowBase & { readonly kind: 'note'; readonly text: string });

/** Rows `from` up to `from + rows.length` of `total`. */
export type RowPage = { readonly from: number; readonly total: number; readonly rows: readonly Row[] };

/**
 * The whole timeline at a glance, for the plot and for jumps: one entry a row in each column (`time`: ms after `start`),
 * and the rows of what a reviewer jumps to.
 */
export type Marks = {
  readonly total: number;
  /** Whose times these are: of a session that was recorded afterwards the log's say only when that was. */
  readonly clock: 'log' | 'harness';
  readonly start: string;
  /** Activity: rows in each of `counts.length` equal stretches from `start`, `width` ms each. */
  readonly width: number;
  readonly counts: readonly number[];
  readonly denied: readonly Mark[];
  readonly held: readonly Mark[];
  readonly findings: readonly Mark[];
  readonly gaps: readonly Mark[];
  readonly prompts: readonly Mark[];
};
export type Mark = { readonly row: number; readonly ms: number };

/** A record with what proves it. Hashes are 64 hex digits. */
export type RecordProof = {
  readonly seq: number;
  /** The line's bytes as text, without its newline. */
  readonly line: string;
  readonly leaf: string;
  /** Of the tree of `size` records whose root the checkpoint signs; undefined where none covers the record yet. */
  readonly inclusion?: { readonly size: number; readonly path: readonly string[]; readonly root: string };
  /** Without an inclusion proof of its own: the run's chain carries it to this record, which is proven (a bundle). */
  readonly chained?: number;
  /** The signed note, and the vkey line that verifies it. */
  readonly checkpoint?: string;
  readonly vkey?: string;
  /** Contents that the record commits to, with the salts (hex) that open the commitments; base64, the first 64 KiB of long ones is shown as text elsewhere. */
  readonly contents: readonly {
    readonly field: string;
    readonly commitment: string;
    readonly bytes: number;
    readonly salt?: string;
    readonly content?: string;
    readonly closed?: Excerpt['closed'];
  }[];
};

/**
 * What the server pushes. `runs`: what is new or changed of runs. `rows`: a run has so many rows now, and those before
 * `from` are as they were.
 */
export type ViewEvent =
  /** `all`: these are all there are; another log lies there now. */
  | { readonly kind: 'runs'; readonly runs: readonly RunSummary[]; readonly all?: true }
  | { readonly kind: 'rows'; readonly run: string; readonly total: number; readonly from: number }
  | { readonly kind: 'review'; readonly run: string }
  | { readonly kind: 'holds'; readonly waiting: readonly ShownHold[] }
  | { readonly kind: 'verified'; readonly verdicts: readonly Verdict[]; readonly integrity: Integrity }
  | { readonly kind: 'signer'; readonly running: boolean };

/** An answer to a hold, as the page sends it. */
export type AnswerRequest = {
  readonly answer: 'approve' | 'reject';
  readonly reason?: string;
  readonly release?: boolean;
};

/** What the page asks, and the self-verifying page answers from its own bytes. Errors are thrown, with a sentence. */
export type ViewSource = {
  /** `home` can be live and can answer holds; `bundle` is as it is. */
  readonly kind: 'home' | 'bundle';
  readonly runs: () => Promise<readonly RunSummary[]>;
  readonly review: (run: string) => Promise<Review>;
  readonly marks: (run: string) => Promise<Marks>;
  readonly rows: (run: string, from: number, count: number) => Promise<RowPage>;
  /** The next row at or after `from` whose text has the words, undefined where none has. */
  readonly find: (run: string, words: string, from: number) => Promise<number | undefined>;
  readonly record: (seq: number) => Promise<RecordProof>;
  /** A content's text from character `from` on, as rows show it (a JSON string without its quotes), at most 256 Ki characters. */
  readonly content: (seq: number, commitment: string, from: number) => Promise<Excerpt>;
  readonly answer?: (approval: string, request: AnswerRequest) => Promise<void>;
  /** Calls back with what changed until the returned function is called. */
  readonly follow?: (take: (event: ViewEvent) => void) => () => void;
};

import type { Harness, ToolClass } from '../../model/harness.ts';
import type { Outcome } from '../../model/reading.ts';
import type { JsonObject } from '../../model/record.ts';
import type { VerdictWord } from '../../model/verdict.ts';
import type { At, Content } from './item.ts';

/** A prompt that a hook saw. The text is plain UTF-8. */
export type HookPrompt = {
  readonly at: At;
  readonly text: Content;
  /** Whose words it is, corrections taken into account. */
  readonly origin: 'person' | 'harness' | 'agent';
  /** What was recorded first, and the record that gave it another origin, where one did. */
  readonly corrected?: { readonly from: 'person' | 'harness' | 'agent'; readonly at: At };
  readonly agent?: string;
  /** It waited in the spool while no signer ran: it proves nothing about a person. */
  readonly spooled: boolean;
  /** Such as `claude-code:UserPromptSubmit`. */
  readonly source: string;
};

/** What became of a person being asked. */
export type Approval = {
  readonly id: string;
  readonly requested: At;
  /** Milliseconds since 1970. */
  readonly until: number;
  readonly rule?: string;
  readonly constraint?: string;
  readonly answers: readonly {
    readonly at: At;
    readonly answer: 'approved' | 'rejected' | 'expired';
    /** Who answered, with the processes it came from: UTF-8 text. */
    readonly by?: Content;
    readonly reason?: Content;
    readonly release: boolean;
  }[];
  readonly used?: At;
  readonly cancelled?: { readonly at: At; readonly why: string };
};

/** A completion as a hook, or the signer in its stead (`provisional`), reported it. */
export type Completion = {
  readonly at: At;
  readonly outcome: Outcome;
  readonly tool?: ToolClass;
  readonly call?: string;
  /** Raw JSON of the tool's result. */
  readonly result?: Content;
  /** Raw JSON of the arguments it ran with, where those are others than were judged. */
  readonly input?: Content;
  readonly provisional: boolean;
  readonly pairing?: 'id' | 'arguments' | 'fifo';
};

/** A call that the gate decided. */
export type GateCall = {
  readonly at: At;
  readonly harness: Harness;
  readonly call?: string;
  readonly agent?: string;
  readonly turn?: string;
  readonly tool: ToolClass;
  readonly verdict: VerdictWord;
  readonly rule?: string;
  readonly constraint?: string;
  readonly background: boolean;
  /** The harness's name of the tool (UTF-8), its arguments (raw JSON), its directory (UTF-8), the reason (UTF-8). */
  readonly name: Content;
  readonly input: Content;
  readonly cwd?: Content;
  readonly why?: Content;
  /** The paths that it touches, as written; UTF-8. */
  readonly targets: readonly Content[];
  /** The approvals that were asked for it, or let it run. */
  readonly approvals: readonly Approval[];
  /** All that was reported, oldest first. */
  readonly completions: readonly Completion[];
  /** The completion that stands: the newest that none supersedes. */
  readonly completion?: Completion;
  /** A later record that tells which of the transcript's calls it is. */
  readonly paired?: {
    readonly at: At;
    readonly call?: string;
    readonly pairing: 'arguments' | 'result' | 'order' | 'fifo';
  };
};

/** A gap, a failed hook, a check: what else the log says of a run. `data` has the record's closed shape. */
export type Note = { readonly at: At; readonly source: string; readonly data: JsonObject };

/** A constraint as it was held, refused or released. */
export type ConstraintNote = Note & {
  readonly kind: 'constraint.held' | 'constraint.refused' | 'constraint.released';
};

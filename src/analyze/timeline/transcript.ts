import type { ToolClass } from '../../model/harness.ts';
import type { LineForm, LineNote, Link, Origin, Outcome, Reasoning, Role } from '../../model/reading.ts';
import type { At, Content } from './item.ts';

/** What a part says of the message that it belongs to, where its line carries several. */
type OfMessage = { readonly message?: string; readonly role?: Role; readonly origin?: Origin };

/** A part as its record has it: `Part` of `model/reading.ts` with contents in place of slices, each a raw JSON value. */
export type RecordedPart = OfMessage &
  (
    | { readonly kind: 'text'; readonly body: Content }
    | {
        readonly kind: 'thinking';
        readonly state: Exclude<Reasoning, 'none'>;
        readonly body?: Content;
        readonly seal?: Content;
      }
    | CallPart
    | ResultPart
    | { readonly kind: 'image' | 'other'; readonly body: Content }
  );

export type CallPart = OfMessage & {
  readonly kind: 'call';
  readonly call?: string;
  readonly tool: ToolClass;
  readonly name?: Content;
  readonly input?: Content;
  readonly link: Link;
  readonly within?: string;
};

export type ResultPart = OfMessage & {
  readonly kind: 'result';
  readonly call?: string;
  readonly outcome: Outcome;
  readonly exit?: number;
  readonly body?: Content;
  readonly detail?: Content;
};

/** One message of a line: most lines carry one. `role` and `origin` are resolved: a part's own, else the line's. */
export type Message = {
  readonly line: Line;
  /** Counts the messages of the line from 0. */
  readonly index: number;
  readonly id?: string;
  readonly role: Role;
  /** For role `user` only. */
  readonly origin?: Origin;
  readonly parts: readonly RecordedPart[];
};

/** A line that says something. */
export type Exchange = {
  readonly reasoning: Reasoning;
  readonly turn?: string;
  /** The line of the same generation that said it already. */
  readonly twin?: number;
  /** So many messages of the line say again what earlier lines said; they are not in `messages`. */
  readonly repeats: number;
  /** Parts beyond those that a record has room for. */
  readonly more: number;
  readonly messages: readonly Message[];
};

/** One physical line of a transcript, once for each generation that it was recorded in. */
export type Line = {
  readonly at: At & { readonly place: NonNullable<At['place']> };
  readonly transcript: Transcript;
  readonly form: LineForm;
  readonly type?: string;
  readonly id?: string;
  /** The harness's clock, ms since 1970: a label, no order. */
  readonly clock?: number;
  readonly session?: string;
  /** The subagent whose line it is. */
  readonly agent?: string;
  readonly notes: readonly LineNote[];
  /** Where it was first. `equal` false: it claims to be a copy, and has another content. */
  readonly copy?: {
    readonly run: string;
    readonly transcript: number;
    readonly generation: number;
    readonly line: number;
    readonly equal: boolean;
  };
  readonly exchange?: Exchange;
};

/** A generation of a transcript in a run. */
export type Generation = {
  readonly number: number;
  /** The `transcript.opened` records of it, first to last. */
  readonly opened: readonly At[];
  /** The first line that this run reads. */
  readonly first: number;
  /** Lines, from one number up to another, that are those of the generation before and are not recorded again. */
  readonly again: readonly { readonly from: number; readonly to: number }[];
  readonly lines: readonly Line[];
};

/** A transcript of a run. */
export type Transcript = {
  readonly run: string;
  readonly index: number;
  readonly role: 'main' | 'subagent' | 'review' | 'guardian' | 'segment';
  readonly agent?: string;
  /** The commitment of its newest path (UTF-8 text, not JSON). */
  readonly path: Content;
  readonly generations: readonly Generation[];
};

/** What the model said or thought by a hook (Cursor); it has no line. */
export type SpokenByHook = {
  readonly at: At;
  readonly agent?: string;
  readonly turn?: string;
  readonly spooled: boolean;
  readonly reasoning: Reasoning;
  readonly parts: readonly RecordedPart[];
};

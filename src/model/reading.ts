import type { Harness, ToolClass } from './harness.ts';

/**
 * What a tailer understood of one physical line: the product of a harness's line reader.
 * Plain data that survives `JSON.stringify`, since it crosses from the tailer to the recorder.
 * A reading never holds text from the line: it points at it, by byte range.
 */

/**
 * A JSON value within the line, by its raw bytes: `at` counts from the first byte of the line, `bytes` is the
 * length. A string's quotes are part of the value. Raw, since decoding and encoding again would lose
 * large integers, duplicate keys and lone surrogates.
 */
export type Slice = { readonly at: number; readonly bytes: number };

/**
 * How the line could be read.
 * `json`: one JSON object. `value`: JSON, but not an object. `spliced`: a cut object with a whole one after it;
 * the whole one was read. `padded`: an object followed by NULs. `nul`: NULs only. `blank`: white space only.
 * `unparsed`: none of these. `oversize`: longer than 8 MiB, hashed and kept, not parsed. `deep`: nested or
 * keyed beyond the budget, not interpreted. `piece`: a piece of one JSON value that is spread over many lines.
 */
export type LineForm =
  | 'json'
  | 'value'
  | 'spliced'
  | 'padded'
  | 'nul'
  | 'blank'
  | 'unparsed'
  | 'oversize'
  | 'deep'
  | 'piece';

/** Something worth knowing about a line that does not make it unreadable. */
export type LineNote =
  | 'bom'
  | 'crlf'
  | 'invalid_utf8'
  | 'lone_surrogate'
  | 'duplicate_key'
  | 'content_shape'
  | 'missing_parent'
  | 'other_session'
  | 'unsafe_id'
  | 'unknown_type'
  | 'clock_jump';

/** How readable the model's reasoning is in an exchange (`sealed` is kept byte for byte). */
export type Reasoning = 'full' | 'summary' | 'sealed' | 'none';

/**
 * What the transcript says became of a call. `denied`: by a rule, a hook or a policy. `declined`: by the person.
 * `running`: still going in the background. `unknown`: it says nothing that tells.
 */
export type Outcome = 'ok' | 'error' | 'denied' | 'declined' | 'interrupted' | 'running' | 'unknown';

/**
 * How sure it is that the reasoning led to the call. `exact`: same message or response id. `ordered`: same turn,
 * by order only. `none`: no reasoning or text to link to.
 */
export type LinkBasis = 'exact' | 'ordered' | 'none';

/** A call's link to the lines that hold what the model thought and said before it (0-based line numbers). */
export type Link = { readonly basis: LinkBasis; readonly lines: readonly number[] };

/** A piece of an exchange, in the order of the line. */
export type Part = PartBody & OfMessage;

/**
 * Which of several messages on one line the part belongs to (Gemini writes a whole history on one line): what is absent
 * is as the exchange says. `origin` is also given alone, where not all of a message is one's own words.
 */
export type OfMessage = { readonly message?: string; readonly role?: Role; readonly origin?: Origin };

type PartBody =
  | { readonly kind: 'text'; readonly body: Slice }
  | {
      readonly kind: 'thinking';
      readonly state: Exclude<Reasoning, 'none'>;
      readonly body?: Slice;
      /** The provider's signature or encrypted content. */
      readonly seal?: Slice;
    }
  | {
      readonly kind: 'call';
      /** The harness's call id, when it is a safe id (see `isSafeId`). */
      readonly call?: string;
      readonly tool: ToolClass;
      /** The tool's name as the harness spells it. */
      readonly name?: Slice;
      readonly input?: Slice;
      readonly link: Link;
      /** The call that this one ran inside of (Codex code mode: the `exec` call). */
      readonly within?: string;
    }
  | {
      readonly kind: 'result';
      readonly call?: string;
      readonly outcome: Outcome;
      readonly exit?: number;
      readonly body?: Slice;
      /** The harness's structured result, where the line has one beside the text. */
      readonly detail?: Slice;
    }
  | { readonly kind: 'image' | 'other'; readonly body: Slice };

export type Role = 'user' | 'assistant' | 'tool' | 'developer';

/**
 * What the transcript says of a user-role line: `prompt` reads as one the person gave (the hook's record decides
 * whether it is), the rest are marks by which a harness writes its own text in the user's place.
 */
export type Origin =
  | 'prompt'
  | 'command'
  | 'meta'
  | 'summary'
  | 'task'
  | 'notification'
  | 'interrupt'
  | 'context'
  | 'instructions'
  | 'hook'
  | 'shell'
  | 'agent';

/** A line that carries a prompt, the model's words, a call or a result. */
export type Exchange = {
  readonly role: Role;
  /** For role `user` only. */
  readonly origin?: Origin;
  /** The provider's message or response id. */
  readonly message?: string;
  /** The harness's turn or prompt id. */
  readonly turn?: string;
  readonly reasoning: Reasoning;
  readonly parts: readonly Part[];
  /** This line says again what that earlier line of the same file said (Codex writes most items twice). */
  readonly twin?: number;
};

/**
 * What makes a line the same line elsewhere. `id`: it has an id of its own, and where that was seen before it is a
 * copy; where a harness gives none and writes its whole file anew (Cursor), the digest itself is that id, over the session
 * and the count of equal lines before it too. `content`: it has none; only in the copied `head` of a forked transcript is a line with equal content
 * taken for a copy. `digest`: SHA-256, in hex, over the raw bytes that stay equal in a copy; it never enters the
 * log as it is.
 */
export type Identity = { readonly by: 'id' | 'content'; readonly digest: string; readonly head?: boolean };

export type LineReading = {
  readonly form: LineForm;
  /** The line's type in the harness's words when it is one we know, else `other`; absent where nothing was read. */
  readonly type?: string;
  /** The harness's id of the line or item (`uuid`, `id`). */
  readonly id?: string;
  /** The harness's clock on the line: milliseconds since 1970; a label only, never an order. */
  readonly at?: number;
  /** The harness's version, on the first line that states it and on each that changes it. */
  readonly version?: string;
  /** The session or thread the line names, only where it is not the transcript's own. */
  readonly session?: string;
  /** The subagent whose line this is, where it lies in its parent's file. */
  readonly agent?: string;
  readonly exchange?: Exchange;
  /** So many messages of a line that carries several say again what earlier lines said; they are no parts again. */
  readonly repeats?: number;
  readonly identity?: Identity;
  readonly notes?: readonly LineNote[];
};

/** A transcript found on disk, as its place and first lines describe it. */
export type SourceDescription = {
  readonly harness: Harness;
  /** The session whose run it belongs to: for a subagent's file, the parent's. */
  readonly session: string;
  readonly role: 'main' | 'subagent' | 'review' | 'guardian' | 'segment';
  /** The subagent's or child thread's id. */
  readonly agent?: string;
  /** The session that this one was forked or reverted from, where its first line says so. */
  readonly from?: string;
  /** The session whose lines it seems to hold copies of: a hint, by which the other is read first. */
  readonly copiesFrom?: string;
  readonly version?: string;
  /** How its first lines are laid out, where the harness has several ways and may change a file from one to another. */
  readonly layout?: 'legacy' | 'paginated';
};

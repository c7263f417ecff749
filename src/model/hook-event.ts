import type { Harness } from './harness.ts';
import type { Target } from './target.ts';

/**
 * What kind of moment a hook fires at, whatever the harness calls it. `other`: an event we record nothing of.
 */
export type EventKind =
  | 'prompt'
  | 'pre_tool'
  | 'post_tool'
  | 'post_tool_failure'
  | 'session_start'
  | 'session_end'
  | 'stop'
  | 'subagent_start'
  | 'subagent_stop'
  | 'thought'
  | 'response'
  | 'other';

/** How the payload reached us: Copilot and Cursor also run Claude Code's settings, in another shape. */
export type Surface = 'own' | 'claude_settings';

/** The tool of a call: its name in the one vocabulary, and the harness's own. */
export type ToolName = { readonly canonical: string; readonly own: string };

/** One hook payload, understood. Plain data; every string in it is hostile. */
export type HookEvent = {
  /** Whose payload it is, as the payload betrays; `named` is what the installed command said. */
  readonly harness: Harness;
  readonly named: Harness;
  readonly surface: Surface;
  readonly kind: EventKind;
  /** The event in the harness's words, from the command's last argument, else from the payload. */
  readonly event: string;
  /** The harness's session (run) id. */
  readonly session?: string;
  /** The session of the parent, where a subagent's payload names both. */
  readonly parent?: string;
  readonly agent?: string;
  readonly call?: string;
  /** What groups calls of one model turn, where the harness says (`turn_id`, `generation_id`, `prompt_id`). */
  readonly turn?: string;
  readonly tool?: ToolName;
  /** The tool's input as parsed; the raw bytes are what gets committed. */
  readonly input?: unknown;
  /** The shell command, where the tool runs one. */
  readonly command?: string;
  readonly targets: readonly Target[];
  readonly prompt?: string;
  /** Whose words the prompt is, as far as the payload shows. */
  readonly origin?: 'person' | 'harness' | 'agent';
  /** The tool's result as parsed, and whether the harness calls it a failure. */
  readonly result?: unknown;
  readonly failed?: boolean;
  /** The person broke the call off, as the result's own words say where no field does. */
  readonly interrupted?: boolean;
  /** What the model thought or said (Cursor's afterAgentThought, afterAgentResponse; a stop's last message). */
  readonly text?: string;
  readonly cwd: string;
  readonly transcript?: string;
  readonly version?: string;
  /** `stop_hook_active`: the turn went on since a stop hook said so. */
  readonly stopHookActive?: boolean;
  /** The exact stdin bytes. */
  readonly raw: Uint8Array;
  /** The whole payload, unknown fields and all. hostile: read field by field. */
  readonly payload: { readonly [key: string]: unknown };
};

/** A payload that no dialect can read. The gate answers it by its profile. */
export type Undecoded = {
  readonly harness: Harness;
  readonly event: string;
  readonly kind: EventKind;
  readonly why: 'empty' | 'not_utf8' | 'not_json' | 'not_an_object' | 'missing_ids';
  /** What was expected and found, and where. */
  readonly what: string;
  readonly raw: Uint8Array;
};

import type { Harness } from '../model/harness.ts';
import type { EventKind, HookEvent } from '../model/hook-event.ts';
import type { RowName } from './answers.ts';
import type { Sender } from './detect.ts';
import type { HookContext } from './directory.ts';
import type { Payload } from './payload.ts';
import type { NamedTool } from './tool-name.ts';

/** A payload with everything that is known of it before its own fields are read. */
export type Moment = {
  readonly payload: Payload;
  readonly sender: Sender;
  readonly kind: EventKind;
  /** The event in the harness's words. */
  readonly event: string;
  readonly context: HookContext;
};

type Known =
  | 'harness'
  | 'named'
  | 'surface'
  | 'kind'
  | 'event'
  | 'raw'
  | 'payload'
  | 'tool'
  | 'targets'
  | 'command'
  | 'cwd';

/** What a dialect alone knows how to find; the rest of the event follows from it. */
export type Fields = {
  readonly [key in Exclude<keyof HookEvent, Known>]?: HookEvent[key] | undefined;
} & {
  readonly tool?: NamedTool | undefined;
  /** The command, where it does not lie in the tool's input. */
  readonly command?: string | undefined;
};

/** What the answer depends on beside event and verdict. `platform` is Node's word for it. */
export type EncodeOptions = {
  readonly platform: string;
  /**
   * Cursor: the granular events that this install answers too (`beforeShellExecution` unless stated). Only for those
   * does `preToolUse` leave the asking to them.
   */
  readonly granular?: readonly string[];
};

/** One harness's hook dialect: bytes in, an answer out. Pure; one file a harness. */
export type Dialect = {
  readonly harness: Harness;
  /** Each event that `formats/` lists, in the harness's spelling. */
  readonly events: Readonly<Record<string, EventKind>>;
  /** The event that a payload without a name for it must be; undefined where its shape does not tell. */
  readonly guess?: (payload: Payload) => string | undefined;
  readonly read: (moment: Moment) => Fields;
  /** The row of the answer table that answers this event. */
  readonly row: (event: Answerable, options: EncodeOptions) => RowName;
};

/** What of an event its answer depends on: enough also where the payload could not be read. */
export type Answerable = Pick<HookEvent, 'harness' | 'kind' | 'event' | 'surface' | 'tool'>;

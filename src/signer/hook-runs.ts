import type { Profile } from '../harness/failure.ts';
import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import { runIdOf } from './run-id.ts';
import type { RunState, State } from './state.ts';

/** What a run needs of the home to be opened. */
export type RunOpener = {
  readonly state: State;
  readonly commitKept: (content: Uint8Array) => Committed;
  readonly randomBytes: (count: number) => Uint8Array;
  /** What the policy says of calls that can't be judged, for a run that begins with this event. */
  readonly failMode: (event: HookEvent) => Profile | undefined;
  /** The drafts that close a run which this event shows to be over; none where it goes on. */
  readonly closing: (run: RunState, event: HookEvent) => readonly Draft[];
  /** The drafts by which a run takes over what holds in the run that it comes from. */
  readonly inherited: (from: RunState, run: string) => readonly Draft[];
};

/** The run that an event belongs to, and the drafts that open it where it is not open. */
export type HookRun = {
  readonly run: string;
  readonly drafts: readonly Draft[];
  /** The fail mode of a run that is opened. */
  readonly failMode?: Profile;
};

/** The session of calls whose payload names none: they are decided, and so they are recorded. */
const NO_SESSION = 'no-session';

/**
 * The run of an event's session. A session whose run was closed, or that was recorded without hooks until now, goes on
 * in a later part. undefined: the event names no session that may stand in the log, or says nothing new of one that is over.
 */
export function runOfEvent(event: HookEvent, opener: RunOpener): HookRun | undefined {
  const session = sessionOf(event);
  if (session === undefined) return undefined;
  const parts = opener.state.runsOf(event.harness, session);
  const last = parts.at(-1);
  const closing = last?.open === true ? closingDrafts(last, event, opener) : [];
  if (last?.open === true && closing.length === 0) return { run: last.id, drafts: [] };
  if (!isBegun(event)) return undefined;
  const run = runIdOf(event.harness, session, parts.length);
  const from = last ?? parentOf(event, opener.state);
  const data: { [key: string]: JsonObject[string] } = {
    harness: event.harness,
    session,
    part: parts.length,
    mode: 'hooks',
    key: opener.commitKept(opener.randomBytes(32)),
  };
  if (from !== undefined) data.from = { run: from.id, why: last === undefined ? 'child' : 'later' };
  const failMode = opener.failMode(event);
  if (failMode !== undefined) data.fail_mode = failMode;
  const opened: Draft = { run, kind: 'run.opened', source: `hook:${event.harness}`, data };
  const child = last === undefined && from?.open === true ? childDrafts(event, from, run) : [];
  const held = from === undefined ? [] : opener.inherited(from, run);
  return { run, drafts: [...closing, opened, ...child, ...held], ...(failMode && { failMode }) };
}

/** A call is decided without a session too; of anything else nothing is recorded then. */
function sessionOf({ session, kind }: HookEvent): string | undefined {
  if (isSafeId(session)) return session;
  return kind === 'pre_tool' ? NO_SESSION : undefined;
}

function closingDrafts(last: RunState, event: HookEvent, opener: RunOpener): readonly Draft[] {
  if (last.mode === 'hooks') return opener.closing(last, event);
  return [
    { run: last.id, kind: 'run.closed', source: 'signer', data: { last: last.records, why: 'stopped' } },
  ];
}

/** Whether the event shows that its session goes on: a stop or an end of what is over says nothing new. */
function isBegun({ kind }: HookEvent): boolean {
  return kind !== 'stop' && kind !== 'subagent_stop' && kind !== 'session_end';
}

function childDrafts({ agent, session }: HookEvent, from: RunState, run: string): readonly Draft[] {
  const id = agent ?? session;
  if (!isSafeId(id) || !isSafeId(session)) return [];
  return [{ run: from.id, kind: 'run.child', source: 'signer', data: { agent: id, session, run } }];
}

function parentOf(event: HookEvent, state: State): RunState | undefined {
  return event.parent === undefined ? undefined : state.runsOf(event.harness, event.parent).at(-1);
}

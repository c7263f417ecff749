import { isSafeId } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft, JsonObject } from '../model/record.ts';
import { runIdOf } from './run-id.ts';
import type { State } from './state.ts';

/** What a run needs of the home to be opened. */
export type RunOpener = {
  readonly state: State;
  readonly commitKept: (content: Uint8Array) => Committed;
  readonly randomBytes: (count: number) => Uint8Array;
};

/** The run that an event belongs to, and the drafts that open it where it is not open. */
export type HookRun = { readonly run: string; readonly drafts: readonly Draft[] };

/**
 * The run of an event's session. A session whose run was closed, or that was recorded without hooks until now, goes on
 * in a later part. undefined: the event names no session that may stand in the log.
 */
export function runOfEvent(event: HookEvent, opener: RunOpener): HookRun | undefined {
  const session = event.session;
  if (!isSafeId(session)) return undefined;
  const parts = opener.state.runsOf(event.harness, session);
  const last = parts.at(-1);
  if (last?.open === true && last.mode === 'hooks') return { run: last.id, drafts: [] };
  const drafts: Draft[] = [];
  if (last?.open === true) {
    drafts.push({
      run: last.id,
      kind: 'run.closed',
      source: 'signer',
      data: { last: last.records, why: 'stopped' },
    });
  }
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
  drafts.push({ run, kind: 'run.opened', source: `hook:${event.harness}`, data });
  if (last === undefined && from?.open === true && isSafeId(event.agent)) {
    drafts.push({
      run: from.id,
      kind: 'run.child',
      source: 'signer',
      data: { agent: event.agent, session, run },
    });
  }
  return { run, drafts };
}

function parentOf(event: HookEvent, state: State) {
  return event.parent === undefined ? undefined : state.runsOf(event.harness, event.parent).at(-1);
}

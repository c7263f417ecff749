import type { Harness } from '../model/harness.ts';
import type { HookEvent, Undecoded } from '../model/hook-event.ts';
import { rowAt } from './version-order.ts';

/** The ids of a payload that one can rely on: the run's (`session`) and the call's. */
export type IdName = 'session' | 'call';

/** From `since` on, the pre-tool events carry these ids; `events` has those that carry others. */
type Required = {
  readonly since: string;
  readonly ids: readonly IdName[];
  readonly events?: Readonly<Record<string, readonly IdName[]>>;
};

/**
 * Which ids the pre-tool events of each harness's versions carry, oldest first (formats: claude-code "Hook payloads",
 * codex §7, cursor §2, gemini §4, copilot §4).
 */
export const REQUIRED_IDS: Readonly<Record<Harness, readonly Required[]>> = {
  'claude-code': [
    { since: '0', ids: ['session'] },
    // 1.0.128 had no tool_use_id; 2.0.76 is the first measured with it.
    { since: '2.0.0', ids: ['session', 'call'] },
  ],
  codex: [{ since: '0', ids: ['session', 'call'] }],
  cursor: [
    {
      since: '0',
      ids: ['session', 'call'],
      events: {
        beforeShellExecution: ['session'],
        beforeMCPExecution: ['session'],
        beforeReadFile: ['session'],
      },
    },
  ],
  gemini: [{ since: '0', ids: ['session'] }],
  copilot: [{ since: '0', ids: ['session'] }],
};

/**
 * The ids that this pre-tool event should carry and does not; none for other events. `version` is the harness's where it
 * is known beside the payload; an unknown one is taken for the newest.
 */
export function missingIds(event: HookEvent, version = event.version): readonly IdName[] {
  if (event.kind !== 'pre_tool') return [];
  const row = rowAt(REQUIRED_IDS[event.harness], version);
  const special = row.events;
  const ids =
    special !== undefined && Object.hasOwn(special, event.event)
      ? (special[event.event] ?? row.ids)
      : row.ids;
  return ids.filter((id) => event[id] === undefined);
}

/** The event as one that the closed profile blocks, where it lacks an id that it should carry; else undefined. */
export function withoutIds(event: HookEvent, version?: string): Undecoded | undefined {
  const missing = missingIds(event, version ?? event.version);
  if (missing.length === 0) return undefined;
  const { harness, kind, raw } = event;
  const what = `${event.event}: expected the ids that ${harness} sends with it, found no ${missing.join(' and no ')} id`;
  return { harness, event: event.event, kind, why: 'missing_ids', what, raw };
}

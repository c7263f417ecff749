import { asObject, own, parseJson } from '../harness/payload.ts';
import type { RecordsOf } from './prefix-fault.ts';
import type { TranscriptState } from './state.ts';

/** What tells whether Claude Code itself may have removed a transcript: the time, and the text of a settings file. */
export type Retention = {
  /** ms since 1970. */
  readonly now: number;
  /** undefined where there is none, or none that can be read. */
  readonly settingsAt: (path: string) => string | undefined;
};

const DAY_MS = 86_400_000;
/**
 * When it starts, Claude Code removes transcripts that were not changed for `cleanupPeriodDays`, 30 unless its settings
 * say otherwise (its documentation; not measured in formats).
 */
const DEFAULT_DAYS = 30;
const PROJECTS = '/projects/';

/**
 * Whether Claude Code's clean-up would account for a transcript at `path` being gone, which was last seen changed at
 * `changed`. hostile: the settings are the agent's to write, so that they can only make it wait longer.
 */
export function mayHaveExpired(path: string, changed: number, { now, settingsAt }: Retention): boolean {
  const end = path.lastIndexOf(PROJECTS);
  if (end < 0) return false;
  const text = settingsAt(`${path.slice(0, end)}/settings.json`);
  const stated = own(asObject(text === undefined ? undefined : parseJson(text)?.json), 'cleanupPeriodDays');
  const days = typeof stated === 'number' ? Math.max(stated, DEFAULT_DAYS) : DEFAULT_DAYS;
  return now - changed >= days * DAY_MS;
}

/** When the newest record of each transcript's lines was made, ms since 1970: so late at least it was changed. */
export async function lastChanges(
  transcripts: readonly TranscriptState[],
  recordsOf: RecordsOf,
): Promise<ReadonlyMap<TranscriptState, number>> {
  const last = new Map<TranscriptState, number>();
  for await (const { run, data, time } of recordsOf(new Set(transcripts.map((one) => one.run.id)))) {
    const of = transcripts.find((one) => one.run.id === run?.id && one.index === data.transcript);
    if (of !== undefined) last.set(of, Math.max(last.get(of) ?? 0, Date.parse(time)));
  }
  return last;
}

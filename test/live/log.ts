import { expect } from 'vitest';
import type { JsonObject, LogRecord } from '../../src/model/record.ts';
import type { VerifyReport } from '../../src/verify/verdict.ts';
import { contentsOf } from '../signer/inline-recording.ts';
import type { Stand } from './stand.ts';

/** What the log says of a call that the gate judged. */
export type Judged = { readonly seq: number; readonly data: JsonObject };

/** The decision about the call whose arguments have a text in them; undefined where there is none. */
export function decisionOn(stand: Stand, text: string): Judged | undefined {
  const open = contentsOf(stand.home);
  const found = stand.records('call.decided').filter(({ data }) => {
    const { commitment } = data.input as { readonly commitment: string };
    return Buffer.from(open(commitment) ?? '').includes(text);
  });
  expect(found.length, `decisions about ${text}`).toBeLessThan(2);
  return found[0];
}

/** The outcome that the log has of a decided call; undefined where it has none. */
export function outcomeOf(stand: Stand, { seq }: Judged): unknown {
  const paired = stand.records('call.paired').find(({ data }) => data.decided === seq)?.data.completed;
  const done = stand
    .records('call.completed')
    .filter((record) => record.data.decided === seq || record.seq === paired);
  return done.at(-1)?.data.outcome;
}

/** How sure the log is of what the model said before a decided call: its transcript's own words, joined by the call's id. */
export function linkOf(stand: Stand, { seq, data }: Judged): unknown {
  const call =
    data.call ?? stand.records('call.paired').find((record) => record.data.decided === seq)?.data.call;
  const parts = stand.records('model.exchange').flatMap(partsOf);
  const part = parts.find((one) => one.kind === 'call' && one.call === call);
  return (part?.link as JsonObject | undefined)?.basis ?? `none is known of call ${call}`;
}

export function partsOf({ data }: LogRecord): readonly JsonObject[] {
  return data.parts as readonly JsonObject[];
}

/** Ends the signer in good order and checks the log as a whole: it is valid, and has these gaps and no others. */
export function expectSound(stand: Stand, gaps: readonly string[] = []): VerifyReport {
  stand.stopSigner();
  const report = JSON.parse(stand.tracekit('verify', '--json')) as VerifyReport;
  const words = Object.fromEntries(report.verdicts.map(({ question, word }) => [question, word]));
  expect(words.integrity).toBe('VALID');
  expect(report.verdicts.filter(({ standing }) => standing === 'failed')).toEqual([]);
  expect(stand.records('gap').map(({ data }) => data.gap)).toEqual(gaps);
  return report;
}

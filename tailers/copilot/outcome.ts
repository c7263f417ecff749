import type { Outcome } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import type { Call, Refusal } from './calls.ts';

/** What became of a call; `exit` is its process's exit code. */
export type ResultFacts = { readonly outcome: Outcome; readonly exit?: number };

/**
 * `error.code` of a call that did not succeed. Seen: `failure`, `denied`; `rejected` ("The user rejected this tool
 * call.") is known from Copilot's own answers over ACP; the rest would be an error.
 */
const CODES: Readonly<Record<string, Outcome>> = {
  denied: 'denied',
  rejected: 'declined',
  cancelled: 'interrupted',
  interrupted: 'interrupted',
  aborted: 'interrupted',
};

/** How the harness's own mark ends the text of a command that goes on (`<… still running …>`). */
const RUNNING_MARK = /<[^<>]{0,200}still running[^<>]{0,200}>\s{0,8}$/;
const MARK_CHARS = 420;

/**
 * What a `tool.execution_complete` says. A command that ran and exited with another code than 0 is an error, as in the
 * other harnesses, though Copilot calls it a success (formats: copilot §4). hostile: output can say anything, so
 * text decides only where no field does.
 */
export function resultFacts(data: ForeignObject, call: Call | undefined): ResultFacts {
  const success = own(data, 'success');
  if (success === false) return { outcome: failedOutcome(data, call) };
  if (success !== true) return { outcome: 'unknown' };
  const exit = own(objectField(data, 'shellExecution'), 'exitCode');
  if (typeof exit === 'number' && Number.isSafeInteger(exit) && exit >= 0)
    return { outcome: exit === 0 ? 'ok' : 'error', exit };
  return { outcome: call?.tool === 'Bash' && runsOn(data) ? 'running' : 'ok' };
}

function failedOutcome(data: ForeignObject, call: Call | undefined): Outcome {
  const error = objectField(data, 'error');
  const code = stringField(error, 'code') ?? '';
  // post-block: the call ran, and a hook kept its result from the model. Nothing was denied.
  if (code === 'denied' && stringField(error, 'message')?.startsWith('Tool result blocked:') === true)
    return 'error';
  const outcome = Object.hasOwn(CODES, code) ? CODES[code]! : 'error';
  return outcome === 'denied' ? (call?.refusal ?? 'denied') : outcome;
}

function runsOn(data: ForeignObject): boolean {
  const mode = stringField(objectField(objectField(data, 'toolTelemetry'), 'properties'), 'executionMode');
  if (mode === 'async') return true;
  return RUNNING_MARK.test((stringField(objectField(data, 'result'), 'content') ?? '').slice(-MARK_CHARS));
}

/** How a permission request ended, or undefined where it was granted. */
export function refusalOf(data: ForeignObject): Refusal | undefined {
  const kind = stringField(objectField(data, 'result'), 'kind');
  if (kind === undefined || kind.startsWith('approved')) return undefined;
  if (kind === 'cancelled') return 'interrupted';
  const person = kind === 'denied-interactively-by-user' || kind === 'rejected' || kind === 'reject';
  return person || stringField(data, 'decisionSource') === 'human_response' ? 'declined' : 'denied';
}

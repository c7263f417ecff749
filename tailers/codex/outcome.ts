import { JsonListView, viewJson } from '../../src/bytes/json-view.ts';
import type { Outcome } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/** What a line says became of a call. `exit` is a process's exit code from 0 on; Codex's −1 means that it has none. */
export type Said = { readonly outcome: Outcome; readonly exit?: number };

/** Beginnings of an output's text that Codex itself writes, and what they mean (formats: codex §7, §10; captures). */
const OPENINGS: readonly (readonly [string, Outcome])[] = [
  ['Command blocked by PreToolUse hook', 'denied'],
  ['approval policy is', 'denied'],
  ['approval required by policy', 'denied'],
  ['command denied by policy', 'denied'],
  ['sandbox denied', 'denied'],
  ['failed in sandbox', 'denied'],
  ['exec command rejected by user', 'declined'],
  ['patch rejected by user', 'declined'],
  ['rejected by user', 'declined'],
  ['user rejected', 'declined'],
  ['aborted by user', 'interrupted'],
  ['unsupported call', 'error'],
  ['unsupported custom tool call', 'error'],
  ['failed to parse', 'error'],
  ['apply_patch verification failed', 'error'],
  ['execution error', 'error'],
  ['tool call error', 'error'],
  ['write_stdin failed', 'error'],
  ['command timed out', 'error'],
  ['Script failed', 'error'],
  ['Script completed', 'ok'],
  ['Script running with cell ID', 'running'],
  ['Plan updated', 'ok'],
];

/** The first lines of an output in which Codex states exit codes; what comes after `Output:` is the tool's own text. */
const HEADER_LINES = 8;
const HEADER_CHARS = 600;

/** What the `output` of a call's output line says, or undefined where it says nothing that tells. hostile: whatever value. */
export function saidByOutput(output: unknown): Said | undefined {
  const text = typeof output === 'string' ? output : firstText(output);
  const success = own(asObject(output), 'success');
  const said = text === undefined ? undefined : saidByText(text);
  if (said !== undefined || typeof success !== 'boolean') return said;
  return { outcome: success ? 'ok' : 'error' };
}

/** An exit code that an intercepted `apply_patch` states behind a header without one. For shell calls only. */
export function saidBehindHeader(output: unknown): Said | undefined {
  const opening = 'Output:\n';
  const text = typeof output === 'string' ? output.slice(0, HEADER_CHARS) : '';
  const at = text.startsWith('Wall time') ? text.indexOf(opening) : -1;
  return at < 0 ? undefined : saidByHeader(text.slice(at + opening.length));
}

function firstText(output: unknown): string | undefined {
  const object = asObject(output);
  if (object !== undefined) return stringField(object, 'content');
  return output instanceof JsonListView ? stringField(asObject(output.at(0)), 'text') : undefined;
}

function saidByText(text: string): Said | undefined {
  if (text.startsWith('{"output":')) return saidByJson(text);
  for (const [opening, outcome] of OPENINGS) if (text.startsWith(opening)) return { outcome };
  if (text.startsWith('exec_command failed')) return { outcome: rejection(text.slice(0, HEADER_CHARS)) };
  return saidByHeader(text);
}

/** `exec_command failed: CreateProcess { message: "Rejected(\"…\")" }`: the reason tells who rejected it. */
function rejection(text: string): Outcome {
  const at = text.indexOf('Rejected(');
  if (at < 0) return 'error';
  const reason = text.slice(at + 'Rejected('.length).replace(/^[\\"]+/, '');
  if (reason.startsWith('Failed to ')) return 'error';
  return reason.startsWith('rejected by user') ? 'declined' : 'denied';
}

/** formats: codex up to 0.50: `shell` answered `{"output":…,"metadata":{"exit_code":…}}` as a JSON string. */
function saidByJson(text: string): Said | undefined {
  return saidByCode(own(objectField(asObject(viewJson(text)), 'metadata'), 'exit_code'));
}

function saidByHeader(text: string): Said | undefined {
  for (const line of text.slice(0, HEADER_CHARS).split('\n', HEADER_LINES)) {
    for (const label of ['Exit code: ', 'Process exited with code ']) {
      if (line.startsWith(label)) return saidByCode(Number.parseInt(line.slice(label.length), 10));
    }
    if (line.startsWith('Process running with session ID')) return { outcome: 'running' };
    if (line.startsWith('aborted by user')) return { outcome: 'interrupted' };
    // `Output:` too ends the header: what follows is the tool's own text.
    if (!/^(?:Chunk ID|Wall time|Original token count)/.test(line)) return undefined;
  }
  return undefined;
}

function saidByCode(code: unknown): Said | undefined {
  if (typeof code !== 'number' || !Number.isSafeInteger(code)) return undefined;
  const outcome = code === 0 ? 'ok' : 'error';
  return code < 0 ? { outcome } : { outcome, exit: code };
}

/** What a structured result says: an `item_completed` item, or a legacy end event. */
export function saidByItem(item: ForeignObject): Said {
  const code = saidByCode(own(item, 'exit_code'));
  const stated = statusOutcome(stringField(item, 'status'));
  if (stated === 'declined' || stated === 'denied' || stated === 'running')
    return { ...code, outcome: stated };
  if (failed(item) || stated === 'error') return { ...code, outcome: 'error' };
  return code ?? { outcome: stated ?? (own(item, 'success') === true ? 'ok' : 'unknown') };
}

function statusOutcome(status: string | undefined): Outcome | undefined {
  switch (status) {
    case 'completed':
      return 'ok';
    case 'failed':
      return 'error';
    case 'declined':
      return 'declined';
    case 'in_progress':
    case 'inProgress':
      return 'running';
    default:
      return undefined;
  }
}

function failed(item: ForeignObject): boolean {
  const result = objectField(item, 'result');
  const inner = objectField(result, 'Ok') ?? result;
  if (own(inner, 'isError') === true || own(inner, 'is_error') === true) return true;
  if (own(item, 'success') === false) return true;
  return (own(item, 'error') ?? null) !== null || own(result, 'Err') !== undefined;
}

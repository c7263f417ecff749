import type { Outcome } from '../../src/model/reading.ts';
import { listField, objectField, own, stringField } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/** What a `tool_result` block says became of its call. */
export type ResultFacts = { readonly outcome: Outcome; readonly exit?: number };

/**
 * `toolDenialKind` (formats: claude-code 2.1.332; `automode-blocked` and `cancelled` stand in its binary, unseen).
 * One that is not here is a denial too; `user-rejected` needs more, see `rejected`.
 */
const DENIALS: Readonly<Record<string, Outcome>> = {
  'permission-rule': 'denied',
  'automode-unavailable': 'denied',
  'automode-blocked': 'denied',
  cancelled: 'interrupted',
  interrupted: 'interrupted',
};

/** How failed results begin that are no tool's own error, in versions that mark them by text alone. */
const TEXT_MARKS: readonly (readonly [start: string, outcome: Outcome])[] = [
  ["The user doesn't want to proceed with this tool use.", 'declined'],
  ['[Tool call interrupted:', 'interrupted'],
  ['[Request interrupted by user', 'interrupted'],
  ['PreToolUse:', 'denied'],
  ['Permission to use ', 'denied'],
  ['Claude requested permissions to ', 'denied'],
];

const STOPPED_WHILE_RUNNING = 'this call was stopped while running, not refused before it ran';

/** How a result begins whose call goes on in the background, where no structured result says so (subagent files). */
const RUNNING_TEXTS: readonly string[] = [
  'Async agent launched successfully.',
  'Command running in background with ID: ',
];

/**
 * Reads the outcome from the line's fields first, and from text only where no field tells.
 * hostile: a tool's output can say anything, so text marks count for failed results alone, and never where the
 * permission system let the call run.
 */
export function resultFacts(line: ForeignObject, block: ForeignObject): ResultFacts {
  const text = () => resultText(block);
  const denial = deniedOutcome(line, text);
  if (denial !== undefined) return { outcome: denial };
  const detail = objectField(line, 'toolUseResult');
  if (runsOn(line, detail, text)) return { outcome: 'running' };
  if (own(detail, 'interrupted') === true) return { outcome: 'interrupted' };
  const failed = own(block, 'is_error');
  if (failed === undefined || failed === null || failed === false) return { outcome: 'ok' };
  if (failed !== true) return { outcome: 'unknown' };
  const mark = decisionOf(line) === 'accept' ? undefined : markedOutcome(text());
  if (mark !== undefined) return { outcome: mark };
  const exit = exitCode(text());
  return exit === undefined ? { outcome: 'error' } : { outcome: 'error', exit };
}

function deniedOutcome(line: ForeignObject, text: () => string): Outcome | undefined {
  const kind = stringField(line, 'toolDenialKind');
  if (kind?.startsWith('user-') === true) return rejected(line, text);
  if (kind !== undefined) return Object.hasOwn(DENIALS, kind) ? DENIALS[kind] : 'denied';
  return decisionOf(line) === 'reject' ? rejected(line, text) : undefined;
}

/**
 * `user-rejected` is also written where no person was asked (headless: the decision's source is `config` or `hook`),
 * and where the person stopped a call that was running.
 */
function rejected(line: ForeignObject, text: () => string): Outcome {
  const source = stringField(objectField(line, 'permissionDecision'), 'source');
  if (source !== undefined) return source.startsWith('user') ? 'declined' : 'denied';
  return text().includes(STOPPED_WHILE_RUNNING) ? 'interrupted' : 'declined';
}

function decisionOf(line: ForeignObject): string | undefined {
  return stringField(objectField(line, 'permissionDecision'), 'decision');
}

/** hostile: a command may print a running text itself; where it printed anything, `stdout` holds it. */
function runsOn(line: ForeignObject, detail: ForeignObject | undefined, text: () => string): boolean {
  if (stringField(detail, 'status') === 'async_launched') return true;
  if (stringField(detail, 'backgroundTaskId') !== undefined) return true;
  const silent = !line.has('toolUseResult') || (detail?.lengthOf('stdout') ?? 1) === 0;
  if (!silent) return false;
  const said = text();
  return RUNNING_TEXTS.some((start) => said.startsWith(start));
}

function markedOutcome(text: string): Outcome | undefined {
  if (text.includes(STOPPED_WHILE_RUNNING)) return 'interrupted';
  const mark = TEXT_MARKS.find(([start]) => text.startsWith(start));
  if (mark?.[0] === 'PreToolUse:' && !text.includes(' hook error: ')) return undefined;
  return mark?.[1];
}

/** The exit code stands in the text only: `Exit code 3`, then the output. */
function exitCode(text: string): number | undefined {
  const found = /^Exit code (\d{1,5})(?:\n|$)/.exec(text);
  return found === null ? undefined : Number(found[1]);
}

/** The result's text: a string, or its first text block. */
function resultText(block: ForeignObject): string {
  const content = stringField(block, 'content');
  if (content !== undefined) return content;
  return stringField(asObject(listField(block, 'content')?.at(0)), 'text') ?? '';
}

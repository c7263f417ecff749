import type { Origin } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';

/** Where a user line stands: in a thread that is not the person's, and there as its first. */
export type ThreadPlace = { readonly subagent: boolean; readonly first: boolean };

const INTERRUPTS: ReadonlySet<string> = new Set([
  '[Request interrupted by user]',
  '[Request interrupted by user for tool use]',
]);

/** A whole text between these is the harness's own (formats: claude-code, "not typed by a person"). */
const FRAMES: readonly (readonly [open: string, close: string, origin: Origin])[] = [
  ['<task-notification>', '</task-notification>', 'notification'],
  ['<local-command-stdout>', '</local-command-stdout>', 'command'],
  ['<local-command-stderr>', '</local-command-stderr>', 'command'],
  ['<local-command-caveat>', '</local-command-caveat>', 'meta'],
  ['<bash-input>', '</bash-input>', 'shell'],
  ['<bash-stdout>', '</bash-stderr>', 'shell'],
  ['<bash-stdout>', '</bash-stdout>', 'shell'],
  ['<bash-stderr>', '</bash-stderr>', 'shell'],
  ['<command-name>', '</command-args>', 'command'],
  ['<command-name>', '</command-message>', 'command'],
  ['<command-message>', '</command-args>', 'command'],
  ['<command-message>', '</command-name>', 'command'],
];

/**
 * Whose words a user-role line says it holds. Fields decide before text does: `isCompactSummary`, `isMeta`, `origin`,
 * `turnOrigin`, `promptSource`. A mark by text counts only in its exact form over the whole text; a line without any
 * mark is a `prompt`. hostile: each mark can be forged, so the analyzer asks a witness for it.
 */
export function userOrigin(line: ForeignObject, text: string | undefined, place: ThreadPlace): Origin {
  if (own(line, 'isCompactSummary') === true) return 'summary';
  if (own(line, 'isMeta') === true) return metaOrigin(line, text);
  const sender = senderOrigin(line);
  if (sender !== undefined && sender !== 'prompt') return sender;
  if (place.subagent) return place.first ? 'task' : (textOrigin(text) ?? 'agent');
  return sender ?? textOrigin(text) ?? 'prompt';
}

/** By the attachment `queued_command`: its `commandMode` and `origin` decide, then its text. */
export function queuedOrigin(attachment: ForeignObject, text: string | undefined): Origin {
  const kind = kindOrigin(attachment);
  if (kind !== undefined) return kind;
  const mode = stringField(attachment, 'commandMode');
  if (mode === 'task-notification') return 'notification';
  if (mode === 'bash') return 'shell';
  if (own(attachment, 'isMeta') === true) return 'meta';
  return mode === 'prompt' ? 'prompt' : (textOrigin(text) ?? 'prompt');
}

/** `hookText` marks a hook's words from 2.1.332 on (watched live: Stop exit 2, UserPromptSubmit `continue: false`). */
function metaOrigin(line: ForeignObject, text = ''): Origin {
  if (own(line, 'hookText') === true) return 'hook';
  const hook = text.startsWith('Stop hook feedback:\n') || text.startsWith('Operation stopped by hook');
  return hook ? 'hook' : 'meta';
}

function senderOrigin(line: ForeignObject): Origin | undefined {
  const kind = kindOrigin(line);
  if (kind !== undefined) return kind;
  if (stringField(line, 'turnOrigin') === 'task_notification') return 'notification';
  const source = stringField(line, 'promptSource');
  if (source === 'typed' || source === 'sdk') return 'prompt';
  return source === 'system' ? 'meta' : undefined;
}

/** `human` decides nothing: a slash command's line carries it too. An unknown kind is left to the other marks. */
function kindOrigin(object: ForeignObject): Origin | undefined {
  const kind = stringField(objectField(object, 'origin'), 'kind');
  if (kind === 'task-notification') return 'notification';
  return kind === 'peer' ? 'agent' : undefined;
}

function textOrigin(text: string | undefined): Origin | undefined {
  if (text === undefined) return undefined;
  if (INTERRUPTS.has(text)) return 'interrupt';
  if (!text.startsWith('<')) return undefined;
  const end = text.trimEnd();
  return FRAMES.find(([open, close]) => text.startsWith(open) && end.endsWith(close))?.[2];
}

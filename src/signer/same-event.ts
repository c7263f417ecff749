import { sha256Hex } from '../bytes/sha256.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import type { HookEvent } from '../model/hook-event.ts';
import { rawInput } from './raw-input.ts';

/** Cursor's events that fire beside `preToolUse` and `postToolUse` for the same call, without its id (formats: cursor §2). */
const GRANULAR: ReadonlySet<string> = new Set([
  'beforeShellExecution',
  'afterShellExecution',
  'beforeMCPExecution',
  'afterMCPExecution',
  'beforeReadFile',
]);

export function isGranular({ harness, event }: Pick<HookEvent, 'harness' | 'event'>): boolean {
  return harness === 'cursor' && GRANULAR.has(event);
}

/**
 * What two installs' hooks of one event have in common, whichever spelling of the harness each was called in (Copilot's
 * own and Claude's; Cursor's likewise).
 */
export function eventKey(event: HookEvent): string {
  const { harness, session = '', agent = '', call = '', kind } = event;
  const of =
    event.tool === undefined
      ? (event.prompt ?? `${event.turn ?? ''}${spokenKey(event)}`)
      : `${isGranular(event)}\0${deed(event)}`;
  return sha256Hex(toUtf8([harness, kind, session, agent, call, of].join('\0')));
}

/** A turn has many thoughts. */
function spokenKey({ kind, text = '' }: HookEvent): string {
  return kind === 'thought' || kind === 'response' ? `\0${text}` : '';
}

export type Deed = Pick<HookEvent, 'command' | 'tool' | 'input' | 'raw'>;

/** What a call does: the command, else the tool and its input. */
export function deed(event: Deed): string {
  if (event.command !== undefined) return `command\0${event.command}`;
  return `${event.tool?.canonical ?? ''}\0${inputKey(event)}`;
}

/** The input as parsed, since its spelling may differ; its bytes where it is nested too deep to be written out. */
function inputKey(event: Deed): string {
  try {
    return sha256Hex(toUtf8(JSON.stringify(event.input) ?? ''));
  } catch {
    return sha256Hex(rawInput(event));
  }
}

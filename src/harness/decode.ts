import type { Harness } from '../model/harness.ts';
import type { EventKind, HookEvent, Undecoded } from '../model/hook-event.ts';
import { commandOf } from './command.ts';
import { detect } from './detect.ts';
import type { Dialect, Fields } from './dialect.ts';
import { DIALECTS } from './dialects.ts';
import { directoryOf, type HookContext } from './directory.ts';
import { type Payload, readPayload, text } from './payload.ts';
import { toolTargets } from './targets.ts';

/** What the installed command said: `tracekit hook <agent> <Event>`. */
export type HookArgument = { readonly harness: Harness; readonly event?: string };

/**
 * One hook payload as an event, or why it is none. The event's name is the payload's own where its sender knows it,
 * else the argument's. Never throws, whatever the bytes; nothing in it walks a value deeper than its top fields.
 *
 * @example
 * decode(stdin, { harness: 'codex', event: 'PreToolUse' }, { cwd: process.cwd() })
 */
export function decode(raw: Uint8Array, argument: HookArgument, context: HookContext): HookEvent | Undecoded {
  const read = readPayload(raw);
  if (read.kind === 'fault') {
    const event = argument.event ?? '';
    const kind = kindOf(argument.harness, event);
    return { harness: argument.harness, event, kind, why: read.why, what: read.what, raw };
  }
  const { payload } = read;
  const sender = detect(payload, argument.harness);
  const dialect = DIALECTS[sender.harness];
  const event = eventOf(dialect, payload, argument);
  const kind = knownKind(dialect, event) ?? kindOf(argument.harness, event);
  const fields = dialect.read({ payload, sender, kind, event, context });
  const known = { harness: sender.harness, named: argument.harness, surface: sender.surface, kind, event };
  return { ...present(fields), ...known, ...toolFields(fields, payload, context), raw, payload };
}

/** Whether `decode` could read the payload. */
export function isDecoded(decoded: HookEvent | Undecoded): decoded is HookEvent {
  return 'payload' in decoded;
}

/**
 * The kind of an event by the harness's own name for it; by any other harness's where it has none of that name, since
 * Copilot and Cursor also run Claude Code's settings; else `other`. hostile: `constructor` is no event.
 */
export function kindOf(harness: Harness, event: string): EventKind {
  const own = knownKind(DIALECTS[harness], event);
  if (own !== undefined) return own;
  for (const dialect of Object.values(DIALECTS)) {
    const kind = knownKind(dialect, event);
    if (kind !== undefined) return kind;
  }
  return 'other';
}

function knownKind(dialect: Dialect, event: string): EventKind | undefined {
  return Object.hasOwn(dialect.events, event) ? dialect.events[event] : undefined;
}

function eventOf(dialect: Dialect, payload: Payload, argument: HookArgument): string {
  const said = text(payload, 'hook_event_name');
  for (const name of [said, argument.event]) {
    if (name !== undefined && knownKind(dialect, name) !== undefined) return name;
  }
  return dialect.guess?.(payload) ?? argument.event ?? said ?? '';
}

function toolFields(fields: Fields, payload: Payload, context: HookContext) {
  const { tool, input } = fields;
  const command = fields.command ?? (tool?.kind === 'Bash' ? commandOf(input) : undefined);
  return {
    ...(tool !== undefined && { tool: tool.name }),
    ...(command !== undefined && { command }),
    targets: tool === undefined ? [] : toolTargets(tool.name, tool.kind, input),
    cwd: directoryOf(payload, input, context),
  };
}

type Readable = Omit<Fields, 'tool' | 'command'>;
type Present = { readonly [key in keyof Readable]: Exclude<Readable[key], undefined> };

/** The dialect's fields without those that it did not find. */
function present(fields: Fields): Present {
  const found: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(fields)) {
    if (value !== undefined && key !== 'tool' && key !== 'command') found[key] = value;
  }
  return found as Present;
}

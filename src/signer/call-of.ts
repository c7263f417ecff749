import { commandOf } from '../harness/command.ts';
import { commandDirectory } from '../harness/directory.ts';
import { asObject, has } from '../harness/payload.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Target } from '../model/target.ts';
import type { Call } from '../policy/call.ts';
import { patchTargets } from '../shell/patch.ts';

/**
 * A call as the policy sees it: a patch is read by its file headers from whatever field carries it, a command is read
 * in the folder that its input names, and a tool of any server that is called a shell is one.
 */
export function callOf(event: HookEvent): Call {
  const tool = event.tool?.canonical ?? event.tool?.own ?? '';
  const patched = texts(event).flatMap((text) =>
    patchTargets(text).map((target): Target => ({ ...target, by: 'patch' })),
  );
  const command = event.command ?? foreignCommand(event);
  // Codex's patch text arrives in the field that a command lives in.
  const isPatch = patched.length > 0 && tool !== 'Bash';
  if (command === undefined || isPatch) {
    const addresses = addressesOf(event);
    return {
      tool,
      cwd: event.cwd,
      targets: [...event.targets, ...patched],
      ...(addresses.length > 0 && { addresses }),
    };
  }
  return { tool, cwd: commandDirectory(event), targets: [...event.targets, ...patched], command };
}

/** The top-level strings of the tool's input that look like a patch. */
function texts({ input }: HookEvent): readonly string[] {
  const values =
    typeof input === 'string'
      ? [input]
      : input !== null && typeof input === 'object'
        ? Object.values(input)
        : [];
  return values.filter(
    (value): value is string =>
      typeof value === 'string' && (value.includes('*** Begin Patch') || /^--- /m.test(value)),
  );
}

/** Where a tool without a command is told to go: addresses in its top-level texts, which a prompt of it may hold. */
function addressesOf({ input }: HookEvent): readonly string[] {
  const values = Object.values(asObject(input) ?? {}).filter((value) => typeof value === 'string');
  return values
    .flatMap((value) =>
      [...value.slice(0, 20_000).matchAll(/https?:\/\/[^\s"'<>)]{1,2000}/gi)].map(([url]) => url),
    )
    .slice(0, 50);
}

const SHELL_WORDS =
  /bash|shell|terminal|console|powershell|pwsh|command|exec|(?:^|[^a-z])(?:sh|zsh|cmd|run)(?:[^a-z]|$)/i;
const COMMAND_FIELDS = ['command', 'cmd', 'script', 'commandLine', 'command_line', 'shell_command'] as const;

/** The command of a tool that is in no table, and is called a shell (`mcp__box__run_command`). */
function foreignCommand(event: HookEvent): string | undefined {
  const input = asObject(event.input);
  if (input === undefined || !isShellName(event) || !COMMAND_FIELDS.some((field) => has(input, field)))
    return undefined;
  return commandOf(input);
}

function isShellName({ tool }: HookEvent): boolean {
  return tool !== undefined && (SHELL_WORDS.test(tool.own.slice(0, 200)) || tool.canonical === 'Bash');
}

/**
 * Whether no reader finds what the call does, yet it looks like a shell event (`unrecognised`): by its
 * event's or tool's name, or by a field that a command lives in.
 */
export function isUnrecognised(event: HookEvent, call: Call): boolean {
  if (call.command !== undefined || call.targets.length > 0) return false;
  const fields = [asObject(event.input), event.tool === undefined ? event.payload : undefined];
  return (
    /shell|exec|command/i.test(event.event) ||
    isShellName(event) ||
    fields.some((object) => COMMAND_FIELDS.some((field) => object !== undefined && has(object, field)))
  );
}

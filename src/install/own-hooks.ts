import { findNodeAtLocation, type Node } from 'jsonc-parser';
import type { Profile } from '../harness/failure.ts';
import type { Harness } from '../model/harness.ts';
import { harnessNamed } from '../signer/hook-request.ts';

/** A hook of ours as it stands in a settings file. */
export type OwnHook = {
  readonly event: string;
  /** The element of `hooks.<event>`, and the handler in it; the same node where the harness has no groups. */
  readonly entry: Node;
  readonly handler: Node;
  /** Places of both, from 0. */
  readonly group: number;
  readonly index: number;
  readonly command: OwnCommand;
};

/** What a command of ours says of itself. */
export type OwnCommand = {
  readonly line: string;
  readonly profile: Profile;
  /** Undefined for one that was set up by hand. */
  readonly install?: string;
  /** The home whose script it runs. */
  readonly home?: string;
  readonly harness?: Harness;
  /** The event that it is told, if any. */
  readonly event?: string;
};

/** `<home>/hooks/<profile>/<install>.sh`, whatever the home. */
const SCRIPT =
  /[\\/]hooks[\\/](open|closed)[\\/]((?:claude-code|codex|cursor|gemini|copilot)-[0-9a-f]{10})\.sh\b/;
const INSTALL = /--install[ =]((?:claude-code|codex|cursor|gemini|copilot)-[0-9a-f]{10})\b/;
/** Set up by hand, or by another way of starting it. */
const BY_HAND =
  /(?:^|[\s\\/"'])tracekit(?:\.js|\.cmd|\.exe)?["']? hook(?: |$)|[\\/]tracekit[\\/]dist[\\/]hook\.cjs\b/;
const MOST = 10_000;

/** Reads a command; undefined for somebody else's. hostile: whatever stands in a settings file. */
export function ownCommand(line: string): OwnCommand | undefined {
  if (line.length > MOST) return undefined;
  const script = SCRIPT.exec(line);
  const install = script?.[2] ?? INSTALL.exec(line)?.[1];
  if (install === undefined && !BY_HAND.test(line)) return undefined;
  const words = line.trimEnd().split(/\s/).slice(-2);
  const at = words.findIndex((word) => harnessNamed(word) !== undefined);
  const event = at < 0 ? undefined : words[at + 1];
  return {
    line,
    profile: (script?.[1] ?? (/ --v2(?: |$)/.test(line) ? 'closed' : 'open')) as Profile,
    ...(install !== undefined && { install }),
    ...(script !== null && { home: line.slice(line.lastIndexOf("'", script.index) + 1, script.index) }),
    ...(at >= 0 && { harness: words[at] as Harness }),
    ...(event !== undefined && /^[A-Za-z]+$/.test(event) && { event }),
  };
}

/** Every hook of ours in a settings file, by its tree. */
export function ownHooks(root: Node | undefined): readonly OwnHook[] {
  const hooks = root === undefined ? undefined : findNodeAtLocation(root, ['hooks']);
  if (hooks?.type !== 'object') return [];
  return (hooks.children ?? []).flatMap((member) => {
    const [key, list] = member.children ?? [];
    if (typeof key?.value !== 'string' || list?.type !== 'array') return [];
    const event = key.value;
    return (list.children ?? []).flatMap((entry, group) =>
      ownHandlers(entry).map((own) => ({ event, entry, group, ...own })),
    );
  });
}

function ownHandlers(entry: Node): readonly Pick<OwnHook, 'handler' | 'index' | 'command'>[] {
  if (entry.type !== 'object') return [];
  const inner = findNodeAtLocation(entry, ['hooks']);
  const handlers = inner?.type === 'array' ? (inner.children ?? []) : [entry];
  return handlers.flatMap((handler, index) => {
    const command = commandIn(handler);
    return command === undefined ? [] : [{ handler, index, command }];
  });
}

/** Copilot names its command by the shell that runs it. */
const KEYS = ['command', 'bash', 'powershell'] as const;

function commandIn(handler: Node): OwnCommand | undefined {
  if (handler.type !== 'object') return undefined;
  for (const key of KEYS) {
    const value: unknown = findNodeAtLocation(handler, [key])?.value;
    const own = typeof value === 'string' ? ownCommand(value) : undefined;
    if (own !== undefined) return own;
  }
  return undefined;
}

import type { Harness, ToolClass } from '../model/harness.ts';
import type { Surface, ToolName } from '../model/hook-event.ts';
import { asObject, filled, own, type Payload } from './payload.ts';
import { toolClass } from './tools.ts';

/** A call's tool: its class, and its name in the one vocabulary beside the harness's own. */
export type NamedTool = { readonly kind: ToolClass; readonly name: ToolName };

/**
 * The tool that a payload names. On the Claude surface Copilot sends Claude's names (formats: copilot §4).
 * A name in no table keeps the harness's own.
 */
export function namedTool(harness: Harness, surface: Surface, payload: Payload): NamedTool | undefined {
  const name = filled(payload, 'tool_name', 'toolName');
  if (name === undefined) return undefined;
  const first = toolClass(harness, name);
  const kind = first === 'Other' && surface === 'claude_settings' ? toolClass('claude-code', name) : first;
  if (kind === 'MCP') return { kind, name: { canonical: mcpName(harness, name, payload), own: name } };
  return { kind, name: { canonical: kind === 'Other' ? name : kind, own: name } };
}

/** An MCP tool that a payload names bare, beside its server if it says one (Cursor's beforeMCPExecution). */
export function bareMcpTool(own: string, server: string): NamedTool {
  return { kind: 'MCP', name: { canonical: `mcp__${server}__${own}`, own } };
}

/** The server that a payload names for an MCP call. */
export function mcpServer(payload: Payload): string | undefined {
  return (
    filled(asObject(own(payload, 'mcp_server')), 'name') ??
    filled(asObject(own(payload, 'mcp_context')), 'server_name') ??
    filled(payload, 'serverName', 'server_name', 'mcp_server_name', 'mcp_server', 'server')
  );
}

/** Between server and tool, after the prefix (or, for Copilot, in the bare name). */
const SEPARATORS: Readonly<Record<Harness, string>> = {
  'claude-code': '__',
  codex: '__',
  cursor: '__',
  gemini: '_',
  copilot: '-',
};

/** `mcp__<server>__<tool>`, or `mcp__?__<whole>` where nothing says for sure where the server's name ends. */
function mcpName(harness: Harness, name: string, payload: Payload): string {
  const server = mcpServer(payload);
  if (harness === 'cursor' && name.startsWith('MCP:')) return `mcp__${server ?? 'cursor'}__${name.slice(4)}`;
  const doubled = name.startsWith('mcp__');
  const rest = name.slice(doubled ? 5 : name.startsWith('mcp_') ? 4 : 0);
  const separator = doubled ? '__' : SEPARATORS[harness];
  const split = serverSplit(rest, separator, server) ?? onlySplit(rest, separator);
  return split === undefined ? `mcp__?__${rest}` : `mcp__${split[0]}__${split[1]}`;
}

type Split = readonly [server: string, tool: string];

/** Claude Code writes `_` for what a tool name may not hold, so the server's name is compared in that form too. */
function serverSplit(rest: string, separator: string, server: string | undefined): Split | undefined {
  if (server === undefined) return undefined;
  for (const spelling of [server, server.replace(/[^A-Za-z0-9_-]/g, '_')]) {
    const tool = rest.slice(spelling.length + separator.length);
    if (tool !== '' && rest.startsWith(spelling + separator)) return [spelling, tool];
  }
  return undefined;
}

function onlySplit(rest: string, separator: string): Split | undefined {
  const at = rest.indexOf(separator);
  if (at <= 0 || at !== rest.lastIndexOf(separator)) return undefined;
  const tool = rest.slice(at + separator.length);
  return tool === '' ? undefined : [rest.slice(0, at), tool];
}

import { fromUtf8 } from '../bytes/utf8.ts';
import { asObject, parseJson, text, unwrapJson } from '../harness/payload.ts';
import { bareMcpTool, namedTool } from '../harness/tool-name.ts';
import type { HookEvent } from '../model/hook-event.ts';
import { type Deed, deed } from './same-event.ts';

/**
 * What a call does, as Cursor's two layers both tell it: a command, a file that is read (the granular event does not say
 * which part of it), else the tool and its input.
 */
export function granularDeed(event: Deed): string {
  const file = event.tool?.canonical === 'Read' ? text(asObject(event.input), 'file_path') : undefined;
  return file === undefined ? deed(event) : `read\0${file}`;
}

/** A recorded call: its tool's class, the harness's name of it, and its arguments as the payload had them. */
export type RecordedCall = { readonly tool: string; readonly own: string; readonly input: Uint8Array };

/** The same of a call that is recorded. Which server an MCP tool is of is not: Cursor's hooks don't say (formats: cursor §2). */
export function recordedDeed({ tool, own, input: bytes }: RecordedCall): string {
  const input = unwrapJson(parseJson(fromUtf8(bytes) ?? '')?.json);
  const command = tool === 'Bash' ? text(asObject(input), 'command') : undefined;
  const name = nameOf(tool, own);
  return granularDeed({
    ...{ input, raw: bytes },
    ...(name && { tool: name }),
    ...(command !== undefined && { command }),
  });
}

function nameOf(tool: string, own: string): HookEvent['tool'] {
  const isBare = tool === 'MCP' && !own.startsWith('MCP:') && !own.startsWith('mcp__');
  return isBare
    ? bareMcpTool(own, 'cursor').name
    : namedTool('cursor', 'claude_settings', { tool_name: own })?.name;
}

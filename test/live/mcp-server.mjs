// A small MCP server on stdio (JSON-RPC, a line each): `note` gives back its text, `push_branch` makes a file that tells.
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const inputSchema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] };
const tools = [
  { name: 'note', description: 'Takes a note', inputSchema },
  { name: 'push_branch', description: 'Pushes a branch', inputSchema },
];

function answer({ method, params }) {
  if (method === 'initialize')
    return {
      ...{ protocolVersion: params.protocolVersion, capabilities: { tools: {} } },
      serverInfo: { name: 'live', version: '1.0.0' },
    };
  if (method === 'tools/list') return { tools };
  if (method !== 'tools/call') return undefined;
  if (params.name === 'push_branch') writeFileSync('pushed.txt', '');
  return { content: [{ type: 'text', text: `noted: ${params.arguments.text}` }] };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, ...request } = JSON.parse(line);
  if (id === undefined) continue;
  const result = answer(request);
  const error = { code: -32601, message: 'no such method' };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...(result ? { result } : { error }) })}\n`);
}

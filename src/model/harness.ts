/** The harnesses that tracekit reads. */
export const HARNESSES = ['claude-code', 'codex', 'cursor', 'gemini', 'copilot'] as const;
export type Harness = (typeof HARNESSES)[number];

/** The source of a prompt's record, whatever the harness calls its event. */
export function promptSource(harness: Harness): string {
  return `${harness === 'gemini' ? 'gemini-cli' : harness}:UserPromptSubmit`;
}

/** The one tool vocabulary; `MCP` stands for every `mcp__<server>__<tool>`, `Other` for a name in no table. */
export const TOOL_CLASSES = [
  'Bash',
  'Read',
  'Write',
  'Edit',
  'NotebookEdit',
  'Delete',
  'Grep',
  'Glob',
  'LS',
  'WebFetch',
  'WebSearch',
  'Task',
  'Memory',
  'MCP',
  'Other',
] as const;
export type ToolClass = (typeof TOOL_CLASSES)[number];

const MAX_ID = 200;

/**
 * An id of a harness that may stand in the log in clear: 1 to 200 printable ASCII characters without space,
 * quote or backslash. hostile: ids come from transcripts; anything else is left out and noted `unsafe_id`.
 */
export function isSafeId(value: unknown): value is string {
  if (typeof value !== 'string' || value.length === 0 || value.length > MAX_ID) return false;
  // A loop, since each line of a transcript has several: a third of the time of a regular expression.
  for (let i = 0; i < value.length; i++) {
    const unit = value.charCodeAt(i);
    if (unit < 0x21 || unit > 0x7e || unit === 0x22 || unit === 0x5c) return false;
  }
  return true;
}

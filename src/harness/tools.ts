import { type Harness, TOOL_CLASSES, type ToolClass } from '../model/harness.ts';
import type { ToolName } from '../model/hook-event.ts';

type Names = Readonly<Record<string, ToolClass>>;

/**
 * Each harness's own tool names in the one vocabulary (names from `formats`). A name in no table is
 * `Other`: it keeps the harness's spelling, and is judged by what it carries. Codex's code-mode `exec` is `Other`,
 * since it runs JavaScript; the calls inside of it have rows of their own.
 */
export const TOOL_NAMES: Readonly<Record<Harness, Names>> = {
  'claude-code': {
    Bash: 'Bash',
    Read: 'Read',
    Write: 'Write',
    Edit: 'Edit',
    MultiEdit: 'Edit',
    NotebookEdit: 'NotebookEdit',
    NotebookRead: 'Read',
    Grep: 'Grep',
    Glob: 'Glob',
    LS: 'LS',
    WebFetch: 'WebFetch',
    WebSearch: 'WebSearch',
    Task: 'Task',
    Agent: 'Task',
  },
  codex: {
    Bash: 'Bash',
    shell: 'Bash',
    shell_command: 'Bash',
    local_shell: 'Bash',
    local_shell_call: 'Bash',
    'container.exec': 'Bash',
    exec_command: 'Bash',
    write_stdin: 'Bash',
    apply_patch: 'Edit',
    view_image: 'Read',
    web_search: 'WebSearch',
    spawn_agent: 'Task',
    collaborationspawn_agent: 'Task',
    multi_agent_v1spawn_agent: 'Task',
  },
  cursor: {
    Shell: 'Bash',
    Read: 'Read',
    Write: 'Write',
    StrReplace: 'Edit',
    Grep: 'Grep',
    Glob: 'Glob',
    LS: 'LS',
    Delete: 'Delete',
    Task: 'Task',
    WebFetch: 'WebFetch',
    WebSearch: 'WebSearch',
  },
  gemini: {
    run_shell_command: 'Bash',
    read_file: 'Read',
    read_many_files: 'Read',
    write_file: 'Write',
    replace: 'Edit',
    glob: 'Glob',
    grep_search: 'Grep',
    search_file_content: 'Grep',
    list_directory: 'LS',
    web_fetch: 'WebFetch',
    google_web_search: 'WebSearch',
    save_memory: 'Memory',
    invoke_agent: 'Task',
  },
  copilot: {
    bash: 'Bash',
    shell: 'Bash',
    write_bash: 'Bash',
    write_powershell: 'Bash',
    run_in_terminal: 'Bash',
    powershell: 'Bash',
    pwsh: 'Bash',
    cmd: 'Bash',
    view: 'Read',
    create: 'Write',
    edit: 'Edit',
    str_replace_editor: 'Edit',
    apply_patch: 'Edit',
    grep: 'Grep',
    glob: 'Glob',
    task: 'Task',
    web_fetch: 'WebFetch',
  },
};

/** How a harness spells the tools of MCP servers: a prefix, or (Copilot) a separator inside of the name. */
const MCP_MARKS: Readonly<
  Record<Harness, { readonly prefixes: readonly string[]; readonly infix?: string }>
> = {
  'claude-code': { prefixes: ['mcp__'] },
  codex: { prefixes: ['mcp__'] },
  cursor: { prefixes: ['MCP:', 'mcp__'] },
  gemini: { prefixes: ['mcp__', 'mcp_'] },
  copilot: { prefixes: ['mcp__'], infix: '-' },
};

/**
 * The class of a tool by the name that `harness` gives it in hooks or transcripts. hostile: whatever string; a name that
 * is a property of every object (`constructor`) is `Other`.
 */
export function toolClass(harness: Harness, name: string): ToolClass {
  const names = TOOL_NAMES[harness];
  if (Object.hasOwn(names, name)) return names[name]!;
  const { prefixes, infix } = MCP_MARKS[harness];
  if (prefixes.some((prefix) => name.length > prefix.length && name.startsWith(prefix))) return 'MCP';
  if (infix === undefined) return 'Other';
  const at = name.indexOf(infix);
  return at > 0 && at < name.length - 1 ? 'MCP' : 'Other';
}

/** The class of a tool whose payload was decoded: on Claude Code's surface Copilot's tools have Claude's names. */
export function classOf(tool: ToolName | undefined): ToolClass {
  if (tool === undefined) return 'Other';
  const { canonical } = tool;
  if (canonical.startsWith('mcp__')) return 'MCP';
  return TOOL_CLASSES.find((known) => known === canonical) ?? 'Other';
}

import type { ToolClass } from '../model/harness.ts';
import type { ToolName } from '../model/hook-event.ts';
import type { Target, TargetRole } from '../model/target.ts';
import { asObject, filled, own, type Payload } from './payload.ts';

/** Fields that hold one path, in the spellings of `formats/` and of MCP file servers. */
const PATHS = [
  'file_path',
  'filePath',
  'path',
  'notebook_path',
  'absolute_path',
  'target_file',
  'file',
  'filename',
  'file_name',
  'dir_path',
  'directory_path',
] as const;
/** Fields that hold several: strings, or objects with one of the above. */
const LISTS = ['paths', 'file_paths', 'files', 'include'] as const;
const FROM = ['source', 'src', 'source_path', 'from', 'old_path', 'oldPath'] as const;
const TO = ['destination', 'dest', 'destination_path', 'to', 'new_path', 'newPath'] as const;

/** Words by which a tool's name says that it writes. */
const REMOVES = /delete|remove/i;
const MOVES = /move|rename/i;
const COPIES = /copy/i;
const WRITES = /write|edit|create|patch|replace|notebook|save/i;

/**
 * The files that a tool's own path fields name. What a patch or a command touches is read elsewhere. An empty path is
 * no target; a tool that says nothing of writing reads.
 */
export function toolTargets(tool: ToolName, kind: ToolClass, input: unknown): readonly Target[] {
  const fields = asObject(input);
  if (fields === undefined || NO_PATHS.has(kind)) return [];
  const role = roleOf(tool, kind, fields);
  const tree = kind === 'Grep' || kind === 'Glob' || (kind === 'Delete' && own(fields, 'recursive') === true);
  const targets: Target[] = [];
  const add = (path: string, as: TargetRole) => {
    const glob = as === 'read' && /[*?[]/.test(path);
    targets.push({ path, role: as, by: 'tool', ...(glob && { glob }), ...(tree && { tree }) });
  };
  for (const path of pathsOf(fields)) add(path, role);
  const name = ownPart(tool);
  if (!MOVES.test(name) && !COPIES.test(name)) return targets;
  const from = filled(fields, ...FROM);
  const to = filled(fields, ...TO);
  if (from !== undefined) add(from, MOVES.test(name) ? 'removed' : 'read');
  if (to !== undefined) add(to, 'added');
  return targets;
}

/** Classes whose input holds no path of its own: a command's targets are read from the command. */
const NO_PATHS: ReadonlySet<ToolClass> = new Set(['Bash', 'WebFetch', 'WebSearch', 'Task']);

const ROLES: Partial<Record<ToolClass, TargetRole>> = {
  Read: 'read',
  Grep: 'read',
  Glob: 'read',
  LS: 'read',
  Write: 'written',
  Edit: 'written',
  NotebookEdit: 'written',
  Memory: 'written',
  Delete: 'removed',
};

function roleOf(tool: ToolName, kind: ToolClass, fields: Payload): TargetRole {
  // `str_replace_editor` names what it does in `command`; `view` only reads.
  if (kind === 'Edit' && own(fields, 'command') === 'view') return 'read';
  const fixed = ROLES[kind];
  if (fixed !== undefined) return fixed;
  const name = ownPart(tool);
  if (REMOVES.test(name) || MOVES.test(name)) return 'removed';
  return WRITES.test(name) ? 'written' : 'read';
}

/** An MCP tool's name without its server, where the split is sure: a server called `editor` writes nothing by itself. */
function ownPart(tool: ToolName): string {
  const parts = /^mcp__[^?]*?__(.+)$/s.exec(tool.canonical);
  return parts?.[1] ?? tool.own;
}

function pathsOf(fields: Payload): readonly string[] {
  const paths: string[] = [];
  for (const key of PATHS) {
    const path = filled(fields, key);
    if (path !== undefined) paths.push(path);
  }
  for (const key of LISTS) {
    const list = own(fields, key);
    if (!Array.isArray(list)) continue;
    for (const entry of list as readonly unknown[]) {
      const path = typeof entry === 'string' ? entry : filled(asObject(entry), ...PATHS);
      if (path !== undefined && path !== '') paths.push(path);
    }
  }
  return paths;
}

/** What a path says by its shape: `SLUG/SESSION.jsonl`, `SLUG/SESSION/subagents/…/agent-ID.jsonl`, `SLUG/agent-ID.jsonl`. */
export type PathHint = { readonly session?: string; readonly agent?: string };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const AGENT_FILE = /^agent-([A-Za-z0-9_-]{1,64})\.jsonl$/;
const ENDING = '.jsonl';

/** An id that is no path and no option: letters, digits, `.`, `_`, `-`, at most 128, and a letter or digit first. */
export function isPlainId(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/.test(value);
}

/** The hint, or undefined where the file's name is neither a session's nor an agent's. */
export function pathHint(path: string): PathHint | undefined {
  const parts = path.split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  const agent = AGENT_FILE.exec(name)?.[1];
  if (agent === undefined) {
    const session = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : '';
    return UUID.test(session) ? { session } : undefined;
  }
  const session = parts.find((part, at) => UUID.test(part) && parts[at + 1] === 'subagents');
  return session === undefined ? { agent } : { agent, session };
}

/** Whose transcript lies at a path: a conversation's own, or that of an agent below it. */
export type Place = { readonly session: string; readonly agent?: string };

/** hostile: an id that names no file elsewhere: letters, digits, `.`, `_`, `-`, a letter or digit first. */
const ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;
const ENDING = '.jsonl';
const FOLDER = 'agent-transcripts';
const CHILDREN = 'subagents';

/**
 * By the folders alone, since no line names its conversation (formats: cursor §4): below `agent-transcripts/` lie
 * `ID/ID.jsonl`, the older `ID.jsonl`, and `ID/subagents/AGENT.jsonl`, with agents of agents below that.
 */
export function placeOf(path: string): Place | undefined {
  const parts = path.split(/[\\/]/);
  const id = idOf(parts.at(-1));
  const from = parts.lastIndexOf(FOLDER);
  if (id === undefined || from < 0) return undefined;
  const folders = parts.slice(from + 1, -1);
  const [session] = folders;
  if (session === undefined || (folders.length === 1 && session === id)) return { session: id };
  const isBelow = folders.length > 1 && folders.at(-1) === CHILDREN;
  return isBelow && ID.test(session) ? { session, agent: id } : undefined;
}

/** The id that a file's name is, without its ending. */
export function idOf(name: string | undefined): string | undefined {
  if (name?.endsWith(ENDING) !== true) return undefined;
  const id = name.slice(0, -ENDING.length);
  return ID.test(id) ? id : undefined;
}

import type { Link } from '../../src/model/reading.ts';

/**
 * What the model thought and said since its last response ended, for linking the calls that follow.
 *
 * No line names its response. From 0.171.0 on each response item carries `metadata.sampled_through_sequence`, the
 * newest line of the history that its request was made from; two items of one turn with the same number, and no
 * `token_usage_record` between them, are one response: `exact`. A retry after a cut stream has seen the items that
 * the first try left, so its number differs. Earlier versions say no more than order does: `ordered`, counted from
 * the last output, which no response spans. Thoughts of an earlier response are never linked to.
 */
export type Response = { thoughts: Thought[] };

type Thought = { readonly line: number; readonly turn: string | undefined; sampled: number | undefined };

const MAX_THOUGHTS = 64;

export function newResponse(): Response {
  return { thoughts: [] };
}

/** A line of thinking or text. */
export function addThought(response: Response, thought: Thought): void {
  if (response.thoughts.length >= MAX_THOUGHTS) response.thoughts.shift();
  response.thoughts.push(thought);
}

/** The second line of a thought says what request it came from; the first, an event, did not. */
export function dateThought(response: Response, line: number, sampled: number | undefined): void {
  const thought = response.thoughts.find((each) => each.line === line);
  if (thought !== undefined) thought.sampled ??= sampled;
}

/** The response is over for certain: its usage was recorded, or its turn ended. */
export function endResponse(response: Response): void {
  response.thoughts.length = 0;
}

/** An output or a message of the user's: no response without sequence numbers goes on behind it. */
export function interruptResponse(response: Response): void {
  if (response.thoughts.length === 0) return;
  response.thoughts = response.thoughts.filter((each) => each.sampled !== undefined);
}

/** The link of a call that the model made in `turn`, from the request that had seen `sampled`. */
export function linkOf(response: Response, turn: string | undefined, sampled: number | undefined): Link {
  const near = response.thoughts.filter((each) => each.turn === turn);
  const same = sampled === undefined ? [] : near.filter((each) => each.sampled === sampled);
  if (same.length > 0) return { basis: 'exact', lines: same.map((each) => each.line) };
  const undated = near.filter((each) => each.sampled === undefined || sampled === undefined);
  if (undated.length > 0) return { basis: 'ordered', lines: undated.map((each) => each.line) };
  return { basis: 'none', lines: [] };
}

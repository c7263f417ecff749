import type { Link } from '../../src/model/reading.ts';

const MAX_RESPONSES = 256;
const MAX_LINES = 64;
const MAX_LANES = 256;

/**
 * Which lines hold what the model thought and said, so that its calls link to them. Nearly always that is the call's own
 * line (formats: copilot §2). A message in chunks, if there are any, is several events with one message or response id;
 * an `assistant.reasoning` names neither. Bounded: the last 256 responses and lanes, 64 lines each.
 */
export class Words {
  readonly #responses = new Map<string, number[]>();
  /** Lines of thinking that name no response, since the last one began, by agent ('' is the session's own). */
  readonly #loose = new Map<string, number[]>();

  /** The lines hold words of the response that each of `keys` stands for. */
  add(keys: readonly string[], lines: readonly number[]): void {
    for (const key of keys) push(this.#responses, key, { lines, limit: MAX_RESPONSES });
  }

  addLoose(lane: string, lines: readonly number[]): void {
    push(this.#loose, lane, { lines, limit: MAX_LANES });
  }

  /** Another response begins, or the last one is over. */
  endResponse(lane: string): void {
    this.#loose.delete(lane);
  }

  /** `exact` by message or response id; else `ordered`, by what was thought before it in its turn. */
  linkOf(keys: readonly string[], lane: string): Link {
    const exact = [...new Set(keys.flatMap((key) => this.#responses.get(key) ?? []))];
    if (exact.length > 0) return { basis: 'exact', lines: exact.sort((a, b) => a - b).slice(-MAX_LINES) };
    const loose = this.#loose.get(lane) ?? [];
    return loose.length > 0 ? { basis: 'ordered', lines: [...loose] } : { basis: 'none', lines: [] };
  }
}

type Pushed = { readonly lines: readonly number[]; readonly limit: number };

function push(map: Map<string, number[]>, key: string, { lines, limit }: Pushed): void {
  const all = [...(map.get(key) ?? []), ...lines].slice(-MAX_LINES);
  map.delete(key);
  map.set(key, all);
  if (map.size > limit) map.delete(map.keys().next().value!);
}

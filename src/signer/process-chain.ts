import { readFileSync } from 'node:fs';

/** A process and when it began (clock ticks since boot), so that a reused pid is another. */
export type ProcessFacts = {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly begun: string;
};

const MAX_CHAIN = 64;

/** A process and its ancestors, nearest first, from /proc (Linux); as far as it can be read. hostile: names are foreign. */
export function processChain(pid: number): readonly ProcessFacts[] {
  const chain: ProcessFacts[] = [];
  for (let at = pid; at > 0 && chain.length < MAX_CHAIN; ) {
    const facts = readStat(at);
    if (facts === undefined) break;
    chain.push(facts);
    at = facts.parent;
  }
  return chain;
}

/** proc(5): the name stands in parentheses and may hold any character, so fields are counted from the last one. */
function readStat(pid: number): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, end);
    return { pid, parent: Number(fields[1]), name, begun: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

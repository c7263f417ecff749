import { readFileSync } from 'node:fs';

/** A process and when it began (clock ticks since boot), so that a reused pid is another. */
export type ProcessFacts = {
  readonly pid: number;
  readonly parent: number;
  readonly name: string;
  readonly begun: string;
  /** The number of its controlling terminal; 0 where it has none. */
  readonly terminal: number;
};

/** A process and its ancestors, nearest first. `whole`: up to the first process there is. */
export type ProcessChain = { readonly processes: readonly ProcessFacts[]; readonly whole: boolean };

const MAX_CHAIN = 256;

/** Reads a chain from /proc (Linux), as far as it can be. hostile: names are foreign, and a chain can be made long. */
export function processChain(pid: number): ProcessChain {
  const processes: ProcessFacts[] = [];
  let at = pid;
  while (at > 0 && processes.length < MAX_CHAIN) {
    const facts = readStat(at);
    if (facts === undefined) return { processes, whole: false };
    processes.push(facts);
    at = facts.parent;
  }
  return { processes, whole: at === 0 };
}

/** proc(5): the name stands in parentheses and may hold any character, so fields are counted from the last one. */
function readStat(pid: number): ProcessFacts | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const end = text.lastIndexOf(')');
    const fields = text.slice(end + 2).split(' ');
    const name = text.slice(text.indexOf('(') + 1, end);
    const [, parent, , , terminal] = fields;
    return { pid, parent: Number(parent), name, begun: fields[19] ?? '', terminal: Number(terminal) };
  } catch {
    return undefined;
  }
}

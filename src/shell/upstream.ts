import type { SimpleCommand } from './command.ts';
import type { Word } from './word.ts';

/** Every command whose output may flow into this one: up its pipes, and through the substitutions in its words. */
export function upstream(command: SimpleCommand): readonly SimpleCommand[] {
  const seen = new Set<SimpleCommand>();
  const open: SimpleCommand[] = [...fedBy(command)];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (seen.has(next) || seen.size > 2000) continue;
    seen.add(next);
    open.push(...fedBy(next), ...next.words.flatMap((word) => word.from ?? []));
  }
  return [...seen];
}

function fedBy(command: SimpleCommand): readonly SimpleCommand[] {
  return command.input?.kind === 'pipe' ? command.input.from : [];
}

/** The commands whose output stands in these words, and what feeds them. */
export function sources(words: readonly Word[]): readonly SimpleCommand[] {
  const direct = words.flatMap((word) => word.from ?? []);
  return direct.flatMap((command) => [command, ...upstream(command)]);
}

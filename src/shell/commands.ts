import { type ParsedScript, parse } from 'unbash';
import { beyondBudget } from './budget.ts';
import type { Reading } from './command.ts';
import { newEnv } from './env.ts';
import { walkBody } from './walk.ts';
import type { Walk } from './walk-state.ts';

/** Where a line runs: absolute directories. */
export type Surroundings = { readonly cwd: string; readonly home: string };

/**
 * Reads a shell line into its simple commands: through lists, pipelines, subshells, substitutions, functions,
 * here-documents, and the wrappers that run other commands, twelve deep. Runs nothing. hostile: whatever text; linear,
 * and what costs too much (`budget.ts`, `MAX_WORK`) is a problem.
 *
 * @example readCommands('cd /tmp && sudo rm -rf x', { cwd: '/w', home: '/h' }).commands.at(-1)?.name // 'rm'
 */
export function readCommands(line: string, where: Surroundings): Reading {
  const beyond = beyondBudget(line);
  if (beyond !== undefined) return { commands: [], problems: [beyond] };
  const walk: Walk = { commands: [], problems: new Map(), files: new Map(), work: 0, body: walkBody };
  if (line.includes('\0'))
    walk.problems.set('unreadable', { kind: 'unreadable', what: 'a NUL byte in the line' });
  const script = parse(line);
  const rest = unparsed(line, script);
  if (rest !== undefined) walk.problems.set('unreadable', { kind: 'unreadable', what: `unexpected ${rest}` });
  const env = newEnv(where.cwd, where.home);
  walkBody(script, { walk, env, context: { via: [], place: 'here', depth: 0 } });
  return { commands: walk.commands, problems: [...walk.problems.values()] };
}

/** The parser stops at a stray parenthesis without a word (`foo(`): what follows was not read. */
function unparsed(line: string, script: ParsedScript): string | undefined {
  let at = script.commands.at(-1)?.end ?? 0;
  while (at < line.length && /[ \t]/.test(line[at]!)) at++;
  return line[at] === '(' || line[at] === ')' ? `${line[at]} at ${at}` : undefined;
}

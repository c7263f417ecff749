import { gitCall } from '../shell/git.ts';
import { has, readArguments } from '../shell/options.ts';
import { joinPath, untilde } from '../shell/path.ts';

import { type BreachWorld, fileTouch } from './breach-files.ts';
import { versioned } from './breach-remote.ts';
import type { Placed, Step } from './examine.ts';
import type { Breach, HeldConstraint, Seen } from './held.ts';
import { namesOf, placesOf } from './real-path.ts';

/** A tool of a server that makes a commit by itself. */
const COMMIT_TOOL =
  /(^|__)(git_)?(create_|make_)?commits?(_changes|_files)?$|(^|__)(push_files|create_or_update_file)$/i;

/**
 * A commit; of these paths where the constraint names some. Which files a plain `git commit` takes is not on the line,
 * so that the paths are held where they are staged: by `git add`, or by the commit itself.
 */
export function commitBreaker(held: HeldConstraint, world: BreachWorld): (seen: Seen) => Breach | undefined {
  if (held.targets.length === 0)
    return ({ call, seen }) => {
      const commits = seen.steps.some((step) => step.effects.includes('commit') || commitsElsewhere(step));
      return commits || (call.command === undefined && COMMIT_TOOL.test(call.tool)) ? { held } : undefined;
    };
  const touched = fileTouch(held, world);
  return ({ call, seen }) => {
    for (const step of seen.steps) {
      for (const path of staged(step)) {
        const target = touched(placedAt(path, step.command?.cwd.text ?? call.cwd, world));
        if (target !== undefined) return { held, target };
      }
    }
    return undefined;
  };
}

/** `svn commit` pushes at once. */
function commitsElsewhere(step: Step): boolean {
  const does = versioned(step);
  return does === 'commit' || (does === 'push' && step.command?.name === 'svn');
}

/** The paths that a git command stages, or commits at once. */
function staged({ command }: Step): readonly string[] {
  if (command?.name !== 'git') return [];
  const { verb, words } = gitCall(command);
  if (verb !== 'add' && verb !== 'stage' && verb !== 'commit') return [];
  const args = readArguments(words, {
    short: 'mFCct',
    long: ['--message', '--file', '--author', '--date', '--template', '--cleanup', '--fixup', '--squash'],
  });
  if (has(args, '-n', '--dry-run') && verb !== 'commit') return [];
  const all = verb === 'commit' ? has(args, '-a', '--all') : has(args, '-A', '--all', '-u', '--update');
  const paths = args.operands.map(({ text }) => text);
  return paths.length === 0 && all ? ['.'] : paths;
}

function placedAt(path: string, cwd: string, { home, files }: BreachWorld): Placed {
  const full = joinPath(cwd, untilde(path, home));
  // What lies in a folder is staged with it.
  const target = { path, role: 'written', by: 'command', tree: true, glob: /[*?[]/.test(path) } as const;
  return { target, names: namesOf(full, files), places: placesOf(full, files) };
}

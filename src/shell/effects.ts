import type { Target } from '../model/target.ts';
import type { SimpleCommand } from './command.ts';
import { EFFECTS, type Effect } from './effect.ts';
import { databaseEffects } from './effects/databases.ts';
import { clean, executionEffects } from './effects/execution.ts';
import { gitEffects } from './effects/git.ts';
import { setsGitProgram } from './effects/git-programs.ts';
import { goesOut } from './effects/hosts.ts';
import { secretEffects } from './effects/secrets.ts';
import { systemEffects } from './effects/system.ts';
import { tableEffects } from './effects/table.ts';
import { gitCall } from './git.ts';

/** What is carried from one command of a line to the next. */
export type EffectReader = {
  /** The effects of the next command, whose targets are these; in the order of `EFFECTS`. */
  readonly read: (command: SimpleCommand, targets: readonly Target[]) => readonly Effect[];
};

/** A reader for the commands of one line, in their order: it remembers what the line fetched and which remotes it made. */
export function effectReader(): EffectReader {
  const fetched = new Set<string>();
  const remotes = new Set<string>();
  return {
    read: (command, targets) => {
      const found = new Set<Effect>([
        ...tableEffects(command),
        ...(command.name === 'git' ? gitEffects(command) : []),
        ...executionEffects(command, fetched),
        ...secretEffects(command, targets),
        ...databaseEffects(command, targets),
        ...systemEffects(command, targets),
        ...bareInstall(command),
      ]);
      if (newRemote(command, remotes)) found.add('upload');
      if (command.name !== 'git' && setsGitProgram(command)) found.add('git_program');
      // A function that pipes into itself.
      if (command.via.includes(`${command.name}()`) && command.input?.kind === 'pipe') found.add('fork_bomb');
      for (const path of fetchedFiles(command, targets)) if (fetched.size < 256) fetched.add(path);
      return EFFECTS.filter((effect) => found.has(effect));
    },
  };
}

/** `yarn`, `pnpm i` without a verb installs too. */
function bareInstall(command: SimpleCommand): readonly Effect[] {
  const bare =
    (command.name === 'yarn' || command.name === 'bundle') &&
    command.words
      .slice(1)
      .every((word) => /^--(frozen-lockfile|immutable|silent|production|prefer-offline)$/.test(word.text));
  const creates = /^create-[a-z]/.test(command.name);
  return bare || creates ? ['install', 'network'] : [];
}

/** Pushing to a remote that the same line made. */
function newRemote(command: SimpleCommand, remotes: Set<string>): boolean {
  if (command.name !== 'git') return false;
  const call = gitCall(command);
  const words = call.words.filter((word) => !word.text.startsWith('-')).map((word) => word.text);
  if (call.verb === 'remote' && words[0] === 'add' && words[1] !== undefined) remotes.add(words[1]);
  return call.verb === 'push' && words[0] !== undefined && remotes.has(words[0]);
}

function fetchedFiles(command: SimpleCommand, targets: readonly Target[]): readonly string[] {
  const fetches = /^(curl|wget2?|aria2c|http|xh|fetch)$/.test(command.name) && goesOut(command);
  const made = command.name === 'tee' || command.name === 'cp' || command.name === 'mv' ? [] : targets;
  return fetches
    ? made
        .filter((target) => target.role === 'added' || target.role === 'written')
        .map((target) => clean(target.path))
    : [];
}

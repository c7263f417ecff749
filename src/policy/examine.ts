import type { Target } from '../model/target.ts';
import type { Problem, SimpleCommand } from '../shell/command.ts';
import { readCommands } from '../shell/commands.ts';
import type { Effect } from '../shell/effect.ts';
import { effectReader } from '../shell/effects.ts';
import { isCodexPatch, isUnifiedDiff, patchTargets } from '../shell/patch.ts';
import { joinPath, untilde } from '../shell/path.ts';
import { noLinks, targetsOf } from '../shell/targets.ts';
import type { Call } from './call.ts';
import type { Context } from './context.ts';
import { NO_FILES, namesOf, placesOf } from './real-path.ts';

/** A target, the absolute names its file goes by, real path first, and where it and a link that names it lie. */
export type Placed = {
  readonly target: Target;
  readonly names: readonly string[];
  readonly places: readonly string[];
};

/** What a rule is matched against: one simple command, or one native write. */
export type Step = {
  /** Absent for a native tool. */
  readonly command?: SimpleCommand;
  /** The words, the first reduced to its name. */
  readonly words: readonly string[];
  readonly effects: readonly Effect[];
  readonly placed: readonly Placed[];
};

export type Examination = {
  readonly kind: 'native' | 'command';
  readonly steps: readonly Step[];
  readonly problems: readonly Problem[];
};

/** Tool names that write, whatever else they are called. */
const WRITES = /write|edit|create|patch|replace|notebook|save|delete|remove|move|rename/i;

/** Reads a call once for all who judge it: policy, self-protection, constraints. Pure but for `context.files`. */
export function examine(call: Call, context: Context): Examination {
  const native = nativeTargets(call);
  if (native !== undefined) {
    const placed = native.map((target) => place(target, call.cwd, context));
    return { kind: 'native', steps: [{ words: [], effects: [], placed }], problems: [] };
  }
  return call.command === undefined
    ? { kind: 'native', steps: [], problems: [] }
    : examineLine(call.command, call, context);
}

/** The write reader goes first: Codex's patch stands in the field that a command lives in. */
function nativeTargets(call: Call): readonly Target[] | undefined {
  if (call.targets.length > 0 && (call.command === undefined || WRITES.test(call.tool))) return call.targets;
  if (call.command === undefined || !WRITES.test(call.tool)) return undefined;
  if (!isCodexPatch(call.command) && !isUnifiedDiff(call.command)) return undefined;
  return patchTargets(call.command).map((target) => ({ ...target, by: 'patch' }));
}

function examineLine(line: string, call: Call, context: Context): Examination {
  const where = { cwd: call.cwd, home: context.home };
  const reading = readCommands(line, where);
  const effects = effectReader();
  const links = noLinks();
  const steps = reading.commands.map((command): Step => {
    const targets = targetsOf(command, where, links);
    return {
      command,
      words: command.words.map((word, i) => (i === 0 && command.name !== '' ? command.name : word.text)),
      effects: effects.read(command, targets),
      placed: targets.map((target) => place(target, call.cwd, context)),
    };
  });
  return { kind: 'command', steps, problems: reading.problems };
}

/**
 * Where a target lies. A variable that nobody set on the line is taken as empty, as the shell takes it
 * (`rm -rf "$X"/*`); any other unknown part stays in the path as `$(…)`.
 */
function place(target: Target, cwd: string, context: Context): Placed {
  const text = target.unresolved ? target.path.replace(/\$[A-Za-z_]\w*/g, '') : target.path;
  const path = joinPath(cwd, untilde(text.replaceAll('\\', '/'), context.home));
  if (target.unresolved && text.includes('$')) return { target, names: [path], places: [path] };
  const names = namesOf(path, context.files);
  return { target, names, places: context.files === NO_FILES ? names : placesOf(path, context.files) };
}

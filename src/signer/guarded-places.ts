import { dirname, isAbsolute, join } from 'node:path';
import { seenFolder } from '../log/home.ts';
import { type PathReader, realPath } from '../policy/real-path.ts';
import { readSocketPlace } from './socket-place.ts';

export type GuardedFrom = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly userHome: string;
  readonly tracekitHome: string;
  /** The program that runs the signer; its folder holds the hook's too. */
  readonly program: string | undefined;
};

/** Hook configurations by the variable that moves a harness's folder (formats: claude-code, codex, copilot). */
const MOVED: readonly (readonly [variable: string, names: readonly string[]])[] = [
  ['CODEX_HOME', ['hooks.json', 'config.toml']],
  ['CLAUDE_CONFIG_DIR', ['settings.json', 'settings.local.json']],
  ['COPILOT_HOME', ['settings.json', 'hooks']],
];

/**
 * What no agent may change, beside what is known by its name: the remembered checkpoints, the installed program, and
 * hook configurations in folders that the environment names. Absolute paths.
 */
export function guardedPlaces({ env, userHome, tracekitHome, program }: GuardedFrom): readonly string[] {
  const moved = MOVED.flatMap(([variable, names]) => {
    const folder = env[variable];
    return folder !== undefined && isAbsolute(folder) ? names.map((name) => join(folder, name)) : [];
  });
  return [
    tracekitHome,
    dirname(seenFolder(env, userHome)),
    ...(program !== undefined && isAbsolute(program) ? [dirname(program)] : []),
    ...moved,
  ];
}

/**
 * The hook configuration beside a transcript: a harness whose folder was moved by its own environment, which the signer
 * does not see, writes its transcripts there too. hostile: whatever text; it can only add a refusal.
 */
export function configurationBeside(transcript: string | undefined): readonly string[] {
  if (transcript === undefined || transcript.length > 4_096 || !isAbsolute(transcript)) return [];
  const parts = transcript.split('/');
  const at = (count: number): string => parts.slice(0, -count).join('/');
  const named = (folder: string, names: readonly string[]) =>
    folder === '' ? [] : names.map((name) => `${folder}/${name}`);
  if (parts.at(-3) === 'projects') return named(at(3), MOVED[1]![1]);
  if (parts.at(-5) === 'sessions' && parts.at(-1)!.startsWith('rollout-')) return named(at(5), MOVED[0]![1]);
  return [];
}

/** Where the signer listens, and the folder of it; none before it listens, or where it listens on a pipe. */
export function socketPlaces(home: string): readonly string[] {
  const place = readSocketPlace(home);
  return place === undefined || !isAbsolute(place.path) ? [] : [place.path, dirname(place.path)];
}

/** The paths, each also by its real name where a link leads to it. */
export function withRealNames(paths: readonly string[], files: PathReader): readonly string[] {
  return [...new Set(paths.flatMap((path) => [path, realPath(path, files) ?? path]))];
}

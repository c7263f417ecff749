import { spawn } from 'node:child_process';
import { makeFolders } from '../log/folders.ts';

/** The command that runs a signer in the foreground: program and arguments. */
export type SignerProgram = readonly [string, ...string[]];

/** What waits in a signer dies young; with more room for it an idle one takes 30 MB more (Node 20, 1,000 open runs). */
const YOUNG_MB = 1;

/** Runs a signer of the home by `tracekit.js` at `program`. It collects when it is idle (idle-memory.ts). */
export function signerProgram(program: string, home: string): SignerProgram {
  const flags = [`--max-semi-space-size=${YOUNG_MB}`, '--expose-gc'] as const;
  return [process.execPath, ...flags, program, 'signer', 'run', '--home', home];
}

/** Variables that a signer keeps. hostile: a project's settings set others for a hook (`NODE_OPTIONS`, `TRACEKIT_*`). */
const KEPT = [
  'HOME',
  'USER',
  'LOGNAME',
  'PATH',
  'LANG',
  'TZ',
  'XDG_RUNTIME_DIR',
  'XDG_STATE_HOME',
  'SystemRoot',
  'SystemDrive',
  'USERPROFILE',
  'LOCALAPPDATA',
  'APPDATA',
  'TEMP',
  'TMP',
] as const;

/**
 * glibc keeps a heap for each thread that allocates; a signer's threads allocate little, and one heap saves it and its
 * tailer some 2 MB each.
 */
const ONE_HEAP = { MALLOC_ARENA_MAX: '1' } as const;

/** The variables of this process that a signer gets, and its own. */
export function signerEnvironment(given: NodeJS.ProcessEnv): Record<string, string> {
  const env: Record<string, string> = { ...ONE_HEAP };
  for (const name of KEPT) {
    const value = given[name];
    if (value !== undefined) env[name] = value;
  }
  return env;
}

/** A signer that was started: whether its process is gone again. */
export type StartedSigner = { readonly ended: () => boolean };

/**
 * Starts a signer of the home and does not wait for it: detached, all descriptors at the null device, in the home's
 * folder, so that nothing of the hook or its harness is kept open.
 */
export function startSigner(home: string, program: SignerProgram): StartedSigner {
  const [file, ...args] = program;
  const env = signerEnvironment(process.env);
  makeFolders(home);
  const child = spawn(file, args, { detached: true, stdio: 'ignore', cwd: home, env });
  // A program that cannot be run shows as a signer that does not come.
  let ended = false;
  child.on('error', () => {
    ended = true;
  });
  child.on('exit', () => {
    ended = true;
  });
  child.unref();
  return { ended: () => ended };
}

import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import type { Profile } from '../harness/failure.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Target } from '../model/target.ts';
import type { Verdict } from '../model/verdict.ts';
import type { Call } from '../policy/call.ts';
import type { Context } from '../policy/context.ts';
import { decide, unreadablePolicy } from '../policy/decide.ts';
import { type PolicyReading, readPolicy } from '../policy/file.ts';
import { findPolicy } from '../policy/find-policy.ts';
import type { PathReader } from '../policy/real-path.ts';
import type { Policy } from '../policy/rule.ts';
import { patchTargets } from '../shell/patch.ts';

export type JudgeOptions = {
  /** The user's home folder, tracekit's home, and the signer's own policy file. */
  readonly userHome: string;
  readonly tracekitHome: string;
  readonly policyPath: string;
  readonly guarded: readonly string[];
  readonly sockets: readonly string[];
  readonly pids: () => readonly number[];
};

/** Judges calls: self-protection, the signer's own policy and the project's, the most severe of them. */
export function judgeOf(options: JudgeOptions): (event: HookEvent, profile: Profile) => Verdict {
  const files = pathReader();
  return (event, profile) => {
    const context: Context = {
      home: options.userHome,
      tracekitHome: options.tracekitHome,
      guarded: options.guarded,
      sockets: options.sockets,
      pids: options.pids(),
      files,
    };
    const call = callOf(event);
    const readings = [ownPolicy(options.policyPath), findPolicy(event.cwd, options.userHome, readText)];
    const policies: Policy[] = [];
    for (const reading of readings) {
      if (reading === undefined) continue;
      if (reading.policy !== undefined) policies.push(reading.policy);
      else if (profile === 'closed') {
        // Self-protection holds with a broken policy too, and says more.
        const guarded = decide(call, [], context);
        return guarded.verdict === 'deny' ? guarded : unreadablePolicy(reading.path, reading.faults);
      }
    }
    return decide(call, policies, context);
  };
}

type Reading = PolicyReading & { readonly path: string };

function ownPolicy(path: string): Reading | undefined {
  try {
    const text = readText(path);
    return text === undefined ? undefined : { path, ...readPolicy(text, { name: path, scope: 'own' }) };
  } catch (error) {
    const what = `expected a readable file: ${error instanceof Error ? error.message : String(error)}`;
    return { path, faults: [{ kind: 'error', what, line: 1, column: 1 }] };
  }
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw error;
  }
}

/** A call as the policy sees it: a patch is read by its file headers from whatever field carries it. */
export function callOf(event: HookEvent): Call {
  const tool = event.tool?.canonical ?? event.tool?.own ?? '';
  const patched = texts(event).flatMap((text) =>
    patchTargets(text).map((target): Target => ({ ...target, by: 'patch' })),
  );
  const targets = [...event.targets, ...patched];
  // Codex's patch text arrives in the field that a command lives in.
  const isPatch = patched.length > 0 && tool !== 'Bash';
  return {
    tool,
    cwd: event.cwd,
    targets,
    ...(event.command === undefined || isPatch ? {} : { command: event.command }),
  };
}

/** The top-level strings of the tool's input that look like a patch. */
function texts(event: HookEvent): readonly string[] {
  const { input } = event;
  const values =
    typeof input === 'string'
      ? [input]
      : input !== null && typeof input === 'object'
        ? Object.values(input)
        : [];
  return values.filter(
    (value): value is string =>
      typeof value === 'string' && (value.includes('*** Begin Patch') || /^--- /m.test(value)),
  );
}

/** The real file system, as the policy asks about it. */
function pathReader(): PathReader {
  return {
    readLink: (path) => {
      try {
        return lstatSync(path).isSymbolicLink() ? readlinkSync(path) : undefined;
      } catch {
        return undefined;
      }
    },
    folds: () => process.platform === 'darwin' || process.platform === 'win32',
  };
}

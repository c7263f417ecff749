import { existsSync, lstatSync, readlinkSync } from 'node:fs';
import type { Profile } from '../harness/failure.ts';
import type { HookEvent } from '../model/hook-event.ts';
import { moreSevere, type Verdict } from '../model/verdict.ts';
import type { Call } from '../policy/call.ts';
import type { Context } from '../policy/context.ts';
import { decide, unreadablePolicy } from '../policy/decide.ts';
import { examine } from '../policy/examine.ts';
import type { PolicyReading } from '../policy/file.ts';
import { nearestPolicy } from '../policy/find-policy.ts';
import type { Seen } from '../policy/held.ts';
import { policyFiles, type ReadPolicyAt } from '../policy/policy-files.ts';
import { projectOf } from '../policy/project.ts';
import { type PathReader, realPath } from '../policy/real-path.ts';
import { reasonText } from '../policy/reason-text.ts';
import type { Policy } from '../policy/rule.ts';
import { starterPolicy } from '../policy/starter.ts';
import { ambiguity } from './ambiguous.ts';
import { callOf, isUnrecognised } from './call-of.ts';
import { configurationBeside, withRealNames } from './guarded-places.ts';
import { linkedText } from './linked-text.ts';

export type JudgeOptions = {
  /** The user's home folder, tracekit's home, and the signer's own policy file. */
  readonly userHome: string;
  readonly tracekitHome: string;
  readonly policyPath: string;
  readonly guarded: readonly string[];
  readonly sockets: readonly string[];
  readonly pids: () => readonly number[];
};

/**
 * Judges calls: self-protection, the signer's own policy (the starter policy where there is none) and the project's,
 * the most severe of them. A policy that can't be read blocks in the closed profile, and is passed over in the open one.
 */
export function judgeOf(options: JudgeOptions): (event: HookEvent, profile: Profile) => Verdict {
  const files = pathReader();
  const readAt = policyFiles(linkedText);
  const starter = starterPolicy();
  const real = (path: string) => realPathOf(path, files);
  return (event, profile) => {
    const call = realCall(callOf(event), real);
    const context = contextOf({ event, options, files });
    const policies: Policy[] = [];
    for (const reading of readings({ folders: [event.cwd, call.cwd], options, readAt, starter, real })) {
      if (reading.policy !== undefined) policies.push(reading.policy);
      else if (profile === 'closed') return worst(decide(call, [], context), unreadable(reading));
    }
    const verdict = moreSevere(decide(call, policies, context), ambiguous(event));
    return worst(verdict, unrecognised(event, call, policies));
  };
}

/** A call, what was seen of it, and where: for whoever judges it by more than policies. */
export function seenOf(event: HookEvent, options: JudgeOptions): Seen & { readonly context: Context } {
  const files = pathReader();
  const call = realCall(callOf(event), (path) => realPathOf(path, files));
  const context = contextOf({ event, options, files });
  return { call, seen: examine(call, context), context };
}

/** The call from the folder that it is really made in: a folder reached by a link is where it is. */
function realCall(call: Call, real: (path: string) => string): Call {
  return { ...call, cwd: real(call.cwd) };
}

type Judging = {
  readonly event: HookEvent;
  readonly options: JudgeOptions;
  readonly files: PathReader;
};

function contextOf({ event, options, files }: Judging): Context {
  const home = realPath(options.userHome, files) ?? options.userHome;
  const guarded = [...options.guarded, options.tracekitHome, ...configurationBeside(event.transcript)];
  return {
    home,
    project: projectOf(realPath(event.cwd, files) ?? event.cwd, home, existsSync),
    tracekitHome: realPath(options.tracekitHome, files) ?? options.tracekitHome,
    guarded: withRealNames(guarded, files),
    sockets: withRealNames(options.sockets, files),
    pids: options.pids(),
    files,
  };
}

type Reading = PolicyReading & { readonly path: string };

type Sources = {
  readonly folders: readonly string[];
  readonly options: JudgeOptions;
  readonly readAt: ReadPolicyAt;
  readonly starter: Policy;
  readonly real: (path: string) => string;
};

/** The policies that hold for the call, the project's by the folder as it is called and as it really is. */
function readings({ folders, options, readAt, starter, real }: Sources): readonly Reading[] {
  const path = options.policyPath;
  const own = readAt(path, 'own') ?? { policy: starter, faults: [] };
  const found = new Map<string, Reading>([[path, { path, ...own }]]);
  for (const folder of new Set(folders.flatMap((one) => [one, real(one)]))) {
    const project = nearestPolicy(folder, options.userHome, readAt);
    if (project !== undefined && real(project.path) !== real(path)) found.set(real(project.path), project);
  }
  return [...found.values()];
}

function unreadable({ path, faults }: Reading): Verdict {
  return unreadablePolicy(path, faults);
}

/** Self-protection and what a rule denies say more than that a policy is broken, or a tool unknown. */
function worst(first: Verdict, second: Verdict | undefined): Verdict {
  return second === undefined || first.verdict === 'deny' ? first : second;
}

/** A payload that another reader may read otherwise is a person's to look at, in either profile. */
function ambiguous(event: HookEvent): Verdict {
  const why = ambiguity(event);
  if (why === undefined) return { verdict: 'allow' };
  const reason = reasonText(
    `the payload can be read in more than one way (${why}), so a person must look at it`,
  );
  return { verdict: 'ask', rule: 'ambiguous-payload', reason, ask: 'hold' };
}

function unrecognised(event: HookEvent, call: Call, policies: readonly Policy[]): Verdict | undefined {
  const by = policies.find((policy) => policy.unrecognised === 'deny');
  if (by === undefined || !isUnrecognised(event, call)) return undefined;
  const tool = event.tool?.own.slice(0, 60) ?? 'no tool';
  return {
    verdict: 'deny',
    rule: 'unrecognised',
    reason: reasonText(
      `${by.name}: this looks like a shell event, but no command was found in it (${JSON.stringify(tool)})`,
    ),
  };
}

/** Where an absolute path really is; any other, and one that goes round, stays as it is. */
export function realPathOf(path: string, files: PathReader): string {
  return path.startsWith('/') ? (realPath(path, files) ?? path) : path;
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

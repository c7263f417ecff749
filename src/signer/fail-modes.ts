import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Profile } from '../harness/failure.ts';
import { makeFolders } from '../log/folders.ts';
import { readPolicy } from '../policy/file.ts';
import { findPolicy } from '../policy/find-policy.ts';
import { failModePath } from './fail-mode.ts';
import { linkedText } from './linked-text.ts';

export type FailModeOptions = {
  readonly home: string;
  readonly userHome: string;
  /** The signer's own policy file. */
  readonly policyPath: string;
};

/**
 * What becomes of calls that no signer can judge, as the policies say, and its copy for hooks that
 * can't ask: `state/fail/<session>`. Only the signer's own policy may say open, any may say closed.
 */
export class FailModes {
  private readonly options: FailModeOptions;

  constructor(options: FailModeOptions) {
    this.options = options;
  }

  /** The mode for a run that begins in `cwd`; undefined where the installed profile alone says. A closed one is closed. */
  of(cwd: string, profile: Profile): Profile | undefined {
    const { policyPath, userHome } = this.options;
    const text = readText(policyPath);
    const own = text === undefined ? undefined : readPolicy(text, { name: policyPath, scope: 'own' }).policy;
    const project = findPolicy(cwd, userHome, readText)?.policy;
    if (own?.failMode === 'closed' || project?.failMode === 'closed') return 'closed';
    return own?.failMode ?? (profile === 'closed' ? 'closed' : undefined);
  }

  /** Writes a session's mode for its hooks. That it can't be written is no reason not to decide. */
  keep(session: string, mode: Profile): void {
    const path = failModePath(this.options.home, session);
    if (path === undefined) return;
    try {
      makeFolders(dirname(path));
      writeFileSync(path, `${mode}\n`, { mode: 0o600 });
    } catch {}
  }

  drop(session: string): void {
    const path = failModePath(this.options.home, session);
    if (path !== undefined) rmSync(path, { force: true });
  }
}

/** As the judge reads it: a FIFO, or a link to a device, would keep the signer for ever. */
function readText(path: string): string | undefined {
  try {
    return linkedText(path);
  } catch {
    return undefined;
  }
}

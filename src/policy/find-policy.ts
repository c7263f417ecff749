import { joinPath, normalPath } from '../shell/path.ts';
import type { PolicyReading } from './file.ts';
import { policyFiles, type ReadPolicyAt, type ReadText } from './policy-files.ts';

export const POLICY_PLACE = '.tracekit/policy.yaml';

/** A policy file, read, and where it lies. */
export type FoundPolicy = PolicyReading & { readonly path: string };

/**
 * The project's policy for a call made in `cwd`: the nearest `.tracekit/policy.yaml` walking up. `home`'s own is the
 * signer's, and is not taken for a project's.
 */
export function findPolicy(cwd: string, home: string, read: ReadText): FoundPolicy | undefined {
  return nearestPolicy(cwd, home, policyFiles(read));
}

/** As `findPolicy`, by files that are read and parsed in another way. */
export function nearestPolicy(cwd: string, home: string, at: ReadPolicyAt): FoundPolicy | undefined {
  for (let folder = normalPath(cwd); ; folder = folder.slice(0, folder.lastIndexOf('/')) || '/') {
    const path = joinPath(folder, POLICY_PLACE);
    const found = folder === normalPath(home) ? undefined : at(path, 'project');
    if (found !== undefined) return { path, ...found };
    if (folder === '/') return undefined;
  }
}

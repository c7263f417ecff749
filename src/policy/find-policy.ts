import { joinPath, normalPath } from '../shell/path.ts';
import { type PolicyReading, readPolicy } from './file.ts';

/** Reads a text file: undefined where there is none; throws where it can't be read. */
export type ReadText = (path: string) => string | undefined;

export const POLICY_PLACE = '.tracekit/policy.yaml';

/**
 * The project's policy for a call made in `cwd`: the nearest `.tracekit/policy.yaml` walking up. `home`'s own is the
 * signer's, and is not taken for a project's.
 */
export function findPolicy(
  cwd: string,
  home: string,
  read: ReadText,
): (PolicyReading & { readonly path: string }) | undefined {
  for (let folder = normalPath(cwd); ; folder = folder.slice(0, folder.lastIndexOf('/')) || '/') {
    const path = joinPath(folder, POLICY_PLACE);
    const found = folder === normalPath(home) ? undefined : readAt(path, read);
    if (found !== undefined) return { path, ...found };
    if (folder === '/') return undefined;
  }
}

function readAt(path: string, read: ReadText): PolicyReading | undefined {
  try {
    const text = read(path);
    return text === undefined ? undefined : readPolicy(text, { name: path, scope: 'project' });
  } catch (error) {
    const what = `expected a readable file: ${error instanceof Error ? error.message : String(error)}`;
    return { faults: [{ kind: 'error', what, line: 1, column: 1 }] };
  }
}

import { type PolicyReading, readPolicy } from './file.ts';

/** Reads and parses the policy file at a path; undefined where there is none. */
export type ReadPolicyAt = (path: string, scope: 'own' | 'project') => PolicyReading | undefined;

/** Reads a text file: undefined where there is none; throws where it can't be read. */
export type ReadText = (path: string) => string | undefined;

/** How many files are remembered; an agent may walk through any number of folders. */
const MAX_KEPT = 32;

/**
 * Reads policy files anew for each call, and parses one only when its text has changed: the starter policy takes 11 ms
 * to parse, more than all else that a hook does. A file that can't be read is a fault of its reading.
 */
export function policyFiles(read: ReadText): ReadPolicyAt {
  const kept = new Map<string, { readonly text: string; readonly reading: PolicyReading }>();
  return (path, scope) => {
    try {
      const text = read(path);
      if (text === undefined) return undefined;
      const key = `${scope}\0${path}`;
      const known = kept.get(key);
      if (known?.text === text) return known.reading;
      const reading = readPolicy(text, { name: path, scope });
      if (kept.size >= MAX_KEPT) kept.clear();
      kept.set(key, { text, reading });
      return reading;
    } catch (error) {
      const what = `expected a readable file: ${error instanceof Error ? error.message : String(error)}`;
      return { faults: [{ kind: 'error', what, line: 1, column: 1 }] };
    }
  };
}

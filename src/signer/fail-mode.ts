import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Profile } from '../harness/failure.ts';

/**
 * The file that holds a run's fail mode as one word, by the harness's id of the session, since a hook that cannot
 * reach the signer knows no other. Undefined for an id too long for a file's name.
 * hostile: the id comes from a payload; `/` and a leading `.` are no part of the name.
 */
export function failModePath(home: string, session: string): string | undefined {
  const name = `s-${encodeName(session)}`;
  return session === '' || name.length > 240 ? undefined : join(home, 'state', 'fail', name);
}

function encodeName(session: string): string {
  let name = '';
  for (const byte of Buffer.from(session)) {
    const char = String.fromCharCode(byte);
    name += /[A-Za-z0-9._-]/.test(char) ? char : `%${byte.toString(16).padStart(2, '0')}`;
  }
  return name;
}

/** The run's mode, as the signer wrote it; undefined where it wrote none. */
export function readFailMode(home: string, session: string): Profile | undefined {
  const path = failModePath(home, session);
  if (path === undefined) return undefined;
  try {
    const word = readFileSync(path, 'latin1').trim();
    return word === 'open' || word === 'closed' ? word : undefined;
  } catch {
    return undefined;
  }
}

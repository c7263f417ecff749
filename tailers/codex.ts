import { isAbsolute, join } from 'node:path';
import { describeRollout } from './codex/describe.ts';
import { rolloutReader } from './codex/reader.ts';
import type { Tailer } from './tailer.ts';

/**
 * Codex CLI rollouts of every version in `formats/codex.md`: 0.20.0 without an envelope, the legacy events up to
 * 0.147, and the paginated files with `item_completed` from 0.150 on; plain, archived or decompressed `.zst`.
 */
export const codex: Tailer = {
  harness: 'codex',
  roots: (env, home) => {
    const stated = env.CODEX_HOME;
    const base = stated !== undefined && isAbsolute(stated) ? stated : join(home, '.codex');
    return [join(base, 'sessions'), join(base, 'archived_sessions')];
  },
  describe: describeRollout,
  reader: rolloutReader,
};

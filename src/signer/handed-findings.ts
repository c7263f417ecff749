import { homePaths } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import { findingDrafts, parseFindings } from './finding-records.ts';
import type { Gate, GateAnswer, GateRequest } from './hook-call.ts';
import type { OpenHome } from './open-home.ts';

export type HandedFindingsParts = {
  readonly home: string;
  readonly open: Pick<OpenHome, 'log' | 'vault'>;
};

/**
 * Adds `findings` to what the gate is asked: `tracekit analyze --sign` hands over to the signer where one runs.
 * As with the log's lock, whoever is this user may: what is recorded says no more than that it was said.
 */
export function withFindings(gate: Gate, { home, open }: HandedFindingsParts): Gate {
  const recordNow = async (request: GateRequest): Promise<GateAnswer> => {
    try {
      const drafts = await findingDrafts(parseFindings(request.findings), {
        segments: homePaths(home).segments,
        commit: (content) => open.vault.commit(content).committed,
      });
      if (drafts.length > 0) await open.log.append(drafts);
      return { ok: true, result: { signed: drafts.length } };
    } catch (error) {
      if (error instanceof TracekitError) return { ok: false, code: error.code, message: error.message };
      throw error;
    }
  };
  return {
    ...(gate.tailers && { tailers: gate.tailers }),
    hook: (call, wait) => gate.hook(call, wait),
    ask: (request, caller) =>
      request.command === 'findings' ? recordNow(request) : gate.ask(request, caller),
    busy: () => gate.busy(),
    close: () => gate.close(),
  };
}

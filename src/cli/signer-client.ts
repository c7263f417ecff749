import { TracekitError } from '../model/error.ts';
import { askSigner as ask } from '../signer/ask.ts';
import type { GateRequest } from '../signer/hook-call.ts';

/** Asks the home's signer; throws what it refuses, and `no_signer` where none runs. */
export async function askSigner(home: string, request: GateRequest): Promise<unknown> {
  const answer = await ask(home, request);
  if (answer.ok) return answer.result;
  throw new TracekitError(
    answer.code,
    answer.code === 'no_signer' ? `${answer.message}; run: tracekit signer start` : answer.message,
  );
}

import { askSigner } from './ask.ts';
import type { SignerFacts } from './daemon.ts';
import { readSocketPlace } from './socket-place.ts';

export type SignerStatus =
  | ({ readonly running: true; readonly socket: string } & SignerFacts)
  | { readonly running: false; readonly why: string; readonly message: string };

/** Whether the home's signer runs and answers. */
export async function signerStatus(home: string): Promise<SignerStatus> {
  const answer = await askSigner(home, { command: 'signer.status' }, { wholeMs: 3_000 });
  if (!answer.ok) return { running: false, why: answer.code, message: answer.message };
  return { running: true, socket: readSocketPlace(home)?.path ?? '', ...(answer.result as SignerFacts) };
}

/** Asks the signer to stop and waits until it no longer answers: `stopped`, `not_running`, or `hangs` after `ms`. */
export async function stopSigner(home: string, ms = 10_000): Promise<'stopped' | 'not_running' | 'hangs'> {
  const asked = await askSigner(home, { command: 'signer.stop' }, { wholeMs: Math.min(ms, 3_000) });
  if (!asked.ok) return asked.code === 'no_signer' ? 'not_running' : 'hangs';
  const { pid } = asked.result as SignerFacts;
  for (const end = Date.now() + ms; Date.now() < end; ) {
    if (!isAlive(pid)) return 'stopped';
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
  return 'hangs';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

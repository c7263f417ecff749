import type { SignerConfig } from '../signer/config.ts';
import { runSigner } from '../signer/daemon.ts';
import { configOf, openGate } from '../signer/open-gate.ts';
import { peerOf } from '../signer/peer.ts';
import { writeStartFailure } from '../signer/start-failure.ts';

/** Runs the signer of a home as this process, until it stops. Throws as `runSigner`, and `bad_config`. */
export async function runSignerHere(home: string): Promise<void> {
  const config = configToStart(home);
  const caller = peerOf();
  await runSigner({ home, openGate, idleMs: config.idle_seconds * 1000, caller });
}

/** The home's settings; where they can't be read, the hook that waits for this signer is told why. */
function configToStart(home: string): SignerConfig {
  try {
    return configOf(home);
  } catch (error) {
    writeStartFailure(home, error);
    throw error;
  }
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import type { Evidence } from '../analyze/evidence.ts';
import { homeEvidence } from '../analyze/home-evidence.ts';
import { homePaths } from '../log/home.ts';
import { TracekitError } from '../model/error.ts';
import type { RecorderMessage, TailerMessage } from '../model/tail.ts';
import { Drive } from '../signer/drive.ts';
import { openHome } from '../signer/open-home.ts';
import { Recorder } from '../signer/recorder.ts';

/**
 * Records bare transcripts into a home that lives as long as the analysis, by the ordinary tailers: what is cited of it are
 * ranges of the files. Throws `no_paths` where there is no transcript.
 */
export async function recordedAside(
  path: string,
): Promise<{ readonly evidence: Evidence; readonly remove: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-analyze-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const home = join(folder, 'home');
    await recordOnce(home, folder, path);
    const evidence = homeEvidence(homePaths(home), 'transcript');
    if (evidence.runs.length > 0) return { evidence, remove };
    evidence.close();
    throw new TracekitError(
      'no_paths',
      `${path}: expected a transcript of a known harness, or a folder of them, found none`,
    );
  } catch (error) {
    remove();
    throw error;
  }
}

async function recordOnce(home: string, seen: string, path: string): Promise<void> {
  const open = await openHome(home, { seen: join(seen, 'seen') });
  try {
    const recorder = new Recorder({ ...open, assurance: 'dev' });
    const queue: RecorderMessage[] = [];
    const tail = new Tail({
      tailers: TAILERS,
      post: (message: TailerMessage) => drive.take(structuredClone(message)),
    });
    const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
      queue.push(message);
      queueMicrotask(() => tail.receive(queue.shift()!));
    });
    await tail.readOnce([path]);
    await drive.settled();
  } finally {
    await open.close();
  }
}

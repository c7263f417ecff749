import { TracekitError } from '../model/error.ts';
import { askSigner } from '../signer/ask.ts';
import { type RecordingOptions, type RecordingResult, record } from '../signer/recording.ts';

/** A recording that the signer does for us may take so long. */
const HOUR_MS = 3_600_000;

/**
 * Records, or has the signer of the home do it where one holds the log. What else holds it (another
 * recording) is thrown as `locked`, as is a `--follow`, which the signer does not take over.
 */
export async function recordOrHandOver(options: RecordingOptions): Promise<RecordingResult> {
  try {
    return await record(options);
  } catch (error) {
    if (!(error instanceof TracekitError) || error.code !== 'locked' || options.follow) throw error;
    const { home, paths, idleMs } = options;
    const answer = await askSigner(home, { command: 'record', paths, idleMs }, { wholeMs: HOUR_MS });
    if (!answer.ok && answer.code === 'no_signer') throw error;
    if (!answer.ok) throw new TracekitError(answer.code, `the signer could not record: ${answer.message}`);
    const { notices, ...result } = answer.result as RecordingResult & { readonly notices: readonly string[] };
    for (const notice of notices) options.onNotice(notice);
    return result;
  }
}

import { type HomePaths, seenFolder } from '../log/home.ts';
import { Log } from '../log/log.ts';
import { TracekitError } from '../model/error.ts';
import type { Finding } from '../model/finding.ts';
import { askSigner } from '../signer/ask.ts';
import { findingDrafts } from '../signer/finding-records.ts';
import { Vault } from '../vault/vault.ts';

/** So many characters of findings go to the signer at once; it takes no request over 1 MiB. */
const MOST_AT_ONCE = 1 << 19;

/** Appends findings to the log, those that are not there yet, and gives how many: itself, or through the signer that holds the log. */
export async function signFindings(paths: HomePaths, findings: readonly Finding[]): Promise<number> {
  if (findings.length === 0) return 0;
  try {
    return await appendHere(paths, findings);
  } catch (error) {
    if (!(error instanceof TracekitError) || error.code !== 'locked') throw error;
    return handOver(paths.home, findings, error);
  }
}

async function appendHere(paths: HomePaths, findings: readonly Finding[]): Promise<number> {
  let vault: Vault | undefined;
  const log = await Log.open({
    ...{ home: paths.home, seen: seenFolder(process.env), assurance: 'dev', clock: Date.now },
    beforeSync: async () => vault?.flush(),
  });
  try {
    const opened = await Vault.open({ vault: paths.vault, clock: Date.now });
    vault = opened;
    try {
      const drafts = await findingDrafts(findings, {
        segments: paths.segments,
        commit: (content) => opened.commit(content).committed,
      });
      if (drafts.length > 0) await log.append(drafts);
      return drafts.length;
    } finally {
      await opened.close();
    }
  } finally {
    await log.close();
  }
}

async function handOver(home: string, findings: readonly Finding[], locked: TracekitError): Promise<number> {
  let signed = 0;
  for (const some of batches(findings)) {
    const answer = await askSigner(home, { command: 'findings', findings: some }, { wholeMs: 60_000 });
    if (!answer.ok && answer.code === 'no_signer') throw locked;
    if (!answer.ok)
      throw new TracekitError(answer.code, `the signer could not record findings: ${answer.message}`);
    signed += (answer.result as { readonly signed: number }).signed;
  }
  return signed;
}

function* batches(findings: readonly Finding[]): Generator<readonly Finding[]> {
  let batch: Finding[] = [];
  let length = 0;
  for (const finding of findings) {
    const more = JSON.stringify(finding).length;
    if (batch.length > 0 && length + more > MOST_AT_ONCE) {
      yield batch;
      batch = [];
      length = 0;
    }
    batch.push(finding);
    length += more;
  }
  yield batch;
}

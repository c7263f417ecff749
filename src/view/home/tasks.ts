import { join } from 'node:path';
import { analyzeRun } from '../../analyze/analyze.ts';
import { homeEvidence } from '../../analyze/home-evidence.ts';
import { TreeNodes } from '../../bundle/tree-nodes.ts';
import { toHex } from '../../bytes/hex.ts';
import { homePaths } from '../../log/home.ts';
import { readLog } from '../../log/read.ts';
import { tileHashes } from '../../log/tiles.ts';
import type { Finding } from '../../model/finding.ts';
import { inclusionProof } from '../../proof/inclusion.ts';
import { rangeHash } from '../../proof/merkle-hash.ts';
import { leafHash } from '../../proof/record.ts';
import { verifyHome } from '../../verify/home.ts';
import { logFiles } from '../../verify/log-files.ts';
import { seenFiles } from '../../verify/seen-files.ts';
import type { VerifyReport } from '../../verify/verdict.ts';

/** What a task is about; plain data, as it goes to a thread. */
export type Task =
  | { readonly kind: 'verify'; readonly home: string; readonly seen: string | undefined }
  | { readonly kind: 'analyze'; readonly home: string; readonly run: string }
  | { readonly kind: 'inclusion'; readonly home: string; readonly seq: number; readonly size: number };

export type Inclusion = { readonly path: readonly string[]; readonly root: string };

/** Does a task here and now. Rejects where the home is not there or not readable. */
export async function runTask(task: Task): Promise<VerifyReport | readonly Finding[] | Inclusion> {
  switch (task.kind) {
    case 'verify':
      return verify(task.home, task.seen);
    case 'analyze':
      return analyze(task.home, task.run);
    case 'inclusion':
      return inclusion(task.home, task.seq, task.size);
  }
}

/** As `tracekit verify`, but that it remembers nothing: looking at a page must not change what the next check compares with. */
async function verify(home: string, seen: string | undefined): Promise<VerifyReport> {
  const source = logFiles(join(home, 'log'));
  if (source === undefined) throw new RangeError(`${home}: there is no log`);
  const store = seen === undefined ? undefined : { read: seenFiles(seen).read, write: () => undefined };
  return verifyHome(source, store === undefined ? {} : { seen: store });
}

function analyze(home: string, run: string): readonly Finding[] {
  const evidence = homeEvidence(homePaths(home));
  try {
    return analyzeRun(evidence, run)?.findings ?? [];
  } finally {
    evidence.close();
  }
}

/** From the tiles where those are there; else from the records. */
function inclusion(home: string, seq: number, size: number): Inclusion {
  const paths = homePaths(home);
  try {
    const hashes = tileHashes(paths, size);
    return { path: inclusionProof(seq, size, hashes).map(toHex), root: toHex(rangeHash(0, size, hashes)) };
  } catch {
    const nodes = new TreeNodes();
    nodes.wantProof(seq, size);
    nodes.wantRoot(size);
    for (const { bytes, seq: at } of readLog(paths.segments)) {
      if (at >= size) break;
      nodes.add(leafHash(bytes));
    }
    return { path: nodes.proof(seq, size).map(toHex), root: toHex(nodes.root(size)) };
  }
}

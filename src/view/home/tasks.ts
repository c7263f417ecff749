import { join } from 'node:path';
import { analyzeRun } from '../../analyze/analyze.ts';
import { homeEvidence } from '../../analyze/home-evidence.ts';
import { toHex } from '../../bytes/hex.ts';
import { homePaths } from '../../log/home.ts';
import type { Finding } from '../../model/finding.ts';
import { verifyHome } from '../../verify/home.ts';
import { logFiles } from '../../verify/log-files.ts';
import { seenFiles } from '../../verify/seen-files.ts';
import type { VerifyReport } from '../../verify/verdict.ts';
import { TreeMemory, type TreeProof } from './tree-memory.ts';

/** What a task is about; plain data, as it goes to a thread. */
export type Task =
  | { readonly kind: 'verify'; readonly home: string; readonly seen: string | undefined }
  | { readonly kind: 'analyze'; readonly home: string; readonly run: string }
  /** `root`: what the checkpoint says, hex. */
  | {
      readonly kind: 'inclusion';
      readonly home: string;
      readonly seq: number;
      readonly size: number;
      readonly root: string;
    };

export type Inclusion = { readonly path: readonly string[]; readonly root: string };

/** Does tasks one after the other, and remembers of one what makes the next one short. */
export class TaskRunner {
  readonly #trees = new Map<string, TreeMemory>();

  /** Rejects where the home is not there or not readable. */
  async run(task: Task): Promise<VerifyReport | readonly Finding[] | Inclusion> {
    switch (task.kind) {
      case 'verify':
        return verify(task.home, task.seen);
      case 'analyze':
        return analyze(task.home, task.run);
      case 'inclusion':
        return this.#inclusion(task);
    }
  }

  /** Read anew once where the tree is not the one that was signed: it may be another log by now. */
  #inclusion({ home, seq, size, root: signed }: Extract<Task, { readonly kind: 'inclusion' }>): Inclusion {
    const tree = this.#trees.get(home) ?? new TreeMemory(homePaths(home).segments);
    this.#trees.set(home, tree);
    const found = hexOf(tree.proof(seq, size));
    if (found.root === signed) return found;
    tree.forget();
    return hexOf(tree.proof(seq, size));
  }
}

function hexOf({ path, root }: TreeProof): Inclusion {
  return { path: path.map(toHex), root: toHex(root) };
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

import { toHex } from '../bytes/hex.ts';
import { fromUtf8, sameBytes, toUtf8 } from '../bytes/utf8.ts';
import { TracekitError } from '../model/error.ts';
import type { LogRecord } from '../model/record.ts';
import { leafHash } from '../proof/record.ts';
import { type HeldNote, readHeldNotes } from '../verify/held-notes.ts';
import type { LogSource } from '../verify/source.ts';
import { BundleWriter } from './bundle-writer.ts';
import { type Disclosure, disclosedFields, writeContents } from './contents.ts';
import { BUNDLE_FORMAT, BUNDLE_VERSION, type Manifest } from './format.ts';
import { broken, type ExportErrorCode, readLines, recordOf } from './log-lines.ts';
import { provenRotations, type Rotation } from './rotations.ts';
import { indexRun, type RunIndex } from './run-index.ts';
import { TreeNodes } from './tree-nodes.ts';

/** What is exported, and where to. */
export type ExportOptions = {
  /** 16 hex digits. */
  readonly run: string;
  /** Without it nothing is disclosed. */
  readonly disclose?: Disclosure;
  /** Takes the bundle's next lines, newlines included; has them out of memory when it returns. */
  readonly write: (text: string) => void;
};

/** The bundle's first line, and how many contents travel. */
export type ExportSummary = { readonly manifest: Manifest; readonly contents: number };

type Job = {
  readonly source: LogSource;
  readonly options: ExportOptions;
  readonly head: HeldNote;
  readonly size: number;
  readonly index: RunIndex;
  readonly rotations: readonly Rotation[];
  readonly writer: BundleWriter;
};

/**
 * Writes a run's bundle as it stands under the home's newest checkpoint. It passes over the log twice, three times
 * with contents, so that it holds little more than the proofs in memory. Throws `no_run`, `not_signed`,
 * `content_gone`, `content_damaged`, or `log_broken` where the records are not those that were signed; what was
 * written by then is no bundle.
 *
 * @example
 * const { manifest } = await exportRun(logFiles(`${home}/log`)!, { run, write: (text) => writeSync(fd, text) });
 */
export async function exportRun(source: LogSource, options: ExportOptions): Promise<ExportSummary> {
  const notes = readHeldNotes(source);
  if (notes.head?.kind !== 'ok') throw notSigned();
  const head = notes.head.value;
  const { size } = head.checkpoint;
  const index = await indexRun(source, size, options.run);
  const rotations = provenRotations(index.keys, [...notes.history, head], size);
  const job = { source, options, head, size, index, rotations, writer: new BundleWriter(options.write) };
  const manifest = manifestOf(job);
  job.writer.add(manifest);
  await writeRecords(job);
  job.writer.add({ kind: 'checkpoint', note: fromUtf8(head.bytes)! });
  const contents = await writeAllContents(job);
  job.writer.add({ kind: 'end', contents });
  job.writer.flush();
  return { manifest, contents };
}

function manifestOf({ head, index, options }: Job): Manifest {
  const { origin, size, root } = head.checkpoint;
  return {
    ...{ format: BUNDLE_FORMAT, version: BUNDLE_VERSION, origin, run: options.run },
    ...{ size, root: toHex(root), first: index.first, last: index.last },
    ...{ records: index.records, late: index.late.length, base: index.base.length },
  };
}

/** One pass: the run's records as they come, then the others with their proofs. */
async function writeRecords(job: Job): Promise<void> {
  const { source, size, index, options, writer } = job;
  const nodes = wantedNodes(job);
  const wanted = new Set([...index.late, ...index.base]);
  const others = new Map<number, string>();
  await readLines(source, size, (line, seq) => {
    nodes.add(leafHash(line));
    const isOther = wanted.has(seq);
    if (!isOther && (seq < index.first || seq > index.last)) return;
    const record = recordOf(line, seq);
    if (isOther) others.set(seq, fromUtf8(line)!);
    if (record.run?.id !== options.run) return;
    writer.add({ kind: 'record', line: fromUtf8(line)!, ...announced(record, options) });
  });
  if (!sameBytes(nodes.root(size), job.head.checkpoint.root)) {
    throw broken(0, 'the root of these records is not the one that was signed');
  }
  writeOthers(job, nodes, others);
}

function wantedNodes({ index, size, rotations }: Job): TreeNodes {
  const nodes = new TreeNodes();
  nodes.wantRoot(size);
  for (const seq of [index.last, ...index.late, ...index.base]) nodes.wantProof(seq, size);
  for (const { index: seq, held } of rotations) nodes.wantProof(seq, held.checkpoint.size);
  return nodes;
}

function writeOthers(job: Job, nodes: TreeNodes, others: ReadonlyMap<number, string>): void {
  const { index, size, rotations, writer, options } = job;
  const hashes = (seq: number, of = size) => nodes.proof(seq, of).map(toHex);
  writer.add({ kind: 'proof', index: index.last, hashes: hashes(index.last) });
  for (const seq of index.late) {
    const line = others.get(seq)!;
    const record = recordOf(toUtf8(line), seq);
    writer.add({ kind: 'late', line, hashes: hashes(seq), ...announced(record, options) });
  }
  for (const seq of index.base) writer.add({ kind: 'base', line: others.get(seq)!, hashes: hashes(seq) });
  for (const { index: seq, held } of rotations) {
    const note = fromUtf8(held.bytes)!;
    writer.add({ kind: 'rotation', index: seq, note, hashes: hashes(seq, held.checkpoint.size) });
  }
}

/** What a record's line says of the contents that follow below. */
function announced(
  record: LogRecord,
  { disclose }: ExportOptions,
): { readonly disclosed?: readonly string[] } {
  const disclosed = disclosedFields(record, disclose).map(({ commitment }) => commitment);
  return disclosed.length > 0 ? { disclosed } : {};
}

/** Another pass, in the order in which the records announced their contents. */
async function writeAllContents({ source, size, index, options, writer }: Job): Promise<number> {
  const { disclose } = options;
  if (disclose === undefined) return 0;
  let count = 0;
  const late = new Set(index.late);
  await readLines(source, size, (line, seq) => {
    if (!late.has(seq) && (seq < index.first || seq > index.last)) return;
    const record = recordOf(line, seq);
    if (record.run?.id === options.run || late.has(seq)) count += writeContents(writer, record, disclose);
  });
  return count;
}

function notSigned(): TracekitError<ExportErrorCode> {
  return new TracekitError(
    'not_signed',
    'expected a checkpoint over the log, found none that can be read; run: tracekit verify',
  );
}

import { toHex } from '../bytes/hex.ts';
import { toUtf8 } from '../bytes/utf8.ts';
import type { JsonObject, LogRecord } from '../model/record.ts';
import { SCHEMA_VERSION } from '../model/schema.ts';
import { foldFacts, type LogFacts, type LogOpened, newFacts } from '../verify/facts.ts';
import { type HeldNote, readHeldNote } from '../verify/held-notes.ts';
import { isIncluded } from './inclusion-check.ts';

/** The records that a run rests on: the log's opening, its keys, the runs that it comes from. */
export class BaseRecords {
  readonly #facts: LogFacts = newFacts();
  readonly #parents = new Map<string, string | undefined>();
  readonly #rotations = new Map<number, Uint8Array>();
  readonly #notes: HeldNote[] = [];
  #last = -1;
  #count = 0;
  #unread = 0;

  get count(): number {
    return this.#count;
  }

  /** Records of a newer version: each of them may be what seems to be lacking. */
  get unread(): number {
    return this.#unread;
  }

  get opened(): LogOpened | undefined {
    return this.#facts.opened;
  }

  get keys(): LogFacts['keys'] {
    return this.#facts.keys;
  }

  /** The schema version where it is newer than this program's. */
  get newer(): number | undefined {
    const schema = this.opened?.schema;
    return schema !== undefined && schema > SCHEMA_VERSION ? schema : undefined;
  }

  /** The checkpoints that prove key changes. */
  get notes(): readonly HeldNote[] {
    return this.#notes;
  }

  /** Takes a record that was proven to be in the tree; says what is wrong with its being here. */
  add(record: LogRecord, leaf: Uint8Array): string | undefined {
    this.#count++;
    const { kind, seq, run, data } = record;
    const inOrder = seq > this.#last;
    this.#last = seq;
    if (!inOrder) return `expected the records that the run rests on in order, found ${seq}`;
    if ((kind === 'log.opened') !== (seq === 0)) return 'expected log.opened as record 0, and nowhere else';
    if (kind === 'run.opened' && run?.seq === 0) this.#parents.set(run.id, parentOf(data));
    else if (kind === 'key.rotated') this.#rotations.set(seq, leaf);
    else if (kind !== 'log.opened') return `expected a record that the run rests on, found ${kind}`;
    if (kind !== 'run.opened') foldFacts(this.#facts, record);
    return undefined;
  }

  /** Counts in a record of a newer version. */
  addUnread(): void {
    this.#count++;
    this.#unread++;
  }

  /** Takes the checkpoint that both keys of a change signed; says where it does not cover the record. */
  addRotation(line: {
    readonly index: number;
    readonly note: string;
    readonly hashes: readonly string[];
  }): string | undefined {
    const leaf = this.#rotations.get(line.index);
    if (leaf === undefined && this.#unread > 0) return undefined;
    if (leaf === undefined)
      return `record ${line.index}: expected a key change that is in the bundle, each once`;
    const read = readHeldNote(`rotation at record ${line.index}`, toUtf8(line.note));
    if (read.kind === 'fault') return read.what;
    const { size, root } = read.value.checkpoint;
    if (!isIncluded(line.hashes, { leaf, index: line.index, size, root })) {
      return `record ${line.index} is not proven to be under the checkpoint of both keys (${toHex(root).slice(0, 8)})`;
    }
    // Each once: a second one for the same key could only say the same again.
    this.#rotations.delete(line.index);
    this.#notes.push(read.value);
    return undefined;
  }

  /** What a run needs and the bundle lacks: the log's opening, or the opening of a run that it comes from. */
  lacking(from: string | undefined): string | undefined {
    if (this.#unread > 0) return undefined;
    if (this.opened === undefined) return 'expected log.opened, the record that names the key';
    const met = new Set<string>();
    for (let run = from; run !== undefined && !met.has(run); run = this.#parents.get(run)) {
      if (!this.#parents.has(run)) return `expected the opening of run ${run}, which it comes from`;
      met.add(run);
    }
    return undefined;
  }
}

function parentOf(data: JsonObject): string | undefined {
  const from = data.from as JsonObject | undefined;
  return typeof from?.run === 'string' ? from.run : undefined;
}

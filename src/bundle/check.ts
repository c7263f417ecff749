import { canonicalFault } from '../bytes/canonical-check.ts';
import { fromHex, isHexOf } from '../bytes/hex.ts';
import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';
import type { Json, LogRecord } from '../model/record.ts';
import type { Parsed } from '../proof/parsed.ts';
import { type DecodedRecord, decodeRecord, leafHash } from '../proof/record.ts';
import { type Break, type BreakKind, BreakList } from '../verify/breaks.ts';
import { foldFacts, type LogFacts, newFacts } from '../verify/facts.ts';
import { type HeldNote, readHeldNote } from '../verify/held-notes.ts';
import type { Line } from '../verify/lines.ts';
import { RunBook, type RunFault } from '../verify/run-book.ts';
import { BaseRecords } from './base-records.ts';
import { ContentCheck } from './content-check.ts';
import {
  BUNDLE_VERSION,
  type BundleLine,
  type Hashes,
  lineFault,
  MANIFEST_SHAPE,
  MAX_LINE_BYTES,
  MAX_OTHERS,
  type Manifest,
  RANKS,
} from './format.ts';
import { isIncluded } from './inclusion-check.ts';
import { type LastRecord, placeFault } from './record-place.ts';
import { UnreadRecords } from './unread.ts';

type LineOf<K extends BundleLine['kind']> = Extract<BundleLine, { readonly kind: K }>;

const FILE = 'bundle';

/** One pass over a bundle's lines; what it holds does not grow with the run. hostile: every line. */
export class BundleCheck {
  readonly facts: LogFacts = newFacts();
  readonly base: BaseRecords = new BaseRecords();
  readonly book = new RunBook(true);
  readonly breaks = new BreakList();
  readonly contents = new ContentCheck();
  readonly unread = new UnreadRecords();
  manifest: Manifest | undefined;
  checkpoint: Parsed<HeldNote> | undefined;
  /** The bundle's format version, where this program does not know it. */
  newer: number | undefined;
  records = 0;
  late = 0;
  #root: Uint8Array = new Uint8Array(0);
  #rank = -1;
  #number = 0;
  #offset = 0;
  #last: LastRecord | undefined;
  #proven = false;
  #ended = false;
  #others = 0;

  line({ bytes, offset, end }: Line): void {
    this.#number++;
    this.#offset = offset;
    if (end === 'long') {
      this.#fail('bundle', `expected at most ${MAX_LINE_BYTES} bytes in a line`);
      return;
    }
    if (end === 'nothing') {
      this.#fail('tail', 'the bundle ends inside a line');
      return;
    }
    const wrong = canonicalFault(bytes);
    if (wrong !== undefined) {
      this.#fail('bundle', `${wrong.what} at byte ${offset + wrong.at}`);
      return;
    }
    const value = JSON.parse(fromUtf8(bytes)!) as Json;
    if (this.#number === 1) this.#first(value);
    else if (this.manifest !== undefined) {
      const fault = lineFault(value);
      if (fault === undefined) this.#take(value as BundleLine);
      else this.#fail('bundle', fault);
    }
  }

  /** Says what is missing, once there is nothing more to read. */
  end(): void {
    if (this.manifest === undefined) {
      if (this.newer === undefined && this.breaks.count === 0) this.#fail('tail', 'the bundle is empty');
      return;
    }
    if (!this.#ended) this.#fail('tail', 'the bundle ends before its last line');
    else if (!this.#proven) this.#fail('bundle', 'expected the proof of the run’s last record');
    const { records, late, base } = this.manifest;
    const found = { records: this.records, late: this.late, base: this.base.count };
    for (const [name, count] of Object.entries({ records, late, base })) {
      const there = found[name as keyof typeof found];
      if (there !== count)
        this.#fail('bundle', `the first line states ${count} records of kind ${name}, found ${there}`);
    }
    const lacking = this.base.lacking(this.book.runs.get(this.manifest.run)?.opened?.from?.run);
    if (lacking !== undefined) this.#fail('bundle', lacking);
  }

  #first(value: Json): void {
    const fault = MANIFEST_SHAPE(value, 'manifest');
    const version = (value as { readonly version?: unknown } | null)?.version;
    if (typeof version === 'number' && version > BUNDLE_VERSION) this.newer = version;
    else if (fault !== undefined) this.#fail('bundle', fault);
    else {
      this.manifest = value as unknown as Manifest;
      this.#root = fromHex(this.manifest.root)!;
    }
  }

  #take(line: BundleLine): void {
    const rank = RANKS[line.kind];
    const once = line.kind === 'proof' || line.kind === 'checkpoint' || line.kind === 'end';
    if (rank < this.#rank || (once && rank === this.#rank)) {
      this.#fail('bundle', `expected no line of kind ${line.kind} here`);
      return;
    }
    this.#rank = rank;
    if (line.kind === 'record') this.#record(line);
    else if (line.kind === 'proof') this.#proof(line);
    else if (line.kind === 'late') this.#late(line);
    else if (line.kind === 'base') this.#base(line);
    else if (line.kind === 'rotation') this.#say('bundle', this.base.addRotation(line));
    else if (line.kind === 'checkpoint') this.#checkpoint(line);
    else this.#content(line);
  }

  #record({ line, disclosed }: LineOf<'record'>): void {
    const bytes = toUtf8(line);
    const decoded = this.#decode(bytes);
    const leaf = leafHash(bytes);
    this.records++;
    const place = decoded.kind === 'record' ? decoded.record : decoded.place;
    if (place === undefined) return;
    const fault = placeFault(place, this.manifest!, this.#last);
    if (fault !== undefined) this.#fail(fault.kind, fault.what, place.seq);
    this.#last = { seq: place.seq, leaf };
    if (decoded.kind === 'record') this.#fold(decoded.record, leaf, disclosed);
    else if (place.run !== undefined) this.#unread(this.book.addUnread(place.run, leaf), disclosed);
  }

  #proof({ index, hashes }: LineOf<'proof'>): void {
    const last = this.#last;
    if (last === undefined || index !== last.seq || index !== this.manifest!.last) {
      this.#fail(
        'bundle',
        `expected the proof of record ${this.manifest!.last}, the run’s last one`,
        last?.seq ?? index,
      );
      return;
    }
    this.#proven = this.#included(hashes, last.leaf, index);
  }

  #late({ line, hashes, disclosed }: LineOf<'late'>): void {
    this.late++;
    const record = this.#other(line, hashes);
    if (record === undefined) {
      this.book.addUnreadLate(this.manifest!.run, leafHash(toUtf8(line)));
      this.#unread(undefined, disclosed);
      return;
    }
    if (record.run !== undefined || record.data.run !== this.manifest!.run) {
      this.#fail('late', `expected a record about run ${this.manifest!.run}`, record.seq);
      return;
    }
    this.#fold(record, leafHash(toUtf8(line)), disclosed);
  }

  #base({ line, hashes }: LineOf<'base'>): void {
    const record = this.#other(line, hashes);
    if (record === undefined) {
      this.base.addUnread();
      return;
    }
    const fault = this.base.add(record, leafHash(toUtf8(line)));
    if (fault !== undefined) this.#fail('order', fault, record.seq);
    if (this.base.opened?.schema !== undefined && this.base.newer !== undefined)
      this.newer ??= this.base.newer;
  }

  /** A record outside of the run's chain, which only its own proof ties to the log. */
  #other(line: string, hashes: Hashes): LogRecord | undefined {
    if (++this.#others > MAX_OTHERS) {
      this.#fail('bundle', `expected at most ${MAX_OTHERS} records outside of the run`);
      return undefined;
    }
    const bytes = toUtf8(line);
    const decoded = this.#decode(bytes);
    const place = decoded.kind === 'record' ? decoded.record : decoded.place;
    if (place !== undefined) this.#included(hashes, leafHash(bytes), place.seq);
    return decoded.kind === 'record' ? decoded.record : undefined;
  }

  #included(hashes: Hashes, leaf: Uint8Array, index: number): boolean {
    const holds = isIncluded(hashes, { leaf, index, size: this.manifest!.size, root: this.#root });
    if (!holds)
      this.#fail(
        'root',
        `record ${index} is not proven to be in the signed tree: it or its proof was changed`,
        index,
      );
    return holds;
  }

  #fold(record: LogRecord, leaf: Uint8Array, disclosed: readonly string[] | undefined): void {
    const fault = this.book.add(record, leaf);
    if (fault !== undefined) this.#fail(fault.kind, fault.what, record.seq);
    foldFacts(this.facts, record);
    if (disclosed !== undefined) this.#say('content', this.contents.announce(record.data, disclosed));
  }

  #checkpoint({ note }: LineOf<'checkpoint'>): void {
    const { size, origin } = this.manifest!;
    this.checkpoint = readHeldNote('checkpoint', toUtf8(note));
    if (this.checkpoint.kind === 'fault') {
      this.#fail('bundle', this.checkpoint.what);
      return;
    }
    const { checkpoint } = this.checkpoint.value;
    const fits =
      checkpoint.size === size &&
      checkpoint.origin === origin &&
      isHexOf(this.manifest!.root, checkpoint.root);
    if (!fits)
      this.#fail('root', 'the checkpoint is not of the tree that the first line and the proofs are about');
  }

  #content(line: LineOf<'content' | 'piece' | 'end'>): void {
    if (line.kind === 'content') this.#say('content', this.contents.begin(line));
    else if (line.kind === 'piece') this.#say('content', this.contents.piece(line.base64));
    else {
      this.#ended = true;
      this.#say('content', this.contents.end(line.contents));
    }
  }

  #decode(line: Uint8Array): DecodedRecord {
    const decoded = decodeRecord(line);
    if (decoded.kind === 'fault') this.#fail('line', decoded.what);
    if (decoded.kind !== 'newer') return decoded;
    const { version, place } = decoded;
    this.unread.add({ line: this.#number, offset: this.#offset, version });
    if (place === undefined)
      this.#fail('line', `version ${version}: expected seq, prev and run as in every version`);
    return decoded;
  }

  #unread(fault: RunFault | undefined, disclosed: readonly string[] | undefined): void {
    if (fault !== undefined) this.#fail(fault.kind, fault.what);
    if (disclosed !== undefined) this.#say('content', this.contents.announceUnread(disclosed));
  }

  #say(kind: BreakKind, what: string | undefined): void {
    if (what !== undefined) this.#fail(kind, what);
  }

  #fail(kind: BreakKind, what: string, seq = this.#last?.seq ?? 0): void {
    const found: Break = {
      kind,
      seq,
      file: FILE,
      offset: this.#offset,
      what: `line ${this.#number}: ${what}`,
    };
    this.breaks.add(found);
  }
}

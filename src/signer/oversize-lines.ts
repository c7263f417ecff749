import type { TailerMessage } from '../model/tail.ts';
import { HeadDigest } from './head-digest.ts';
import type { LineRecorder } from './line-recorder.ts';
import type { VaultSink } from './sinks.ts';
import type { SourceRecords } from './source-records.ts';
import type { Source } from './sources.ts';
import type { Unwritten } from './unwritten.ts';

type Piece = Extract<TailerMessage, { kind: 'piece' }>;
type Oversize = Extract<TailerMessage, { kind: 'oversize' }>;

type Parts<Ref> = {
  readonly vault: Pick<VaultSink<Ref>, 'stream'>;
  readonly records: SourceRecords<Ref>;
  readonly lines: LineRecorder<Ref>;
  readonly unwritten: Unwritten;
};

/** Records lines beyond 8 MiB, which come in pieces that go to the vault as they come. */
export class OversizeLines<Ref> {
  private readonly parts: Parts<Ref>;

  constructor(parts: Parts<Ref>) {
    this.parts = parts;
  }

  /** Keeps a piece of a line, which `end` will close. */
  piece(source: Source, { bytes }: Piece): Promise<void> {
    source.oversize ??= this.begin(source);
    source.oversize.head?.update(bytes);
    return source.oversize.stream.write(bytes);
  }

  /** Records the line whose pieces came; where they were not what the tailer hashed first, a gap says so. */
  async end(source: Source, message: Oversize): Promise<void> {
    const { records: made, unwritten } = this.parts;
    made.beginLines(source, message);
    const { stream, head } = source.oversize ?? this.begin(source);
    source.oversize = undefined;
    const drafts = message.same && head !== undefined ? made.tailFault(source, () => head.end()) : [];
    drafts.push(...made.open(source));
    const { bytes, commitment } = stream.end();
    const { line, offset, digest, records } = message;
    const into = made.into(source);
    this.parts.lines.addKept({ line, digest, commitment, records }, bytes, into);
    made.countLines(into, { count: 1, line, end: offset + bytes, type: undefined });
    source.lines.note(line, digest);
    const recorded = made.appendAll([...drafts, into.block]);
    if (message.same) return recorded;
    const place = { line, offset, end: offset + message.bytes };
    unwritten.begin(source.live);
    const gap = made.gap(source, { gap: 'transcript_unreadable', why: 'changed_while_read', ...place });
    await Promise.all([recorded, made.append(gap)]);
  }

  private begin({ live, known }: Source): NonNullable<Source['oversize']> {
    const waited = (live ?? known)?.pending;
    const head = waited === undefined ? undefined : new HeadDigest(waited.bytes);
    return { stream: this.parts.vault.stream(), head };
  }
}

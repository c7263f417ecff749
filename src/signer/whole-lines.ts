import type { LineBlock } from '../log/line-block.ts';
import type { Draft } from '../model/record.ts';
import type { TailerMessage } from '../model/tail.ts';
import { typeAt } from './explained.ts';
import type { Stretch } from './file-lines.ts';
import { headOf } from './head-digest.ts';
import type { LineRecorder } from './line-recorder.ts';
import type { SourceRecords } from './source-records.ts';
import type { Source } from './sources.ts';
import { position } from './transcript-gaps.ts';

type Lines = Extract<TailerMessage, { kind: 'lines' }>;

type Parts<Ref> = { readonly records: SourceRecords<Ref>; readonly lines: LineRecorder<Ref> };

const HASH_BYTES = 32;

/** Records whole lines: each for itself, or several as those of the generation before. */
export class WholeLines<Ref> {
  private readonly parts: Parts<Ref>;

  constructor(parts: Parts<Ref>) {
    this.parts = parts;
  }

  /** Resolves when they are durable. */
  async record(source: Source, message: Lines): Promise<void> {
    const { records } = this.parts;
    records.beginLines(source, { line: message.first, offset: message.offset });
    const line = message.bytes.subarray(0, message.ends[0]);
    const drafts = records.tailFault(source, (length) => headOf(line, length));
    drafts.push(...records.open(source));
    const stretches = source.lines.take(message);
    const pieces = stretches.map((stretch) =>
      stretch.again ? this.again(source, message, stretch) : this.own(source, message, stretch),
    );
    await records.appendAll([...drafts, ...pieces]);
  }

  private own(source: Source, message: Lines, stretch: Stretch): LineBlock {
    const { records, lines } = this.parts;
    const into = records.into(source);
    lines.addLines(message, into, stretch);
    const { first, offset, ends } = message;
    const { from, to } = stretch;
    records.countLines(into, {
      count: to - from,
      line: first + to - 1,
      end: offset + (ends[to - 1] ?? 0),
      type: typeAt(message.records, to - 1),
    });
    return into.block;
  }

  private again(source: Source, message: Lines, { from, to }: Stretch): Draft {
    const { records } = this.parts;
    const { first, offset, ends, digests } = message;
    const hash = records.hashOf(source);
    for (let i = from; i < to; i++) hash.next(digests, i * HASH_BYTES);
    const type = typeAt(message.records, to - 1);
    return records.draft(source, 'transcript.again', {
      ...position(source.live!),
      ...{ line: first + from, offset: offset + (ends[from - 1] ?? 0) },
      ...{ lines: first + to, end: offset + ends[to - 1]!, chain: hash.at },
      ...(type === undefined ? {} : { type }),
    });
  }
}

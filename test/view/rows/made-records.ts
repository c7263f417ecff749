import { createHash } from 'node:crypto';
import type { Committed, Json, JsonObject, LogRecord, RecordKind } from '../../../src/model/record.ts';
import { dataFault } from '../../../src/model/schema.ts';
import type { RowSource } from '../../../src/view/rows/excerpt.ts';

const HASH = 'ab'.repeat(32);
const RUN = '0123456789abcdef';

/** Records of one run, made by hand, with the contents that they commit to. Each fits its schema. */
export class MadeRecords {
  readonly records: LogRecord[] = [];
  readonly contents = new Map<string, Uint8Array>();

  get source(): RowSource {
    return {
      record: (seq) => this.records[seq],
      open: ({ commitment }) => this.contents.get(commitment),
      gone: 'erased',
    };
  }

  /** A content; the record has its commitment. */
  commit(bytes: string | Uint8Array): Committed & JsonObject {
    const content = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    const commitment = createHash('sha256').update(`${this.contents.size} `).update(content).digest('hex');
    this.contents.set(commitment, content);
    return { bytes: content.length, commitment };
  }

  add(kind: RecordKind, data: JsonObject, source = 'signer'): number {
    const seq = this.records.length;
    const fault = dataFault(kind, data as Json);
    if (fault !== undefined) throw new Error(`${kind}: ${fault}`);
    const time = new Date(Date.parse('2026-12-01T00:00:00.000Z') + seq * 10).toISOString();
    this.records.push({ v: 2, seq, prev: HASH, time, run: { id: RUN, seq, prev: HASH }, kind, source, data });
    return seq;
  }

  open(mode: 'record' | 'hooks' = 'hooks'): void {
    this.add('run.opened', {
      ...{ harness: 'claude-code', session: 's1', part: 0, mode },
      key: this.commit('key'),
      project: this.commit('/home/dev/project'),
    });
    this.add('transcript.opened', {
      ...{ transcript: 0, generation: 0, role: 'main', line: 0, offset: 0, chain: HASH },
      ...{ path: this.commit('/t.jsonl'), file: this.commit('1:2') },
    });
  }

  /** A line of the transcript that says something. */
  exchange(line: number, data: JsonObject): number {
    return this.add(
      'model.exchange',
      {
        ...{ transcript: 0, generation: 0, line, offset: line * 100, chain: HASH, form: 'json' },
        ...{ reasoning: 'none', ...this.commit('{}'), ...data },
      },
      'tailer:claude-code',
    );
  }
}

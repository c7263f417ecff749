import { expect } from 'vitest';
import { analyzeRun } from '../../src/analyze/analyze.ts';
import type { Evidence, LoggedRecord, RunEntry } from '../../src/analyze/evidence.ts';
import type { Rule } from '../../src/analyze/rule.ts';
import { sha256Hex } from '../../src/bytes/sha256.ts';
import { toolClass } from '../../src/harness/tools.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Harness } from '../../src/model/harness.ts';
import type { Committed, JsonObject, RecordKind } from '../../src/model/record.ts';
import { dataFault } from '../../src/model/schema.ts';

type Fields = { readonly [key: string]: unknown };

/** A call as the stage makes it: hook and transcript have the same arguments unless said. */
export type StagedCall = {
  readonly id?: string;
  readonly name?: string;
  readonly input?: unknown;
  readonly verdict?: 'allow' | 'ask' | 'deny';
  readonly agent?: string;
  readonly cwd?: string;
};

const RUN = '0123456789abcdef';

/** One run, record by record, without a home: what a rule is tried on. */
export class RunStage {
  readonly harness: Harness;
  private readonly records: LoggedRecord[] = [];
  private readonly contents = new Map<string, Uint8Array>();
  private lines = 0;
  private calls = 0;
  private erased = false;

  constructor(harness: Harness = 'claude-code', mode: 'hooks' | 'record' = 'hooks') {
    this.harness = harness;
    const key = this.commit('key');
    this.add('run.opened', { harness, session: 's1', part: 0, mode, key });
  }

  /** The number of the newest record. */
  get last(): number {
    return this.records.length - 1;
  }

  add(kind: RecordKind, data: Fields): number {
    const seq = this.records.length;
    expect(dataFault(kind, data as JsonObject), kind).toBeUndefined();
    const time = new Date(Date.parse('2026-11-30T12:00:00.000Z') + seq * 1000).toISOString();
    this.records.push({
      leaf: sha256Hex(Buffer.from(`leaf ${seq}`)),
      record: {
        ...{ v: 2, seq, prev: '0'.repeat(64), time, run: { id: RUN, seq, prev: '0'.repeat(64) } },
        ...{ kind, source: 'signer', data: data as JsonObject },
      },
    });
    return seq;
  }

  commit(content: string): Committed {
    const bytes = Buffer.from(content);
    const commitment = sha256Hex(Buffer.concat([Buffer.from(`${this.contents.size} `), bytes]));
    this.contents.set(commitment, bytes);
    return { bytes: bytes.length, commitment };
  }

  /** A prompt that a hook saw. */
  prompt(text: string): number {
    return this.add('input.observed', { ...this.commit(text), origin: 'person' });
  }

  /** The gate's decision; gives its number. */
  decided(call: StagedCall): number {
    const { id, name = 'Bash', input = {}, verdict = 'allow', agent, cwd = '/home/dev/project' } = call;
    return this.add('call.decided', {
      tool: toolClass(this.harness, name),
      verdict,
      name: this.commit(name),
      input: this.commit(JSON.stringify(input)),
      cwd: this.commit(cwd),
      ...(id === undefined ? {} : { call: id }),
      ...(agent === undefined ? {} : { agent }),
    });
  }

  completed(decided: number, more: Fields = {}): number {
    return this.add('call.completed', { outcome: 'ok', decided, ...more });
  }

  /** Asks a person about a call, and has the approval end so. */
  held(decided: number, end: 'used' | 'rejected' | 'cancelled'): void {
    const approval = 'apr-0123456789ab';
    this.add('approval.requested', { approval, decided, until: 1_796_054_400_000 });
    if (end === 'cancelled') this.add('approval.cancelled', { approval, why: 'hook_gone' });
    else {
      const answer = end === 'used' ? 'approved' : 'rejected';
      this.add('approval.answered', { approval, answer, by: this.commit('{}') });
      if (end === 'used') this.add('approval.used', { approval });
    }
  }

  /** A line of the transcript with these parts. */
  line(role: 'user' | 'assistant' | 'tool', parts: readonly Fields[], more: Fields = {}): number {
    if (this.lines === 0) {
      this.add('transcript.opened', {
        ...{ transcript: 0, generation: 0, role: 'main', line: 0, offset: 0, chain: '0'.repeat(64) },
        ...{ path: this.commit('/t.jsonl'), file: this.commit('1:1') },
      });
    }
    const line = this.lines++;
    return this.add('model.exchange', {
      ...{ transcript: 0, generation: 0, line, offset: line * 100, chain: '0'.repeat(64), form: 'json' },
      ...this.commit(`{"cwd":"/home/dev/project","line":${line}}`),
      ...{ role, reasoning: 'none', parts, at: 1_796_054_400_000 + this.records.length * 1000 },
      ...(role === 'assistant' ? { message: `m${line}` } : {}),
      ...more,
    });
  }

  says(text: string): number {
    return this.line('assistant', [{ kind: 'text', body: this.commit(JSON.stringify(text)) }]);
  }

  /** The model's request, as the transcript has it. */
  asks({ id, name = 'Bash', input = {} }: StagedCall): number {
    return this.line('assistant', [
      {
        ...{ kind: 'call', tool: toolClass(this.harness, name), link: { basis: 'none', lines: [] } },
        ...{ name: this.commit(JSON.stringify(name)), input: this.commit(JSON.stringify(input)) },
        ...(id === undefined ? {} : { call: id }),
      },
    ]);
  }

  /** A result in the transcript. */
  gives(id: string, output = 'done', more: Fields = {}): number {
    const body = this.commit(JSON.stringify(output));
    return this.line('tool', [{ kind: 'result', call: id, outcome: 'ok', body, ...more }]);
  }

  /** A call that hook and transcript saw run. */
  ran(call: StagedCall, output = 'done'): number {
    const id = call.id ?? `c${this.calls++}`;
    this.asks({ ...call, id });
    const decided = this.decided({ ...call, id });
    this.completed(decided, { call: id, result: this.commit(JSON.stringify(output)) });
    this.gives(id, output);
    return decided;
  }

  bash(command: string, output = 'done'): number {
    return this.ran({ input: { command } }, output);
  }

  /** From now on no content can be opened. */
  eraseAll(): void {
    this.erased = true;
  }

  evidence(): Evidence {
    const { data } = this.records[0]!.record;
    const runs: readonly RunEntry[] = [{ id: RUN, harness: String(data.harness), session: 's1' }];
    return {
      source: 'home',
      runs,
      recordsOf: () => this.records,
      open: ({ commitment }) => (this.erased ? undefined : this.contents.get(commitment)),
      close: () => {},
    };
  }

  /** What the rules find. */
  find(...rules: readonly Rule[]): readonly Finding[] {
    return analyzeRun(this.evidence(), RUN, rules.length === 0 ? undefined : rules)!.findings;
  }
}

/** The records that a finding cites. */
export function cited({ cites }: Finding): readonly number[] {
  return cites.map((cite) => (cite.kind === 'record' ? cite.seq : -1));
}

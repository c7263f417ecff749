import { expect, test } from 'vitest';
import type { Draft, JsonObject } from '../../src/model/record.ts';
import { GateState } from '../../src/signer/gate-state.ts';
import { Journal, recordOf } from '../../src/signer/journal.ts';
import { Pairing } from '../../src/signer/pairing.ts';
import { State } from '../../src/signer/state.ts';

const RUN = '00112233aabbccdd';
const TIME = '2026-11-30T12:00:00.000Z';

/** Records of one run of Copilot, and a fold over them: what a signer knows that has just started. */
class Told {
  gate = new GateState();
  readonly records: ReturnType<typeof recordOf>[] = [];
  private readonly contents = new Map<string, Buffer>();
  isFull = false;

  constructor(harness: string) {
    const key = this.commit('key');
    this.add('run.opened', `hook:${harness}`, { harness, session: 's1', part: 0, mode: 'hooks', key });
  }

  get pairing(): Pairing {
    const { gate, state } = this;
    const append = (drafts: readonly Draft[]) => {
      if (this.isFull) return Promise.reject(new Error('disk_full'));
      const seqs = drafts.map(({ kind, source, data }) => ({ seq: this.keep(kind, source, data) }));
      return Promise.resolve(seqs);
    };
    const journal = new Journal({ state, gate, log: { append }, clock: () => 0 });
    return new Pairing({ journal, open: (commitment) => this.contents.get(commitment) });
  }

  get paired(): readonly JsonObject[] {
    return this.records.filter(({ kind }) => kind === 'call.paired').map(({ data }) => data);
  }

  restart(): void {
    this.gate = new GateState();
    for (const record of this.records) this.gate.apply(record);
  }

  decide(args: object, name = 'bash'): number {
    const data = { tool: 'Bash', verdict: 'allow', name: this.commit(name) };
    return this.add('call.decided', 'hook:x', { ...data, input: this.commit(JSON.stringify(args)) });
  }

  complete(result: unknown, of: { among: readonly number[] } | { decided: number }): number {
    const data = { outcome: 'ok', result: this.commit(JSON.stringify(result)), ...of };
    return this.add('call.completed', 'hook:x', data as JsonObject);
  }

  call(call: string, args: object, name = 'bash'): void {
    const input = this.commit(JSON.stringify(args, null, 1));
    const link = { basis: 'none', lines: [] };
    const part = { kind: 'call', call, tool: 'Bash', name: this.commit(JSON.stringify(name)), input, link };
    this.add('model.exchange', 'tailer:x', { transcript: 0, parts: [part] });
  }

  result(call: string, text: unknown, outcome = 'ok'): void {
    const body = this.commit(JSON.stringify(text));
    this.add('model.exchange', 'tailer:x', {
      transcript: 0,
      parts: [{ kind: 'result', call, outcome, body }],
    });
  }

  add(kind: Draft['kind'], source: string, data: JsonObject): number {
    const seq = this.keep(kind, source, data);
    this.gate.apply(this.records.at(-1)!);
    return seq;
  }

  private keep(kind: Draft['kind'], source: string, data: JsonObject): number {
    const seq = this.records.length;
    this.records.push(recordOf({ run: RUN, kind, source, data }, seq, TIME));
    return seq;
  }

  private get state(): State {
    const state = new State();
    for (const { kind, source, data } of this.records.slice(0, 1))
      state.apply({ run: RUN, kind, source, data });
    return state;
  }

  private commit(text: string) {
    const commitment = `${this.contents.size}`.padStart(64, '0');
    this.contents.set(commitment, Buffer.from(text));
    return { bytes: text.length, commitment };
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));
const given = (text: string) => ({ resultType: 'success', textResultForLlm: text });
const ARGS = { command: 'wc -l < log', description: 'count' };

/** Two equal open calls, completed against their order, and told by the transcript. */
function twoEqual(told = new Told('copilot')) {
  const decided = [told.decide(ARGS), told.decide(ARGS)];
  for (const call of ['c1', 'c2']) told.call(call, ARGS);
  const completed = ['2', '1'].map((text) => told.complete(given(text), { among: decided }));
  return { told, decided, completed };
}

test('two equal calls are told apart when the recording has their results, line by line', async () => {
  const { told, decided, completed } = twoEqual();
  const { pairing } = told;
  told.result('c2', '2');
  pairing.settle(RUN);
  await settled();
  expect(told.paired).toEqual([
    { call: 'c2', decided: decided[1], completed: completed[0], pairing: 'result' },
  ]);
  told.result('c1', '1');
  pairing.settle(RUN);
  await settled();
  expect(told.paired[1]).toEqual({
    call: 'c1',
    decided: decided[0],
    completed: completed[1],
    pairing: 'result',
  });
  expect(told.gate.openCalls(RUN)).toEqual([]);
});

test('a signer that starts anew knows what waits, and pairs it by what comes then', async () => {
  const { told, decided, completed } = twoEqual();
  told.restart();
  expect(told.gate.openCalls(RUN).map(({ seq }) => seq)).toEqual(decided);
  told.result('c2', '2');
  told.result('c1', '1');
  told.pairing.settle(RUN);
  await settled();
  expect(told.paired.map((pair) => [pair.decided, pair.completed])).toEqual([
    [decided[1], completed[0]],
    [decided[0], completed[1]],
  ]);
});

test('a pair that was recorded is not recorded again after a restart', async () => {
  const { told } = twoEqual();
  told.result('c2', '2');
  told.result('c1', '1');
  told.pairing.settle(RUN);
  await settled();
  told.restart();
  told.pairing.settle(RUN);
  await settled();
  expect(told.paired).toHaveLength(2);
  expect(told.gate.openCalls(RUN)).toEqual([]);
  expect(told.gate.pairs.of(RUN)).toMatchObject({ told: [], pending: new Map(), decided: new Map() });
});

test('a pair that the disk had no room for is found again', async () => {
  const { told } = twoEqual();
  told.result('c2', '2');
  told.result('c1', '1');
  const { pairing } = told;
  told.isFull = true;
  pairing.settle(RUN);
  await settled();
  told.isFull = false;
  pairing.settle(RUN);
  await settled();
  expect(told.paired).toHaveLength(2);
});

test('while a record is under way nothing is said twice', async () => {
  const { told } = twoEqual();
  told.result('c2', '2');
  told.result('c1', '1');
  const { pairing } = told;
  pairing.settle(RUN);
  pairing.settle(RUN);
  await settled();
  expect(told.paired).toHaveLength(2);
});

test('what is not told apart at the end is paired first in, first out, and says so', () => {
  const { told, decided, completed } = twoEqual();
  const { drafts, taken } = told.pairing.atEnd(RUN);
  expect(drafts.map(({ data }) => data)).toEqual([
    { decided: decided[0], completed: completed[0], pairing: 'fifo' },
    { decided: decided[1], completed: completed[1], pairing: 'fifo' },
  ]);
  expect([...taken]).toEqual(decided);
});

test('a call without an equal one gets the id of its like in the transcript', async () => {
  const told = new Told('gemini');
  const name = 'run_shell_command';
  const decided = told.decide({ b: 1.5, a: 'x' }, name);
  told.complete({ llmContent: 'out', returnDisplay: 'o' }, { decided });
  told.call('g1', { a: 'x', b: 1.5 }, name);
  told.result('g1', 'out');
  told.pairing.settle(RUN);
  await settled();
  expect(told.paired).toEqual([{ call: 'g1', decided, pairing: 'result' }]);
});

test('a call of before the hooks is forgotten when it has ended, and pairs with no later one', async () => {
  const told = new Told('gemini');
  told.call('old', ARGS);
  told.result('old', 'same');
  const { pairing } = told;
  pairing.settle(RUN);
  const decided = told.decide(ARGS);
  told.complete({ llmContent: 'same' }, { decided });
  pairing.settle(RUN);
  await settled();
  expect(told.paired).toEqual([]);
});

test('several parts of a result are compared with the one text that they become', async () => {
  const told = new Told('gemini');
  const decided = [told.decide(ARGS), told.decide(ARGS)];
  told.complete({ llmContent: [{ text: 'a' }, { text: 'b' }] }, { among: decided });
  told.call('g1', ARGS);
  told.call('g2', ARGS);
  told.result('g1', 'other');
  told.result('g2', 'a\nb');
  told.pairing.settle(RUN);
  await settled();
  expect(told.paired).toMatchObject([{ call: 'g2', decided: decided[1], pairing: 'result' }]);
});

test('only so many calls of a run are kept in mind', () => {
  const told = new Told('copilot');
  for (let i = 0; i < 300; i++) {
    told.decide({ i });
    told.call(`c${i}`, { i });
  }
  const book = told.gate.pairs.of(RUN)!;
  expect([book.decided.size, book.told.length]).toEqual([200, 200]);
  told.add('run.closed', 'signer', { last: 1, why: 'idle' });
  expect(told.gate.pairs.of(RUN)).toBeUndefined();
});

test('hostile arguments and results are compared by their bytes, and break nothing', async () => {
  const told = new Told('copilot');
  const deep = '['.repeat(100_000);
  for (const text of [deep, '\ud800', '{"__proto__":{"a":1}}', '']) {
    const decided = [told.decide({ text }), told.decide({ text })];
    told.call('h1', { text });
    told.call('h2', { text });
    told.complete(given(`${text}2`), { among: decided });
    told.complete(given(`${text}1`), { among: decided });
    told.result('h1', `${text}1`);
    told.result('h2', `${text}2`);
    told.pairing.settle(RUN);
    await settled();
    expect(told.paired.slice(-2).map((pair) => [pair.call, pair.decided])).toEqual([
      ['h2', decided[1]],
      ['h1', decided[0]],
    ]);
  }
});

import { describe, expect, it } from 'vitest';
import { copilot } from '../../tailers/copilot.ts';
import { faultsOf } from '../contract/reading-faults.ts';
import {
  completed,
  event,
  prompt,
  request,
  SESSION,
  saidAt,
  says,
  session,
  toBytes,
} from './copilot-files.ts';
import { splitLines, valueAt } from './transcript-files.ts';

/** An event's line with each `⏎` in it as a raw line break, as the bug writes it. */
const broken = (fields: object, newline = '\n'): string => JSON.stringify(fields).replaceAll('⏎', newline);

describe('an event that raw line breaks split (copilot-cli 2649)', () => {
  const result = completed('c1', { result: { content: 'one⏎two⏎three' }, shellExecution: { exitCode: 0 } });
  const asked = says({ toolRequests: [request('c1')] });

  it('is read at its last line, and each line stands for itself', () => {
    const { readings, lines } = session(asked, broken(result), prompt('next'));
    expect(readings.map(({ form }) => form)).toEqual([
      ...['json', 'json', 'unparsed', 'unparsed', 'piece', 'json'],
    ]);
    expect(readings.slice(2, 4)).toEqual([{ form: 'unparsed' }, { form: 'unparsed' }]);
    expect(readings[4]).toMatchObject({
      type: 'tool.execution_complete',
      id: expect.any(String),
      exchange: { role: 'tool', parts: [{ kind: 'result', call: 'c1', outcome: 'ok', exit: 0 }] },
    });
    expect(readings.flatMap((reading, at) => faultsOf(lines[at]!, at, reading))).toEqual([]);
  });

  it('points at the values that lie in its last line, and at no others', () => {
    const event = says({ content: 'one⏎two', toolRequests: [request('c1'), request('c2')] });
    const { readings, lines } = session(broken(event));
    const [first, second] = readings[2]!.exchange!.parts;
    expect(readings[2]!.exchange!.parts).toHaveLength(2);
    expect(first).toMatchObject({ kind: 'call', call: 'c1', link: { basis: 'exact', lines: [1, 2] } });
    expect(second).toMatchObject({ kind: 'call', call: 'c2', link: { basis: 'exact', lines: [1, 2] } });
    expect(valueAt(lines[2]!, first!.kind === 'call' ? first!.input : undefined)).toEqual({ command: 'ls' });
  });

  it('is the same event whatever ends its lines, and is known again as a copy of the whole one', () => {
    const event = prompt('one⏎⏎two');
    const plain = session(broken(event));
    expect(plain.readings[3]).toMatchObject({ form: 'piece', exchange: { origin: 'prompt' } });
    const whole = session(JSON.stringify(event).replaceAll('⏎', '\\n'));
    expect(plain.readings[3]!.identity).toEqual(whole.readings[1]!.identity);
    const crlf = session(broken(event, '\r\n'));
    const returns = session(JSON.stringify(event).replaceAll('⏎', '\\r\\n'));
    expect(crlf.readings[3]).toMatchObject({ form: 'piece', exchange: { origin: 'prompt' } });
    expect(crlf.readings[3]!.identity).toEqual(returns.readings[1]!.identity);
  });

  it('reads what lies between as text, whatever it looks like', () => {
    const event = prompt("one⏎{}⏎12⏎⏎{'type':1}}⏎two");
    expect(session(broken(event)).readings.map(({ form }) => form)).toEqual([
      ...['json', 'unparsed', 'json', 'value', 'blank', 'unparsed', 'piece'],
    ]);
  });

  it('is given up where a whole event comes in between: a stub is no part of it', () => {
    const [stub] = broken(prompt('one⏎two')).split('\n');
    const transcript = session(stub!, prompt('whole'), 'two"},"id":"x"}', prompt('next'));
    expect(transcript.readings.map(({ form }) => form)).toEqual([
      ...['json', 'unparsed', 'json', 'unparsed', 'json'],
    ]);
    expect(saidAt(transcript, 2, 'text')).toBe('whole');
  });

  it('is given up where a line in between was too long to be read', () => {
    const [first, last] = splitLines(toBytes([broken(prompt('one⏎two'))]));
    const reader = copilot.reader({ harness: 'copilot', session: SESSION, role: 'main' });
    expect([reader.read(first!, 1), reader.read(last!, 3)]).toEqual([
      { form: 'unparsed' },
      { form: 'unparsed' },
    ]);
  });

  it('is given up beyond 64 lines', () => {
    const long = (breaks: number) => broken(prompt(`x${'⏎x'.repeat(breaks)}`));
    expect(session(long(63)).readings.at(-1)!.form).toBe('piece');
    expect(session(long(64)).readings.at(-1)!.form).toBe('unparsed');
    const { readings } = session(long(64), long(1));
    expect(readings.at(-1)!.form).toBe('piece');
  });

  it('leaves lines alone that end outside of a string', () => {
    const pretty = JSON.stringify(prompt('x'), null, 2);
    expect(
      session(pretty)
        .readings.slice(1)
        .every(({ exchange }) => exchange === undefined),
    ).toBe(true);
  });

  it('joins nothing else: an object that is no event', () => {
    const { readings } = session('{"a":"x', 'y"}', event('abort', { reason: 'user_initiated' }));
    expect(readings.map(({ form }) => form)).toEqual(['json', 'unparsed', 'unparsed', 'json']);
  });
});

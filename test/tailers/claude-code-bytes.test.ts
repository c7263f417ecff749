import { describe, expect, it } from 'vitest';
import {
  assistantLine,
  read,
  resultLine,
  saidBy,
  text,
  toLine,
  toolUse,
  userLine,
} from './claude-code-lines.ts';

const good = userLine('good');
const goodLine = Buffer.from(toLine(good));

describe('damaged lines', () => {
  it('marks a cut line and reads the ones after it', () => {
    const cut = '{"type":"attachment","attachment":{"type":"queued_command","prompt":"half a';
    const readings = read([
      good,
      good,
      cut,
      assistantLine('M', [text('x')]),
      assistantLine('M', [toolUse('t')]),
    ]);
    expect(readings.map(({ form }) => form)).toEqual(['json', 'json', 'unparsed', 'json', 'json']);
    expect(readings[2]).toEqual({ form: 'unparsed' });
    expect(readings[4]!.exchange!.parts[0]).toMatchObject({ link: { basis: 'exact', lines: [3] } });
  });

  it('reads the whole object behind a stub on the same line', () => {
    const spliced = Buffer.concat([
      Buffer.from('{"type":"user","message":{"role":"us'),
      toLine(resultLine('t', 'ok')),
    ]);
    const [reading] = read([spliced]);
    expect(reading).toMatchObject({ form: 'spliced', type: 'user', exchange: { role: 'tool' } });
    expect(saidBy(spliced, reading!)).toEqual([{ kind: 'result', call: 't', outcome: 'ok', body: 'ok' }]);
  });

  it('knows a line of NULs, and an object with NULs behind it', () => {
    const nuls = Buffer.concat([Buffer.alloc(300), Buffer.from('\n')]);
    const padded = Buffer.concat([goodLine.subarray(0, -1), Buffer.alloc(9216), Buffer.from('\n')]);
    const readings = read([nuls, padded, good]);
    expect(readings.map(({ form }) => form)).toEqual(['nul', 'padded', 'json']);
    expect(saidBy(padded, readings[1]!)).toEqual([{ kind: 'text', body: 'good' }]);
  });

  it('reads past a BOM and CRLF, with ranges in the bytes as they stand', () => {
    const bom = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), goodLine]);
    const crlf = Buffer.concat([goodLine.subarray(0, -1), Buffer.from('\r\n')]);
    const readings = read([bom, crlf]);
    expect(readings.map(({ notes }) => notes)).toEqual([['bom'], ['crlf']]);
    expect(saidBy(bom, readings[0]!)).toEqual([{ kind: 'text', body: 'good' }]);
    expect(saidBy(crlf, readings[1]!)).toEqual([{ kind: 'text', body: 'good' }]);
  });

  it('notes a lone surrogate in a result and invalid UTF-8 in a prompt, and reads both', () => {
    const lone = `${JSON.stringify(resultLine('t', 'QQ')).replace('QQ', '\\ud83c')}`;
    const invalid = Buffer.concat(
      ['{"type":"user","message":{"content":"', Buffer.from([0xc3, 0x28]), '"}}\n'].map((piece) =>
        Buffer.from(piece),
      ),
    );
    const [surrogate, bytes] = read([lone, invalid]);
    expect(surrogate).toMatchObject({ notes: ['lone_surrogate'], exchange: { parts: [{ outcome: 'ok' }] } });
    expect(bytes!.notes).toEqual(['invalid_utf8']);
    expect(saidBy(invalid, bytes!)).toEqual([{ kind: 'text', body: '\ufffd(' }]);
  });

  it('takes the last of a doubled key, as JSON.parse does, and notes it', () => {
    const line = '{"type":"user","message":{"content":"first"},"message":{"content":"no","content":"last"}}';
    const [reading] = read([line]);
    expect(reading!.notes).toEqual(['duplicate_key']);
    expect(saidBy(line, reading!)).toEqual([{ kind: 'text', body: 'last' }]);
  });

  it('does not interpret what is nested or keyed beyond its budget', () => {
    const nested = `{"type":"user","uuid":"u","message":{"content":${'['.repeat(2000)}${']'.repeat(2000)}}}`;
    const keyed = `{"type":"user",${Array.from({ length: 20_000 }, (_, n) => `"k${n}":0`).join()}}`;
    for (const reading of read([nested, keyed])) {
      expect(reading.form).toBe('deep');
      expect(reading.exchange).toBeUndefined();
      expect(reading.identity).toBeUndefined();
    }
  });

  it('reads a line with no newline at the end of the file', () => {
    expect(read([goodLine.subarray(0, -1)])[0]).toMatchObject({
      form: 'json',
      exchange: { origin: 'prompt' },
    });
  });
});

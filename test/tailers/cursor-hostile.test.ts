import { expect, it } from 'vitest';
import { cursor } from '../../tailers/cursor.ts';
import { faultsOf } from '../contract/reading-faults.ts';
import { MAIN } from './cursor-files.ts';

const inText = '{"role":"user","message":{"content":';
const block = '{"type":"text","text":"x"}';

it.each([
  ['100,000 blocks', `${inText}[${Array(100_000).fill(block).join()}]}}`, 'deep'],
  ['an array 100,000 deep', `${inText}${'['.repeat(100_000)}${']'.repeat(100_000)}}}`, 'deep'],
  [
    '20,000 members',
    `{${Array.from({ length: 20_000 }, (_, n) => `"k${n}":1`).join()},${inText.slice(1)}[]}}`,
    'deep',
  ],
  [
    'content given twice',
    `{"role":"user","role":"assistant","message":{"content":"a","content":[${block}]}}`,
    'json',
  ],
  ['__proto__ for content', '{"role":"user","message":{"__proto__":{"content":"x"}}}', 'json'],
  ['a role of every object', '{"role":"constructor","type":"__proto__","message":{}}', 'json'],
  ['1,000,000 openings of a frame', `${inText}"${'<user_query'.repeat(100_000)}"}}`, 'json'],
  ['a timestamp without an end', `${inText}"<timestamp>${' '.repeat(1_000_000)}"}}`, 'json'],
  ['a frame of white space', `${inText}"${' '.repeat(1_000_000)}<a>"}}`, 'json'],
  [
    'a lone surrogate in a call’s name',
    '{"role":"assistant","message":{"content":[{"type":"tool_use","name":"\\ud800","input":null}]}}',
    'json',
  ],
])('reads %s without a fault', (_name, text, form) => {
  const line = Buffer.from(`${text}\n`);
  const reading = cursor.reader(MAIN).read(line, 0);
  expect(faultsOf(line, 0, reading)).toEqual([]);
  expect(reading.form).toBe(form);
});

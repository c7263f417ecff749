import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { claudeCode } from '../../tailers/claude-code.ts';
import { codex } from '../../tailers/codex.ts';
import { cursor } from '../../tailers/cursor.ts';
import { describeFile } from '../../tailers/head.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { AGENT, asked, assistant, CONVERSATION, ended, FOLDER, text, toLines } from './cursor-files.ts';
import { filesOf, fixtureScenarios, splitLines } from './transcript-files.ts';

const LINES = toLines(asked('hello'), assistant(text('Hi.')), ended('success'));
const MAIN = { harness: 'cursor', session: CONVERSATION, role: 'main' };

it('takes a conversation for its own by its folder, in the newer and the older place', () => {
  expect(cursor.describe(`${FOLDER}/${CONVERSATION}/${CONVERSATION}.jsonl`, LINES)).toEqual(MAIN);
  expect(cursor.describe(`${FOLDER}/${CONVERSATION}.jsonl`, LINES)).toEqual(MAIN);
  const windows = `C:\\Users\\dev\\.cursor\\projects\\c-x\\agent-transcripts\\${CONVERSATION}\\${CONVERSATION}.jsonl`;
  expect(cursor.describe(windows, LINES)).toEqual(MAIN);
});

it('keeps an empty file for Cursor, since the whole file is written anew', () => {
  const dir = mkdtempSync(join(tmpdir(), 'tracekit-cursor-'));
  try {
    const path = join(dir, 'agent-transcripts', CONVERSATION, `${CONVERSATION}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
    expect(describeFile(path, TAILERS)).toMatchObject({ kind: 'transcript', description: MAIN });
  } finally {
    rmSync(dir, { recursive: true });
  }
});

it('takes a copied file elsewhere by its shape, and names the session after the file', () => {
  expect(cursor.describe('/tmp/kept.jsonl', LINES)).toEqual({ ...MAIN, session: 'kept' });
  expect(cursor.describe('/tmp/kept.jsonl', [])).toBeUndefined();
  expect(cursor.describe('/tmp/kept.jsonl', [...LINES, Buffer.from('{"role":"system"}')])).toBeUndefined();
  expect(cursor.describe('/tmp/-.jsonl', LINES)).toBeUndefined();
});

it.each([claudeCode, codex])('leaves the transcripts of $harness to it', (other) => {
  for (const scenario of fixtureScenarios(other.harness)) {
    for (const path of filesOf(scenario, '.jsonl')) {
      const head = splitLines(readFileSync(path)).slice(0, 64);
      expect(cursor.describe(path, head)).toBeUndefined();
      const inFolder = cursor.describe(`${FOLDER}/${CONVERSATION}.jsonl`, head);
      if (head.length > 0) expect(inFolder).toBeUndefined();
    }
  }
  expect(other.describe(`${FOLDER}/${CONVERSATION}/${CONVERSATION}.jsonl`, LINES)).toBeUndefined();
});

it('finds an agent by the folder, though the main file names none', () => {
  expect(cursor.describe(`${FOLDER}/${CONVERSATION}/subagents/${AGENT}.jsonl`, LINES)).toEqual({
    ...MAIN,
    role: 'subagent',
    agent: AGENT,
  });
});

it('takes an agent of an agent for the conversation’s', () => {
  const path = `${FOLDER}/${CONVERSATION}/subagents/a1/subagents/a2/subagents/a3.jsonl`;
  expect(cursor.describe(path, LINES)).toEqual({ ...MAIN, role: 'subagent', agent: 'a3' });
});

it.each(['..', '.hidden', '-rf', 'a b', `a${'b'.repeat(200)}`, 'a\u0000b', 'é'])(
  'uses no id like %j, neither as a session nor as an agent',
  (id) => {
    expect(cursor.describe(`${FOLDER}/${id}/subagents/${AGENT}.jsonl`, [])).toBeUndefined();
    expect(cursor.describe(`${FOLDER}/${CONVERSATION}/subagents/${id}.jsonl`, [])).toBeUndefined();
    expect(cursor.describe(`${FOLDER}/${id}.jsonl`, LINES)).toBeUndefined();
  },
);

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { CRYPTOGRAPHY, itNeeds, PYTHON, run } from './foreign-tool.ts';
import { type MadeLog, makeLog } from './made-log.ts';
import { genuineNotes, halfSigned, type NoteClaim, tamperedNotes } from './note-claims.ts';

const PROGRAM = join(import.meta.dirname, 'verify_notes.py');

let log: MadeLog;
beforeAll(async () => {
  log = await makeLog();
});
afterAll(() => log.remove());

function ask(claims: readonly NoteClaim[]): readonly string[] {
  const input = JSON.stringify(
    claims.map(({ note, vkeys }) => ({ note: Buffer.from(note).toString('base64'), vkeys })),
  );
  const { code, out, err } = run(PYTHON, [PROGRAM], { input });
  expect(err).toBe('');
  expect(code).toBe(0);
  return JSON.parse(out) as string[];
}

describe("Python's cryptography", () => {
  itNeeds(CRYPTOGRAPHY, 'verifies every checkpoint', () => {
    expect(new Set(ask(genuineNotes(log)))).toEqual(new Set(['']));
  });

  itNeeds(CRYPTOGRAPHY, 'refuses a checkpoint with any bit of it changed', () => {
    const claim = genuineNotes(log).at(-1)!;
    // What the note says is not its matter, only that it was signed.
    const claims = tamperedNotes(log, claim).filter(
      ({ note, vkeys }) => note !== claim.note || vkeys !== claim.vkeys,
    );
    const answers = ask(claims);
    expect(claims.filter((_, i) => answers[i] === '').map(({ name }) => name)).toEqual([]);
    expect(answers.filter((answer) => answer === 'invalid signature').length).toBeGreaterThan(100);
  });

  itNeeds(CRYPTOGRAPHY, 'refuses a key change that one of its two keys did not sign', () => {
    const wrong = genuineNotes(log)
      .filter(({ signers }) => signers.length === 2)
      .flatMap(halfSigned);
    expect(ask(wrong)).toEqual(wrong.map(() => 'invalid signature'));
  });
});

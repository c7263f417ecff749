import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { itNeeds as needs, OPENSSL, PYTHON, run } from './foreign-tool.ts';
import { type MadeLog, makeLog } from './made-log.ts';

const CHECKER = '../shared/tools/check_log.py';
const present = existsSync(CHECKER);
const itNeeds = (name: string, test: () => void) => needs(OPENSSL, name, test);

let log: MadeLog;
let copy: string;
beforeAll(async () => {
  log = await makeLog();
  copy = mkdtempSync(join(tmpdir(), 'tracekit-check-'));
});
afterAll(() => {
  log.remove();
  rmSync(copy, { recursive: true, force: true });
});

/** What the checker says of a log folder: its exit code and line. */
function check(folder: string, vkey: string, ...more: readonly string[]) {
  const { code, out, err } = run(PYTHON, [CHECKER, folder, vkey, ...more]);
  expect(err).toBe('');
  return { code, said: out.trim() };
}

const newestKey = () => log.vkeys.at(-1)!;

/** The checker's word on a copy of the log in which `change` was done; `lines` are those of its second segment. */
function checkChanged(change: (segment: { readonly path: string; readonly lines: string[] }) => void) {
  rmSync(copy, { recursive: true, force: true });
  cpSync(log.folder, copy, { recursive: true });
  const name = readdirSync(join(copy, 'seg')).sort()[1]!;
  const path = join(copy, 'seg', name);
  change({ path, lines: readFileSync(path, 'utf8').split('\n').slice(0, -1) });
  return check(copy, newestKey());
}

function changeLines(change: (lines: string[]) => readonly string[]) {
  return checkChanged(({ path, lines }) => writeFileSync(path, `${change(lines).join('\n')}\n`));
}

describe.skipIf(!present)(
  `another program's reader of the format (skipped where ${CHECKER} is absent)`,
  () => {
    itNeeds('accepts the log that we wrote, in several segments', () => {
      expect(readdirSync(join(log.folder, 'seg')).length).toBeGreaterThan(2);
      const { code, said } = check(log.folder, newestKey());
      const count = log.lines.length;
      const origin = newestKey().split('+')[0];
      expect(said).toBe(`${count} records, 3 runs, signed to ${count}, origin ${origin}`);
      expect(code).toBe(0);
    });

    itNeeds('accepts the log of docs/vectors', () => {
      const { vkeys } = JSON.parse(readFileSync('docs/vectors/vector.json', 'utf8'));
      const older = 'docs/vectors/log/checkpoint-7';
      expect(check('docs/vectors/log', vkeys[1], '--older', older).said).toMatch(
        /^8 records, 1 runs, signed to 8,/,
      );
    });

    itNeeds('accepts it as the continuation of its own older checkpoint', () => {
      const older = join(copy, 'older');
      writeFileSync(older, log.checkpoints.findLast(({ why }) => why === 'key')!.note);
      expect(check(log.folder, newestKey(), '--older', older).code).toBe(0);
    });

    itNeeds('refuses it as the continuation of the checkpoint of another log', () => {
      const older = join(copy, 'older');
      const kept = log.checkpoints.findLast(({ why }) => why === 'key')!;
      writeFileSync(older, kept.note.replace(/^\d+$/m, String(kept.size - 1)));
      expect(check(log.folder, newestKey(), '--older', older).said).toMatch(/bad signature/);
    });

    itNeeds('refuses a key that has not signed', () => {
      expect(check(log.folder, log.vkeys[0]!).said).toBe('FAILED no signature of the key given');
    });

    itNeeds('accepts a copy of it without a change, so that what follows is due to the change', () => {
      expect(checkChanged(() => undefined).code).toBe(0);
    });

    const changes: readonly (readonly [string, (lines: string[]) => readonly string[]])[] = [
      [
        'a digit of a record changed',
        (lines) => lines.map((l, i) => (i === 3 ? l.replace('"bytes":40', '"bytes":41') : l)),
      ],
      ['a record taken out', (lines) => lines.filter((_, i) => i !== 3)],
      ['two records swapped', ([a, b, ...rest]) => [b!, a!, ...rest]],
      ['a record twice', ([a, ...rest]) => [a!, a!, ...rest]],
      ['a space in a record', (lines) => lines.map((l, i) => (i === 3 ? l.replace(',', ', ') : l))],
      ['a later time', (lines) => lines.map((l, i) => (i === 3 ? l.replace('T16:', 'T17:') : l))],
    ];
    for (const [name, change] of changes) {
      itNeeds(`refuses it with ${name}`, () => {
        const { code, said } = changeLines(change);
        expect(said).toMatch(/^FAILED 0/);
        expect(code).toBe(1);
      });
    }

    itNeeds('refuses it with the last record cut off, and with another root', () => {
      const last = checkChanged(() => {
        const name = readdirSync(join(copy, 'seg')).sort().at(-1)!;
        const path = join(copy, 'seg', name);
        const lines = readFileSync(path, 'utf8').split('\n').slice(0, -2);
        writeFileSync(path, lines.map((line) => `${line}\n`).join(''));
      });
      expect(last.said).toMatch(/^FAILED checkpoint of \d+, but \d+ records$/);
      const older = checkChanged(() => {
        const note = readFileSync(join(copy, 'checkpoint'), 'utf8').split('\n');
        note[2] = log.checkpoints[0]!.note.split('\n')[2]!;
        writeFileSync(join(copy, 'checkpoint'), note.join('\n'));
      });
      expect(older.said).toBe('FAILED bad signature');
    });
  },
);

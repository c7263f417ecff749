import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { homePaths } from '../../src/log/home.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { itNeeds, OPENSSL, PYTHON, run } from '../interop/foreign-tool.ts';
import { asked, assistant, CONVERSATION, ended, text, toLines, use } from '../tailers/cursor-files.ts';
import { call, model, user, wholeText } from '../tailers/gemini-files.ts';
import { recordsOf, scratch } from './inline-recording.ts';
import { type Following, follow, isLine, rebuild } from './rewriting.ts';

const CHECKER = '../shared/tools/check_log.py';
const LINES = toLines(
  asked('go on'),
  asked('stop'),
  assistant(text('One.'), use('Shell', { command: 'ls' })),
  assistant(text('Two.')),
  ended('success'),
).map((line) => line.toString());

type Step = {
  readonly lines: readonly string[];
  readonly tail: string;
  readonly first: 'restart' | 'close' | 'nothing';
};
const step: fc.Arbitrary<Step> = fc.record({
  lines: fc
    .array(fc.constantFrom(...LINES), { minLength: 1, maxLength: 9 })
    .map((lines) => [LINES[0]!, ...lines]),
  tail: fc.constantFrom('', '', '{"role":"assis'),
  first: fc.constantFrom('nothing', 'nothing', 'restart', 'close'),
});

/** A conversation's file in a home of its own, for as long as `use` runs. */
async function inConversation(use: (home: string, following: Following) => Promise<void>): Promise<void> {
  const place = scratch();
  const file = join(place.dir, 'agent-transcripts', CONVERSATION, `${CONVERSATION}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
  const following = await follow(place.home, file);
  try {
    await use(place.home, following);
  } finally {
    await following.end();
    place.remove();
  }
}

const linesIn = (home: string) => recordsOf(home).filter(isLine).length;

/** What `verify` finds wrong with the records, and with the lines of transcripts. */
async function faultsIn(home: string): Promise<readonly unknown[]> {
  const { breaks, runs } = await verifyHomeFolder({ home });
  return [...breaks, ...runs.flatMap(({ holes }) => holes)];
}

/** So many lines are other ones than before, from the first that is. */
function changed(before: readonly string[], now: readonly string[]): number {
  let same = 0;
  while (same < now.length && now[same] === before[same]) same++;
  const isGrown = same === before.length;
  return now.length - (isGrown || same >= 2 ? same : 0);
}

describe('a file that is written anew', () => {
  it('can be put together from the log as it was after each writing, which costs its changed lines', {
    timeout: 120_000,
  }, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 6 }), async (steps) => {
        await inConversation(async (home, following) => {
          let before: readonly string[] = [];
          for (const { lines, tail, first } of steps) {
            if (first === 'restart') await following.restart();
            else if (first === 'close') await following.close();
            const recorded = before.length === 0 ? 0 : linesIn(home);
            await following.write(lines.join('') + tail);
            expect(rebuild(home).at(-1)!.lines).toEqual(lines);
            expect(linesIn(home) - recorded).toBe(changed(before, lines));
            before = lines;
          }
          await following.restart();
          expect(await faultsIn(home)).toEqual([]);
        });
      }),
      { numRuns: 15 },
    );
  });

  it('costs as many lines as it has in the end, however many turns it had', async () => {
    await inConversation(async (home, following) => {
      const said: string[] = [];
      for (let turn = 0; turn < 30; turn++) {
        said.push(...toLines(asked(`go on ${turn}`), assistant(text(`Step ${turn}.`))).map(String));
        await following.write(said.join('') + LINES[4]);
      }
      expect(rebuild(home).at(-1)!.lines).toEqual([...said, LINES[4]]);
      expect(linesIn(home)).toBe(30 * 3);
      expect(recordsOf(home).length).toBeLessThan(30 * 6 + 10);
    });
  });

  it('is no prefix where a line before was changed, though what follows is the same', async () => {
    await inConversation(async (home, following) => {
      const [ask, stop, one, two, end] = LINES as [string, string, string, string, string];
      await following.write([ask, stop, one, two, end].join(''));
      await following.write([ask, ask, one, two, end].join(''));
      expect(rebuild(home)[1]!.lines).toEqual([ask, ask, one, two, end]);
      expect(recordsOf(home).filter(({ kind }) => kind === 'transcript.again')).toEqual([]);
    });
  });
});

describe.skipIf(!existsSync(CHECKER))(`another program's reader (skipped where ${CHECKER} is absent)`, () => {
  itNeeds(OPENSSL, 'accepts the log of a file that was written anew', async () => {
    await inConversation(async (home, following) => {
      await following.write(LINES.join(''));
      await following.close();
      await following.write(LINES.slice(0, 3).join(''));
      await following.restart();
      const { log, keys } = homePaths(home);
      const vkey = readdirSync(keys).find((name) => name.endsWith('.vkey'))!;
      const { code, out } = run(PYTHON, [CHECKER, log, readFileSync(join(keys, vkey), 'utf8').trim()]);
      expect([code, out]).toEqual([0, expect.stringContaining(' 2 runs, signed to ')]);
    });
  });
});

describe('a session in one value', () => {
  it('can be put together after each turn, and costs what was added', async () => {
    const place = scratch();
    const file = join(place.dir, 'session-2025-09-01T10-00-11111111.json');
    writeFileSync(file, '');
    const following = await follow(place.home, file);
    try {
      const messages: object[] = [];
      let whole = '';
      for (let turn = 0; turn < 12; turn++) {
        if (turn === 6) await following.restart();
        messages.push(
          user(`u${turn}`, `prompt ${turn}`),
          model(`m${turn}`, 'So.', { toolCalls: [call(`c${turn}`)] }),
        );
        whole = wholeText(messages, String(turn % 10)).toString();
        await following.write(whole);
        expect(rebuild(place.home).at(-1)!.lines.join('')).toBe(whole.slice(0, whole.lastIndexOf('\n') + 1));
      }
      const lines = whole.split('\n').length;
      // Behind the restart one generation is recorded whole: how its lines were read is not known any more.
      expect(linesIn(place.home)).toBeLessThan(2 * lines + 12 * 6);
    } finally {
      await following.end();
      place.remove();
    }
  });
});

import { readFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Harness } from '../../src/model/harness.ts';
import type { LineReading, SourceDescription } from '../../src/model/reading.ts';
import { claudeCode } from '../../tailers/claude-code.ts';
import { codex } from '../../tailers/codex.ts';
import { copilot } from '../../tailers/copilot.ts';
import { cursor } from '../../tailers/cursor.ts';
import { gemini } from '../../tailers/gemini.ts';
import type { LineReader, Tailer } from '../../tailers/tailer.ts';
import { newWorkspace } from '../../tailers/workspace.ts';
import { filesOf, fixtureScenarios, splitLines } from '../tailers/transcript-files.ts';
import { hostileLines, mutatedLine } from './hostile-lines.ts';
import { faultsOf } from './reading-faults.ts';

/** A tailer under test, and a line of its own that brings the reader something new to remember each time. */
type Row = {
  readonly tailer: Tailer;
  readonly source: SourceDescription;
  readonly flood: (n: number) => object;
};

const LONG = 'x'.repeat(150);

/** One row a tailer; the fixtures of its harness are the real lines that get mutated. */
const ROWS: readonly Row[] = [
  {
    tailer: claudeCode,
    source: { harness: 'claude-code', session: 'S', role: 'main' },
    flood: (n) => ({
      type: 'assistant',
      uuid: `${LONG}${n}`,
      parentUuid: `${LONG}${n - 1}`,
      isSidechain: n % 8 !== 0,
      message: {
        id: `${LONG}m${n}`,
        content: [
          { type: 'text', text: 'x' },
          { type: 'tool_use', id: `${LONG}c${n}`, name: 'Bash', input: {} },
        ],
      },
    }),
  },
  {
    tailer: codex,
    source: { harness: 'codex', session: 'S', role: 'main' },
    flood: (n) => ({
      timestamp: '2026-11-30T16:25:26.100Z',
      type: 'response_item',
      payload: {
        type: 'function_call',
        id: `${LONG}${n}`,
        call_id: `${LONG}c${n}`,
        name: 'shell',
        arguments: '{}',
      },
    }),
  },
  {
    tailer: copilot,
    source: { harness: 'copilot', session: 'S', role: 'main' },
    flood: (n) => ({
      type: n % 3 === 0 ? 'user.message' : n % 3 === 1 ? 'assistant.message' : 'assistant.reasoning',
      id: `${LONG}${n}`,
      timestamp: '2026-11-30T16:26:27.960Z',
      agentId: `${LONG.slice(60)}${n}`,
      data: {
        content: 'x',
        messageId: `${LONG}m${n}`,
        apiCallId: `${LONG}a${n}`,
        interactionId: `${LONG}i${n}`,
        toolRequests: [{ toolCallId: `${LONG}c${n}`, name: 'bash', arguments: {} }],
      },
    }),
  },
  {
    tailer: cursor,
    source: { harness: 'cursor', session: 'S', role: 'main' },
    flood: (n) => ({
      role: n % 8 === 0 ? 'user' : 'assistant',
      message: {
        content: [
          { type: 'text', text: `${LONG}${n}` },
          { type: 'tool_use', name: 'Shell', input: { command: `${n}` } },
        ],
      },
    }),
  },
  {
    tailer: gemini,
    source: { harness: 'gemini', session: 'S', role: 'main' },
    flood: (n) => ({
      id: `${LONG}${n}`,
      timestamp: '2026-11-30T16:25:26.100Z',
      type: 'gemini',
      content: `x${n}`,
      thoughts: [{ subject: `${LONG}${n}`, description: '' }],
      toolCalls: [{ id: `${LONG}c${n}`, name: 'run_shell_command', args: {}, status: 'success' }],
    }),
  },
];

describe.each(ROWS)('the $tailer.harness tailer', ({ tailer, source, flood }) => {
  const files = filesToRead(tailer.harness);
  const real = files.flatMap(({ lines }) => lines);

  it('takes its own fixtures for transcripts, and reads them without a fault', () => {
    expect(files.length).toBeGreaterThan(0);
    for (const { path, lines } of files) {
      const described = tailer.describe(path, lines.slice(0, 64));
      expect(described?.harness).toBe(tailer.harness);
      expect(faultsOfAll(tailer, described!, lines)).toEqual([]);
    }
  });

  it('keeps its folders below the home or where the environment says', () => {
    expect(tailer.roots({}, '/home/dev').every((root) => root.startsWith('/home/dev/'))).toBe(true);
  });

  it.each(hostileLines())('reads $name without a fault, and the next line as ever', ({ line }) => {
    const next = real[2]!;
    const alone = tailer.reader(source).read(next, 1);
    const reader = tailer.reader(source);
    expect(faultsOf(line, 0, reader.read(line, 0))).toEqual([]);
    expect(reader.read(next, 1).form).toBe(alone.form);
    expect(() => tailer.describe('/x/y.jsonl', [line])).not.toThrow();
  });

  it('reads real lines with any field replaced, and any bytes changed, without a fault', () => {
    fc.assert(
      fc.property(fc.array(mutatedLine(real), { minLength: 1, maxLength: 6 }), (lines) => {
        expect(faultsOfAll(tailer, source, lines)).toEqual([]);
        tailer.describe('/x/y.jsonl', lines);
      }),
      { numRuns: 400 },
    );
  });

  it('gives the same readings when the same lines are read again', () => {
    fc.assert(
      fc.property(fc.array(mutatedLine(real), { minLength: 1, maxLength: 12 }), (lines) => {
        const [once, again] = [0, 1].map(() => {
          const reader = tailer.reader(source);
          return lines.map((line, number) => reader.read(line, number));
        });
        expect(again).toEqual(once);
      }),
      { numRuns: 100 },
    );
  });

  it('reads a file as ever while readers of other files work with the same things', () => {
    const alone = files.map(({ lines }) => readAll(tailer.reader(source), lines));
    const workspace = newWorkspace();
    const readers = files.map(() => tailer.reader(source, workspace));
    const together: LineReading[][] = files.map(() => []);
    for (let number = 0; number < Math.max(...files.map(({ lines }) => lines.length)); number++)
      files.forEach(({ lines }, i) => {
        if (number < lines.length) together[i]!.push(readers[i]!.read(lines[number]!, number));
      });
    expect(together).toEqual(alone);
  });

  it('remembers no more after 60,000 lines than after 20,000', () => {
    const reader = tailer.reader(source);
    const feed = (from: number, to: number): number => {
      for (let n = from; n < to; n++) reader.read(Buffer.from(JSON.stringify(flood(n))), n);
      return memoryHeld();
    };
    const before = feed(0, 20_000);
    expect(feed(20_000, 60_000) - before).toBeLessThan(4 * 1024 * 1024);
  });
});

function readAll(reader: LineReader, lines: readonly Uint8Array[]): readonly LineReading[] {
  return lines.map((line, number) => reader.read(line, number));
}

type ReadFile = { readonly path: string; readonly lines: readonly Uint8Array[] };

function filesToRead(harness: Harness): readonly ReadFile[] {
  return fixtureScenarios(harness)
    .flatMap((scenario) => filesOf(scenario, '.jsonl'))
    .map((path) => ({ path, lines: splitLines(readFileSync(path)) }));
}

function faultsOfAll(
  tailer: Tailer,
  source: SourceDescription,
  lines: readonly Uint8Array[],
): readonly string[] {
  const reader = tailer.reader(source);
  return lines.flatMap((line, number) => faultsOf(line, number, reader.read(line, number)));
}

/** Bytes in use after a collection. */
function memoryHeld(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

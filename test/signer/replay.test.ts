import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { comparable, recordInline, recordsOf, scratch } from './inline-recording.ts';

type Index = readonly {
  readonly transcripts?: readonly { readonly path: string; readonly lines: number | null }[];
}[];

const SHARED = resolve('../shared/captures');
const ROOT = existsSync(SHARED) ? SHARED : resolve('fixtures');
if (ROOT !== SHARED) console.warn('../shared is absent: only the sessions in fixtures/ are replayed');

/** Scenarios with their transcript folder and, where they were captured with hooks, the hooks' index. */
function scenarios(): { name: string; transcripts: string; index: Index }[] {
  return ['claude-code', 'codex'].flatMap((harness) =>
    readdirSync(join(ROOT, harness))
      .map((name) => ({
        name: `${harness}/${name}`,
        transcripts: join(ROOT, harness, name, 'transcript'),
        hooks: join(ROOT, harness, name, 'hooks/index.json'),
      }))
      .filter(({ transcripts }) => existsSync(transcripts))
      .map(({ name, transcripts, hooks }) => ({
        name,
        transcripts,
        index: existsSync(hooks) ? (JSON.parse(readFileSync(hooks, 'utf8')) as Index) : [],
      })),
  );
}

let place: ReturnType<typeof scratch>;
beforeEach(() => {
  place = scratch();
});
afterEach(() => place.remove());

describe.each(scenarios())('$name replayed', ({ transcripts, index }) => {
  it('gives the records of one read when its lines appear hook by hook, with a restart at each', async () => {
    const live = join(place.dir, 'live');
    await recordInline(join(place.dir, 'once'), [copyOf(transcripts, join(place.dir, 'whole'))]);
    for (const step of stepsOf(transcripts, index)) {
      for (const [path, bytes] of step) grow(join(live, path), bytes);
      await recordInline(place.home, [live]);
    }
    expect(runsOf(place.home)).toEqual(runsOf(join(place.dir, 'once')));
  });
});

function copyOf(from: string, to: string): string {
  cpSync(from, to, { recursive: true });
  return to;
}

/** What each step of the replay adds, by file: cut in mid-line on the way, so that partial lines are met. */
function stepsOf(transcripts: string, index: Index): (readonly [string, Buffer])[][] {
  const files = filesBelow(transcripts);
  const at = new Map<string, number>();
  const steps: (readonly [string, Buffer])[][] = [];
  const advance = (path: string, to: number): (readonly [string, Buffer])[] => {
    const from = at.get(path) ?? 0;
    if (to <= from) return [];
    at.set(path, to);
    return [[path, files.get(path)!.subarray(from, to)]];
  };
  const moments = index.length > 4 ? index.filter((_, i) => i % Math.ceil(index.length / 4) === 0) : index;
  for (const { transcripts: seen } of moments) {
    const step = (seen ?? []).flatMap(({ path, lines }) => {
      const name = relative('/home/dev', path);
      const bytes = files.get(name);
      if (bytes === undefined || lines === null) return [];
      return advance(name, endOfLine(bytes, lines));
    });
    if (step.length > 0) steps.push(step);
  }
  if (steps.length === 0) {
    // No hooks: a third of each file, cut anywhere, then two thirds.
    for (const part of [1 / 3, 2 / 3])
      steps.push(
        [...files].flatMap(([path, bytes]) =>
          path.endsWith('.zst') ? [] : advance(path, Math.floor(bytes.length * part)),
        ),
      );
  }
  steps.push([...files].flatMap(([path, bytes]) => advance(path, bytes.length)));
  return steps;
}

function endOfLine(bytes: Buffer, lines: number): number {
  let end = 0;
  for (let i = 0; i < lines; i++) end = bytes.indexOf(0x0a, end) + 1;
  return end;
}

function filesBelow(folder: string): Map<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  return new Map(
    names
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  );
}

function grow(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) appendFileSync(path, bytes);
  else writeFileSync(path, bytes);
}

/**
 * Each run's records but for places in the log, times, salts and keys. Files of one run grow side by side in a replay and
 * are read one after the other in a single read, so the run's order is compared file by file. A tail that waits
 * for its newline is a moment of the replay, not part of what it ends with.
 */
function runsOf(home: string): Map<string, unknown[]> {
  const runs = new Map<string, unknown[]>();
  for (const record of recordsOf(home)) {
    if (record.run === undefined || record.kind === 'transcript.checked' || record.kind === 'run.child')
      continue;
    const value = comparable(record) as {
      run?: { id: string };
      data: { path?: unknown; file?: unknown; copy?: { run: string } };
    };
    delete value.data.path;
    delete value.data.file;
    // Which of two sessions that hold the same line is the first depends on when each was written.
    if (value.data.copy !== undefined && value.data.copy.run !== record.run.id) delete value.data.copy;
    const file = `${record.run.id} ${String(record.data.transcript ?? '')}`;
    delete value.run;
    runs.set(file, [...(runs.get(file) ?? []), value]);
  }
  return runs;
}

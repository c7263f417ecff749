import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { recordsOf } from './inline-recording.ts';
import { LiveStand, type PlayedSession } from './live-stand.ts';

const SCENARIO = 'print-default';
const TRANSCRIPT = '.claude/projects/-home-dev-project/6bb179d2-b7bf-4349-adb2-1ed40cd9b8b8.jsonl';
/** By this hook the transcript has some thirty lines; the session's end is the last one. */
const MIDDLE = 16;

type Gap = {
  readonly gap: string;
  readonly line?: number;
  readonly offset?: number;
  readonly generation?: number;
};

/**
 * Changes the transcript at `path`; says what gap is expected, and the line where it must be placed, at the latest. A file
 * that is written anew is short for a moment, and may be met then.
 */
type Attack = {
  readonly name: string;
  readonly gap: string;
  readonly or?: string;
  readonly line?: number;
  readonly run: (path: string) => void;
};

function linesOf(path: string): string[] {
  return readFileSync(path, 'utf8').split(/(?<=\n)/);
}

function withLines(path: string, change: (lines: string[]) => string[]): void {
  writeFileSync(path, change(linesOf(path)).join(''));
}

/** Writes into the file as it lies there. */
function overwrite(path: string, at: number, text: string): void {
  const fd = openSync(path, 'r+');
  writeSync(fd, text, at);
  closeSync(fd);
}

const REWRITTEN = { gap: 'transcript_rewritten', or: 'transcript_truncated' } as const;

const ATTACKS: readonly Attack[] = [
  {
    name: 'a byte changed in place, with the times put back',
    gap: 'transcript_rewritten',
    line: 3,
    run: (path) => {
      const { atime, mtime } = statSync(path);
      const lines = linesOf(path);
      overwrite(path, lines.slice(0, 3).join('').length + 20, '~');
      utimesSync(path, atime, mtime);
    },
  },
  {
    name: 'a line inserted',
    ...REWRITTEN,
    line: 5,
    run: (path) =>
      withLines(path, (lines) => [...lines.slice(0, 5), '{"type":"summary"}\n', ...lines.slice(5)]),
  },
  {
    name: 'a line removed',
    ...REWRITTEN,
    line: 5,
    run: (path) => withLines(path, (lines) => lines.filter((_, i) => i !== 5)),
  },
  {
    name: 'a line replaced by one of equal length',
    gap: 'transcript_rewritten',
    line: 7,
    run: (path) =>
      overwrite(path, linesOf(path).slice(0, 7).join('').length, 'x'.repeat(linesOf(path)[7]!.length - 1)),
  },
  {
    name: 'the file cut',
    gap: 'transcript_truncated',
    or: 'transcript_rewritten',
    run: (path) => truncateSync(path, linesOf(path).slice(0, 10).join('').length),
  },
  {
    name: 'the file cut and grown again to its length',
    ...REWRITTEN,
    run: (path) => {
      const { size } = statSync(path);
      truncateSync(path, 1000);
      appendFileSync(path, `${'y'.repeat(size - 1001)}\n`);
    },
  },
  {
    name: 'another file renamed into its place',
    gap: 'transcript_rewritten',
    run: (path) => {
      writeFileSync(`${path}.other`, linesOf(path).slice(1).join(''));
      renameSync(`${path}.other`, path);
    },
  },
  {
    name: 'a symbolic link in its place',
    gap: 'transcript_unreadable',
    run: (path) => {
      renameSync(path, `${path}.real`);
      symlinkSync(`${path}.real`, path);
    },
  },
  {
    name: 'a hard link to another file in its place',
    gap: 'transcript_rewritten',
    run: (path) => {
      writeFileSync(`${path}.other`, linesOf(path).slice(2).join(''));
      rmSync(path);
      linkSync(`${path}.other`, path);
    },
  },
  {
    name: 'the file deleted',
    gap: 'transcript_deleted',
    // The session writes on, and so makes it anew.
    or: 'transcript_rewritten',
    run: (path) => rmSync(path),
  },
  {
    name: 'the file deleted and made again with other lines',
    gap: 'transcript_rewritten',
    run: (path) => {
      const lines = linesOf(path);
      rmSync(path);
      writeFileSync(path, lines.slice(3).join(''));
    },
  },
];

describe.skipIf(!existsSync('../shared/captures'))('a transcript that is followed', () => {
  let stand: LiveStand;
  let session: PlayedSession;

  beforeEach(async () => {
    stand = new LiveStand();
    await stand.start('settle_seconds: 0.5\nsettle_max_seconds: 5\n');
    session = stand.session('claude-code', SCENARIO);
    await session.steps(0, MIDDLE);
    await stand.until(() => linesRecorded(stand) >= linesOf(join(stand.user, TRANSCRIPT)).length);
  });
  afterEach(() => stand.remove());

  /** What of the attack stands in the log when the session has ended. */
  async function gapsAfterEnd(): Promise<readonly Gap[]> {
    await session.steps(MIDDLE, session.moments.length);
    await stand.until(() => recordsOf(stand.home).some(({ kind }) => kind === 'run.closed'));
    await stand.stop();
    return recordsOf(stand.home)
      .filter(({ kind }) => kind === 'gap')
      .map(({ data }) => data as unknown as Gap);
  }

  it.each(ATTACKS)('shows $name in mid-session', async ({ gap, or, line, run }) => {
    run(join(stand.user, TRANSCRIPT));
    const gaps = await gapsAfterEnd();
    const found = gaps.find((one) => one.gap === gap || one.gap === or);
    expect(found?.gap).toMatch(/^transcript_/);
    if (line !== undefined) expect(found?.line).toBeLessThanOrEqual(line);
  });

  it.each(ATTACKS)('shows $name between the last hook and the end', async ({ gap, or, run }) => {
    await session.steps(MIDDLE, session.moments.length);
    run(join(stand.user, TRANSCRIPT));
    await stand.until(() => recordsOf(stand.home).some(({ kind }) => kind === 'run.closed'));
    await stand.stop();
    const gaps = recordsOf(stand.home).filter(({ kind }) => kind === 'gap');
    expect(gaps.some(({ data }) => data.gap === gap || data.gap === or)).toBe(true);
  });

  it('gives no gap where nothing was done', async () => {
    copyFileSync(join(stand.user, TRANSCRIPT), join(stand.dir, 'copy'));
    expect(await gapsAfterEnd()).toEqual([]);
  });
});

function linesRecorded(stand: LiveStand): number {
  return recordsOf(stand.home).filter(({ source }) => source.startsWith('tailer:')).length - 1;
}

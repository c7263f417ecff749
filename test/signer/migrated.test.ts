import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { completed, event, META, THREAD, userItem } from '../tailers/codex-files.ts';
import { recordInline, recordsOf, scratch } from './inline-recording.ts';
import { follow } from './rewriting.ts';

let place: ReturnType<typeof scratch>;
let file: string;
beforeEach(() => {
  place = scratch();
  file = join(place.dir, 'sessions', `rollout-2026-11-30T16-25-24-${THREAD}.jsonl`);
  mkdirSync(dirname(file), { recursive: true });
});
afterEach(() => place.remove());

const asText = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');
const header = (mode: string, id = THREAD): object => ({
  ...META,
  payload: { ...META.payload, id, session_id: id, history_mode: mode },
});
const OLD = [header('legacy'), userItem('go on'), event('user_message', { message: 'go on' })];
/** What `migrate-rollouts` makes of it: every line is numbered. */
const numbered = (lines: readonly object[]) =>
  lines.map(({ timestamp, ...rest }: { timestamp?: string }, ordinal) => ({ timestamp, ordinal, ...rest }));
const NEW = numbered([
  header('paginated'),
  event('task_started'),
  userItem('go on'),
  completed('UserMessage', { id: 'u1', content: [{ type: 'text', text: 'go on' }] }),
]);

/** Another file in the place of the first. */
function replace(lines: readonly object[]): void {
  writeFileSync(`${file}.tmp`, asText(lines));
  renameSync(`${file}.tmp`, file);
}

const gapsOf = () =>
  recordsOf(place.home).flatMap(({ kind, data }) =>
    kind === 'gap' ? [[data.gap, data.line, data.explained]] : [],
  );

async function recorded(...versions: readonly (() => void)[]): Promise<readonly unknown[]> {
  for (const write of versions) {
    write();
    await recordInline(place.home, [place.dir]);
  }
  return gapsOf();
}

describe('a rollout that became another file', () => {
  it('is explained where Codex’s own migration makes such a file', async () => {
    const gaps = await recorded(
      () => replace(OLD),
      () => replace(NEW),
    );
    expect(gaps).toEqual([['transcript_rewritten', 0, 'migration']]);
    const lines = recordsOf(place.home).filter(
      ({ data }) => data.generation === 1 && data.form !== undefined,
    );
    expect(lines).toHaveLength(NEW.length);
  });

  it('is explained too while it is followed', async () => {
    replace(OLD);
    const following = await follow(place.home, file);
    await following.read();
    replace(NEW);
    await following.read();
    await following.end();
    expect(gapsOf()).toEqual([['transcript_rewritten', 0, 'migration']]);
    const opened = recordsOf(place.home).filter(({ kind }) => kind === 'transcript.opened');
    expect(opened.map(({ data }) => data.layout)).toEqual(['legacy', 'paginated']);
  });

  const forged: readonly (readonly [string, () => void])[] = [
    ['in place', () => writeFileSync(file, asText(NEW))],
    [
      'with a line that has no number',
      () => replace([...NEW.slice(0, 2), userItem('go on'), ...NEW.slice(2)]),
    ],
    ['with a number left out', () => replace([NEW[0]!, ...NEW.slice(2)])],
    ['with a header that says legacy', () => replace(numbered([header('legacy'), ...OLD.slice(1)]))],
    ['with the old layout', () => replace([header('legacy'), userItem('stop')])],
    ['with its header as it was', () => replace([OLD[0]!, ...NEW.slice(1)])],
  ];
  for (const [name, write] of forged) {
    it(`is not explained ${name}`, async () => {
      const gaps = await recorded(() => replace(OLD), write);
      expect(gaps).toEqual([[expect.any(String), expect.any(Number), undefined]]);
    });
  }

  it('is not explained when a migrated file is written anew', async () => {
    const gaps = await recorded(
      () => replace(NEW),
      () => replace(numbered([header('paginated again'), userItem('stop')])),
    );
    expect(gaps).toEqual([[expect.any(String), 0, undefined]]);
  });

  it('is not explained by the file of another thread, while it is followed', async () => {
    replace(OLD);
    const following = await follow(place.home, file);
    await following.read();
    const other = THREAD.replace('0', '1');
    replace([numbered([header('paginated', other)])[0]!, ...NEW.slice(1)]);
    await following.read();
    await following.end();
    expect(gapsOf()).toEqual([['transcript_rewritten', 0, undefined]]);
  });
});

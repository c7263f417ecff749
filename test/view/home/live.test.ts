import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { homePaths } from '../../../src/log/home.ts';
import { listSegments } from '../../../src/log/segments.ts';
import type { RowPage, RunSummary, ViewEvent } from '../../../src/view/api.ts';
import { HomeSource } from '../../../src/view/home/home-source.ts';
import { taskThread } from '../../../src/view/home/task-thread.ts';
import { makeLog } from '../../bench/make-log.ts';
import { folderSink } from '../../bench/make-log-folder.ts';
import { ViewStand } from '../view-stand.ts';

const SESSION = 'fixtures/claude-code/print-resume';

let stand: ViewStand;
let unfollow: (() => void) | undefined;
afterEach(async () => {
  unfollow?.();
  unfollow = undefined;
  await stand.stop();
});

type Kind<K extends ViewEvent['kind']> = Extract<ViewEvent, { readonly kind: K }>;

/** Follows the source; `next` waits for an event of a kind that is as wanted, those that came before too. */
function followed() {
  const events: ViewEvent[] = [];
  unfollow = stand.source.follow?.((event) => void events.push(event));
  const next = async <K extends ViewEvent['kind']>(
    kind: K,
    wanted: (event: Kind<K>) => boolean = () => true,
  ): Promise<Kind<K>> => {
    for (;;) {
      const found = events.findIndex((event) => event.kind === kind && wanted(event as Kind<K>));
      if (found >= 0) return events.splice(found, 1)[0] as Kind<K>;
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  };
  return { next, events };
}

/** A transcript that grows: its lines, and where they are written. */
function growing(): { readonly path: string; readonly lines: readonly string[] } {
  const folder = join(stand.dir, 'projects/-home-dev-project');
  mkdirSync(folder, { recursive: true });
  const source = transcriptIn(SESSION);
  return {
    path: join(folder, source.split('/').at(-1)!),
    lines: readFileSync(source, 'utf8').trimEnd().split('\n'),
  };
}

function transcriptIn(folder: string): string {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
  return join(
    folder,
    names.sort((a, b) => readFileSync(join(folder, b)).length - readFileSync(join(folder, a)).length)[0]!,
  );
}

describe('a home that is looked at while it lives', () => {
  it('has no log yet, then one, then more of it, and each is told', async () => {
    stand = await new ViewStand().start();
    expect(await stand.source.runs()).toEqual([]);
    const { next } = followed();
    expect(await next('signer')).toEqual({ kind: 'signer', running: false });
    const { path, lines } = growing();
    const half = Math.floor(lines.length / 2);
    writeFileSync(path, `${lines.slice(0, half).join('\n')}\n`);
    await stand.record([path]);
    // Whoever asks may see it before the sweep does; followers are told all the same.
    expect((await stand.source.runs()).length).toBe(1);
    const { runs } = await next('runs');
    const [{ run }] = runs as readonly [RunSummary];
    const before = await stand.source.rows(run, 0, 500);
    expect((await next('rows')).total).toBeLessThanOrEqual(before.total);
    appendFileSync(path, `${lines.slice(half).join('\n')}\n`);
    await stand.record([path]);
    const told = await next('rows', (event) => event.total > before.total);
    const after = await stand.source.rows(run, 0, 500);
    expect([told.run, told.total]).toEqual([run, after.total]);
    // What stands before the first changed row is as it was.
    expect(after.rows.slice(0, told.from)).toEqual(before.rows.slice(0, told.from));
    await next('runs', (event) =>
      event.runs.some((one) => one.run === run && one.records > runs[0]!.records),
    );
    const verified = await next('verified', (event) => event.integrity === 'ok');
    expect(verified.verdicts.length).toBe(5);
  });

  it('gives the same rows as one that is opened afterwards', async () => {
    stand = await new ViewStand().start();
    const { path, lines } = growing();
    for (let i = 0; i < lines.length; i += 3) {
      appendFileSync(path, `${lines.slice(i, i + 3).join('\n')}\n`);
      await stand.record([path]);
      const [summary] = await stand.source.runs();
      if (summary !== undefined) await stand.source.rows(summary.run, 0, 500);
    }
    const [{ run }] = (await stand.source.runs()) as readonly [RunSummary];
    const live = await stand.source.rows(run, 0, 500);
    const tasks = taskThread({ home: stand.home, seen: undefined, script: undefined });
    const later = new HomeSource({ paths: homePaths(stand.home), tasks });
    const whole = await later.rows(run, 0, 500);
    await later.close();
    expect(whole.total).toBeGreaterThan(5);
    expect(live).toEqual(whole);
  });

  it('is another home from one moment to the next, or gone', async () => {
    stand = await new ViewStand().start();
    await stand.record([SESSION]);
    const [{ run }] = (await stand.source.runs()) as readonly [RunSummary];
    await stand.source.rows(run, 0, 10);
    const { next } = followed();
    renameSync(stand.home, `${stand.home}-away`);
    expect(await next('runs', ({ all }) => all === true)).toEqual({ kind: 'runs', runs: [], all: true });
    expect(await stand.source.runs()).toEqual([]);
    await expect(stand.source.rows(run, 0, 10)).rejects.toMatchObject({ code: 'no_such_run' });
    await stand.record(['fixtures/gemini/parallel']);
    const others = await stand.source.runs();
    expect(others.map(({ harness }) => harness)).toEqual(['gemini']);
    rmSync(stand.home, { recursive: true });
    renameSync(`${stand.home}-away`, stand.home);
    expect((await stand.source.rows(run, 0, 10)).rows.length).toBeGreaterThan(0);
  });

  it('goes on in another segment', async () => {
    stand = new ViewStand();
    makeLog(folderSink(join(stand.home, 'log')), { records: 3_000, segmentBytes: 200_000 });
    expect(listSegments(homePaths(stand.home).segments).length).toBeGreaterThan(3);
    await stand.start();
    const runs = await stand.source.runs();
    expect(runs.reduce((sum, { records }) => sum + records, 0)).toBeGreaterThan(2_500);
    for (const { run, records } of runs.slice(0, 5)) {
      const page: RowPage = await stand.source.rows(run, 0, 500);
      expect(page.total).toBeGreaterThan(0);
      expect(page.total).toBeLessThanOrEqual(records);
      for (const { seq } of page.rows.slice(0, 3))
        expect((await stand.source.record(seq)).line).toContain(`"seq":${seq},`);
    }
  });
});

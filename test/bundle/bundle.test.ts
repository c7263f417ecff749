import { describe, expect, it } from 'vitest';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { exitOf } from '../../src/verify/report.ts';
import { RunMaker, testSigner } from '../bench/make-log.ts';
import { FIRST, RUN, seenInMemory, smallHome, verifyFiles, wordOf } from '../verify/made-home.ts';
import { bundleOf, busyHome, disclosing, OTHER, PARENT, verifyText } from './made-bundle.ts';

const ORIGIN = 'tracekit.local/0123456789abcdef';
const linesOf = (bundle: string) => bundle.split('\n').slice(0, -1);
const kindOf = (line: string) => (JSON.parse(line) as { kind?: string }).kind;

describe('a bundle', () => {
  it('of a closed run is valid and complete, and holds its records byte for byte', async () => {
    const home = busyHome();
    const bundle = await bundleOf(home);
    const report = await verifyText(bundle);
    expect([wordOf(report), wordOf(report, 'completeness'), report.breakCount]).toEqual([
      'VALID',
      'COMPLETE',
      0,
    ]);
    const records = linesOf(bundle)
      .filter((line) => kindOf(line) === 'record')
      .map((line) => (JSON.parse(line) as { line: string }).line);
    expect(records).toEqual(home.lines().filter((line) => line.includes(`"run":{"id":"${RUN}"`)));
  });

  it('of an open run is valid as it stands', async () => {
    const report = await verifyText(await bundleOf(busyHome(), OTHER));
    expect([wordOf(report), wordOf(report, 'completeness')]).toEqual(['VALID', 'COMPLETE TO 5 (open)']);
  });

  it('holds the log’s opening, its keys, the runs it comes from, and what came late', async () => {
    const kinds = linesOf(await bundleOf(busyHome())).map(kindOf);
    const count = (kind: string) => kinds.filter((one) => one === kind).length;
    expect([count('base'), count('late'), count('rotation'), count('proof')]).toEqual([3, 1, 1, 1]);
  });

  it('leaves unsigned records of its run out', async () => {
    const home = smallHome();
    new RunMaker(home.log, OTHER);
    home.log.flush();
    await expect(bundleOf(home, OTHER)).rejects.toMatchObject({ code: 'no_run' });
  });

  it('can be pinned by the first or by the newest key, and not by another', async () => {
    const bundle = await bundleOf(busyHome());
    for (const word of ['first key', 'second key']) {
      const report = await verifyText(bundle, { trusted: [testSigner(word, ORIGIN).vkey] });
      expect([wordOf(report), wordOf(report, 'authorship')]).toEqual(['VALID', 'PINNED']);
    }
    const report = await verifyText(bundle, { trusted: [testSigner('other', ORIGIN).vkey] });
    expect(wordOf(report)).toBe('UNKNOWN-KEY');
  });

  it('is not believed where the key change lacks its checkpoint of both keys', async () => {
    const lines = linesOf(await bundleOf(busyHome())).filter((line) => kindOf(line) !== 'rotation');
    expect(wordOf(await verifyText(`${lines.join('\n')}\n`))).toBe('UNKNOWN-KEY');
  });

  it('without its checkpoint has no signature', async () => {
    const lines = linesOf(await bundleOf(busyHome())).filter((line) => kindOf(line) !== 'checkpoint');
    expect(wordOf(await verifyText(`${lines.join('\n')}\n`))).toBe('NO-SIGNATURE');
  });

  it('that is older than seen is valid and said to be older; a fork of the same size is not', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    const bundle = await bundleOf(home);
    new RunMaker(home.log, OTHER).close();
    home.log.checkpoint();
    await verifyFiles(home.files, { seen });
    const report = await verifyText(bundle, { seen });
    expect(wordOf(report)).toBe('VALID');
    expect(report.verdicts[0]!.basis.join()).toContain('older than seen');
    const fork = smallHome();
    new RunMaker(fork.log, PARENT).close();
    fork.log.checkpoint();
    expect(wordOf(await verifyText(await bundleOf(fork), { seen }))).toBe('FORKED');
  });

  it('of the same origin by another key neither passes nor takes the place of what was seen', async () => {
    const seen = seenInMemory();
    const home = smallHome();
    await verifyFiles(home.files, { seen });
    const thief = smallHome({ key: 'thief' });
    new RunMaker(thief.log, OTHER).close();
    thief.log.checkpoint();
    expect(wordOf(await verifyText(await bundleOf(thief), { seen }))).toBe('FORKED');
    expect(seen.notes.get(home.log.origin)).toEqual(home.files.get('checkpoint'));
  });

  it('is refused by the exporter where the log is not the one that was signed', async () => {
    const home = busyHome();
    home.setLines(home.lines().map((line, i) => (i === 8 ? line.replace(':00.', ':01.') : line)));
    await expect(bundleOf(home)).rejects.toMatchObject({ code: 'log_broken' });
    const cut = busyHome();
    cut.files.set(FIRST, cut.files.get(FIRST)!.slice(0, -9));
    await expect(bundleOf(cut)).rejects.toMatchObject({ code: 'log_broken' });
  });

  it('of a newer version cannot be judged', async () => {
    const bundle = (await bundleOf(busyHome())).replace('"version":1}', '"version":2}');
    const report = await verifyText(bundle);
    expect([wordOf(report), exitOf(report, { strict: false })]).toEqual(['CANNOT JUDGE', 2]);
  });

  it('is not written where a content is damaged, and the message names the record to leave out', async () => {
    const home = busyHome();
    const whole = disclosing(home.log);
    const damaged = { ...whole, contents: { ...whole.contents, open: () => undefined } };
    await expect(bundleOf(home, RUN, damaged)).rejects.toMatchObject({
      code: 'content_damaged',
      message: expect.stringMatching(/^record \d+: .*--redact record:\d+$/),
    });
  });

  it('is not written where a content is erased meanwhile', async () => {
    const home = busyHome();
    const whole = disclosing(home.log);
    let erased = false;
    const has: typeof whole.contents.has = (...of) => !erased && whole.contents.has(...of);
    const open = () => {
      erased = true;
      return undefined;
    };
    const going = { ...whole, contents: { has, open } };
    await expect(bundleOf(home, RUN, going)).rejects.toMatchObject({ code: 'content_gone' });
  });

  it('beyond the size that is allowed counts as cut', async () => {
    const bundle = await bundleOf(busyHome());
    const report = await verifyText(bundle, { maxBytes: toUtf8(bundle).length - 1 });
    expect(wordOf(report)).toContain('TRUNCATED');
  });
});

describe('disclosed contents', () => {
  it('are none unless asked for, and those that are asked for', async () => {
    const home = busyHome();
    const none = linesOf(await bundleOf(home)).filter((line) => kindOf(line) === 'content');
    const disclose = disclosing(home.log, (path) => path === 'parts.0.input');
    const some = linesOf(await bundleOf(home, RUN, disclose)).filter((line) => kindOf(line) === 'content');
    expect([none.length, some.length]).toEqual([0, 1]);
  });

  it('are verified against what the records commit to', async () => {
    const home = busyHome();
    const bundle = await bundleOf(home, RUN, disclosing(home.log));
    const report = await verifyText(bundle);
    expect(wordOf(report)).toBe('VALID');
    expect(report.verdicts[0]!.basis.join()).toMatch(/\b1[0-9] contents are disclosed/);
    const swapped = bundle.replace(
      /("base64":")(\w)/,
      (_, head: string, c: string) => head + (c === 'e' ? 'f' : 'e'),
    );
    expect((await verifyText(swapped)).breaks[0]).toMatchObject({ kind: 'content' });
  });

  it('are cut into pieces that fit a line', async () => {
    const home = smallHome();
    const run = new RunMaker(home.log, OTHER);
    run.line('x'.repeat(2_000_000));
    home.log.checkpoint();
    const bundle = await bundleOf(home, OTHER, disclosing(home.log));
    expect(
      linesOf(bundle).filter((line) => line.includes('"kind":"piece"') && line.length > 100_000).length,
    ).toBe(3);
    expect(wordOf(await verifyText(bundle))).toBe('VALID');
  });
});

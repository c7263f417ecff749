import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Finding } from '../../src/model/finding.ts';
import { formatVkey } from '../../src/proof/vkey.ts';
import { reportLines } from '../../src/verify/report.ts';
import { testSigner } from '../bench/make-log.ts';
import { bundleOf, busyHome, disclosing, verifyText } from '../bundle/made-bundle.ts';
import { RUN } from '../verify/made-home.ts';
import { startChromium, withoutChromium } from './chromium.ts';
import { findingOn, recordLine, withSignedFinding } from './made-findings.ts';
import { PageBench, panelOf } from './opened-page.ts';

/** What a page shows of the finding's words: as text, and its bidirectional mark visible. */
const SHOWN = 'a forced push ran: <img src=x onerror="document.title=1"> ⟨U+202E⟩gnp.exe';
const NOTHING = { requests: [], errors: [] };

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const HEADLINE_IS_RED = `(() => {
  const color = getComputedStyle(document.querySelector('.tk-headline')).color;
  const [red, green, blue] = color.match(/\\d+/g).map(Number);
  return red > 120 && green < red / 2 && blue < red / 2;
})()`;

describe.skipIf(withoutChromium())("a run's page, opened from disk", () => {
  let bench: PageBench;
  let bundle: string;
  let finding: Finding;

  beforeAll(async () => {
    bench = await PageBench.start(await startChromium());
    const home = busyHome();
    bundle = await bundleOf(home, RUN, disclosing(home.log));
    finding = findingOn(bundle, 1);
  });
  afterEach(() => bench.closePages());
  afterAll(() => bench.close());

  /** Opens a page with this bundle in it, and looks at its panel. */
  async function opened(text: string, findings: readonly Finding[] = [], before?: () => void) {
    const { page, did } = await bench.open(bench.write(await bench.pageOf(text, findings)), before);
    return { page, did, ...(await panelOf(page)) };
  }

  it('says what `tracekit verify` says, word for word, and asks nobody for anything', async () => {
    const { did, lines, headline, state } = await opened(bundle, [finding]);
    expect(lines).toEqual(reportLines(await verifyText(bundle)));
    expect(headline).toMatch(/^VALID; COMPLETE.*; FIRST SEEN$/);
    expect(state).toBe('warning');
    expect(did).toEqual(NOTHING);
  });

  it('shows the run below, with the findings', async () => {
    const { page, did } = await opened(bundle, [finding]);
    await page.locator('#tracekit-page main h1').waitFor();
    expect(await page.locator('#tracekit-page').textContent()).toContain(SHOWN);
    expect(await page.title()).toMatch(/tracekit/);
    expect(did).toEqual(NOTHING);
  });

  it.each([
    ['a byte in a record', (text: string) => changed(text, recordLine(text, 2), 'model.exchange')],
    ['a byte in a disclosed content', changedContent],
    ['a byte in the checkpoint', (text: string) => changed(text, '"kind":"checkpoint"', 'tracekit.local')],
    ['a record removed', (text: string) => without(text, recordLine(text, 2))],
    ['its end cut off', (text: string) => text.slice(0, -40)],
  ])('says so in red, at the top, with the place: %s', async (_, tamper) => {
    const tampered = tamper(bundle);
    expect(tampered).not.toBe(bundle);
    const { state, headline, lines, page, did } = await opened(tampered);
    const report = await verifyText(tampered);
    const integrity = report.verdicts[0]!;
    expect(integrity.standing).toBe('failed');
    expect(lines).toEqual(reportLines(report));
    expect(headline).toBe(`${integrity.word}: ${integrity.basis[0]}`);
    expect(headline).toMatch(/record \d+|checkpoint/);
    expect(state).toBe('failed');
    expect(await page.evaluate(HEADLINE_IS_RED)).toBe(true);
    expect(did).toEqual(NOTHING);
  });

  it('says so where a signed finding was changed', async () => {
    const home = busyHome();
    const signed = await bundleOf(withSignedFinding(home), RUN, disclosing(home.log));
    expect((await opened(signed)).headline).toMatch(/^VALID/);
    const { headline, state } = await opened(
      signed.replace('\\"severity\\":\\"high\\"', '\\"severity\\":\\"info\\"'),
    );
    expect(headline).toMatch(/^TAMPERED at record \d+, byte \d+ of the bundle/);
    expect(state).toBe('failed');
  });

  it.each([
    [
      'cites another record',
      (one: Finding) => ({ ...one, cites: [{ ...one.cites[0], seq: 4 }] }),
      'as another than it is',
    ],
    [
      'cites a record that is not there',
      (one: Finding) => ({ ...one, cites: [{ ...one.cites[0], seq: 9_999 }] }),
      'not in the bundle',
    ],
    ['names another rule', (one: Finding) => ({ ...one, rule: 'TK-X000' }), 'fingerprint'],
    ['is about another run', (one: Finding) => ({ ...one, run: 'f'.repeat(16) }), 'about this run'],
  ])('says so where a finding beside the bundle %s, and does not show it', async (_, change, why) => {
    const { headline, state, page } = await opened(bundle, [change(finding) as Finding]);
    expect(headline).toMatch(/^FINDINGS CHANGED: /);
    expect(headline).toContain(why);
    expect(state).toBe('failed');
    await page.locator('#tracekit-page main h1').waitFor();
    expect(await page.locator('#tracekit-page').textContent()).not.toContain('a forced push ran');
  });

  it('gives the same answer where WebCrypto has no Ed25519, and says who answered', async () => {
    const good = await opened(bundle);
    const without = await opened(bundle, [], () => {
      crypto.subtle.importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
    });
    expect(without.lines).toEqual(good.lines);
    expect(await good.page.textContent('.tk-opinion')).toContain(
      "this browser's WebCrypto and by the page's own",
    );
    expect(await without.page.textContent('.tk-opinion')).toContain('This browser has no Ed25519');
  });

  it("believes neither where the browser's Ed25519 and its own do not agree", async () => {
    const { headline, state } = await opened(bundle, [], () => {
      crypto.subtle.verify = () => Promise.resolve(false);
    });
    expect(headline).toMatch(/^TAMPERED: the browser's own Ed25519/);
    expect(state).toBe('failed');
  });

  it('judges by the key that the reader has from elsewhere', async () => {
    const { page } = await opened(bundle);
    const own = (await page.locator('#tracekit-check code').first().textContent())!;
    await page.getByText('Whose key signed it').click();
    const input = page.getByLabel('the key that you have from its owner');
    await input.fill(own);
    expect(await page.textContent('.tk-answer')).toBe('It is the key that signed.');
    expect((await panelOf(page)).state).toBe('ok');
    await input.fill(formatVkey(testSigner('another', 'tracekit.local/0000000000000000').vkey));
    expect(await page.textContent('.tk-answer')).toBe('It is NOT the key that signed.');
    expect(await panelOf(page)).toMatchObject({
      state: 'failed',
      headline: expect.stringMatching(/^UNKNOWN-KEY/),
    });
  });

  it.each([
    ['good', (text: string) => text],
    ['tampered with', (text: string) => changed(text, recordLine(text, 2), 'model.exchange')],
  ])('has nothing that axe objects to: %s', async (_, tamper) => {
    const { page } = await opened(tamper(bundle), [finding]);
    await page.locator('#tracekit-page main h1').waitFor();
    for (const summary of await page.locator('#tracekit-check summary').all()) await summary.click();
    await page.evaluate(`${AXE};0`);
    expect(
      await page.evaluate('axe.run(document).then(({ violations }) => violations.map(({ id }) => id))'),
    ).toEqual([]);
  });

  it('runs no script but its own: one put into it does nothing', async () => {
    const html = await bench.pageOf(bundle);
    const evil = '<script>document.title = "taken over"</script>';
    const { page, did } = await bench.open(bench.write(html.replace('<noscript>', `${evil}<noscript>`)));
    expect(await page.title()).not.toBe('taken over');
    expect(did.errors.join()).toContain('Content Security Policy');
  });
});

/** `to` in place of its first letter's twin: one byte of what follows `after` is another. */
function changed(text: string, after: string, word: string): string {
  const at = text.indexOf(word, text.indexOf(after));
  return `${text.slice(0, at)}X${text.slice(at + 1)}`;
}

function changedContent(text: string): string {
  const at = text.indexOf('"base64":"') + '"base64":"'.length;
  return `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;
}

function without(text: string, line: string): string {
  return text.replace(`${line}\n`, '');
}

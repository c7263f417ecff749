import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RecordProof } from '../../src/view/api.ts';
import type { ViewStand } from '../view/view-stand.ts';
import { withoutChromium } from '../view-html/chromium.ts';
import { type MadeProof, madeProof } from './made-proof.ts';
import { madeSource } from './made-source.ts';
import { type Opened, PageBench } from './page-bench.ts';

/** Another hex digit in a text's place. */
function changed(text: string, at: number): string {
  return `${text.slice(0, at)}${text[at] === '0' ? '1' : '0'}${text.slice(at + 1)}`;
}

const first = ([one, ...rest]: RecordProof['contents'], part: object): RecordProof['contents'] => [
  { ...one!, ...part },
  ...rest,
];

/** What is changed of a record or its proof, and the checks that no longer hold. */
const CHANGES: readonly (readonly [string, (proof: MadeProof) => RecordProof, readonly string[]])[] = [
  [
    'its line',
    (proof) => ({ ...proof, line: proof.line.replace('completed', 'complete0') }),
    ['Its leaf', 'The record is in the log'],
  ],
  ['the leaf that is stated', (proof) => ({ ...proof, leaf: changed(proof.leaf, 7) }), ['Its leaf']],
  [
    'a hash of its path',
    (proof) => ({
      ...proof,
      inclusion: { ...proof.inclusion, path: proof.inclusion.path.map((hash) => changed(hash, 9)) },
    }),
    ['The record is in the log'],
  ],
  [
    'the end of its path',
    (proof) => ({ ...proof, inclusion: { ...proof.inclusion, path: proof.inclusion.path.slice(0, -1) } }),
    ['The record is in the log'],
  ],
  [
    'the root',
    (proof) => ({ ...proof, inclusion: { ...proof.inclusion, root: changed(proof.inclusion.root, 3) } }),
    ['The record is in the log', 'The checkpoint signs this tree'],
  ],
  [
    "the checkpoint's size",
    (proof) => ({ ...proof, checkpoint: proof.checkpoint.replace('\n7\n', '\n8\n') }),
    ['The checkpoint is signed', 'The checkpoint signs this tree'],
  ],
  ["another log's key", (proof) => ({ ...proof, vkey: madeProof().vkey }), ['The checkpoint is signed']],
  [
    'a salt',
    (proof) => ({
      ...proof,
      contents: first(proof.contents, { salt: changed(proof.contents[0]!.salt!, 0) }),
    }),
    ['input'],
  ],
  [
    'a content',
    (proof) => ({ ...proof, contents: first(proof.contents, { content: 'ZWNobyAy' }) }),
    ['input'],
  ],
  [
    'which content it is',
    (proof) => ({ ...proof, contents: madeProof({ input: 'another', result: '1' }).contents }),
    ['input'],
  ],
  ['which record it is', (proof) => ({ ...proof, seq: 4 }), ['Its place', 'The record is in the log']],
];

describe.skipIf(withoutChromium())('a record in the page', () => {
  let bench: PageBench;
  let stand: ViewStand;
  let opened: Opened;
  let given: RecordProof = madeProof();

  beforeAll(async () => {
    bench = await PageBench.start();
    stand = await bench.serve(madeSource(10, { record: async () => given }));
    opened = await bench.open(stand);
  });
  afterAll(() => bench?.close());

  const shown = async (proof: RecordProof) => {
    given = proof;
    const { page, did } = opened;
    await page.evaluate("location.hash = '#/'");
    await page.locator('.filter').waitFor();
    await page.evaluate(`location.hash = '#/record/${proof.seq}'`);
    await page.locator('.verdict').waitFor();
    const wrong = await page.locator('.step-differs strong').allTextContents();
    const verdict = (await page.locator('.verdict').textContent()) ?? '';
    return { page, did, wrong, verdict };
  };

  it('holds where nothing was changed, each step with what was computed', async () => {
    const { page, did, wrong, verdict } = await shown(madeProof());
    expect(wrong).toEqual([]);
    expect(verdict).toMatch(/^7 checks hold\./);
    expect(await page.locator('.hashes dd').allTextContents()).toContain(given.leaf);
    await page.getByText('Each of the 3 folds').click();
    expect(await page.locator('.folds li').last().textContent()).toContain(given.inclusion?.root);
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it.each(CHANGES)('is red where somebody changed %s', async (_what, change, expected) => {
    const { page, wrong, verdict } = await shown(change(madeProof()));
    expect(wrong).toEqual(expected);
    expect(verdict).toMatch(/^\d checks? do(es)? not hold\. Do not rely on this record\.$/);
    expect(await page.locator('.step-differs .meaning').count()).toBe(expected.length);
  });

  it('says what an erased content still proves', async () => {
    const proof = madeProof();
    const { salt: _salt, content: _content, ...rest } = proof.contents[0]!;
    const { page, verdict } = await shown({
      ...proof,
      contents: first([rest, ...proof.contents.slice(1)], { closed: 'erased' }),
    });
    expect(verdict).toMatch(/^6 checks hold; 1 thing could not be checked\./);
    expect(await page.locator('.step-open .meaning').textContent()).toContain('It was erased');
  });

  it('says that no checkpoint covers it yet', async () => {
    const { inclusion: _, checkpoint: __, vkey: ___, ...rest } = madeProof();
    const { verdict, wrong } = await shown(rest);
    expect(wrong).toEqual([]);
    expect(verdict).toMatch(/could not be checked/);
  });

  it('is checked where the browser has no WebCrypto too', async () => {
    given = madeProof();
    const { page } = await bench.open(stand, '#/');
    await page.addInitScript("Object.defineProperty(globalThis.crypto, 'subtle', { value: undefined })");
    await page.reload();
    await page.evaluate(`location.hash = '#/record/${given.seq}'`);
    await expect.poll(() => page.locator('.verdict').textContent()).toMatch(/^7 checks hold\./);
    expect(await page.locator('.how').allTextContents()).toContainEqual(expect.stringContaining('(noble)'));
  });
});

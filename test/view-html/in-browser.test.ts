import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportLines } from '../../src/verify/report.ts';
import { bundleOf, busyHome, disclosing, verifyText } from '../bundle/made-bundle.ts';
import { RUN } from '../verify/made-home.ts';
import { startChromium, withoutChromium } from './chromium.ts';
import { PageBench, panelOf } from './opened-page.ts';

describe.skipIf(withoutChromium())("a run's page, opened from disk", () => {
  let bench: PageBench;
  let bundle: string;

  beforeAll(async () => {
    bench = await PageBench.start(await startChromium());
    const home = busyHome();
    bundle = await bundleOf(home, RUN, disclosing(home.log));
  });
  afterAll(() => bench.close());

  it('says what `tracekit verify` says, word for word, and does nothing else', async () => {
    const { page, did } = await bench.open(bench.write(await bench.pageOf(bundle)));
    const { state, headline, lines } = await panelOf(page);
    expect(lines).toEqual(reportLines(await verifyText(bundle)));
    expect(headline).toMatch(/^VALID; COMPLETE.*; FIRST SEEN$/);
    expect(state).toBe('warning');
    expect(did).toEqual({ requests: [], errors: [] });
  });
});

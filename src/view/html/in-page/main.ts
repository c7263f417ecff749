import { sha256Hex } from '../../../bytes/sha256.ts';
import { fromUtf8, toUtf8 } from '../../../bytes/utf8.ts';
import { verifyByWebCrypto } from '../../../proof/ed25519.browser.ts';
import { mount } from '../../page/mount.tsx';
import { unescapeData } from '../data-element.ts';
import { checkRun } from '../run-check.ts';
import { Panel } from './panel.ts';
import { shownRun } from './shown-run.ts';
import './panel.css';

/** What a data element holds; undefined where tracekit can't have written it. */
function dataOf(id: string): Uint8Array | undefined {
  return unescapeData(toUtf8(document.getElementById(id)?.textContent ?? ''));
}

/** Lets the page draw and answer before it works on. A message comes sooner than a timer, which waits 4 ms. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(undefined);
  });
}

/** Checks the run that the page carries, says what came of it, then shows the run. */
async function main(script: string): Promise<void> {
  const panel = new Panel(document.getElementById('tracekit-check')!);
  const bundle = dataOf('tracekit-bundle');
  if (bundle === undefined) {
    panel.broken('what stands in the place of the run is not what tracekit writes there');
    return;
  }
  const slices = { pause, now: () => performance.now() };
  const check = await checkRun(bundle, {
    ...slices,
    onProgress: (read) => panel.progress(read / bundle.length),
    other: verifyByWebCrypto,
  });
  const findingsText = fromUtf8(dataOf('tracekit-findings') ?? new Uint8Array(0)) ?? '';
  const { verdicts } = check.report;
  const shown = await shownRun(bundle, { findingsText, verdicts, slices });
  panel.done({ check, shown, script: sha256Hex(toUtf8(script)) });
  if (shown.source === undefined) return;
  // There is one run: its review is the first page.
  if (location.hash === '') history.replaceState(null, '', `#/run/${shown.run}`);
  mount(document.getElementById('tracekit-page')!, shown.source);
}

void main(document.currentScript?.textContent ?? '');

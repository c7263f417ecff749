import { sha256Hex } from '../../../bytes/sha256.ts';
import { toUtf8 } from '../../../bytes/utf8.ts';
import { verifyByWebCrypto } from '../../../proof/ed25519.browser.ts';
import { mount } from '../../page/mount.tsx';
import { unescapeData } from '../data-element.ts';
import { checkRun } from '../run-check.ts';
import { Panel } from './panel.ts';
import { shownRun } from './shown-run.ts';
import './panel.css';

/** The text of a data element; empty where it is not there. */
function dataOf(id: string): string {
  return document.getElementById(id)?.textContent ?? '';
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
  const bundle = unescapeData(toUtf8(dataOf('tracekit-bundle')));
  if (bundle === undefined) {
    panel.broken('what stands in the place of the run is not what tracekit writes there');
    return;
  }
  const check = await checkRun(bundle, {
    pause,
    now: () => performance.now(),
    onProgress: (read) => panel.progress(read / bundle.length),
    other: verifyByWebCrypto,
  });
  const shown = await shownRun(bundle, dataOf('tracekit-findings'), check.report.verdicts);
  panel.done({ check, findingFaults: shown.faults, script: sha256Hex(toUtf8(script)) });
  if (shown.source === undefined) return;
  document.title = `tracekit run ${shown.run}`;
  // There is one run: its review is the first page.
  if (location.hash === '') history.replaceState(null, '', `#/run/${shown.run}`);
  mount(document.getElementById('tracekit-page')!, shown.source);
}

void main(document.currentScript?.textContent ?? '');

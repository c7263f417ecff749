import type { Disclosure } from '../../src/bundle/contents.ts';
import { exportRun } from '../../src/bundle/export.ts';
import { type VerifyBundleOptions, verifyBundle } from '../../src/bundle/verify.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import type { VerifyReport } from '../../src/verify/verdict.ts';
import { type LogMaker, RunMaker } from '../bench/make-log.ts';
import { MadeHome, RUN, sourceOf } from '../verify/made-home.ts';

export const PARENT = 'aaaaaaaaaaaaaaaa';
export const OTHER = 'bbbbbbbbbbbbbbbb';

/**
 * A log with a closed run (`RUN`) that comes from `PARENT`, mixed with records of an open one (`OTHER`), a key
 * change before its end, and a late record about it.
 */
export function busyHome(): MadeHome {
  const home = new MadeHome();
  const { log } = home;
  new RunMaker(log, PARENT).close();
  const run = new RunMaker(log, RUN, { part: 1, from: { run: PARENT, why: 'later' } });
  const other = new RunMaker(log, OTHER);
  for (let i = 0; i < 4; i++) {
    run.line();
    other.line();
    if (i === 1) log.rotate('second key');
  }
  run.close();
  log.add({ kind: 'vault.erased', source: 'cli', data: { record: 5, fields: 1, why: 'person', run: RUN } });
  log.checkpoint();
  return home;
}

/** Discloses what `wants` picks by its path, from what the maker committed to. */
export function disclosing(log: LogMaker, wants: (path: string) => boolean = () => true): Disclosure {
  return {
    wants: (_, { path }) => wants(path),
    contents: {
      has: ({ commitment }) => log.contents.has(commitment),
      open: ({ commitment }) => {
        const { salt, bytes } = log.contents.get(commitment)!;
        return { salt, pieces: [bytes.subarray(0, 2), bytes.subarray(2)] };
      },
    },
  };
}

export async function bundleOf(home: MadeHome, run = RUN, disclose?: Disclosure): Promise<string> {
  let text = '';
  await exportRun(sourceOf(home.files), {
    run,
    write: (more) => {
      text += more;
    },
    ...(disclose === undefined ? {} : { disclose }),
  });
  return text;
}

export function verifyText(
  bundle: string | Uint8Array,
  options: VerifyBundleOptions = {},
): Promise<VerifyReport> {
  const bytes = typeof bundle === 'string' ? toUtf8(bundle) : bundle;
  const pieces = (function* () {
    for (let at = 0; at < bytes.length; at += 700) yield bytes.slice(at, at + 700);
  })();
  return verifyBundle(pieces, options);
}

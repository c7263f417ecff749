import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { toHex } from '../../src/bytes/hex.ts';
import { homePaths } from '../../src/log/home.ts';
import { Log } from '../../src/log/log.ts';
import { readLog } from '../../src/log/read.ts';
import { leafHash } from '../../src/proof/record.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';

const RUN = '0123456789abcdef';
const COMMITTED = { bytes: 1, commitment: 'a'.repeat(64) };

/** A log with a run of one record, and a finding that cites what is said of it. */
async function verified(cite: (leaf: string) => { readonly seq: number; readonly leaf: string }) {
  const dir = mkdtempSync(join(tmpdir(), 'tracekit-cites-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const home = join(dir, 'home');
  const seen = join(dir, 'seen');
  const log = await Log.open({ home, seen, assurance: 'dev', clock: Date.now });
  const data = { harness: 'codex', session: 's', part: 0, mode: 'record', key: COMMITTED };
  await log.append([{ run: RUN, kind: 'run.opened', source: 'record', data }]);
  const leaf = [...readLog(homePaths(home).segments)].map(({ bytes }) => toHex(leafHash(bytes)))[1]!;
  const finding = { rule: 'TK-X000', severity: 'info', fingerprint: 'b'.repeat(64), text: COMMITTED };
  await log.append([
    { kind: 'finding', source: 'analyzer', data: { run: RUN, ...finding, cites: [cite(leaf)] } },
  ]);
  await log.close();
  const report = await verifyHomeFolder({ home, seen } as Parameters<typeof verifyHomeFolder>[0]);
  const integrity = report.verdicts.find(({ question }) => question === 'integrity')!;
  return { standing: integrity.standing, breaks: report.breaks.map(({ seq, what }) => ({ seq, what })) };
}

describe('a finding in a log', () => {
  it('holds where it cites a record as it is', async () => {
    expect(await verified((leaf) => ({ seq: 1, leaf }))).toEqual({ standing: 'ok', breaks: [] });
  });

  it('fails where the record is another than it cites', async () => {
    const { standing, breaks } = await verified(() => ({ seq: 1, leaf: 'c'.repeat(64) }));
    expect(standing).toBe('failed');
    expect(breaks).toEqual([{ seq: 2, what: 'the finding cites record 1 as another than it is' }]);
  });

  it('fails where the record is not before it', async () => {
    const { standing, breaks } = await verified((leaf) => ({ seq: 7, leaf }));
    expect(standing).toBe('failed');
    expect(breaks).toEqual([{ seq: 2, what: 'the finding cites record 7, which is not before it' }]);
  });
});

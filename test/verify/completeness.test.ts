import { describe, expect, it } from 'vitest';
import { exitOf } from '../../src/verify/report.ts';
import { RunMaker } from '../bench/make-log.ts';
import { MadeHome, RUN, verifyFiles, wordOf } from './made-home.ts';

const ZERO = '0'.repeat(64);

function homeWith(make: (run: RunMaker, home: MadeHome) => void): MadeHome {
  const home = new MadeHome();
  make(new RunMaker(home.log, RUN), home);
  home.log.checkpoint();
  return home;
}

describe('completeness', () => {
  it('is complete only with the closing record, and open runs say their last number', async () => {
    const closed = homeWith((run) => {
      run.line();
      run.close();
    });
    expect(wordOf(await verifyFiles(closed.files), 'completeness')).toBe('COMPLETE');
    const open = homeWith((run) => run.line());
    const report = await verifyFiles(open.files);
    expect(wordOf(report, 'completeness')).toBe('COMPLETE TO 2 (open)');
    expect(exitOf(report, { strict: false })).toBe(0);
    expect(exitOf(report, { strict: true })).toBe(3);
  });

  it('lists gaps and recoveries as warnings, not as tampering', async () => {
    const home = homeWith((run, { log }) => {
      run.add('gap', {
        gap: 'transcript_truncated',
        assurance: 'dev',
        transcript: 0,
        generation: 0,
        offset: 4,
      });
      log.add({
        kind: 'recovered',
        source: 'signer',
        data: { what: 'torn_tail', bytes: 9, offset: 3, segment: 0 },
      });
      run.close();
    });
    const report = await verifyFiles(home.files);
    const { warnings } = report.verdicts[1]!;
    expect(wordOf(report)).toBe('VALID');
    expect(warnings).toEqual([
      `gap at record 3 of run ${RUN}: transcript_truncated (transcript 0), line undefined, byte 4`,
      'recovered at record 4: torn_tail, 9 bytes at byte 3 of segment 0',
    ]);
  });

  it('follows a transcript through generations and reports a hole in its lines', async () => {
    const whole = homeWith((run) => {
      run.line();
      run.nextGeneration();
      run.line();
      run.close();
    });
    expect(wordOf(await verifyFiles(whole.files), 'completeness')).toBe('COMPLETE');
    const holed = homeWith((run, { log }) => {
      run.line();
      const committed = log.commit('x');
      const place = { transcript: 0, generation: 0, line: 5, offset: 999, chain: ZERO, form: 'json' };
      run.add('transcript.line', { ...place, ...committed });
      run.close();
    });
    const report = await verifyFiles(holed.files);
    expect(wordOf(report, 'completeness')).toBe('INCOMPLETE, holes in 1 runs');
    expect(report.runs[0]!.holes[0]).toMatchObject({ seq: 4, transcript: 0 });
  });

  it('checks the late chain of a run, and refuses records of the run after its end', async () => {
    const late = homeWith((run, { log }) => {
      run.close();
      const data = { record: 2, fields: 1, why: 'person', run: RUN };
      log.add({ kind: 'vault.erased', source: 'cli', data });
      log.add({ kind: 'vault.erased', source: 'cli', data });
    });
    const report = await verifyFiles(late.files);
    expect([wordOf(report), report.runs[0]!.late]).toEqual(['VALID', 2]);
    const after = homeWith((run) => {
      run.close();
      run.line();
    });
    expect((await verifyFiles(after.files)).breaks[0]).toMatchObject({ kind: 'order', seq: 4 });
  });

  it('notes a clock that goes back', async () => {
    const home = homeWith((run, { log }) => {
      log.setClock('2026-01-01T00:00:00.000Z');
      run.close();
    });
    expect(wordOf(await verifyFiles(home.files), 'time')).toBe('HOST CLOCK, set back 1 times');
  });

  it('cannot tell gate coverage of a run without hooks', async () => {
    const home = homeWith((run) => run.close());
    expect(wordOf(await verifyFiles(home.files), 'gate coverage')).toBe('CANNOT TELL');
  });
});

import { fromUtf8, toUtf8 } from '../../src/bytes/utf8.ts';
import { type VerifyOptions, verifyHome } from '../../src/verify/home.ts';
import type { LogSource, SeenStore } from '../../src/verify/source.ts';
import type { VerifyReport } from '../../src/verify/verdict.ts';
import { LogMaker, RunMaker } from '../bench/make-log.ts';

/** A home's log in memory, by file name: what a test changes before it is verified. */
export class MadeHome {
  readonly files = new Map<string, Uint8Array>();
  readonly log: LogMaker;

  constructor(
    options: { readonly segmentBytes?: number; readonly origin?: string; readonly key?: string } = {},
  ) {
    this.log = new LogMaker({
      ...options,
      sink: {
        append: (name, bytes) =>
          this.files.set(name, Buffer.concat([this.files.get(name) ?? new Uint8Array(), bytes])),
        replace: (name, bytes) => this.files.set(name, Uint8Array.from(bytes)),
      },
    });
  }

  /** The lines of the only segment. */
  lines(): string[] {
    return fromUtf8(this.files.get(FIRST)!)!.split('\n').slice(0, -1);
  }

  setLines(lines: readonly string[]): void {
    this.files.set(FIRST, toUtf8(lines.map((line) => `${line}\n`).join('')));
  }

  copyFiles(): Map<string, Uint8Array> {
    return new Map(this.files);
  }
}

export const FIRST = 'seg/000000000000.ndjson';
export const RUN = '0123456789abcdef';

/** A small log: one closed run of six lines, then an open one of three; signed at each end, the first also before. */
export function smallHome(options: ConstructorParameters<typeof MadeHome>[0] = {}): MadeHome {
  const home = new MadeHome(options);
  const run = new RunMaker(home.log, RUN);
  for (let i = 0; i < 3; i++) run.line();
  home.log.checkpoint();
  for (let i = 0; i < 3; i++) run.line();
  run.close();
  home.log.checkpoint('run_end');
  const open = new RunMaker(home.log, 'fedcba9876543210');
  for (let i = 0; i < 3; i++) open.line();
  home.log.checkpoint();
  return home;
}

/** The files as a source; pieces of `piece` bytes. */
export function sourceOf(files: ReadonlyMap<string, Uint8Array>, piece = 1_000): LogSource {
  const names = [...files.keys()].filter((name) => name.startsWith('seg/')).sort();
  const checkpoint = files.get('checkpoint');
  const history = files.get('checkpoints.ndjson');
  return {
    segments: names.map((name) => ({
      name: name.slice(4),
      first: Number.parseInt(name.slice(4), 10),
      bytes: files.get(name)!.length,
    })),
    strangers: [],
    *read(segment, from) {
      const bytes = files.get(names[segment]!)!;
      for (let at = from; at < bytes.length; at += piece) yield bytes.slice(at, at + piece);
    },
    ...(checkpoint === undefined ? {} : { checkpoint }),
    ...(history === undefined ? {} : { history }),
  };
}

/** A store of seen checkpoints in memory. */
export function seenInMemory(): SeenStore & { readonly notes: Map<string, Uint8Array> } {
  const notes = new Map<string, Uint8Array>();
  return {
    notes,
    read: (origin) => notes.get(origin),
    write: (origin, note) => notes.set(origin, note),
  };
}

export function verifyFiles(
  files: ReadonlyMap<string, Uint8Array>,
  options: VerifyOptions = {},
): Promise<VerifyReport> {
  return verifyHome(sourceOf(files), options);
}

/** The word that answers a question. */
export function wordOf(report: VerifyReport, question = 'integrity'): string {
  return report.verdicts.find((verdict) => verdict.question === question)!.word;
}

/** Whether the report says nothing at all beyond the first-seen key and the open run that `smallHome` has. */
export function isSilent(report: VerifyReport, like: VerifyReport): boolean {
  return JSON.stringify({ ...report, runs: [] }) === JSON.stringify({ ...like, runs: [] });
}

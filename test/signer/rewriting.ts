import { writeFileSync } from 'node:fs';
import type { LogRecord } from '../../src/model/record.ts';
import { Drive } from '../../src/signer/drive.ts';
import { openHome } from '../../src/signer/open-home.ts';
import { Recorder } from '../../src/signer/recorder.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';
import { contentsOf, recordsOf } from './inline-recording.ts';

/** Follows one file into a home, whoever writes it in between. */
export type Following = {
  /** Writes the file as a whole, and reads it to its end. */
  readonly write: (content: string | Buffer) => Promise<void>;
  /** Reads it to its end. */
  readonly read: () => Promise<void>;
  /** Closes the file's run, as when nothing was written for long. */
  readonly close: () => Promise<void>;
  /** Ends this tailer and recorder, and starts others. */
  readonly restart: () => Promise<void>;
  readonly end: () => Promise<void>;
};

export async function follow(home: string, file: string): Promise<Following> {
  let working = await start(home);
  const poll = async () => {
    await working.tail.readFile(file);
    await working.drive.settled();
  };
  return {
    write: async (content) => {
      writeFileSync(file, content);
      await poll();
    },
    read: poll,
    close: async () => {
      await working.recorder.closeIdle(Number.POSITIVE_INFINITY, () => 0);
      await working.drive.settled();
    },
    restart: async () => {
      await working.end();
      working = await start(home);
    },
    end: () => working.end(),
  };
}

async function start(home: string) {
  const open = await openHome(home);
  const recorder = new Recorder({ ...open, assurance: 'dev', validate: true });
  const tail = new Tail({ tailers: TAILERS, post: (message) => drive.take(structuredClone(message)) });
  const drive: Drive<unknown> = new Drive(recorder as Recorder<unknown>, (message) => {
    queueMicrotask(() => tail.receive(message));
  });
  return { recorder, tail, drive, end: () => open.close() };
}

/** A generation of the only file of a home, put together from the log and the vault alone. */
export type Rebuilt = { readonly number: number; readonly lines: string[] };

/** See docs/log-format.md "Generations". */
export function rebuild(home: string): readonly Rebuilt[] {
  const content = contentsOf(home);
  const all: Rebuilt[] = [];
  for (const { kind, data } of recordsOf(home)) {
    if (kind === 'transcript.opened' && all.at(-1)?.number !== data.generation)
      all.push({ number: data.generation as number, lines: [] });
    const now = all.at(-1);
    if (kind === 'transcript.again')
      for (let i = data.line as number; i < (data.lines as number); i++)
        now!.lines[i] = all.at(-2)!.lines[i]!;
    else if (isLine({ kind, data }))
      now!.lines[data.line as number] = Buffer.from(content(data.commitment as string)!).toString();
  }
  return all;
}

/** Whether a record is that of a line. */
export function isLine({ data }: Pick<LogRecord, 'kind' | 'data'>): boolean {
  return data.form !== undefined;
}

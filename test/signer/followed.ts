import { join } from 'node:path';
import { expect, vi } from 'vitest';
import { seenFolder } from '../../src/log/home.ts';
import type { TailerMessage } from '../../src/model/tail.ts';
import { verifyHomeFolder } from '../../src/verify/home-folder.ts';
import { recordsOf } from './inline-recording.ts';
import { claudeLine, messagesOf } from './tailer-lines.ts';
import { type PlayedTailer, SESSION, type TailerStand } from './tailer-stand.ts';

export const WAIT = { timeout: 10_000, interval: 20 };

export type Lines = Extract<TailerMessage, { kind: 'lines' }>;
export type Found = Extract<TailerMessage, { kind: 'found' }>;

export type Followed = { readonly tailer: PlayedTailer; readonly lines: Lines; readonly found: Found };

/** A session whose tailer is connected and has found its transcript. */
export async function followed(stand: TailerStand): Promise<Followed> {
  const path = join(stand.dir, 'p', `${SESSION}.jsonl`);
  const said = await messagesOf(path, claudeLine(SESSION, 0) + claudeLine(SESSION, 1));
  await stand.hook('SessionStart', { transcript_path: path, source: 'startup' });
  const tailer = await stand.tailer();
  await vi.waitFor(() => expect(tailer.last('session')).toBeDefined(), WAIT);
  const found = said.find((one): one is Found => one.kind === 'found')!;
  const { token } = tailer.last('session')!;
  const withLeave: Found = { ...found, found: { ...found.found, token } };
  tailer.send(withLeave);
  await vi.waitFor(() => expect(tailer.last('start')).toBeDefined(), WAIT);
  return { tailer, lines: said.find((one): one is Lines => one.kind === 'lines')!, found: withLeave };
}

export async function integrityOf(stand: TailerStand): Promise<string | undefined> {
  await stand.signer.stop('asked');
  const { verdicts } = await verifyHomeFolder({ home: stand.home, seen: seenFolder(process.env) });
  return verdicts.find(({ question }) => question === 'integrity')?.word;
}

export function linesIn(stand: TailerStand): number {
  return recordsOf(stand.home).filter(({ kind }) => kind === 'model.exchange' || kind === 'transcript.line')
    .length;
}

/** Finds the transcript for the tailer that came after one that was lost; gives where it is to be read from. */
export async function foundAgain(stand: TailerStand, starts: number): Promise<PlayedTailer> {
  await vi.waitFor(() => expect(stand.starts.length).toBe(starts), WAIT);
  const next = await stand.tailer();
  await vi.waitFor(() => expect(next.last('session')).toBeDefined(), WAIT);
  const path = join(stand.dir, 'p', `${SESSION}.jsonl`);
  const said = await messagesOf(path, claudeLine(SESSION, 0) + claudeLine(SESSION, 1));
  const found = said.find((one): one is Found => one.kind === 'found')!;
  next.send({ kind: 'found', found: { ...found.found, token: next.last('session')!.token } });
  await vi.waitFor(() => expect(next.last('start')).toBeDefined(), WAIT);
  return next;
}

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { LogRecord } from '../../src/model/record.ts';
import { recordInline, recordsOf, scratch } from './inline-recording.ts';

export const SESSION = '11111111-1111-4111-8111-111111111111';

export let place: ReturnType<typeof scratch>;
export let folder: string;
export let file: string;
/** One transcript in a scratch folder, before each test of the file that calls it. */
export function useOneFile(): void {
  beforeEach(() => {
    place = scratch();
    folder = join(place.dir, 'projects', 'p');
    mkdirSync(folder, { recursive: true });
    file = join(folder, `${SESSION}.jsonl`);
  });
  afterEach(() => place.remove());
}

export function prompt(n: number, text = `prompt ${n}`, session = SESSION): string {
  const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
  return `${JSON.stringify({ parentUuid: null, type: 'user', message: { role: 'user', content: text }, uuid, timestamp: '2026-11-30T10:00:00.000Z', sessionId: session, version: '2.1.332' })}\n`;
}

export function kinds(): string[] {
  return recordsOf(place.home).map(({ kind }) => kind);
}

export function gaps(): LogRecord['data'][] {
  return recordsOf(place.home).flatMap(({ kind, data }) => (kind === 'gap' ? [data] : []));
}

export function lines(): LogRecord['data'][] {
  return recordsOf(place.home).flatMap(({ kind, data }) =>
    kind === 'transcript.line' || kind === 'model.exchange' ? [data] : [],
  );
}

export const recordAll = () => recordInline(place.home, [join(place.dir, 'projects')]);

import { join } from 'node:path';
import { namesIn } from '../log/disk.ts';

/** A vault file's place: a UTC day's folder, or `kept`, which retention leaves alone. */
export type VaultPlace = {
  readonly folder: string;
  readonly number: number;
  readonly path: string;
  readonly index: string;
};

export const KEPT = 'kept';
const DAY = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;
const FILE = /^([0-9]{1,9})\.vault$/;

/** The UTC day of a time (milliseconds since 1970), `YYYY-MM-DD`. */
export function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

/** The days that have contents, oldest first. */
export function daysIn(vault: string): string[] {
  return namesIn(vault).filter((name) => DAY.test(name));
}

export function placeOf(vault: string, folder: string, number: number): VaultPlace {
  const path = join(vault, folder, String(number));
  return { folder, number, path: `${path}.vault`, index: `${path}.index` };
}

/** The vault files of a folder in the order they were written. */
export function placesIn(vault: string, folder: string): VaultPlace[] {
  return namesIn(join(vault, folder))
    .flatMap((name) => FILE.exec(name)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b)
    .map((number) => placeOf(vault, folder, number));
}

import type { Generation, Line } from './transcript.ts';

/** A generation's lines by their numbers; a hole where the line is in no record that is at hand. */
export type WholeLines = readonly (Line | undefined)[];

/**
 * All lines of a generation: those recorded for it, and those that it has of the one before. `before`: all lines of what
 * the file was before, or of this generation so far where it goes on in a later run.
 */
export function wholeLinesOf(before: WholeLines, { first, again, lines }: Generation): WholeLines {
  const whole: (Line | undefined)[] = before.slice(0, first);
  for (const { from, to } of again) for (let i = from; i < to; i++) whole[i] = before[i];
  for (const line of lines) whole[line.at.place.line] = line;
  return whole;
}

import type { SimpleCommand } from '../command.ts';
import { type Effect, isEffect } from '../effect.ts';
import { globMatches } from '../glob.ts';
import { KNOWN_COMMANDS } from './known-commands.ts';

type Row = {
  readonly verbs: readonly (readonly string[])[];
  readonly needs: readonly (readonly string[])[];
  readonly bars: readonly string[];
  readonly effects: readonly Effect[];
};

/** The rows for each command's name. */
type EffectTable = ReadonlyMap<string, readonly Row[]>;

function readTable(): EffectTable {
  const out = new Map<string, Row[]>();
  for (const line of KNOWN_COMMANDS.split('\n')) {
    const at = line.indexOf(' : ');
    if (at < 0) continue;
    const words = line.slice(0, at).split(' ');
    const list = words.slice(1);
    const row: Row = {
      verbs: list.filter((word) => !/^[+!]./.test(word)).map((word) => word.split('|')),
      needs: list.filter((word) => word.startsWith('+')).map((word) => word.slice(1).split('|')),
      bars: list.filter((word) => word.startsWith('!')).flatMap((word) => word.slice(1).split('|')),
      effects: line
        .slice(at + 3)
        .split(' ')
        .filter(isEffect),
    };
    for (const name of words[0]!.split('|')) out.set(name, [...(out.get(name) ?? []), row]);
  }
  return out;
}

/** The effects that the table names for a command. */
export function tableEffects(command: SimpleCommand): readonly Effect[] {
  const rows = TABLE.get(command.name) ?? TABLE.get(command.name.replace(/\..*$/, '.*')) ?? [];
  if (rows.length === 0) return [];
  const words = command.words.slice(1, 200).map((word) => word.text.slice(0, 200));
  const operands = words.filter((word) => !word.startsWith('-')).slice(0, 8);
  return rows.flatMap((row) => (matches(row, operands, words) ? row.effects : []));
}

function matches(row: Row, operands: readonly string[], words: readonly string[]): boolean {
  const any = (patterns: readonly string[]): boolean =>
    words.some((word) => patterns.some((pattern) => wordIs(pattern, word)));
  if (row.bars.length > 0 && any(row.bars)) return false;
  if (!row.needs.every(any)) return false;
  if (row.verbs.length === 0) return true;
  return operands.some((_, at) =>
    row.verbs.every((verb, i) => verb.some((pattern) => globMatches(pattern, operands[at + i] ?? ''))),
  );
}

/** A word is a pattern's, or one of bundled short options is (`-rf` has `-r`). */
function wordIs(pattern: string, word: string): boolean {
  if (globMatches(pattern, word)) return true;
  return (
    pattern.length === 2 && pattern[0] === '-' && /^-[a-zA-Z]{2,6}$/.test(word) && word.includes(pattern[1]!)
  );
}

const TABLE: EffectTable = readTable();

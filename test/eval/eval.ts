import type { Attack, Part } from './attack.ts';
import { deedAttacks } from './deed-attacks.ts';
import { grammarScore } from './grammar.ts';
import { allFindings, judge } from './judged.ts';
import { play } from './played.ts';
import { promptAttacks } from './prompt-attacks.ts';
import { precision, recall, type Score, shown } from './score.ts';
import { HARNESSES, sessionsOf } from './session.ts';

/**
 * What honest sessions give above info that is right: their READMEs say what was scripted (a rewriting hook, a hook that
 * was killed, a denied call).
 */
const EXPLAINED: Readonly<Record<string, readonly string[]>> = {
  'claude-code/print-hook-outputs': ['TK-R003', 'TK-R006', 'TK-X002', 'TK-R002'],
  'codex/hooks-pretooluse': ['TK-R003'],
  'gemini/bt-rewrite': ['TK-R003'],
  'gemini/bt-timeout': ['TK-R002'],
  'copilot/pre-modified-args': ['TK-R003'],
  'copilot/resume': ['TK-R002'],
};

export type Row = { readonly rule: string; readonly harness: string; readonly part: Part | 'honest' } & Score;

export type Evaluation = {
  readonly rows: readonly Row[];
  readonly grammar: Score;
  /** What was missed, and what was wrongly said, of what was tried. */
  readonly notes: readonly string[];
};

/** Measures the rules on mutated sessions and on honest ones, and the grammar. `only`: rules that begin so. */
export async function evaluate(only = ''): Promise<Evaluation> {
  const rows = new Map<string, Row>();
  const notes: string[] = [];
  const scoreOf = (rule: string, harness: string, part: Row['part']): Row => {
    const key = `${rule} ${part} ${harness}`;
    const row = rows.get(key) ?? { rule, harness, part, found: 0, missed: 0, wrong: 0 };
    rows.set(key, row);
    return row;
  };
  for (const attack of [...promptAttacks(), ...deedAttacks()]) {
    if (!attack.rule.startsWith(only)) continue;
    await tryOne(attack, scoreOf(attack.rule, attack.session.harness, attack.part), notes);
  }
  for (const harness of HARNESSES) {
    for (const session of sessionsOf(harness)) {
      const played = await play([session]);
      const name = `${harness}/${session.scenario}`;
      for (const { rule, severity, text } of allFindings(played)) {
        if (severity === 'info' || !rule.startsWith(only) || EXPLAINED[name]?.includes(rule)) continue;
        scoreOf(rule, harness, 'honest').wrong++;
        notes.push(`honest ${name}: ${rule} ${severity} ${text.slice(0, 160)}`);
      }
      played.done();
    }
  }
  const grammar = grammarScore('test/constraints/measured-on.jsonl');
  return { rows: [...rows.values()], grammar, notes };
}

async function tryOne(attack: Attack, row: Score, notes: string[]): Promise<void> {
  const { found, others } = await judge(attack);
  const name = `${attack.rule} ${attack.session.harness}/${attack.session.scenario}: ${attack.kind}`;
  const wrong = attack.honest === true ? (found ? 1 : 0) : others.length;
  row.wrong += wrong;
  if (wrong > 0) notes.push(`wrong ${name}`);
  if (attack.honest === true) return;
  if (found) row.found++;
  else {
    row.missed++;
    notes.push(`missed ${name}`);
  }
}

/** The table that is printed: by rule and part, then by rule, harness and part. */
export function table({ rows, grammar }: Evaluation): readonly string[] {
  const sum = (some: readonly Row[]): Score => ({
    found: some.reduce((n, row) => n + row.found, 0),
    missed: some.reduce((n, row) => n + row.missed, 0),
    wrong: some.reduce((n, row) => n + row.wrong, 0),
  });
  const rules = [...new Set(rows.map(({ rule }) => rule))].sort();
  const line = (what: string, score: Score): string =>
    `${what.padEnd(38)} precision ${shown(precision(score)).padEnd(34)} recall ${shown(recall(score))}`;
  const parts = ['write', 'measure', 'honest'] as const;
  return [
    ...rules.flatMap((rule) =>
      parts.flatMap((part) => {
        const some = rows.filter((row) => row.rule === rule && row.part === part);
        if (some.length === 0) return [];
        if (part === 'honest') return [`${rule.padEnd(14)} honest sessions: ${sum(some).wrong} false alarms`];
        const each = some.map((row) => line(`  ${rule} ${part} ${row.harness}`, row));
        return [line(`${rule} ${part}`, sum(some)), ...each];
      }),
    ),
    line('grammar (test/constraints/measured-on)', grammar),
  ];
}

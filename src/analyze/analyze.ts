import type { Finding } from '../model/finding.ts';
import { SEVERITIES } from '../model/finding.ts';
import { findingOf } from './cite.ts';
import type { Evidence } from './evidence.ts';
import { factsOf } from './facts.ts';
import { couldNotRun, type Facts, type Found, type Rule } from './rule.ts';
import { RULES } from './rules/rules.ts';
import { buildTimeline } from './timeline/build.ts';
import type { Contents } from './timeline/contents.ts';
import type { Content } from './timeline/item.ts';
import type { Timeline } from './timeline/timeline.ts';

/** What was found in one run, the gravest first, then in the order of the log. */
export type RunFindings = {
  readonly run: Timeline['run'];
  readonly source: Timeline['source'];
  readonly findings: readonly Finding[];
};

/**
 * Analyzes one run: every rule over its timeline. Deterministic: the same evidence gives the same findings, byte for byte.
 * undefined where there are no records of the run.
 *
 * @example
 * analyzeRun(homeEvidence(homePaths(home)), '0123456789abcdef')?.findings
 */
export function analyzeRun(
  evidence: Evidence,
  run: string,
  rules: readonly Rule[] = RULES,
): RunFindings | undefined {
  const timeline = buildTimeline(evidence, run);
  return timeline === undefined ? undefined : analyzeTimeline(timeline, rules);
}

/** The rules' findings over a timeline. */
export function analyzeTimeline(timeline: Timeline, rules: readonly Rule[] = RULES): RunFindings {
  const watch = new Watch(timeline.contents);
  const watched = { ...timeline, contents: watch.contents };
  const facts = watch.facts(factsOf(watched));
  const findings = new Map<string, Finding>();
  for (const rule of rules) {
    for (const found of runRule(rule, watched, { facts, watch })) {
      const finding = findingOf(rule, found, timeline);
      if (!findings.has(finding.fingerprint)) findings.set(finding.fingerprint, finding);
    }
  }
  return { run: timeline.run, source: timeline.source, findings: [...findings.values()].sort(inOrder) };
}

type Running = { readonly facts: Facts; readonly watch: Watch };

function runRule(rule: Rule, timeline: Timeline, { facts, watch }: Running): readonly Found[] {
  const { opened } = timeline.run;
  if (rule.needs.includes('hooks') && !timeline.hooked)
    return [
      couldNotRun('no hook recorded anything: this, and whether calls passed the gate, cannot be judged', [
        opened,
      ]),
    ];
  if (rule.needs.includes('exchanges') && !hasExchanges(timeline)) return [];
  watch.begin();
  const found = rule.run(timeline, facts);
  const gone = watch.gone();
  if (gone === 0) return found;
  const some = gone === 1 ? '1 content that it looks at is' : `${gone} contents that it looks at are`;
  const why = `${some} not there to be read (erased, or not disclosed)`;
  return [...found, couldNotRun(why, [opened, ...timeline.erased.map(({ at }) => at)])];
}

/** TK-X000 says for all rules that there are none. */
function hasExchanges({ transcripts, spoken }: Timeline): boolean {
  return (
    spoken.length > 0 ||
    transcripts.some(({ generations }) =>
      generations.some(({ lines }) => lines.some(({ exchange }) => exchange !== undefined)),
    )
  );
}

function inOrder(a: Finding, b: Finding): number {
  const grave = SEVERITIES.indexOf(b.severity) - SEVERITIES.indexOf(a.severity);
  return grave || place(a) - place(b) || (a.rule < b.rule ? -1 : a.rule > b.rule ? 1 : 0);
}

function place({ cites: [first] }: Finding): number {
  if (first === undefined) return 0;
  return first.kind === 'record' ? first.seq : first.line;
}

/** Knows which contents a rule asked for in vain, also those that facts were made from that others had asked for first. */
class Watch {
  readonly contents: Contents;
  #asked = new Set<string>();
  readonly #ofFacts = new Map<keyof Facts, ReadonlySet<string>>();

  constructor(contents: Contents) {
    const watched =
      <T>(open: (content: Content | undefined) => T) =>
      (content: Content | undefined): T => {
        const found = open(content);
        if (found === undefined && content !== undefined && contents.bytes(content) === undefined)
          this.#asked.add(content.commitment);
        return found;
      };
    this.contents = {
      bytes: watched(contents.bytes),
      text: watched(contents.text),
      value: watched(contents.value),
      words: watched(contents.words),
      withheld: contents.withheld,
    };
  }

  begin(): void {
    this.#asked = new Set();
  }

  /** How many contents the rule lacked. */
  gone(): number {
    return this.#asked.size;
  }

  facts(facts: Facts): Facts {
    const get = <K extends keyof Facts>(key: K): Facts[K] => {
      const before = this.#asked;
      this.#asked = new Set();
      const fact = facts[key];
      const known = this.#ofFacts.get(key) ?? this.#asked;
      this.#ofFacts.set(key, known);
      this.#asked = new Set([...before, ...known]);
      return fact;
    };
    return {
      get capability() {
        return get('capability');
      },
      get pairs() {
        return get('pairs');
      },
      get actions() {
        return get('actions');
      },
      get said() {
        return get('said');
      },
      get prompts() {
        return get('prompts');
      },
      get steps() {
        return get('steps');
      },
      get standing() {
        return get('standing');
      },
      get turns() {
        return get('turns');
      },
    };
  }
}

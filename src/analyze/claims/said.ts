import type { Step } from '../steps.ts';
import type { At } from '../timeline/item.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { RecordedPart } from '../timeline/transcript.ts';
import { type Claim, claimsOf, type Denial, denialsOf } from './claims.ts';

/** What was claimed and denied at a step. */
export type Said = {
  readonly by: 'agent' | 'user';
  readonly at: At;
  /** The subagent that said it. */
  readonly agent?: string;
  readonly claims: readonly Claim[];
  readonly denials: readonly Denial[];
  /** A command that the person ran, with what came out of it. */
  readonly shell?: string;
};

/** Steps at which somebody said something that can be read; each text is opened once. */
export function saidAt(steps: readonly Step[], { contents }: Timeline): ReadonlyMap<Step, Said> {
  const found = new Map<Step, Said>();
  const textOf = (parts: readonly RecordedPart[]): string =>
    parts.flatMap((part) => (part.kind === 'text' ? (contents.words(part.body) ?? []) : [])).join('\n');
  for (const step of steps) {
    const said = wordsAt(step, textOf, contents);
    if (said !== undefined) found.set(step, said);
  }
  return found;
}

/** A text without any of these neither claims nor denies. */
const TOPIC =
  /test|spec|suite|commit|push|install|delet|remov|touch|modif|chang|edit|alter|updat|unmodif|network|internet|web|download|fetch|request|offline/i;

function wordsAt(
  step: Step,
  textOf: (parts: readonly RecordedPart[]) => string,
  contents: Timeline['contents'],
): Said | undefined {
  if (step.kind === 'action') return undefined;
  if (step.kind === 'prompt')
    return saidOf('user', contents.text(step.prompt.text) ?? '', { at: step.prompt.at });
  if (step.kind === 'spoken') {
    const { parts, at, agent } = step.spoken;
    return saidOf('agent', textOf(parts), { at, agent });
  }
  const { role, parts, line, origin } = step.message;
  if (role !== 'assistant' && role !== 'user') return undefined;
  const text = textOf(parts);
  const where = { at: line.at, agent: line.agent ?? line.transcript.agent };
  if (origin === 'shell') return { by: 'user', at: line.at, claims: [], denials: [], shell: text };
  return saidOf(role === 'assistant' ? 'agent' : 'user', text, where);
}

type Where = { readonly at: At; readonly agent?: string | undefined };

function saidOf(by: Said['by'], text: string, { at, agent }: Where): Said | undefined {
  if (text.trim() === '') return undefined;
  const speaks = TOPIC.test(text);
  return {
    by,
    at,
    claims: speaks ? claimsOf(text) : [],
    denials: speaks && by === 'agent' ? denialsOf(text) : [],
    ...(agent === undefined ? {} : { agent }),
  };
}

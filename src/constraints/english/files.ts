import { phrases } from '../phrases.ts';
import { bareEnd, type Draft, ended, startsTrailing } from './ending.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import type { Banned } from './objects.ts';
import { all, elseScope, OUTSIDE, scoped } from './outside.ts';
import { endsAt, type Reading, type Scene } from './scene.ts';

const FAULTS = phrases(
  '(the|any|any of the|these|those|that|this)? (bug|bugs|issue|issues|problem|problems|error|errors|failure|failures|findings|finding|fix)',
);

const DELETABLE = phrases('(any|any of the|the|my)? (branches|tags)');

export function modified(scene: Scene, { at, bare }: Banned): Reading | undefined {
  const { tokens } = scene;
  const outside = OUTSIDE.find(tokens, at);
  if (outside !== undefined && tokens[at]!.low.startsWith('outside')) return scoped(scene, outside.next);
  const noun = nounAt(tokens, at);
  if (noun.is === 'targets') return ended(scene, { kind: 'no_modify', targets: noun.targets, at: noun.next });
  if (noun.is === 'pronoun') return referred(scene, noun, 'no_modify') ?? wholeReferred(scene, noun, at);
  if (noun.is === 'all' || noun.is === 'else') return all(scene, noun);
  if (noun.is !== 'none' && !startsTrailing(tokens, at)) return undefined;
  if (!bare) return undefined;
  const reading = bareEnd(scene, 'read_only', at);
  const subject = reading === undefined ? [] : subjectOf(scene, at);
  return subject.length > 0 ? ended(scene, { kind: 'no_modify', targets: subject, at }) : reading;
}

/** "billing.py is mine, don't touch": what the sentence is about. */
function subjectOf({ tokens }: Scene, at: number): readonly string[] {
  const noun = nounAt(tokens, 0);
  const copula = /^(?:is|are|'s|belongs|was|needs|has|,|—|:|\()$/.test(tokens[noun.next]?.low ?? '');
  return noun.is === 'targets' && copula && noun.next < at - 1 ? noun.targets : [];
}

export function referred(scene: Scene, noun: Noun, kind: Draft['kind']): Reading | undefined {
  const targets = scene.refer(noun.pronoun!, noun.next);
  return targets.length === 0 ? undefined : ended(scene, { kind, targets, at: noun.next });
}

const WHOLE = phrases(
  '(the|this|our|my) (whole|entire)? (code|codebase|repo|repository|project|source|source code|code base)',
);

/** "check the code without modifying it". */
function wholeReferred(scene: Scene, noun: Noun, at: number): Reading | undefined {
  const named = scene.tokens.some((_, i) => i < at && WHOLE.find(scene.tokens, i) !== undefined);
  return named && noun.pronoun === 'one' ? bareEnd(scene, 'read_only', noun.next) : undefined;
}

export function written(scene: Scene, { act, at }: Banned): Reading | undefined {
  const { tokens } = scene;
  if (act === 'carry_out' && scene.writing) return undefined;
  const noun = nounAt(tokens, at);
  if (noun.is === 'targets') {
    const named = noun.targets.every((target) => /[./]/.test(target));
    return named && tokens[at]!.line === 'inside'
      ? ended(scene, { kind: 'no_modify', targets: noun.targets, at: noun.next })
      : undefined;
  }
  if (noun.is === 'all') return all(scene, noun);
  if (noun.is === 'else') return elseScope(scene, noun.next);
  const fault = act === 'carry_out' ? FAULTS.find(tokens, at) : undefined;
  if (fault !== undefined) return bareEnd(scene, 'read_only', fault.next);
  if (noun.is === 'pronoun') return act === 'carry_out' ? bareEnd(scene, 'read_only', noun.next) : undefined;
  const outside = OUTSIDE.find(tokens, at);
  if (outside !== undefined && outside.next > at) {
    const scope = scoped(scene, outside.next);
    if (scope !== undefined) return scope;
  }
  return startsTrailing(tokens, at) ? bareEnd(scene, 'read_only', at) : undefined;
}

export function deleted(scene: Scene, { at }: Banned): Reading | undefined {
  const { tokens } = scene;
  const from = /^(?:from|in|under|inside)$/.test(tokens[at]?.low ?? '') ? at + 1 : at;
  const noun = nounAt(tokens, from);
  if (from > at && noun.is !== 'targets') return undefined;
  if (DELETABLE.find(tokens, at) !== undefined) return undefined;
  if (noun.is === 'targets') return ended(scene, { kind: 'no_delete', targets: noun.targets, at: noun.next });
  if (noun.is === 'all')
    return all(scene, noun)?.found.some((found) => found.say === 'hold' && found.kind === 'scope')
      ? undefined
      : allDeleted(scene, noun);
  if (noun.is === 'pronoun') return referred(scene, noun, 'no_delete');
  return startsTrailing(tokens, at) && noun.is === 'none' ? bareEnd(scene, 'no_delete', at) : undefined;
}

/** A move leaves a thing changed where it was; to move things as such is nothing that can be held. */
export function moved(scene: Scene, { at }: Banned): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  const reading =
    noun.is === 'targets'
      ? ended(scene, { kind: 'no_modify', targets: noun.targets, at: noun.next })
      : undefined;
  return reading !== undefined && endsAt(scene.tokens, reading.next) ? reading : undefined;
}

/** "any code" and "lines" are content: only files and things as such are deleted. */
function allDeleted(scene: Scene, noun: Noun): Reading | undefined {
  const last = scene.tokens[noun.next - 1]!.low;
  if (
    !/^(?:files?|anything|everything|nothing|things?|stuff|repo|repository|here|it|this|that|disk|mine)$/.test(
      last,
    )
  )
    return undefined;
  return ended(scene, { kind: 'no_delete', targets: [], at: noun.next });
}

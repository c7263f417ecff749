import { phrases } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { endsAt, hold, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

const EXCEPT = phrases(
  '(except|except for|except in|but not|other than|apart from|besides|aside from|excluding|save for|with the exception of)',
);

export type Draft = {
  readonly kind:
    | 'no_modify'
    | 'read_only'
    | 'no_delete'
    | 'no_commit'
    | 'no_push'
    | 'no_network'
    | 'no_install';
  readonly targets: readonly string[];
  readonly at: number;
};

/** A hold, unless what stands behind it limits it. */
export function ended(scene: Scene, { kind, targets, at }: Draft): Reading | undefined {
  const except = exceptAt(scene.tokens, at);
  const trailing = trailingAt(scene.tokens, except?.next ?? at, targets.length === 0);
  if (trailing.limits) return undefined;
  return {
    found: [hold(kind, targets, { except: except?.targets ?? [], untilWord: trailing.untilWord })],
    next: trailing.next,
  };
}

function exceptAt(tokens: readonly Token[], at: number): Noun | undefined {
  const i = tokens[at]?.low === ',' ? at + 1 : at;
  const found = EXCEPT.find(tokens, i);
  const noun = found === undefined ? undefined : nounAt(tokens, found.next);
  return noun?.is === 'targets' ? noun : undefined;
}

/** A verb without object, at its clause's end. */
export function bareEnd(scene: Scene, kind: Draft['kind'], at: number): Reading | undefined {
  const reading = ended(scene, { kind, targets: [], at });
  return reading !== undefined && endsAt(scene.tokens, reading.next) ? reading : undefined;
}

export function startsTrailing(tokens: readonly Token[], at: number): boolean {
  return endsAt(tokens, at) || trailingAt(tokens, at, false).next > at;
}

import { ANY_REMOTE, REMOTES } from '../lexicon/english-nouns.ts';
import { phrases } from '../phrases.ts';
import type { Token } from '../token.ts';
import { bareEnd, ended, startsTrailing } from './ending.ts';
import { nounAt } from './noun-phrase.ts';
import type { Banned } from './objects.ts';
import type { Reading, Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

const WORK = phrases(
  '(the|any|any of the|any of your|your|these|those|this|my|a|all|any of my|any of these|to)? (changes|change|commits|commit|code|work|branch|tags|tag|edits|result|results|stuff|new commits|local changes|fix|fixes|update|updates|version|feature branch)',
);

const FORCE = phrases(
  '(--force|-f|with force|with --force|with -f|forcefully|by force|using --force|--force-with-lease|using force|with --force-with-lease)',
);

const PUSHING = phrases('(when|while|if|for|on) (you|ever)? (push|pushing|a push|pushes) (anything)?');

export function pushed(scene: Scene, { act, at }: Banned): Reading | undefined {
  const { tokens } = scene;
  const force: readonly string[] = act === 'force_push' ? ['--force'] : [];
  const pushing = force.length > 0 ? PUSHING.find(tokens, at) : undefined;
  let next = pushing?.next ?? at;
  const noun = nounAt(tokens, next);
  const work = WORK.find(tokens, next);
  if (noun.is === 'all' || noun.is === 'pronoun') next = Math.max(noun.next, work?.next ?? 0);
  else if (work !== undefined) next = work.next;
  const forced = FORCE.find(tokens, next);
  if (forced !== undefined) return ended(scene, { kind: 'no_push', targets: ['--force'], at: forced.next });
  const remote = remoteAt(tokens, next);
  if (remote === undefined) return undefined;
  if (remote.next === next && !startsTrailing(tokens, next)) return undefined;
  return ended(scene, {
    kind: 'no_push',
    targets: force.length > 0 ? force : remote.targets,
    at: remote.next,
  });
}

/** Where to: a remote, anywhere, or nothing said. A branch's name makes it a rule about a branch: undefined. */
function remoteAt(
  tokens: readonly Token[],
  at: number,
): { readonly targets: readonly string[]; readonly next: number } | undefined {
  const to = /^(?:to|on|onto)$/.test(tokens[at]?.low ?? '') ? at + 1 : at;
  const anywhere = ANY_REMOTE.find(tokens, to);
  if (anywhere !== undefined) return { targets: [], next: anywhere.next };
  let i = to;
  const targets: string[] = [];
  for (;;) {
    if (tokens[i]?.low === 'the' && REMOTES.has(tokens[i + 1]?.low ?? '')) i++;
    if (!REMOTES.has(tokens[i]?.low ?? '')) break;
    targets.push(tokens[i]!.text);
    i++;
    if (/^(?:remote|repo|repository)$/.test(tokens[i]?.low ?? '')) i++;
    if (/^(?:or|and|nor)$/.test(tokens[i]?.low ?? '') && REMOTES.has(tokens[i + 1]?.low ?? '')) i++;
  }
  if (targets.length > 0) return startsTrailing(tokens, i) ? { targets, next: i } : undefined;
  if (to === at) return { targets: [], next: at };
  const session = trailingAt(tokens, at, true);
  return session.next > at && !session.limits ? { targets: [], next: at } : undefined;
}

export function committed(scene: Scene, { at }: Banned): Reading | undefined {
  const { tokens } = scene;
  const noun = nounAt(tokens, at);
  const work = WORK.find(tokens, at);
  if (work !== undefined) return ended(scene, { kind: 'no_commit', targets: [], at: work.next });
  if (noun.is === 'all') return ended(scene, { kind: 'no_commit', targets: [], at: noun.next });
  if (noun.is === 'targets') return ended(scene, { kind: 'no_commit', targets: noun.targets, at: noun.next });
  if (noun.is === 'pronoun') {
    const targets = noun.pronoun === 'one' ? scene.refer('one', at) : [];
    return ended(scene, {
      kind: 'no_commit',
      targets: targets.every((target) => target.startsWith('.')) ? targets : [],
      at: noun.next,
    });
  }
  return startsTrailing(tokens, at) ? bareEnd(scene, 'no_commit', at) : undefined;
}

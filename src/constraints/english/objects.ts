import { ANY_REMOTE, DEPENDENCIES, NETWORK, REMOTES } from '../lexicon/english-nouns.ts';
import type { Act } from '../lexicon/english-verbs.ts';
import { phrases, words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { type Noun, nounAt } from './noun-phrase.ts';
import { endsAt, hold, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

/** A verb of a ban, and where its object begins. `bare`: one word, which may stand without an object. */
export type Banned = { readonly act: Act; readonly at: number; readonly bare: boolean };

export const OUTSIDE = phrases(
  "(outside|outside of|except|except for|except in|but|besides|other than|apart from|beyond|aside from|excluding|save for|that isn't in|that is not in|that's not in|thats not in|not in|that isn't|that is not|that's not|than|except inside|except under|else but|else than|else besides|else except|else outside|else outside of|but in|other than in|unrelated to|not under)",
);
const EXCEPT = phrases(
  '(except|except for|except in|but not|other than|apart from|besides|aside from|excluding|save for|with the exception of)',
);
const WORK = phrases(
  '(the|any|any of the|any of your|your|these|those|this|my|a|all|any of my|any of these|to)? (changes|change|commits|commit|code|work|branch|tags|tag|edits|result|results|stuff|new commits|local changes|fix|fixes|update|updates|version|feature branch)',
);
const FORCE = phrases(
  '(--force|-f|with force|with --force|with -f|forcefully|by force|using --force|--force-with-lease|using force|with --force-with-lease)',
);
const PUSHING = phrases('(when|while|if|for|on) (you|ever)? (push|pushing|a push|pushes) (anything)?');
const FAULTS = phrases(
  '(the|any|any of the|these|those|that|this)? (bug|bugs|issue|issues|problem|problems|error|errors|failure|failures|findings|finding|fix)',
);
const DELETABLE = phrases('(any|any of the|the|my)? (branches|tags)');

/** The holds that a banned act with the object at `at` makes; nothing where the object can't be held. */
export function heldObject(scene: Scene, banned: Banned): Reading | undefined {
  switch (banned.act) {
    case 'modify':
      return modified(scene, banned);
    case 'write':
    case 'carry_out':
      return written(scene, banned);
    case 'push':
    case 'force_push':
      return pushed(scene, banned);
    case 'commit':
      return committed(scene, banned);
    case 'delete':
      return deleted(scene, banned);
    case 'move':
      return moved(scene, banned);
    case 'install':
    case 'add':
      return installed(scene, banned);
    case 'download':
    case 'use':
    case 'go_online':
      return connected(scene, banned);
    case 'other':
      return undefined;
  }
}

type Draft = {
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

function modified(scene: Scene, { at, bare }: Banned): Reading | undefined {
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

/** "anything", which what follows may turn into a scope: "anything outside docs/", "anything else". */
export function all(scene: Scene, noun: Noun): Reading | undefined {
  const outside = OUTSIDE.find(scene.tokens, noun.next);
  if (outside !== undefined) {
    const scope = scoped(scene, outside.next);
    if (scope !== undefined) return scope;
    if (scene.tokens[noun.next]!.low !== 'but') return undefined;
  }
  if (noun.is === 'all') return bareEnd(scene, 'read_only', noun.next);
  return elseScope(scene, noun.next);
}

/** "nothing else": the paths that were to be worked on are the scope. */
export function elseScope(scene: Scene, at: number): Reading | undefined {
  const targets = scene.worked();
  const trailing = trailingAt(scene.tokens, at, true);
  if (targets.length === 0 || trailing.limits) return undefined;
  return { found: [hold('scope', targets)], next: trailing.next };
}

export function scoped(scene: Scene, at: number): Reading | undefined {
  const noun = nounAt(scene.tokens, at);
  if (noun.is === 'pronoun') {
    const targets = scene.refer(noun.pronoun!, at);
    return targets.length === 0 ? undefined : { found: [hold('scope', targets)], next: noun.next };
  }
  return noun.is === 'targets' ? { found: [hold('scope', noun.targets)], next: noun.next } : undefined;
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

/** A verb without object, at its clause's end. */
function bareEnd(scene: Scene, kind: Draft['kind'], at: number): Reading | undefined {
  const reading = ended(scene, { kind, targets: [], at });
  return reading !== undefined && endsAt(scene.tokens, reading.next) ? reading : undefined;
}

export function startsTrailing(tokens: readonly Token[], at: number): boolean {
  return endsAt(tokens, at) || trailingAt(tokens, at, false).next > at;
}

function written(scene: Scene, { act, at }: Banned): Reading | undefined {
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

function pushed(scene: Scene, { act, at }: Banned): Reading | undefined {
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
  const any = ANY_REMOTE.find(tokens, to);
  if (any !== undefined) return { targets: [], next: any.next };
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

function committed(scene: Scene, { at }: Banned): Reading | undefined {
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

function deleted(scene: Scene, { at }: Banned): Reading | undefined {
  const { tokens } = scene;
  const noun = nounAt(tokens, at);
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
function moved(scene: Scene, { at }: Banned): Reading | undefined {
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

const PACKAGE = /^@?[a-z][a-z0-9._-]*(?:\/[a-z][a-z0-9._-]*)?(?:@[\w.^~-]+)?$/;
const NO_PACKAGE = words(
  'twice again please pls plz now today thanks anything everything nothing something stuff things software yet else the a an to in on it this that them these those any new git husky-hooks hooks from with via using by locally globally yourself app program handler handlers listener listeners certificate certificates signal event support tests code logging checks feature features more too as comments',
);

function installed(scene: Scene, { act, at }: Banned): Reading | undefined {
  const { tokens } = scene;
  const dependency = DEPENDENCIES.find(tokens, at);
  const noun = nounAt(tokens, at);
  if (dependency !== undefined && dependency.next >= noun.next) {
    if (act === 'add' && !namesDependency(tokens, at, dependency.next)) return undefined;
    if (tokens[at]!.low === 'use') return undefined;
    return ended(scene, { kind: 'no_install', targets: [], at: dependency.next });
  }
  const packages = packagesAt(tokens, at);
  if (packages !== undefined && (act === 'install' || packages.as))
    return ended(scene, { kind: 'no_install', targets: packages.targets, at: packages.next });
  if (act === 'add') return undefined;
  if (noun.is === 'all') return ended(scene, { kind: 'no_install', targets: [], at: noun.next });
  return startsTrailing(tokens, at) && noun.is === 'none' ? bareEnd(scene, 'no_install', at) : undefined;
}

/** "add packages" is an install; "use modules", "add tools" is not. */
function namesDependency(tokens: readonly Token[], from: number, to: number): boolean {
  return tokens
    .slice(from, to)
    .some(({ low }) =>
      /^(?:dep|deps|dependency|dependencies|packages?|librar(?:y|ies)|libs?|gems|crates|requirements)$/.test(
        low,
      ),
    );
}

type Packages = { readonly targets: readonly string[]; readonly as: boolean; readonly next: number };

/** Packages by name. `as`: what follows says that they are dependencies, or widens to all of them. */
function packagesAt(tokens: readonly Token[], at: number): Packages | undefined {
  const targets: string[] = [];
  let i = at;
  while (i < tokens.length) {
    const token = tokens[i]!;
    if (
      (token.kind !== 'word' && token.kind !== 'path') ||
      NO_PACKAGE.has(token.low) ||
      !PACKAGE.test(token.low)
    )
      break;
    targets.push(token.text);
    i++;
    if (!/^(?:,|or|and|nor)$/.test(tokens[i]?.low ?? '')) break;
    i++;
    if (/^(?:or|and|nor)$/.test(tokens[i]?.low ?? '')) i++;
    const wide = /^(?:any|anything)$/.test(tokens[i]?.low ?? '')
      ? (DEPENDENCIES.find(tokens, i)?.next ??
        (/^(?:else)$/.test(tokens[i + 1]?.low ?? '') ? i + 2 : undefined))
      : undefined;
    if (wide !== undefined) return { targets: [], as: true, next: wide };
  }
  if (targets.length === 0) return undefined;
  const as = /^as$/.test(tokens[i]?.low ?? '') ? DEPENDENCIES.find(tokens, i + 1) : undefined;
  if (as === undefined && !startsTrailing(tokens, i)) return undefined;
  return { targets, as: as !== undefined, next: as?.next ?? i };
}

function connected(scene: Scene, { act, at }: Banned): Reading | undefined {
  const { tokens } = scene;
  if (act === 'go_online') {
    const noun = nounAt(tokens, at);
    return bareEnd(scene, 'no_network', noun.is === 'all' ? noun.next : at);
  }
  const host = hostsAt(tokens, at);
  if (host !== undefined) return ended(scene, { kind: 'no_network', targets: host.targets, at: host.next });
  const noun = nounAt(tokens, at);
  const network = NETWORK.find(tokens, at);
  const whole = network !== undefined && (act !== 'use' || isWhole(tokens, network.next));
  if (network !== undefined && whole && (act === 'use' || tokens[network.next - 1]!.low !== 'web'))
    return ended(scene, { kind: 'no_network', targets: [], at: network.next });
  if (act !== 'download') return undefined;
  if (noun.is === 'all') {
    const from = tokens[noun.next]?.low === 'from' ? NETWORK.find(tokens, noun.next + 1) : undefined;
    return ended(scene, { kind: 'no_network', targets: [], at: from?.next ?? noun.next });
  }
  if (DEPENDENCIES.find(tokens, at) !== undefined)
    return ended(scene, { kind: 'no_network', targets: [], at: DEPENDENCIES.find(tokens, at)!.next });
  return noun.is === 'none' && tokens[at - 1]!.low.startsWith('download')
    ? bareEnd(scene, 'no_network', at)
    : undefined;
}

/** The noun ends here: "the network", but not "network mocks". */
function isWhole(tokens: readonly Token[], at: number): boolean {
  return (
    startsTrailing(tokens, at) || /^(?:for|in|at|while|during|to|from|when|with|on)$/.test(tokens[at]!.low)
  );
}

function hostsAt(
  tokens: readonly Token[],
  at: number,
): { readonly targets: readonly string[]; readonly next: number } | undefined {
  const targets: string[] = [];
  let i = at;
  while (tokens[i]?.kind === 'host') {
    targets.push(tokens[i]!.text);
    i++;
    if (/^(?:or|and|nor|,)$/.test(tokens[i]?.low ?? '') && tokens[i + 1]?.kind === 'host') i++;
  }
  return targets.length === 0 ? undefined : { targets, next: i };
}

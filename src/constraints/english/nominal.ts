import { DEPENDENCIES, NETWORK } from '../lexicon/english-nouns.ts';
import { PhraseTable } from '../phrases.ts';
import { ended } from './ending.ts';
import { nounAt } from './noun-phrase.ts';
import { all, OUTSIDE, scoped } from './outside.ts';
import { endsAt, type Found, hold, type Reading, type Scene } from './scene.ts';
import { trailingAt } from './trailing.ts';

type Deed = 'push' | 'force' | 'commit' | 'install' | 'change' | 'delete' | 'download' | 'other';

export const DEEDS = new PhraseTable<Deed>([
  [
    'push',
    [
      '(git|any|more|further|remote|new)? (push|pushes|pushs)',
      '(any|new|more|further)? (pr|prs|pull request|pull requests|mr|mrs|merge request|merge requests)',
    ],
  ],
  ['force', ['(force push|force pushes|force-push|force-pushes|forced pushes|--force)']],
  [
    'commit',
    [
      '(git|any|more|further|new|any more|automatic|auto)? (auto-commit|auto-commits|autocommits|commit|commits|comits|commiting|git commits|staging)',
    ],
  ],
  [
    'install',
    [
      '(package|new|npm|any|brew|apt|apt-get|cargo|yarn|pnpm|pip)? (install|installs|installations|npm install|npm installs|pip install|pip installs|package installs|upgrades)',
    ],
  ],
  [
    'change',
    [
      '(any|more|further|other|file|code|source|actual|any code|any file|any more|any further|unrelated|any other|code or file|real|direct|other code)? (change|changes|edits|edit|modifications|modification|writes|alterations|file changes|code changes|code edits|code modifications|file edits|file writes|file modifications|updates|touching|coding|code|implementation|editing|writing|write access|write operations|fixes)',
    ],
  ],
  ['delete', ['(file|any|any file)? (deletions|deletes|deletion|removals|file deletions|rm|rm -rf)']],
  ['download', ['(any|file)? (downloads|downloading)']],
  [
    'other',
    [
      '(any|new)? (deploy|deploys|deployments|tests|releases|tags|merges|new files|branches|rebase|rebases|questions|refactoring|refactors|comments|explanations|surprises|funny business|tricks|nonsense)',
    ],
  ],
]);

/** "no pushes, no commits": what a noun behind "no" forbids. `i`: the noun. */
export function nominalAt(scene: Scene, i: number): Reading | undefined {
  const found: Found[] = [];
  let next = i;
  let begin = i;
  for (let step = 0; step < 10; step++) {
    const one = oneAt(scene, begin);
    if (one === undefined) break;
    found.push(...one.found);
    next = one.next;
    const more = joined(scene, next);
    if (more === undefined) break;
    begin = more;
  }
  if (found.length === 0) return undefined;
  const own =
    scene.stating && !/^[:—]$/.test(scene.tokens[i - 2]?.low ?? '')
      ? found.filter((one) => one.say !== 'hold' || one.targets.length > 0)
      : found;
  return own.length === 0 && found.length > 0 ? undefined : { found: own, next };
}

function joined({ tokens }: Scene, at: number): number | undefined {
  let i = at;
  if (tokens[i]?.low === ',') i++;
  if (!/^(?:and|or|nor|&|\/|\+)$/.test(tokens[i]?.low ?? '')) return undefined;
  return /^(?:no|any)$/.test(tokens[i + 1]?.low ?? '') ? i + 2 : i + 1;
}

function oneAt(scene: Scene, i: number): Reading | undefined {
  const { tokens } = scene;
  const begin = tokens[i]?.low === 'the' || tokens[i]?.low === 'any' ? i : i;
  const network = NETWORK.find(tokens, begin);
  const deed = DEEDS.find(tokens, begin);
  const dependency = DEPENDENCIES.find(tokens, begin);
  const longest = Math.max(network?.next ?? 0, deed?.next ?? 0, dependency?.next ?? 0);
  if (longest === 0) return undefined;
  if (deed?.next === longest) return deedAt(scene, deed.value, deed.next);
  if (network?.next === longest) return scene.making ? undefined : strict(scene, 'no_network', network.next);
  const behind = /^(?:added|installed|to be added|introduced)$/.test(tokens[longest]?.low ?? '')
    ? longest + 1
    : longest;
  return strict(scene, 'no_install', behind);
}

function deedAt(scene: Scene, deed: Deed, at: number): Reading | undefined {
  switch (deed) {
    case 'push':
    case 'force':
      return pushAt(scene, deed === 'force' ? ['--force'] : [], at);
    case 'commit':
      return strict(scene, 'no_commit', at);
    case 'install':
      return strict(scene, 'no_install', at);
    case 'download':
      return scene.making ? undefined : strict(scene, 'no_network', at);
    case 'delete':
      return scene.making ? undefined : deletion(scene, at);
    case 'change':
      return changeAt(scene, at);
    case 'other':
      return endsAt(scene.tokens, at) ? { found: [], next: at } : undefined;
  }
}

type Kind = 'no_push' | 'no_commit' | 'no_network' | 'no_install' | 'no_delete' | 'read_only';

/** A noun that names all there is of its kind: the clause must end behind it. */
function strict(scene: Scene, kind: Kind, at: number): Reading | undefined {
  const { tokens } = scene;
  const allowed =
    /^(?:are|is|be)$/.test(tokens[at]?.low ?? '') && /^(?:allowed|permitted)$/.test(tokens[at + 1]?.low ?? '')
      ? at + 2
      : at;
  const trailing = trailingAt(tokens, allowed, true);
  if (scene.loose === true) return { found: [hold(kind, [])], next: allowed };
  if (trailing.limits || !endsAt(tokens, trailing.next)) return undefined;
  return ended(scene, { kind, targets: [], at: allowed });
}

function pushAt(scene: Scene, targets: readonly string[], at: number): Reading | undefined {
  const { tokens } = scene;
  if (tokens[at]?.low !== 'to')
    return targets.length === 0
      ? strict(scene, 'no_push', at)
      : ended(scene, { kind: 'no_push', targets, at });
  const remote = /^(?:the|any)$/.test(tokens[at + 1]?.low ?? '') ? at + 2 : at + 1;
  const low = tokens[remote]?.low ?? '';
  if (/^(?:remote|remotes|github|gitlab|anywhere)$/.test(low)) return strict(scene, 'no_push', remote + 1);
  if (low !== 'origin' && low !== 'upstream') return undefined;
  return ended(scene, { kind: 'no_push', targets: [tokens[remote]!.text], at: remote + 1 });
}

function deletion(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  if (!/^(?:in|of|from|under|inside)$/.test(tokens[at]?.low ?? '')) return strict(scene, 'no_delete', at);
  const noun = nounAt(tokens, at + 1);
  return noun.is === 'targets'
    ? ended(scene, { kind: 'no_delete', targets: noun.targets, at: noun.next })
    : undefined;
}

/** "no changes to X", "no edits outside X", "no changes". */
function changeAt(scene: Scene, at: number): Reading | undefined {
  const { tokens } = scene;
  const deed = tokens[at - 1]!.low;
  const outside = OUTSIDE.find(tokens, at);
  if (outside !== undefined && tokens[at]!.low !== 'but') return scoped(scene, outside.next);
  const allowed = /^(?:allowed|permitted|whatsoever|made)$/.test(tokens[at]?.low ?? '') ? at + 1 : at;
  if (/^(?:to|in|on|under|inside|within|into|for)$/.test(tokens[allowed]?.low ?? '')) {
    const noun = nounAt(tokens, allowed + 1);
    if (noun.is === 'targets')
      return ended(scene, { kind: 'no_modify', targets: noun.targets, at: noun.next });
    if (noun.is === 'all' || noun.is === 'else') return all(scene, noun);
    return strict(scene, 'read_only', at);
  }
  if (/^(?:code|fixes|implementation|updates|writing)$/.test(deed) && scene.writing) return undefined;
  return strict(scene, 'read_only', at);
}

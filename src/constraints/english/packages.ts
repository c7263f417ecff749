import { DEPENDENCIES } from '../lexicon/english-nouns.ts';
import { words } from '../phrases.ts';
import type { Token } from '../token.ts';
import { bareEnd, ended, startsTrailing } from './ending.ts';
import { nounAt } from './noun-phrase.ts';
import type { Banned } from './objects.ts';
import type { Reading, Scene } from './scene.ts';

const PACKAGE = /^@?[a-z][a-z0-9._-]*(?:\/[a-z][a-z0-9._-]*)?(?:@[\w.^~-]+)?$/;

const NO_PACKAGE = words(
  'twice again please pls plz now today thanks anything everything nothing something stuff things software yet else the a an to in on it this that them these those any new git husky-hooks hooks from with via using by locally globally yourself app program handler handlers listener listeners certificate certificates signal event support tests code logging checks feature features more too as comments',
);

export function installed(scene: Scene, { act, at }: Banned): Reading | undefined {
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
    // "install a or b, we have c": behind a bare comma another clause may begin.
    if (tokens[i - 1]?.low === ',' && !endsPackage(tokens[i + 1])) {
      i--;
      break;
    }
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

function endsPackage(token: Token | undefined): boolean {
  return token === undefined || token.kind === 'mark' || /^(?:or|and|nor|as|please|yet)$/.test(token.low);
}

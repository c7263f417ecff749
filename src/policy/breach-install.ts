import type { Examination, Step } from './examine.ts';
import type { Breach, HeldConstraint } from './held.ts';

/** A package manager's install; of these packages where the constraint names some. */
export function breaksInstall(held: HeldConstraint, seen: Examination): Breach | undefined {
  const installs = seen.steps.filter(({ effects }) => effects.includes('install'));
  if (installs.length === 0) return undefined;
  if (held.targets.length === 0)
    return held.except.length > 0 && installs.every((step) => onlyOf(step, held.except))
      ? undefined
      : { held };
  const named = new Set(installs.flatMap(packagesOf));
  const target = held.targets.find((one) => named.has(packageOf(one)));
  return target === undefined ? undefined : { held, target };
}

/** The words that may be packages: what a manager's own words are doesn't matter, no package has their name. */
function packagesOf({ words }: Step): readonly string[] {
  return words.slice(1, 500).flatMap((word) => (word.startsWith('-') ? [] : [packageOf(word)]));
}

function onlyOf(step: Step, packages: readonly string[]): boolean {
  const allowed = new Set(packages.map(packageOf));
  const named = packagesOf(step).filter((word) => !/^(install|add|i|get|ci|update|upgrade|sync)$/.test(word));
  return named.length > 0 && named.every((word) => allowed.has(word));
}

/** A package's name without version and extras: `@a/b@1`, `b==1`, `b[x]>=2`. hostile: whatever word. */
function packageOf(word: string): string {
  const text = word.slice(0, 300).toLowerCase();
  const end = text.slice(1).search(/[@=<>~![;]/);
  return (end < 0 ? text : text.slice(0, end + 1)).trim();
}

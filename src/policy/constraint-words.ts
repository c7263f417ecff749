import type { Breach } from './held.ts';

/** A person's spelling is shown so far. */
const MOST = 120;

/**
 * The sentence of a held call for one constraint that it breaks, without a mark or an end:
 * "the person's request in this run said not to modify billing.py; ask the person (TK-CONSTRAINT)".
 */
export function breachWords(breach: Breach): string {
  const { held } = breach;
  const who =
    held.by === 'person' ? "the person's request in this run said" : 'the agent itself said in this run';
  return `${who} ${forbidden(breach)}; ${ASK}`;
}

/** The sentence where every write of a run waits, and why. */
export function everyWriteWaits(why: string): string {
  return `${why}, so every write waits; ${ASK}`;
}

const ASK = 'ask the person (TK-CONSTRAINT)';

function forbidden({ held, target }: Breach): string {
  const what = target === undefined ? undefined : inert(target);
  switch (held.kind) {
    case 'no_modify':
      return `not to modify ${what ?? 'anything'}`;
    case 'read_only':
      return what === undefined ? 'not to change anything' : `not to change anything in ${what}`;
    case 'no_push':
      if (what?.startsWith('-') === true) return 'not to push by force';
      return what === undefined ? 'not to push' : `not to push to ${what}`;
    case 'no_commit':
      return what === undefined ? 'not to commit' : `not to commit ${what}`;
    case 'no_network':
      return what === undefined ? 'not to use the network' : `not to connect to ${what}`;
    case 'no_install':
      return `not to install ${what ?? 'anything'}`;
    case 'no_delete':
      return `not to delete ${what ?? 'anything'}`;
    case 'scope':
      return 'to write elsewhere only';
  }
}

/** hostile: words of a prompt on a terminal, without what moves a cursor or hides. */
export function inert(text: string): string {
  const plain = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, ' ');
  return plain.length <= MOST ? plain : `${plain.slice(0, MOST - 1)}…`;
}

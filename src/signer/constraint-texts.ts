import { fromUtf8 } from '../bytes/utf8.ts';
import type { Hold } from '../constraints/hold.ts';
import type { Constraint } from './constraint-book.ts';
import type { Open } from './content.ts';

/** What was said of a constraint. */
export type SaidConstraint = {
  readonly constraint: Constraint;
  readonly targets: readonly string[];
  readonly except: readonly string[];
  /** The words that it rests on; empty for an agent's own. */
  readonly words: string;
  /** The folder that it was said in; empty where the record names none. */
  readonly cwd: string;
};

/** Opens what constraints say. The vault is asked once for each: what is erased is so only when no signer runs. */
export class ConstraintTexts {
  private readonly open: Open;
  private readonly known = new WeakMap<Constraint, SaidConstraint>();

  constructor(open: Open) {
    this.open = open;
  }

  /** undefined where any of it is no longer in the vault. */
  of(constraint: Constraint): SaidConstraint | undefined {
    const known = this.known.get(constraint);
    if (known !== undefined) return known;
    const targets = constraint.targets.flatMap((one) => this.text(one) ?? []);
    const except = constraint.except.flatMap((one) => this.text(one) ?? []);
    const words = constraint.words === undefined ? '' : this.text(constraint.words);
    const cwd = constraint.cwd === undefined ? '' : this.text(constraint.cwd);
    const whole = targets.length === constraint.targets.length && except.length === constraint.except.length;
    if (!whole || words === undefined || cwd === undefined) return undefined;
    const said = { constraint, targets, except, words, cwd };
    this.known.set(constraint, said);
    return said;
  }

  /** A content as text. */
  text(commitment: string): string | undefined {
    const content = this.open(commitment);
    return content === undefined ? undefined : fromUtf8(content);
  }
}

/** A constraint as the grammar folds it. */
export function holdOf({ constraint, targets, except, words }: SaidConstraint): Hold {
  const { kind, untilWord } = constraint;
  return { kind, targets, except, untilWord, words: { at: 0, length: words.length } };
}

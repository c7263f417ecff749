import type { Rule } from '../rule.ts';

/** Every rule, in the order in which they are run. */
export const RULES: readonly Rule[] = [];

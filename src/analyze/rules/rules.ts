import type { Rule } from '../rule.ts';
import { anotherWay } from './another-way.ts';
import { brokenConstraint } from './broken-constraint.ts';
import { credentialOutput } from './credential-output.ts';
import { hooksChanged } from './hooks-changed.ts';
import { neverRan } from './never-ran.ts';
import { noExchanges } from './no-exchanges.ts';
import { otherArguments } from './other-arguments.ts';
import { outsideScope } from './outside-scope.ts';
import { riskyAction } from './risky-action.ts';
import { stoppedCallRan } from './stopped-call-ran.ts';
import { transcriptChanged } from './transcript-changed.ts';
import { unaskedCall } from './unasked-call.ts';
import { undecidedCall } from './undecided-call.ts';
import { unhookedPrompt } from './unhooked-prompt.ts';
import { unmentionedRisk } from './unmentioned-risk.ts';
import { unreadableWords } from './unreadable-words.ts';

/** Every rule, in the order in which they are run. */
export const RULES: readonly Rule[] = [
  noExchanges,
  neverRan,
  unaskedCall,
  credentialOutput,
  riskyAction,
  unreadableWords,
  unmentionedRisk,
  unhookedPrompt,
  outsideScope,
  brokenConstraint,
  transcriptChanged,
  undecidedCall,
  otherArguments,
  anotherWay,
  hooksChanged,
  stoppedCallRan,
];

import type { Rule } from '../rule.ts';
import { anotherWay } from './another-way.ts';
import { brokenConstraint } from './broken-constraint.ts';
import { claimedCommit } from './claimed-commit.ts';
import { claimedInstall } from './claimed-install.ts';
import { claimedPush } from './claimed-push.ts';
import { claimedTests } from './claimed-tests.ts';
import { credentialOutput } from './credential-output.ts';
import { deniedDelete } from './denied-delete.ts';
import { deniedEdit } from './denied-edit.ts';
import { deniedNetwork } from './denied-network.ts';
import { deniedPush } from './denied-push.ts';
import { failedTests } from './failed-tests.ts';
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
  claimedTests,
  claimedCommit,
  claimedPush,
  claimedInstall,
  failedTests,
  deniedPush,
  deniedDelete,
  deniedEdit,
  deniedNetwork,
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

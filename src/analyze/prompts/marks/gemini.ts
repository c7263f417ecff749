import { type Mark, near, opening } from './mark.ts';

const RESET = new Set(['set/messages', 'session', 'header']);

/** formats: gemini §2, §4. Each form is linear. */
export const GEMINI_MARKS: readonly Mark[] = [
  { origins: ['interrupt'], witnesses: [{ kind: 'form' }] },
  // The session's context: in a reset, or first behind the header.
  {
    origins: ['context'],
    form: /^<session_context>/,
    witnesses: [near([...RESET], 0, 0), opening(['header'])],
  },
  { origins: ['summary'], form: /^<state_snapshot>/, witnesses: [near(['set/messages', 'session'], 0, 0)] },
  // A hook's words stand beside the prompt that they were given for; a stop hook's reason fires the prompt hook.
  { origins: ['hook'], witnesses: [{ kind: 'beside_prompt' }, { kind: 'hook' }] },
  { origins: ['context'], witnesses: [{ kind: 'beside_prompt' }] },
  { origins: ['command'], witnesses: [{ kind: 'hook' }] },
  { origins: ['task', 'agent'], witnesses: [{ kind: 'task' }] },
];

import { type Mark, opening } from './mark.ts';

/** formats: cursor §4, from public evidence: frames before the query, or a message of frames right before a prompt. */
export const CURSOR_MARKS: readonly Mark[] = [
  { origins: ['context'], witnesses: [{ kind: 'beside_prompt' }, opening([])] },
  { origins: ['task', 'agent'], witnesses: [{ kind: 'task' }] },
];

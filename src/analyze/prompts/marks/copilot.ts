import { type Mark, near } from './mark.ts';

/** formats: copilot §2. */
export const COPILOT_MARKS: readonly Mark[] = [
  { origins: ['interrupt'], types: new Set(['abort']), witnesses: [{ kind: 'form' }] },
  {
    origins: ['meta'],
    types: new Set(['session.mode_notice_delivered']),
    witnesses: [near(['session.mode_changed'], 12, 2)],
  },
  // What the model read of the prompt, with the harness's own around it, beside the prompt itself.
  { origins: ['meta'], witnesses: [{ kind: 'beside_prompt' }, { kind: 'hook' }] },
  // A stop hook's reason: its end is logged before, and the prompt hook fires for it.
  { origins: ['hook'], witnesses: [{ kind: 'hook' }, near(['hook.end'], 6, 0)] },
  { origins: ['notification'], witnesses: [{ kind: 'hook' }, { kind: 'agent' }] },
  { origins: ['command'], witnesses: [{ kind: 'hook' }] },
  {
    origins: ['summary'],
    types: new Set(['session.compaction_complete']),
    witnesses: [near(['session.compaction_start'], 80, 0)],
  },
  {
    origins: ['instructions'],
    witnesses: [
      { kind: 'behind_call', tools: new Set(['skill']), lines: 8 },
      near(['command.execute', 'command.queued'], 8, 0),
    ],
  },
  { origins: ['task', 'agent'], witnesses: [{ kind: 'task' }, { kind: 'agent' }] },
];

import { type Mark, near, quotedNear, saidNear } from './mark.ts';

const ATTACHED = new Set(['attachment/queued_command']);
/** Where the harness keeps what hooks answered (formats: claude-code, "Hook outputs"). */
const HOOK_LINES = [
  'attachment/hook_success',
  'attachment/hook_blocking_error',
  'attachment/hook_stopped_continuation',
  'system/stop_hook_summary',
  'system/informational',
];

/** formats: claude-code 1.0.128 to 2.1.332, "not typed by a person". Each form is linear. */
export const CLAUDE_CODE_MARKS: readonly Mark[] = [
  { origins: ['interrupt'], witnesses: [{ kind: 'form' }] },
  // From 2.1.200 on its prompt hook fires; one that is taken in while the model works is an attachment.
  { origins: ['notification'], types: ATTACHED, witnesses: [{ kind: 'hook' }, { kind: 'agent' }] },
  { origins: ['notification'], since: '2.1.200', witnesses: [{ kind: 'hook' }] },
  { origins: ['notification'], witnesses: [{ kind: 'hook' }, { kind: 'agent' }] },
  { origins: ['summary'], witnesses: [near(['system/compact_boundary'], 4, 0)] },
  {
    origins: ['meta'],
    form: /^<local-command-caveat>/,
    witnesses: [saidNear(['command', 'shell'], 0, 3)],
  },
  {
    origins: ['command'],
    form: /^<local-command-std(?:out|err)>/,
    witnesses: [saidNear(['command'], 3, 0)],
  },
  {
    origins: ['command'],
    form: /^<command-name>\/[^<\s]{1,200}<\/command-name>\s{0,40}<command-message>[^<]{0,200}<\/command-message>/,
    witnesses: [near(['system/local_command'], 0, 4), saidNear(['meta'], 2, 0), saidNear(['command'], 0, 4)],
  },
  { origins: ['shell'], form: /^<bash-input>/, witnesses: [saidNear(['shell'], 0, 4)] },
  { origins: ['shell'], form: /^<bash-std/, witnesses: [saidNear(['shell'], 4, 0)] },
  // What a hook answered is in the harness's own account of it.
  {
    origins: ['hook'],
    witnesses: [quotedNear(HOOK_LINES, 8, 8)],
  },
  {
    origins: ['meta'],
    form: /^\[Image: [^\n\]]{1,1000}\]$/,
    witnesses: [{ kind: 'behind_prompt', lines: 4 }],
  },
  {
    // The harness's own words to a model that was cut off.
    origins: ['meta'],
    form: /^(?:Your response above was cut off|Output token limit hit|Continue from where you left off)/,
    witnesses: [near(['assistant'], 3, 0)],
  },
  // A skill's text comes with the call that asked for it, a custom command's with the command.
  {
    origins: ['meta'],
    witnesses: [
      { kind: 'behind_call', tools: new Set(['Skill', 'SlashCommand']), lines: 4 },
      saidNear(['command'], 1, 0),
    ],
  },
  { origins: ['task', 'agent'], witnesses: [{ kind: 'task' }, { kind: 'hook' }] },
];

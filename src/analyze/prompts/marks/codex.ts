import { type Mark, near, opening, saidNear } from './mark.ts';

/** Where a turn, or a history, begins: what the harness tells the model of the session comes right behind. */
const BEGINS = [
  'session_meta',
  'compacted',
  'event_msg/task_started',
  'event_msg/turn_started',
  'event_msg/context_compacted',
  'event_msg/thread_rolled_back',
];

/** What comes behind it (formats: codex §3). */
const BEGUN = ['turn_context', 'world_state'];

/** Blocks of tags, and nothing between them that speaks. */
const TAGGED =
  /^<environment_context>\s{0,40}(?:<[a-z_]{1,40}[ >\n/][\s\S]{0,20000})?<\/environment_context>\s{0,40}$/;

/** formats: codex §4, 0.20.0 to 0.171.0. Each form is linear. */
export const CODEX_MARKS: readonly Mark[] = [
  { origins: ['context'], form: TAGGED, witnesses: [opening(BEGINS, BEGUN)] },
  {
    origins: ['interrupt'],
    form: /^\s{0,40}<turn_aborted>/,
    witnesses: [near(['event_msg/turn_aborted'], 2, 6)],
  },
  { origins: ['hook'], witnesses: [{ kind: 'twin' }] },
  { origins: ['shell'], witnesses: [saidNear(['shell'], 8, 8)] },
  { origins: ['notification'], witnesses: [{ kind: 'agent' }] },
  {
    origins: ['instructions'],
    form: /^\s{0,40}<skill>/,
    witnesses: [
      { kind: 'behind_prompt', lines: 4, names: /<name>([^<]{1,100})<\/name>/ },
      opening(BEGINS, BEGUN),
    ],
  },
  { origins: ['instructions'], witnesses: [opening(BEGINS, BEGUN)] },
  {
    origins: ['meta'],
    witnesses: [
      near(
        [
          'event_msg/item_completed/EnteredReviewMode',
          'event_msg/item_completed/ExitedReviewMode',
          'event_msg/entered_review_mode',
          'event_msg/exited_review_mode',
        ],
        12,
        12,
      ),
    ],
  },
  {
    // The line is the boundary itself; what it took the place of is said right behind it.
    origins: ['summary'],
    witnesses: [near(['event_msg/item_completed/ContextCompaction', 'event_msg/context_compacted'], 8, 12)],
  },
  {
    origins: ['task', 'agent'],
    witnesses: [
      { kind: 'called' },
      { kind: 'agent' },
      near(['event_msg/item_completed/EnteredReviewMode', 'event_msg/entered_review_mode'], 400, 0),
    ],
  },
];

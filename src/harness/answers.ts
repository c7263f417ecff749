/**
 * The answer table as data: what each harness is told before a tool runs. Each cell was checked against
 * `formats/`; the notes say what the other spellings of it did there.
 */

/** What a hook prints and how it ends. `stdout` and `stderr` are one line without its newline, or empty. */
export type Answer = { readonly stdout: string; readonly stderr: string; readonly exit: number };

export type Column = 'allow_named' | 'allow' | 'ask' | 'deny';

export type RowName =
  | 'claude-code'
  | 'codex'
  | 'codex_windows'
  | 'cursor_granular'
  | 'cursor_tool'
  | 'cursor_deferred'
  | 'gemini'
  | 'copilot'
  | 'copilot_claude_settings';

/** How a decision is spelled on stdout. */
export type Shape = 'hook_specific' | 'permission' | 'decision' | 'permission_decision';

/**
 * One cell. `says`: `silence` prints nothing, `braces` prints `{}`, `word` the decision. `reason`: `given` goes with the
 * decision and to stderr; `asked` likewise, put as "the gate asks, and how to go on".
 */
export type Cell =
  | { readonly says: 'silence' }
  | { readonly says: 'braces' }
  | { readonly says: 'word'; readonly word: 'allow' }
  | {
      readonly says: 'word';
      readonly word: 'ask' | 'deny';
      readonly reason: 'given' | 'asked';
      readonly exit: 0 | 2;
    };

export type Row = { readonly shape: Shape; readonly cells: { readonly [column in Column]: Cell } };

const SILENCE: Cell = { says: 'silence' };
const BRACES: Cell = { says: 'braces' };
const ALLOW: Cell = { says: 'word', word: 'allow' };
const ASK: Cell = { says: 'word', word: 'ask', reason: 'given', exit: 0 };
const DENY: Cell = { says: 'word', word: 'deny', reason: 'given', exit: 2 };
const DENY_BY_WORD: Cell = { says: 'word', word: 'deny', reason: 'given', exit: 0 };
const ASKED: Cell = { says: 'word', word: 'deny', reason: 'asked', exit: 2 };
const ASKED_BY_WORD: Cell = { says: 'word', word: 'deny', reason: 'asked', exit: 0 };

export const ANSWERS: Readonly<Record<RowName, Row>> = {
  // Plain text and bad JSON at exit 0 run the tool (formats: claude-code 2.1.332).
  'claude-code': {
    shape: 'hook_specific',
    cells: { allow_named: ALLOW, allow: SILENCE, ask: ASK, deny: DENY },
  },
  // An explicit allow, an ask, a deny without reason, and exit 2 with an empty stderr all run the tool (0.171.0).
  codex: { shape: 'hook_specific', cells: { allow_named: SILENCE, allow: SILENCE, ask: ASKED, deny: DENY } },
  codex_windows: {
    shape: 'hook_specific',
    cells: { allow_named: SILENCE, allow: SILENCE, ask: ASKED_BY_WORD, deny: DENY_BY_WORD },
  },
  // An empty stdout counts as failed. Exit 2 blocks in every known build; `ask` is enforced on granular events alone.
  cursor_granular: {
    shape: 'permission',
    cells: { allow_named: ALLOW, allow: BRACES, ask: ASK, deny: DENY },
  },
  cursor_tool: { shape: 'permission', cells: { allow_named: ALLOW, allow: BRACES, ask: ASKED, deny: DENY } },
  // `preToolUse` of a call whose granular event asks.
  cursor_deferred: {
    shape: 'permission',
    cells: { allow_named: ALLOW, allow: BRACES, ask: BRACES, deny: DENY },
  },
  // A silent exit 2 runs the tool, an allow on stdout beats exit 2, a headless ask ends the run (0.61.0).
  gemini: { shape: 'decision', cells: { allow_named: ALLOW, allow: SILENCE, ask: ASKED, deny: DENY } },
  // Any exit but 0 denies with another text; an allow skips Copilot's own prompt (1.0.102).
  copilot: {
    shape: 'permission_decision',
    cells: { allow_named: ALLOW, allow: BRACES, ask: ASK, deny: DENY_BY_WORD },
  },
  copilot_claude_settings: {
    shape: 'hook_specific',
    cells: { allow_named: ALLOW, allow: SILENCE, ask: ASK, deny: DENY_BY_WORD },
  },
};

import type { Verdict } from '../model/verdict.ts';
import { ANSWERS, type Answer, type Cell, type Column, type Shape } from './answers.ts';
import type { Answerable, EncodeOptions } from './dialect.ts';
import { DIALECTS } from './dialects.ts';
import { framedReason, reasonLine } from './reason.ts';

/**
 * The answer to an event in its sender's dialect. Events other than before a tool exit 0 and say
 * nothing, to Cursor `{}`. An `ask` that is not left to the harness's prompt is a hold that nobody ended: a deny.
 *
 * @example
 * encode(event, { verdict: 'deny', rule: 'no-push', reason: 'pushes wait' }, { platform: process.platform })
 */
export function encode(event: Answerable, verdict: Verdict, options: EncodeOptions): Answer {
  if (event.kind !== 'pre_tool') return quiet(event);
  const row = ANSWERS[DIALECTS[event.harness].row(event, options)];
  const cell = row.cells[columnOf(verdict)];
  return rendered(cell, row.shape, reasonOf(cell, verdict, event));
}

/** The answer that decides nothing. */
export function quiet(event: Answerable): Answer {
  return { stdout: event.harness === 'cursor' ? '{}' : '', stderr: '', exit: 0 };
}

function columnOf(verdict: Verdict): Column {
  if (verdict.verdict === 'allow') return verdict.rule === undefined ? 'allow' : 'allow_named';
  return verdict.verdict === 'ask' && verdict.ask === 'prompt' ? 'ask' : 'deny';
}

function reasonOf(cell: Cell, verdict: Verdict, event: Answerable): string {
  const by = verdict.rule === undefined ? 'the policy’s default' : `rule ${verdict.rule}`;
  const plain = reasonLine(verdict.reason, `${PAST[verdict.verdict]} by ${by}`);
  if (cell.says !== 'word' || cell.word === 'allow' || cell.reason === 'given') return plain;
  return framedReason(
    'the gate asks a person before this call: ',
    plain,
    `; ${NAMES[event.harness]} cannot ask here, so it was not run. Ask the person to approve it, or to add an allow rule to the policy`,
  );
}

const PAST = { allow: 'allowed', ask: 'held', deny: 'denied' } as const;
const NAMES = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  cursor: 'Cursor',
  gemini: 'Gemini CLI',
  copilot: 'Copilot CLI',
} as const;

/** A cell with its reason. A deny or ask always carries the reason on both roads: Codex and Gemini run the tool else. */
export function rendered(cell: Cell, shape: Shape, reason: string): Answer {
  if (cell.says === 'silence') return { stdout: '', stderr: '', exit: 0 };
  if (cell.says === 'braces') return { stdout: '{}', stderr: '', exit: 0 };
  const stdout = JSON.stringify(SPELLINGS[shape](cell.word, reason));
  if (cell.word === 'allow') return { stdout, stderr: '', exit: 0 };
  return { stdout, stderr: reason, exit: cell.exit };
}

type Word = 'allow' | 'ask' | 'deny';

const SPELLINGS: Readonly<Record<Shape, (word: Word, reason: string) => object>> = {
  hook_specific: (word, reason) => ({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: word,
      permissionDecisionReason: reason,
    },
  }),
  permission: (word, reason) => {
    if (word === 'allow') return { permission: word };
    if (word === 'ask') return { permission: word, user_message: reason, agent_message: reason };
    return {
      permission: word,
      agent_message: reason,
      user_message: reason,
      agentMessage: reason,
      userMessage: reason,
    };
  },
  decision: (word, reason) => (word === 'allow' ? { decision: word } : { decision: word, reason }),
  permission_decision: (word, reason) =>
    word === 'allow'
      ? { permissionDecision: word }
      : { permissionDecision: word, permissionDecisionReason: reason },
};

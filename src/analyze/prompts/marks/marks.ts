import { isBefore } from '../../../harness/version-order.ts';
import type { Harness } from '../../../model/harness.ts';
import type { UserMessage } from '../user-message.ts';
import { CLAUDE_CODE_MARKS } from './claude-code.ts';
import { CODEX_MARKS } from './codex.ts';
import { COPILOT_MARKS } from './copilot.ts';
import { CURSOR_MARKS } from './cursor.ts';
import { GEMINI_MARKS } from './gemini.ts';
import type { Mark } from './mark.ts';

const MARKS: Readonly<Record<Harness, readonly Mark[]>> = {
  'claude-code': CLAUDE_CODE_MARKS,
  codex: CODEX_MARKS,
  cursor: CURSOR_MARKS,
  gemini: GEMINI_MARKS,
  copilot: COPILOT_MARKS,
};

/**
 * The mark that a message wears: the first of its harness's table that fits; undefined where none does. A version that
 * is not known is taken for the newest.
 */
export function markOf(
  { harness, version }: { readonly harness: Harness; readonly version: string | undefined },
  { origin, text, message }: UserMessage,
): Mark | undefined {
  return MARKS[harness].find(
    ({ origins, since, form, types }) =>
      origins.includes(origin) &&
      (since === undefined || version === undefined || !isBefore(version, since)) &&
      (form === undefined || form.test(text)) &&
      (types === undefined || types.has(message.line.type ?? '')),
  );
}

import type { Outcome } from '../../src/model/reading.ts';

/** What a recording says of a call's end. */
export type Ended = { readonly outcome: Outcome; readonly exit?: number };

/** How the tool answered: the text of `response.output` or `response.error`. */
export type Answer = { readonly kind: 'output' | 'error'; readonly text: string };

/** Beginnings of an error that Gemini itself writes where the tool did not run (formats: gemini §4, §5). */
const DENIALS = ['Tool execution blocked: ', 'Agent execution stopped by hook: '];
const CANCELLED = '[Operation Cancelled]';
const DECLINED = '[Operation Cancelled] Reason: User denied execution.';

/**
 * The end of a call by its `status` and what the tool answered. A command that fails has the status `success`: its exit
 * code stands in the text only.
 */
export function endOf(status: string | undefined, answer: Answer | undefined, shell: boolean): Ended {
  if (answer?.kind === 'error') return { outcome: errorOutcome(answer.text) };
  if (status === 'cancelled') return { outcome: 'interrupted' };
  if (status === 'error') return { outcome: 'error' };
  if (answer === undefined) return { outcome: status === 'success' ? 'ok' : 'unknown' };
  return (shell ? exitOf(answer.text) : undefined) ?? { outcome: 'ok' };
}

function errorOutcome(text: string): Outcome {
  if (DENIALS.some((opening) => text.startsWith(opening))) return 'denied';
  if (text.startsWith(DECLINED)) return 'declined';
  return text.startsWith(CANCELLED) ? 'interrupted' : 'error';
}

const CLOSE = '\n</untrusted_context>';
/** The lines that the shell tool writes behind a command's output; what stands before them is the command's own. */
const TRAILERS = ['Error: ', 'Exit Code: ', 'Signal: ', 'Background PIDs: ', 'Process Group PGID: '];

/** hostile: a command can print such lines too, but none behind the real ones. */
function exitOf(text: string): Ended | undefined {
  const end = text.lastIndexOf(CLOSE);
  if (!text.startsWith('<untrusted_context>\n') || end < 0) return undefined;
  let killed = false;
  for (let at = end; at > 0; ) {
    const start = text.lastIndexOf('\n', at - 1);
    const line = text.slice(start + 1, Math.min(at, start + 100));
    if (!TRAILERS.some((label) => line.startsWith(label))) break;
    if (line.startsWith('Signal: ')) killed = true;
    const code = /^Exit Code: (\d{1,10})$/.exec(line)?.[1];
    if (code !== undefined) return { outcome: 'error', exit: Number(code) };
    at = start;
  }
  return killed ? { outcome: 'error' } : undefined;
}

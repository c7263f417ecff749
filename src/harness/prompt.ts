import type { HookEvent } from '../model/hook-event.ts';

/** A prompt's words, and whose they are as far as the payload shows. */
export type Prompt = { readonly prompt: string; readonly origin: NonNullable<HookEvent['origin']> };

/** Whole texts between these are the harness's own, though the prompt hook fires for them. */
const HARNESS_FRAMES: readonly (readonly [open: string, close: string])[] = [
  ['<task-notification>', '</task-notification>'],
  ['<subagent_notification>', '</subagent_notification>'],
];

/**
 * Whose words a prompt is. A payload of an agent's is the agent's; a text that is one whole frame of the harness is
 * the harness's; every other the person's, until a later stop says that another hook's reason made it. hostile: a
 * frame that somebody pastes loosens nothing, since what is not the person's only ever loses weight.
 */
export function readPrompt(prompt: string, ofAgent: boolean): Prompt {
  if (ofAgent) return { prompt, origin: 'agent' };
  const end = prompt.trimEnd();
  const framed = HARNESS_FRAMES.some(
    ([open, close]) =>
      prompt.startsWith(open) && end.endsWith(close) && end.indexOf(close) === end.length - close.length,
  );
  return { prompt, origin: framed ? 'harness' : 'person' };
}

/** The text without a frame around all of it (Cursor's `<user_query>`), else the text as it is. */
export function unframed(text: string, tag: string): string {
  const inner = text.trim();
  const open = `<${tag}>`;
  const close = `</${tag}>`;
  if (!inner.startsWith(open) || inner.indexOf(close) !== inner.length - close.length) return text;
  return inner.slice(open.length, -close.length).replace(/^\r?\n|\r?\n$/g, '');
}

/** The text after a block that the harness put before it (Gemini's `<hook_context>`: another hook's words). */
export function afterBlock(text: string, tag: string): string {
  if (!text.startsWith(`<${tag}>`)) return text;
  const close = `</${tag}>`;
  const at = text.indexOf(close);
  return at < 0 ? text : text.slice(at + close.length).replace(/^(?:\r?\n){1,2}/, '');
}

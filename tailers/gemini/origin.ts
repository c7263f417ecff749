import type { Origin } from '../../src/model/reading.ts';

/** Whose words the texts of a user message are: of each, and of the message. */
export type Origins = { readonly each: readonly Origin[]; readonly whole: Origin };

/** Where a user message stands: in a subagent's file, and there as its first; what was shown in its place. */
export type UserPlace = {
  readonly subagent: boolean;
  readonly first: boolean;
  /** The texts of `displayContent`: what the person typed, where the harness made something else of it. */
  readonly shown: readonly string[] | undefined;
};

/** A whole text between these is the harness's own (formats: gemini §2, §5). */
const FRAMES: readonly (readonly [open: string, close: string, origin: Origin])[] = [
  ['<session_context>', '</session_context>', 'context'],
  ['<hook_context>', '</hook_context>', 'hook'],
  ['<state_snapshot>', '</state_snapshot>', 'summary'],
];

/**
 * By each text's frame; without one, a text is a prompt. Where the message shows something else, only the text that it
 * shows is the person's: a hook's reason (AfterAgent deny) shows the prompt before it, a command its name.
 * hostile: each mark can be forged, so the analyzer asks a witness for it.
 */
export function userOrigins(texts: readonly string[], place: UserPlace): Origins {
  const own: Origin = place.subagent ? (place.first ? 'task' : 'agent') : 'prompt';
  const { shown } = place;
  const isShown = texts.map((text) => shown?.includes(text) ?? true);
  const other: Origin = isShown.includes(true) ? 'context' : unshown(shown);
  const each = texts.map((text, at) => framed(text) ?? (isShown[at]! ? own : other));
  return { each, whole: each.includes(own) ? own : (each[0] ?? own) };
}

/** The origin of a text that is the harness's own by its frame. */
export function framed(text: string): Origin | undefined {
  if (!text.startsWith('<')) return undefined;
  const end = text.trimEnd();
  const frame = FRAMES.find(([open, close]) => text.startsWith(open) && end.endsWith(close));
  // A prompt with a hook's context before it, or two contexts around it, is still a prompt.
  return frame === undefined || end.indexOf(frame[1]) < end.length - frame[1].length ? undefined : frame[2];
}

function unshown(shown: readonly string[] | undefined): Origin {
  return shown?.some((text) => text.startsWith('/')) === true ? 'command' : 'hook';
}

import type { HookEvent } from '../model/hook-event.ts';

/**
 * Whether a call is known to go on after its turn has ended: its arguments ask for it (formats: claude-code
 * `run_in_background`, copilot `mode: async`; Gemini's and Cursor's `is_background`).
 */
export function inBackground({ input }: Pick<HookEvent, 'input'>): boolean {
  if (input === null || typeof input !== 'object') return false;
  return (
    own(input, 'run_in_background') === true ||
    own(input, 'is_background') === true ||
    own(input, 'mode') === 'async'
  );
}

function own(object: object, key: string): unknown {
  return Object.hasOwn(object, key) ? (object as { readonly [key: string]: unknown })[key] : undefined;
}

import type { Harness } from '../../model/harness.ts';

/**
 * The type of the line by which a harness takes the place of messages that it has stated again before it (formats: gemini
 * §4, after an Esc). Where a harness has none, its twins are two spellings of one thing (codex §4).
 */
export const RESTATED_BY: Readonly<Partial<Record<Harness, string>>> = { gemini: 'set/messages' };

import type { Harness } from '../../model/harness.ts';
import { claudeCodeStory } from './claude-code.ts';
import { codexStory } from './codex.ts';
import { copilotStory } from './copilot.ts';
import { cursorStory } from './cursor.ts';
import { geminiStory } from './gemini.ts';
import type { Story } from './story.ts';

/** A fresh story of each harness; one is played once. */
export const STORIES: Readonly<Record<Harness, () => Story>> = {
  'claude-code': claudeCodeStory,
  codex: codexStory,
  cursor: cursorStory,
  gemini: geminiStory,
  copilot: copilotStory,
};

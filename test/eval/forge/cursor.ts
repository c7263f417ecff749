import type { Disguise, Forgery } from './forge.ts';

const said =
  (...texts: readonly ((text: string) => string)[]): Disguise =>
  ({ text }) => [
    { role: 'user', message: { content: texts.map((of) => ({ type: 'text', text: of(text) })) } },
  ];

export const CURSOR: Forgery = {
  harness: 'cursor',
  isPrompt: (line) => line.role === 'user',
  isAnswer: (line) => line.role === 'assistant',
  disguises: {
    prompt: said((text) => `<user_query>\n${text}\n</user_query>`),
    bare: said((text) => text),
    timed: said(
      (text) =>
        `<timestamp>Monday, Nov 30, 2026, 4:00 PM (UTC)</timestamp>\n<user_query>\n${text}\n</user_query>`,
    ),
    reminder: said((text) => `<system_reminder>\n${text}\n</system_reminder>`),
    skills: said((text) => `<manually_attached_skills>${text}</manually_attached_skills>`),
    behind: said((text) => `<user_query>\nPlease\n</user_query>\n${text}`),
  },
};

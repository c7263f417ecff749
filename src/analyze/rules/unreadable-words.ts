import type { Rule } from '../rule.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * TK-X100: nothing that the agent said can be read, so that its words cannot be compared with its deeds. Example: a bundle
 * that discloses no texts.
 */
export const unreadableWords: Rule = {
  id: 'TK-X100',
  title: 'The agent’s text is not readable: the say-and-do checks could not run.',
  severity: 'info',
  needs: [],
  run: (timeline, { actions }) => {
    const { run, isOwn } = timeline;
    if (run.from?.why === 'child' || !actions.some(({ at }) => isOwn(at)) || canRead(timeline)) return [];
    const text =
      'nothing that the agent said can be read, so that it could not be compared with what was done';
    return [{ text, cites: [run.opened] }];
  },
};

function canRead({ transcripts, spoken, contents, isOwn }: Timeline): boolean {
  const bodies = function* () {
    for (const { at, parts } of spoken) if (isOwn(at)) yield parts;
    for (const { generations } of transcripts)
      for (const { lines } of generations)
        for (const { at, exchange } of lines)
          if (isOwn(at))
            for (const { role, parts } of exchange?.messages ?? []) if (role === 'assistant') yield parts;
  };
  for (const parts of bodies())
    for (const part of parts)
      if (part.kind === 'text' && (contents.words(part.body) ?? '').trim() !== '') return true;
  return false;
}

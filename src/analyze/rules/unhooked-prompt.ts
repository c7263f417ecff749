import { orphanResults } from '../prompts/orphan-results.ts';
import { isPrompt } from '../prompts/pairing.ts';
import type { Placed } from '../prompts/threads.ts';
import { type Found, quote, type Rule } from '../rule.ts';
import type { At } from '../timeline/item.ts';
import type { Timeline } from '../timeline/timeline.ts';

/**
 * TK-X208: a message stands in the person's place in a transcript, and no hook saw the person give it. Example: a line
 * "you may push now", appended to the file. It clears nothing for any other rule.
 */
export const unhookedPrompt: Rule = {
  id: 'TK-X208',
  title: 'A prompt that the person did not give.',
  severity: 'high',
  needs: ['hooks', 'exchanges'],
  run: (timeline, { prompts: book }) => {
    const own = (message: Placed): boolean => timeline.isOwn(message.message.line.at);
    return [
      ...book.unhooked.filter(own).map(
        (message): Found => ({
          text: `no hook saw the person give this: ${quote(message.text)}`,
          cites: [atOf(message)],
          trust: 'transcript',
        }),
      ),
      ...book.unrecorded
        .filter(({ message }) => own(message))
        .map(
          ({ message, at }): Found => ({
            kind: 'unrecorded',
            severity: 'medium',
            text: `only a hook that failed, or that no signer answered, may have seen the person give this: ${quote(message.text)}`,
            cites: [atOf(message), at],
            trust: 'transcript',
          }),
        ),
      ...book.unwitnessed.filter(own).map(unwitnessed),
      ...orphanResults(timeline).map(
        ({ at, text }): Found => ({
          kind: 'unwitnessed',
          severity: 'medium',
          text: `it stands as a tool’s result, and nothing called that tool: ${quote(text)}`,
          cites: [at],
          trust: 'transcript',
        }),
      ),
      ...once('before_recording', book.before.filter(isPrompt).filter(own), timeline),
      ...once('no_hook', book.noHook.filter(own), timeline),
    ];
  },
};

function unwitnessed(message: Placed): Found {
  return {
    kind: 'unwitnessed',
    severity: 'medium',
    text: `it is marked as the harness’s own (${message.origin}), and nothing else in the record shows that: ${quote(message.text)}`,
    cites: [atOf(message)],
    trust: 'transcript',
  };
}

const WHY = {
  before_recording: 'stand before the first prompt that a hook saw: the recording began later',
  no_hook: 'could not be compared: the hooks of this run recorded no prompt',
} as const;

function once(kind: keyof typeof WHY, messages: readonly Placed[], { run }: Timeline): readonly Found[] {
  if (messages.length === 0) return [];
  const text = `${messages.length} of the transcript’s prompts ${WHY[kind]}`;
  return [{ kind, severity: 'info', text, cites: [...messages.map(atOf), run.opened], trust: 'transcript' }];
}

function atOf({ message }: Placed): At {
  return message.line.at;
}

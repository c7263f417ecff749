import { describe, expect, it } from 'vitest';
import { promptMessage } from '../../src/harness/prompt-message.ts';
import { HARNESSES } from '../../src/model/harness.ts';

describe('a message at a prompt', () => {
  it('goes to stderr everywhere, lets the prompt pass, and is no plain text on stdout', () => {
    const outs = HARNESSES.map((harness) => {
      const answer = promptMessage({ harness }, 'constraint 33 was refused');
      expect([answer.stderr, answer.exit]).toEqual(['[tracekit] constraint 33 was refused', 0]);
      return answer.stdout === '' ? '' : Object.keys(JSON.parse(answer.stdout) as object).join();
    });
    expect(outs).toEqual(['systemMessage', '', 'continue,user_message', 'systemMessage', '']);
  });
});

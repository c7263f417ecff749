import { describe, expect, it } from 'vitest';
import { mayColour } from '../../src/cli/colour.ts';

const terminal = { isTTY: true };

describe('colour', () => {
  it.each([
    [terminal, {}, true],
    [{}, {}, false],
    [terminal, { NO_COLOR: '1' }, false],
    [terminal, { NO_COLOR: '' }, true],
    [{}, { FORCE_COLOR: '1' }, true],
    [terminal, { FORCE_COLOR: '0' }, false],
    [{}, { FORCE_COLOR: '1', NO_COLOR: '1' }, false],
    [terminal, { TERM: 'dumb' }, false],
  ])('on %j with %j: %s', (stream, env, is) => expect(mayColour(stream, env)).toBe(is));
});

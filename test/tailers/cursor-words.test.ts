import { describe, expect, it } from 'vitest';
import { asked, assistant, ended, MAIN, partsOf, read, readings, text, use, user } from './cursor-files.ts';

const links = (...objects: readonly object[]) =>
  partsOf(read(MAIN, ...objects), 'call').map(({ part }) => [part.link.basis, part.link.lines]);

describe('the readability of reasoning', () => {
  it.each([
    ['text alone', [text('Hi.\n\nI should greet.')], 'none', ['text']],
    ['thinking alone, sealed', [text('[REDACTED]')], 'sealed', ['thinking']],
    ['text with sealed thinking behind it', [text('Hi.\n\n[REDACTED]')], 'sealed', ['text']],
    ['text that quotes the marker', [text('It says [REDACTED] there.')], 'none', ['text']],
    [
      'a block of thinking',
      [{ type: 'thinking', thinking: 'Hm.' }, text('Hi.')],
      'full',
      ['thinking', 'text'],
    ],
    ['a sealed block', [{ type: 'redacted' }], 'sealed', ['thinking']],
    ['an empty block of thinking', [{ type: 'thinking', thinking: '' }], 'none', ['other']],
  ])('is told for %s', (_name, blocks, reasoning, kinds) => {
    const { exchange } = readings(assistant(...blocks))[0]!;
    expect(exchange!.reasoning).toBe(reasoning);
    expect(exchange!.parts.map(({ kind }) => kind)).toEqual(kinds);
  });

  it('is told of a text that is no list of blocks', () => {
    const line = { role: 'assistant', message: { content: 'Hi.\n\n[REDACTED]' } };
    expect(readings(line)[0]!.exchange).toMatchObject({ reasoning: 'sealed', parts: [{ kind: 'text' }] });
  });
});

describe('a call', () => {
  it('is linked, by order alone, to what was said before it in its turn', () => {
    expect(
      links(
        asked('go'),
        assistant(text('One.'), use('Shell')),
        assistant(text('[REDACTED]'), use('Read'), text('Two.'), use('Grep')),
        ended('success'),
        assistant(use('LS')),
        asked('on'),
        assistant(use('Glob'), text('Three.')),
        user(text('<system_reminder>\nx\n</system_reminder>')),
        assistant(use('Delete')),
      ),
    ).toEqual([
      ['ordered', [1]],
      ['ordered', [1, 2]],
      ['ordered', [1, 2]],
      ['none', []],
      ['none', []],
      ['none', []],
    ]);
  });

  it('names at most the last 64 lines', () => {
    const said = Array.from({ length: 100 }, (_, n) => assistant(text(`${n}`)));
    const [[, lines] = []] = links(asked('go'), ...said, assistant(use('Shell')));
    expect(lines).toEqual(Array.from({ length: 64 }, (_, n) => n + 37));
  });

  it('has an id only where a line gives a safe one', () => {
    const found = readings(
      assistant({ ...use('Shell'), id: 'call_1' }, { ...use('Shell'), id: 'call\nctc' }),
    );
    expect(found[0]!.exchange!.parts).toMatchObject([{ call: 'call_1' }, {}]);
    expect(found[0]!.notes).toEqual(['unsafe_id']);
  });

  it.each([
    ['Shell', 'Bash'],
    ['StrReplace', 'Edit'],
    ['Delete', 'Delete'],
    ['MCP:echo_note', 'MCP'],
    ['Unheard', 'Other'],
  ])('of %s is a call of %s', (name, tool) => {
    expect(readings(assistant(use(name)))[0]!.exchange!.parts).toMatchObject([{ kind: 'call', tool }]);
  });
});

it('tells how a turn ended in words of its own, never in the line’s', () => {
  const statuses = ['success', 'completed', 'error', 'aborted', 'a person’s words'];
  expect(readings(...statuses.map((status) => ended(status))).map(({ type }) => type)).toEqual([
    'turn_ended/success',
    'turn_ended/completed',
    'turn_ended/error',
    'turn_ended/aborted',
    'turn_ended',
  ]);
});

it('notes a line of a type or shape that nobody described', () => {
  const found = readings(
    { type: 'session_meta' },
    { role: 'system', message: {} },
    { role: 'user' },
    user(7),
  );
  expect(found.map(({ type, notes }) => [type, notes])).toEqual([
    ['other', ['unknown_type']],
    ['other', ['unknown_type']],
    ['user', ['content_shape']],
    ['user', ['content_shape']],
  ]);
});

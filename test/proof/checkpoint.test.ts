import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatCheckpoint, parseCheckpoint } from '../../src/proof/checkpoint.ts';

const ROOT = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';

describe('a checkpoint', () => {
  it('comes back from its text, extension lines kept', () => {
    const line = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\n'));
    fc.assert(
      fc.property(
        line,
        fc.maxSafeNat(),
        fc.uint8Array({ minLength: 32, maxLength: 32 }),
        fc.array(line),
        (origin, size, root, extensions) => {
          const checkpoint = { origin, size, root, extensions };
          expect(parseCheckpoint(formatCheckpoint(checkpoint))).toEqual({ kind: 'ok', value: checkpoint });
        },
      ),
    );
  });

  it.each(['01', '+1', '-1', '1.0', '1e3', '0x1', '', ' 1', '9007199254740992', '99999999999999999999', '١'])(
    'of size %j is refused',
    (size) => {
      expect(parseCheckpoint(`o\n${size}\n${ROOT}\n`).kind).toBe('fault');
    },
  );

  it.each([
    ['an empty origin', `\n1\n${ROOT}\n`],
    ['a short root', 'o\n1\nAAAA\n'],
    ['a root spelled otherwise', `o\n1\n${ROOT.replace('2I=', '2J=')}\n`],
    ['no newline at the end', `o\n1\n${ROOT}`],
    ['an empty extension line', `o\n1\n${ROOT}\n\nx\n`],
    ['two lines only', 'o\n1\n'],
  ])('with %s is refused', (_, text) => {
    expect(parseCheckpoint(text).kind).toBe('fault');
  });
});

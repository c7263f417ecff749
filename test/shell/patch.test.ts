import { describe, expect, it } from 'vitest';
import { patchTargets } from '../../src/shell/patch.ts';

function list(text: string, strip?: number): readonly string[] {
  return patchTargets(text, strip === undefined ? {} : { strip }).map(({ role, path }) => `${role}:${path}`);
}

describe('a Codex patch', () => {
  it('names its files by its headers', () => {
    expect(
      list(
        '*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b c\n@@\n-x\n*** Delete File: d\n*** End Patch',
      ),
    ).toEqual(['added:a', 'written:b c', 'removed:d']);
  });

  it('moves a file: gone there, added here', () => {
    expect(list('*** Begin Patch\n*** Update File: a\n*** Move to: b\n@@\n*** End Patch')).toEqual([
      'removed:a',
      'added:b',
    ]);
  });

  it('has no headers in its content', () => {
    expect(
      list(
        '*** Begin Patch\n*** Add File: a\n+*** Delete File: b\n *** Delete File: c\n-*** Delete File: d\n*** End Patch',
      ),
    ).toEqual(['added:a']);
  });

  it('is read with CRLF, and inside other text', () => {
    expect(list('x\r\n*** Begin Patch\r\n*** Add File: a\r\n')).toEqual(['added:a']);
  });

  it('is read with 10,000 files', () => {
    expect(
      list(
        `*** Begin Patch\n${Array.from({ length: 10_000 }, (_, i) => `*** Add File: f${i}\n+x\n`).join('')}`,
      ),
    ).toHaveLength(10_000);
  });
});

describe('a unified diff', () => {
  it('names its files, with git’s prefixes off', () => {
    expect(
      list(
        '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n--- /dev/null\n+++ b/n\n@@ -0,0 +1 @@\n+a\n--- a/o\n+++ /dev/null\n',
      ),
    ).toEqual(['written:x', 'added:n', 'removed:o']);
    expect(list('--- p/q/x\t2024\n+++ p/q/x\t2024\n', 2)).toEqual(['written:x']);
    expect(list('rename from a\nrename to b\n')).toEqual(['removed:a', 'added:b']);
  });

  it('does not take a removed line for a header', () => {
    expect(list('--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n--- a/y\n+++ b/y\n a\n')).toEqual(['written:x']);
  });
});

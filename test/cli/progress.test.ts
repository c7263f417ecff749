import { describe, expect, it } from 'vitest';
import { Progress } from '../../src/cli/progress.ts';

function written(isTTY: boolean) {
  const texts: string[] = [];
  const stream = { isTTY, write: (text: string) => texts.push(text) };
  return { texts, progress: new Progress(stream as unknown as NodeJS.WriteStream) };
}

describe('progress', () => {
  it('says on a terminal what is done, and clears its line at the end', async () => {
    const { texts, progress } = written(true);
    expect(await progress.during('verifying', async () => 7)).toBe(7);
    expect(texts).toEqual(['\r\u001b[2Kverifying … 0 s', '\r\u001b[2K']);
  });

  it('clears its line where the work fails', async () => {
    const { texts, progress } = written(true);
    await expect(progress.during('verifying', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(texts.at(-1)).toBe('\r\u001b[2K');
  });

  it('is silent where nobody looks', async () => {
    const { texts, progress } = written(false);
    await progress.during('verifying', async () => {});
    expect(texts).toEqual([]);
  });
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTranscripts, isTranscriptName, MAX_DEPTH } from '../../tailers/find.ts';
import { freshFolder } from './follow-folder.ts';

function found(root: string, paths: readonly string[] = [root]): string[] {
  return [...findTranscripts(paths)].map((entry) => {
    const name = relative(root, entry.path);
    return entry.kind === 'transcript' ? name : `${name}: ${entry.why}`;
  });
}

function put(root: string, ...names: string[]): void {
  for (const name of names) {
    mkdirSync(join(root, name, '..'), { recursive: true });
    writeFileSync(join(root, name), '');
  }
}

describe('finding transcripts', () => {
  test('transcripts are found in a stable order, other files and temporary siblings are not', () => {
    const root = freshFolder();
    put(
      root,
      'b/2.jsonl',
      'b/1.jsonl.zst',
      'a.jsonl',
      'a.json',
      'c.jsonl.bak',
      '.a.jsonl.tmp',
      '.hidden.jsonl',
    );
    put(root, 'a.tmp-12.jsonl', 'history.jsonl.tmp');
    expect(found(root)).toEqual(['a.jsonl', 'b/1.jsonl.zst', 'b/2.jsonl']);
  });

  // AgentRecall 529
  test('of Gemini’s chats the unfinished and unreadable siblings are none', () => {
    const root = freshFolder();
    put(root, 'tmp/app/chats/session-a.jsonl', 'tmp/app/.project_root');
    put(root, 'tmp/app/chats/session-a.jsonl.tmp-123', 'tmp/app/chats/session-b.jsonl.unreadable-1');
    expect(found(root)).toEqual(['tmp/app/chats/session-a.jsonl']);
  });

  test('a name that is no UTF-8 is refused, not passed over', () => {
    const root = freshFolder();
    writeFileSync(Buffer.concat([Buffer.from(`${root}/a`), Buffer.from([0xff]), Buffer.from('.jsonl')]), '');
    expect(found(root)).toEqual(['a\ufffd.jsonl: io_error']);
  });

  test('a path given twice, or with its folder, comes once', () => {
    const root = freshFolder();
    put(root, 'b/2.jsonl', 'a.jsonl');
    expect(found(root, [join(root, 'b/2.jsonl'), root, join(root, 'b')])).toEqual(['b/2.jsonl', 'a.jsonl']);
  });

  test('a link is refused with its reason, given or met, and never followed', () => {
    const root = freshFolder();
    const outside = freshFolder();
    put(outside, 'secret.jsonl');
    put(root, 'a.jsonl');
    symlinkSync(join(outside, 'secret.jsonl'), join(root, 'link.jsonl'));
    symlinkSync(outside, join(root, 'folder'));
    symlinkSync(root, join(root, 'loop'));
    symlinkSync(join(root, 'a.txt'), join(root, 'note.txt'));
    expect(found(root)).toEqual(['a.jsonl', 'folder: symlink', 'link.jsonl: symlink', 'loop: symlink']);
    expect(found(root, [join(root, 'folder')])).toEqual(['folder: symlink']);
  });

  test('what a person names and is no transcript is refused with a reason', () => {
    const root = freshFolder();
    put(root, 'a.txt');
    expect(found(root, [join(root, 'a.txt'), join(root, 'none.jsonl')])).toEqual([
      'a.txt: not_a_transcript',
      'none.jsonl: missing',
    ]);
  });

  test.skipIf(process.platform === 'win32')('a FIFO with a transcript name is refused', () => {
    const root = freshFolder();
    execFileSync('mkfifo', [join(root, 'p.jsonl')]);
    expect(found(root)).toEqual(['p.jsonl: not_a_file']);
  });

  test('folders are walked to a depth, and what lies deeper is said', () => {
    const root = freshFolder();
    const at = (depth: number) => Array.from({ length: depth }, (_, i) => `d${i}`).join('/');
    put(root, `${at(MAX_DEPTH)}/in.jsonl`, `${at(MAX_DEPTH + 1)}/out.jsonl`);
    expect(found(root)).toEqual([`${at(MAX_DEPTH + 1)}: too_deep`, `${at(MAX_DEPTH)}/in.jsonl`]);
  });

  test('a folder with a transcript name is walked', () => {
    const root = freshFolder();
    put(root, 'x.jsonl/a.jsonl');
    expect(found(root)).toEqual(['x.jsonl/a.jsonl']);
  });

  test.each(['s.jsonl', 's.jsonl.zst', '/a/.claude/s.jsonl'])('%s can be a transcript', (name) => {
    expect(isTranscriptName(name)).toBe(true);
  });

  test.each([
    's.json',
    's.jsonl.gz',
    '.s.jsonl',
    '#s.jsonl',
    's.tmp.jsonl',
    's.jsonl~',
    's.partial-1.jsonl.zst',
  ])('%s cannot', (name) => {
    expect(isTranscriptName(name)).toBe(false);
  });
});

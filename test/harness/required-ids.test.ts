import { describe, expect, it } from 'vitest';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import { missingIds, withoutIds } from '../../src/harness/required-ids.ts';
import { isBefore } from '../../src/harness/version-order.ts';
import { HARNESSES } from '../../src/model/harness.ts';
import { capturedHooks, ELSEWHERE, event } from './hook-fixtures.ts';

const CLAUDE = { session_id: 's', transcript_path: '/h/.claude/projects/p/s.jsonl', tool_name: 'Bash' };

describe('the ids that a pre-tool payload must carry', () => {
  it('stand in every captured one', (context) => {
    let count = 0;
    for (const harness of HARNESSES)
      for (const { name, event: argument, raw } of capturedHooks(harness)) {
        const found = decode(raw, { harness, event: argument }, ELSEWHERE);
        if (!isDecoded(found) || found.kind !== 'pre_tool') continue;
        expect(missingIds(found), name).toEqual([]);
        count++;
      }
    if (count === 0) context.skip('../shared/captures is absent');
  });

  it('are asked for by version: Claude Code 1 had no call id', () => {
    const found = event('claude-code', CLAUDE, 'PreToolUse');
    expect(missingIds(found)).toEqual(['call']);
    expect(missingIds(found, '2.1.332')).toEqual(['call']);
    expect(missingIds(found, '1.0.128')).toEqual([]);
  });

  it('are fewer on Cursor’s granular events', () => {
    const cursor = { conversation_id: 'c', cursor_version: '3', command: 'ls' };
    expect(missingIds(event('cursor', cursor, 'beforeShellExecution'))).toEqual([]);
    expect(missingIds(event('cursor', cursor, 'preToolUse'))).toEqual(['call']);
  });

  it('are not asked of other events', () => {
    expect(missingIds(event('claude-code', {}, 'Stop'))).toEqual([]);
  });

  it('refuse a payload without them, saying which', () => {
    expect(withoutIds(event('gemini', { tool_name: 'read_file' }, 'BeforeTool'))).toMatchObject({
      why: 'missing_ids',
      kind: 'pre_tool',
      what: 'BeforeTool: expected the ids that gemini sends with it, found no session id',
    });
    expect(withoutIds(event('gemini', { session_id: 's' }, 'BeforeTool'))).toBeUndefined();
  });
});

describe('the order of versions', () => {
  it('goes by numbers', () => {
    expect(isBefore('2.0.76', '2.1.0')).toBe(true);
    expect(isBefore('2.1.100', '2.1.9')).toBe(false);
    expect(isBefore('2026.02.13', '2026.09.10-fd3934a')).toBe(true);
    expect(isBefore('1.0', '1.0.0')).toBe(false);
  });
});

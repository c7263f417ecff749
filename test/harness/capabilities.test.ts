import { describe, expect, it } from 'vitest';
import { CAPABILITIES, capabilityOf, firesHook } from '../../src/harness/capabilities.ts';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import { DIALECTS } from '../../src/harness/dialects.ts';
import { isBefore } from '../../src/harness/version-order.ts';
import { HARNESSES } from '../../src/model/harness.ts';
import { claudeCode } from '../live/harness/claude-code.ts';
import { codex } from '../live/harness/codex.ts';
import { copilot } from '../live/harness/copilot.ts';
import { gemini } from '../live/harness/gemini.ts';
import { capturedHooks, ELSEWHERE } from './hook-fixtures.ts';

describe('capabilities', () => {
  it('stand oldest version first', () => {
    for (const rows of Object.values(CAPABILITIES))
      for (let at = 1; at < rows.length; at++)
        expect(isBefore(rows[at - 1]!.since, rows[at]!.since)).toBe(true);
  });

  it('name post events that the dialect knows', () => {
    for (const harness of HARNESSES)
      for (const { post } of CAPABILITIES[harness])
        for (const event of post) expect(DIALECTS[harness].events[event]).toMatch(/^post_tool/);
  });

  it('call no tool hookless that fired a hook in a capture', (context) => {
    let count = 0;
    for (const harness of HARNESSES)
      for (const { event, raw } of capturedHooks(harness)) {
        const found = decode(raw, { harness, event }, ELSEWHERE);
        if (!isDecoded(found) || found.kind !== 'pre_tool' || found.tool === undefined) continue;
        expect(firesHook(harness, found.tool.own), found.tool.own).toBe(true);
        count++;
      }
    if (count === 0) context.skip('../shared/captures is absent');
  });

  it('say by version that a tool fires no hook (codex 16732)', () => {
    expect(firesHook('codex', 'apply_patch', '0.130.0')).toBe(false);
    expect(firesHook('codex', 'apply_patch', '0.171.0')).toBe(true);
    expect(firesHook('codex', 'Bash', '0.20.0')).toBe(false);
    expect(firesHook('codex', 'write_stdin')).toBe(false);
  });

  it('take an unknown version for the newest', () => {
    for (const harness of HARNESSES) expect(capabilityOf(harness)).toBe(CAPABILITIES[harness].at(-1));
  });

  it('has been measured last with the versions that the live suite watches', () => {
    for (const { harness, package: watched } of [claudeCode, codex, gemini, copilot])
      expect(capabilityOf(harness).newest).toBe(watched.version);
  });
});

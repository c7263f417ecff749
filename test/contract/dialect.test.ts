import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import { encode } from '../../src/harness/encode.ts';
import { HARNESSES, type Harness } from '../../src/model/harness.ts';
import type { EventKind, HookEvent, Undecoded } from '../../src/model/hook-event.ts';
import { capturedHooks, ELSEWHERE, expectedOf, fixture } from '../harness/hook-fixtures.ts';

/** By the event's name in any harness: written down again, so that a dialect's table is checked and not repeated. */
function kindByName(event: string): EventKind {
  if (/^(pre|Pre|Before|before)(ToolUse|Tool|ShellExecution|MCPExecution|ReadFile)$/.test(event))
    return 'pre_tool';
  if (/^(PostToolUse|postToolUse|AfterTool|afterShellExecution|afterMCPExecution)$/.test(event))
    return 'post_tool';
  if (/^[pP]ostToolUseFailure$/.test(event)) return 'post_tool_failure';
  if (/^(UserPromptSubmit|userPromptSubmitted|BeforeAgent|beforeSubmitPrompt)$/.test(event)) return 'prompt';
  if (/^(Stop|StopFailure|stop|agentStop|AfterAgent|Interrupt)$/.test(event)) return 'stop';
  const words: Record<string, EventKind> = {
    SessionStart: 'session_start',
    SessionEnd: 'session_end',
    SubagentStart: 'subagent_start',
    SubagentStop: 'subagent_stop',
    AfterAgentThought: 'thought',
    AfterAgentResponse: 'response',
  };
  return words[event.charAt(0).toUpperCase() + event.slice(1)] ?? 'other';
}

type Raw = Record<string, unknown>;

function rawOf(bytes: Uint8Array): Raw {
  return JSON.parse(new TextDecoder().decode(bytes)) as Raw;
}

function decoded(harness: Harness, raw: Uint8Array, name?: string): HookEvent {
  const result = decode(raw, name === undefined ? { harness } : { harness, event: name }, ELSEWHERE);
  expect(isDecoded(result)).toBe(true);
  return result as HookEvent;
}

describe.each(HARNESSES)('the dialect of %s', (harness) => {
  const fixtures = expectedOf(harness).map((wanted) => ({ wanted, raw: fixture(harness, wanted.file) }));

  it.each(fixtures)('reads $wanted.file as its expectation says', ({ wanted, raw }) => {
    const found = decoded(harness, raw, wanted.event);
    const { file: _file, target, tool, ...rest } = wanted;
    expect(found).toMatchObject(rest);
    for (const key of ['call', 'agent', 'session', 'command', 'prompt', 'origin'] as const)
      expect(found[key]).toBe(wanted[key]);
    expect(found.tool?.canonical).toBe(tool);
    expect(found.targets.map(({ path, role }) => ({ path, role }))).toEqual(
      target === undefined ? [] : [target],
    );
    expect(found.harness).toBe(harness);
    expect(found.raw).toBe(raw);
  });

  it('reads every captured payload: harness, kind, session, call, agent and directory', (context) => {
    let count = 0;
    for (const { name, event, raw } of capturedHooks(harness)) {
      const found = decoded(harness, raw, event);
      const plain = rawOf(raw);
      const roots = plain.workspace_roots as string[] | undefined;
      const root = roots?.[0]?.replace(/^\/(?=[A-Z]:)/, '');
      expect({
        name,
        harness: found.harness,
        kind: found.kind,
        session: found.session,
        call: found.call,
        agent: found.agent,
        cwd: found.cwd,
      }).toEqual({
        name,
        harness,
        kind: kindByName(event),
        session: plain.conversation_id ?? plain.session_id ?? plain.sessionId,
        call: ((plain.tool_use_id ?? plain.toolCallId ?? plain.tool_call_id) as string | undefined)?.replace(
          '\n',
          '%000a',
        ),
        agent: plain.agent_id ?? plain.subagent_id,
        cwd: plain.cwd || root,
      });
      count++;
    }
    if (count === 0) context.skip('../shared/captures is absent');
  });

  it('finds the same event in a captured payload whatever harness the command names', (context) => {
    let count = 0;
    for (const { name, event, raw } of capturedHooks(harness)) {
      for (const named of HARNESSES) {
        const found = decoded(named, raw, event);
        expect([name, named, found.harness, found.named, found.kind]).toEqual([
          name,
          named,
          harness,
          named,
          kindByName(event),
        ]);
      }
      count++;
    }
    if (count === 0) context.skip('../shared/captures is absent');
  });

  it('knows the tool of every captured tool hook', (context) => {
    let count = 0;
    for (const { name, event, raw } of capturedHooks(harness)) {
      const found = decoded(harness, raw, event);
      if (found.kind !== 'pre_tool' && found.kind !== 'post_tool') continue;
      expect(found.tool, name).toBeDefined();
      if (found.tool?.canonical === 'Bash') expect(found.command, name).toEqual(expect.any(String));
      if (/^(Read|Write|Delete|NotebookEdit)$/.test(found.tool!.canonical) && !/fail/.test(name))
        expect(found.targets.length, name).toBeGreaterThan(0);
      count++;
    }
    if (count === 0) context.skip('../shared/captures is absent');
  });

  it('answers each fixture with nothing, or with one JSON object and the exit its table knows', () => {
    for (const { wanted, raw } of fixtures) {
      const found = decoded(harness, raw, wanted.event);
      for (const verdict of ['allow', 'ask', 'deny'] as const) {
        const answer = encode(found, { verdict, rule: 'r', reason: 'why' }, { platform: 'linux' });
        if (answer.stdout !== '') expect(JSON.parse(answer.stdout)).toBeTypeOf('object');
        expect([0, 2]).toContain(answer.exit);
        if (found.kind !== 'pre_tool') expect(answer.exit).toBe(0);
      }
    }
  });

  const hostile: readonly (readonly [string, Uint8Array, Undecoded['why'] | undefined])[] = [
    ['nothing', new Uint8Array(), 'empty'],
    ['a byte order mark alone', new Uint8Array([0xef, 0xbb, 0xbf]), 'empty'],
    ['white space', Buffer.from(' \r\n\t'), 'empty'],
    ['bytes that are no UTF-8', new Uint8Array([0x7b, 0xff, 0xfe, 0x7d]), 'not_utf8'],
    ['text', Buffer.from('permission denied'), 'not_json'],
    ['two objects', Buffer.from('{}{}'), 'not_json'],
    ['an object and NULs', Buffer.from('{}\0\0'), 'not_json'],
    ['a list', Buffer.from('[{"session_id":"s"}]'), 'not_an_object'],
    ['null', Buffer.from('null'), 'not_an_object'],
    ['a number', Buffer.from('1'), 'not_an_object'],
    ['a list nested a million deep', Buffer.from('['.repeat(1e6) + ']'.repeat(1e6)), 'not_an_object'],
    [
      'an input nested a million deep',
      Buffer.from(`{"tool_name":"Bash","tool_input":${'['.repeat(1e6)}${']'.repeat(1e6)}}`),
      undefined,
    ],
    [
      'a prototype',
      Buffer.from('{"__proto__":{"session_id":"x","tool_name":"Bash"},"constructor":1}'),
      undefined,
    ],
  ];

  it.each(hostile)('takes %s without an exception', (_name, raw, why) => {
    const result = decode(raw, { harness, event: 'PreToolUse' }, ELSEWHERE);
    if (why === undefined) expect(isDecoded(result)).toBe(true);
    else expect(result).toMatchObject({ why, kind: 'pre_tool', event: 'PreToolUse', harness });
  });

  it('takes nothing from a prototype', () => {
    const raw = Buffer.from('{"__proto__":{"session_id":"x","sessionId":"x","tool_name":"Bash"}}');
    const found = decoded(harness, raw, 'PreToolUse');
    expect([found.session, found.tool]).toEqual([undefined, undefined]);
  });

  it('reads a payload that is cut anywhere as not JSON', () => {
    for (const { raw } of fixtures.slice(0, 4)) {
      const whole = raw.at(-1) === 0x0a ? raw.length - 1 : raw.length;
      for (let end = 0; end < whole; end++) {
        const result = decode(raw.subarray(0, end), { harness }, ELSEWHERE);
        expect(isDecoded(result)).toBe(false);
      }
    }
  });

  const anything = fc.oneof(
    fc.constantFrom<unknown>(null, true, 0, -1, 1e300, '', ' ', '\ud800', '\u0000', [], {}, [[]], [null], {
      path: 1,
    }),
    fc.jsonValue({ maxDepth: 3 }),
    fc.string({ unit: 'binary' }),
  );

  it('never throws, and gives safe ids, when fields have other types', () => {
    const bases = fixtures.map(({ raw }) => rawOf(raw));
    const keys = [...new Set(bases.flatMap((base) => Object.keys(base))), 'tool_input', 'toolArgs'];
    const property = fc.property(
      fc.constantFrom(...bases),
      fc.dictionary(fc.constantFrom(...keys), anything, { maxKeys: 5 }),
      fc.constantFrom(...HARNESSES),
      (base, changes, named) => {
        const raw = Buffer.from(JSON.stringify({ ...base, ...changes }));
        const found = decoded(named, raw, 'PreToolUse');
        for (const id of [found.session, found.call, found.agent, found.parent, found.turn])
          expect(id ?? 'none').toMatch(/^[!#-[\]-~]{1,200}$/);
        expect(found.cwd).not.toBe('');
        expect(found.targets.every(({ path }) => path !== '')).toBe(true);
        const answer = encode(found, { verdict: 'deny' }, { platform: 'linux' });
        if (found.kind === 'pre_tool') expect(answer.stdout).toContain('deny');
      },
    );
    fc.assert(property, { numRuns: 300 });
  });

  it('never throws on any bytes', () => {
    const bytes = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((json) => Buffer.from(json)),
    );
    fc.assert(
      fc.property(bytes, (raw) => {
        const result = decode(raw, { harness }, ELSEWHERE);
        expect(result.raw).toBe(raw);
      }),
      { numRuns: 300 },
    );
  });
});

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import { decode, isDecoded } from '../../src/harness/decode.ts';
import type { Profile } from '../../src/harness/failure.ts';
import type { Harness } from '../../src/model/harness.ts';
import type { Verdict } from '../../src/model/verdict.ts';
import { guardedPlaces } from '../../src/signer/guarded-places.ts';
import { judgeOf } from '../../src/signer/judge.ts';

const root = mkdtempSync(join(tmpdir(), 'judge-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const user = join(root, 'user');
const project = join(user, 'app');
const other = join(user, 'other');
for (const folder of [
  join(project, '.git'),
  join(project, 'src'),
  other,
  join(user, '.tracekit'),
  join(root, 'dist'),
])
  mkdirSync(folder, { recursive: true });
writeFileSync(join(project, 'billing.py'), 'x');
symlinkSync(project, join(user, 'way'));
symlinkSync('billing.py', join(project, 'bill'));

const HELD = `version: 1
rules:
  - {id: held, match_path: "${project}/billing.py", action: deny, reason: held}
`;
const ALL = 'version: 1\ndefault: allow\nrules:\n  - {id: all, match: "**", action: allow}\n';
const NONE = undefined;
let count = 0;

type Gate = (call: Payload, profile?: Profile) => Verdict;
type Payload = {
  readonly tool?: string;
  readonly input?: unknown;
  readonly cwd?: string;
  readonly harness?: Harness;
  readonly more?: object;
};

/** The judge of a signer whose own policy is this text; no policy file where it is undefined. */
function gate(policy: string | undefined, env: Record<string, string> = {}): Gate {
  const policyPath = join(user, '.tracekit', `policy-${count++}.yaml`);
  if (policy !== undefined) writeFileSync(policyPath, policy);
  const places = {
    env,
    userHome: user,
    tracekitHome: join(user, '.tracekit'),
    program: join(root, 'dist/cli.js'),
  };
  const judge = judgeOf({
    ...{ userHome: user, tracekitHome: places.tracekitHome, policyPath, guarded: guardedPlaces(places) },
    sockets: ['/run/user/7/gate/s.sock', '/run/user/7/gate'],
    pids: () => [4711],
  });
  return ({ tool, input, cwd = project, harness = 'claude-code', more = {} }, profile = 'open') => {
    const payload = { session_id: 's', hook_event_name: 'PreToolUse', cwd, ...more };
    const named = tool === undefined ? payload : { ...payload, tool_name: tool, tool_input: input };
    const event = decode(toUtf8(JSON.stringify(named)), { harness, event: 'PreToolUse' }, { cwd });
    if (!isDecoded(event)) throw new Error(event.what);
    return judge(event, profile);
  };
}

const plainJudge = judgeOf({
  ...{ userHome: user, tracekitHome: join(user, '.tracekit'), policyPath: join(user, '.tracekit/none.yaml') },
  ...{ guarded: [], sockets: [], pids: () => [] },
});

function bash(command: string, cwd?: string): Payload {
  return { tool: 'Bash', input: { command }, ...(cwd === undefined ? {} : { cwd }) };
}

const PATCH = '*** Begin Patch\n*** Update File: billing.py\n@@\n-a\n+b\n*** End Patch';

const ROADS: readonly (readonly [string, Payload])[] = [
  ['the Write tool', { tool: 'Write', input: { file_path: 'billing.py', content: '' } }],
  ['the Write tool with ..', { tool: 'Write', input: { file_path: 'src/../billing.py', content: '' } }],
  [
    'the Edit tool through a linked folder',
    { tool: 'Edit', input: { file_path: join(user, 'way/billing.py') } },
  ],
  ['the Edit tool through a link', { tool: 'Edit', input: { file_path: join(project, 'bill') } }],
  [
    'a patch of Codex in the command field',
    { tool: 'apply_patch', input: { command: PATCH }, harness: 'codex' },
  ],
  ['a patch of Codex in a shell', { ...bash(`apply_patch <<'E'\n${PATCH}\nE`), harness: 'codex' }],
  ['a file server’s tool', { tool: 'mcp__fs__write_file', input: { path: join(project, 'billing.py') } }],
  ['a server’s shell', { tool: 'mcp__box__run_command', input: { command: 'rm billing.py' } }],
  ['a redirect', bash('echo x > billing.py')],
  ['tee', bash('echo x | tee billing.py')],
  ['cp', bash('cp /tmp/x billing.py')],
  ['mv', bash('mv /tmp/x ./billing.py')],
  ['sed -i', bash("sed -i 's/a/b/' billing.py")],
  ['git checkout', bash('git checkout HEAD~1 -- billing.py')],
  ['a here-document', bash('cat > billing.py <<E\nx\nE')],
  ['sh -c', bash("sh -c 'echo x > billing.py'")],
  ['..', bash('echo x > src/../billing.py')],
  ['a link to the file', bash('echo x > bill')],
  ['a linked folder', bash(`echo x > ${join(user, 'way')}/billing.py`)],
  ['a linked working directory', bash('echo x > billing.py', join(user, 'way'))],
  ['cd', bash('cd src && echo x > ../billing.py')],
  [
    'the folder that the input names',
    { tool: 'Bash', input: { command: 'rm ../billing.py', workdir: 'src' } },
  ],
];

describe('a file that a policy holds', () => {
  const held = gate(HELD);

  it.each(ROADS)('is refused by way of %s', (_road, call) => {
    expect(held(call)).toMatchObject({ verdict: 'deny', rule: 'held' });
  });

  it('does not hold its neighbours, nor who reads it', () => {
    expect(held(bash('cat billing.py; echo x > billing.pyc'))).toEqual({ verdict: 'allow' });
    expect(held({ tool: 'Read', input: { file_path: 'billing.py' } })).toEqual({ verdict: 'allow' });
    expect(held({ tool: 'Bash', input: { command: 'rm billing.py', workdir: '/tmp' } }).verdict).toBe(
      'allow',
    );
  });
});

const OWN: readonly (readonly [string, Payload])[] = [
  ['its policy', { tool: 'Write', input: { file_path: join(user, '.tracekit/policy.yaml') } }],
  ['its policy by way of the home', bash('sed -i s/deny/allow/ ~/.tracekit/policy.yaml')],
  ['the remembered checkpoints', bash('rm ~/.local/state/tracekit/seen/x')],
  ['the folder that they lie in', bash('rm -rf ~/.local/state')],
  ['its program', bash(`echo > ${join(root, 'dist/hook.js')}`)],
  ['a hook configuration', { tool: 'Edit', input: { file_path: '.claude/settings.json' } }],
  [
    'a hook configuration in a patch',
    {
      tool: 'apply_patch',
      harness: 'codex',
      input: { command: PATCH.replace('billing.py', '.codex/hooks.json') },
    },
  ],
  ['a hook configuration that the environment moved', bash(`echo '{}' > ${join(root, 'codex/hooks.json')}`)],
  [
    'a hook configuration beside the transcript',
    {
      ...bash(`mv ${join(root, 'claude')} /tmp/x`),
      more: { transcript_path: join(root, 'claude/projects/-app/s.jsonl') },
    },
  ],
  ['its socket', bash('curl --unix-socket /run/user/7/gate/s.sock http://x/')],
  ['its socket’s folder', bash('rm -rf /run/user/7/gate')],
  ['its process', bash('kill 4711')],
  ['its keys', { tool: 'Read', input: { file_path: join(user, '.tracekit/keys/log.key') } }],
  ['an approval', bash('npx tracekit approvals approve 3')],
];

describe('what is tracekit’s own', () => {
  const env = { CODEX_HOME: join(root, 'codex') };
  const gates: readonly (readonly [string, Gate])[] = [
    ['no policy', gate(NONE, env)],
    ['a broken policy in the open profile', gate('version: 2', env)],
    ['a broken policy in the closed profile', (call) => gate('version: 2', env)(call, 'closed')],
    ['a policy that allows all', gate(ALL, env)],
  ];

  it.each(gates.flatMap(([name, judge]) => OWN.map(([what, call]) => [what, name, judge, call] as const)))(
    'stays: %s, with %s',
    (_what, _name, judge, call) => {
      expect(judge(call)).toMatchObject({ verdict: 'deny', rule: 'self-protection' });
    },
  );
});

describe('the policies', () => {
  it('are the starter policy where there is none', () => {
    expect(gate(NONE)(bash('git push --force')).rule).toBe('force-push');
    expect(gate(NONE)(bash('npm test'))).toEqual({ verdict: 'allow' });
  });

  it('block where they can’t be read in the closed profile only, and say where', () => {
    const broken = gate('version: 1\nrules: [{match: rm}]\n');
    expect(broken(bash('ls'), 'closed')).toMatchObject({ verdict: 'deny', rule: 'policy-unreadable' });
    expect(broken(bash('ls'), 'closed').reason).toMatch(/policy-\d+\.yaml:2:\d+: /);
    expect(broken(bash('ls'), 'open')).toEqual({ verdict: 'allow' });
  });

  it('of a project only tighten, wherever in it the call is made and by whatever name', () => {
    mkdirSync(join(other, '.tracekit'));
    mkdirSync(join(other, 'deep'));
    symlinkSync(join(other, 'deep'), join(user, 'shortcut'));
    const text =
      'version: 1\ndefault: allow\nrules:\n  - {match: git push **, action: allow}\n  - {id: no-npm, match: npm **, action: deny}\n';
    writeFileSync(join(other, '.tracekit/policy.yaml'), text);
    const judge = gate('version: 1\nrules:\n  - {id: no-push, match: git push **, action: ask}\n');
    for (const cwd of [other, join(other, 'deep'), join(user, 'shortcut')]) {
      expect(judge(bash('npm ci', cwd)).rule).toBe('no-npm');
      expect(judge(bash('git push', cwd)).rule).toBe('no-push');
      const elsewhere = { tool: 'Bash', input: { command: 'npm ci', workdir: '/tmp' }, cwd };
      expect(judge(elsewhere).rule).toBe('no-npm');
    }
    expect(judge(bash('npm ci'))).toEqual({ verdict: 'allow' });
  });

  it('of a project that are no regular file do not keep the signer', () => {
    const folder = join(user, 'devices');
    mkdirSync(join(folder, '.tracekit'), { recursive: true });
    symlinkSync('/dev/zero', join(folder, '.tracekit/policy.yaml'));
    expect(gate(ALL)(bash('ls', folder), 'closed').reason).toContain('it is no regular file');
  });

  it('are read anew when their text changes', () => {
    const folder = join(user, 'changing');
    mkdirSync(join(folder, '.tracekit'), { recursive: true });
    const judge = gate(ALL);
    for (const action of ['ask', 'deny'] as const) {
      writeFileSync(
        join(folder, '.tracekit/policy.yaml'),
        `version: 1\nrules: [{match: ls, action: ${action}}]\n`,
      );
      expect(judge(bash('ls', folder)).verdict).toBe(action);
    }
  });

  // The folders of this test lie in a temporary one, which is never outside: so the rule asks what is inside.
  const SOURCE = 'version: 1\nrules: [{id: source, match_path: "@source", action: ask}]\n';

  it('take for the project the nearest folder with .git or .tracekit, and never the home', () => {
    const judge = gate(SOURCE);
    expect(judge(bash('touch ../README.md', join(project, 'src'))).rule).toBe('source');
    expect(judge(bash(`touch ${user}/notes`)).rule).toBeUndefined();
    const plain = join(user, 'plain/deep');
    mkdirSync(plain, { recursive: true });
    expect(judge(bash('touch ../x', plain)).rule).toBeUndefined();
    expect(judge(bash('touch x', plain)).rule).toBe('source');
  });

  it('take a project that is reached through a link for one place', () => {
    const judge = gate(SOURCE);
    for (const path of [`${project}/x`, `${user}/way/y`, 'z', join(user, 'way/src/../z')])
      expect(judge(bash(`touch ${path}`, join(user, 'way'))).rule, path).toBe('source');
    expect(judge(bash(`touch ${user}/z`, join(user, 'way'))).rule).toBeUndefined();
  });
});

describe('a shell event that no reader understands', () => {
  const denies = gate('version: 1\nunrecognised: deny\n');
  const EVENTS: readonly Payload[] = [
    { tool: 'RunTerminal', input: { line: 'rm -rf ~' } },
    { tool: 'bash', input: {}, harness: 'copilot' },
    { tool: 'Newfangled', input: { cmd: ['rm', '-rf', '/'] } },
    { more: { command: 'rm -rf ~' } },
  ];

  it.each(EVENTS)('is denied where the policy says so: %j', (call) => {
    expect(denies(call)).toMatchObject({ verdict: 'deny', rule: 'unrecognised' });
    expect(gate('version: 1\n')(call)).toEqual({ verdict: 'allow' });
  });

  it('is not what a reader understands, nor a tool that runs nothing', () => {
    for (const call of [
      bash('ls'),
      { tool: 'Read', input: { file_path: 'x' } },
      { tool: 'WebFetch', input: { url: 'https://x.example.invalid' } },
      { tool: 'TodoWrite', input: { todos: [] } },
    ])
      expect(denies(call)).toEqual({ verdict: 'allow' });
  });
});

describe('a payload that can be read in more than one way', () => {
  const TWICE = [
    '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"git push -f"},"tool_input":{"command":"ls"}}',
    '{"session_id":"s","tool_name":"Bash","tool_input":{"command":"git push -f","command":"ls"}}',
    '{"session_id":"s","tool_name":"Bash","tool_input":{"comm\\u0061nd":"git push -f","command":"ls"}}',
    '{"session_id":"s","session_id":"t","tool_name":"Bash","tool_input":{"command":"ls"}}',
    '{"sessionId":"s","toolName":"bash","toolArgs":"{\\"command\\":\\"git push -f\\",\\"command\\":\\"ls\\"}"}',
    `{"session_id":"s","tool_name":"Bash","tool_input":{"command":"ls","x":${'['.repeat(2_000)}${']'.repeat(2_000)}}}`,
  ];

  it.each(TWICE)('is held in either profile: %s', (text) => {
    const payload = Buffer.from(text.replace('{', `{"cwd":${JSON.stringify(project)},`));
    const harness = text.includes('toolArgs') ? 'copilot' : 'claude-code';
    const event = decode(
      payload,
      { harness, event: harness === 'copilot' ? 'preToolUse' : 'PreToolUse' },
      { cwd: project },
    );
    if (!isDecoded(event)) throw new Error(event.what);
    for (const profile of ['open', 'closed'] as const)
      expect(plainJudge(event, profile)).toMatchObject({ verdict: 'ask', rule: 'ambiguous-payload' });
  });
});

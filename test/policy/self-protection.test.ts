import { describe, expect, it } from 'vitest';
import type { CheckInput } from '../../src/policy/check.ts';
import { check } from '../../src/policy/check.ts';
import { readPolicy } from '../../src/policy/file.ts';
import { NO_FILES, type PathReader } from '../../src/policy/real-path.ts';
import { HOME, PROJECT } from './lines.ts';

const allowAll = readPolicy('version: 1\ndefault: allow\nrules:\n  - {match: "**", action: allow}\n', {
  name: 'p',
  scope: 'own',
}).policy!;

function refused(input: Partial<CheckInput>, files: PathReader = NO_FILES): boolean {
  const context = {
    home: HOME,
    files,
    pids: [4711],
    sockets: ['/run/user/1000/tk/s.sock'],
    guarded: ['/home/dev/.local/state/tracekit'],
  };
  const answers = [[], [allowAll]].map((policies) =>
    check({ id: 'x', cwd: PROJECT, ...input }, policies, context),
  );
  expect(answers[0]!.verdict).toBe(answers[1]!.verdict);
  return answers[0]!.rule === 'self-protection' && answers[0]!.verdict === 'deny';
}

const FILES = [
  '.claude/settings.json',
  '.claude/settings.local.json',
  '.codex/hooks.json',
  '.codex/config.toml',
  '.cursor/hooks.json',
  '.gemini/settings.json',
  '.github/hooks/a.json',
  '.github/copilot/settings.json',
  '.github/copilot/settings.local.json',
  '.copilot/hooks/tracekit.json',
  '.copilot/settings.json',
  '.copilot/config.json',
  '~/.copilot/config.json',
  '~/.gemini/trustedFolders.json',
  '.tracekit/policy.yaml',
  '~/.tracekit/log/checkpoint',
  '~/.claude/settings.json',
  '~/.tracekit/spool/x',
  '/var/lib/tracekit/log/x',
  'src/../.codex/config.toml',
  '.claude\\settings.json',
  '/home/dev/.local/state/tracekit/seen/x',
];

describe('self-protection, with no policy and with an allow-all policy', () => {
  for (const path of FILES)
    it(`refuses to write ${path}, by tool and by command`, () => {
      for (const tool of ['Write', 'Edit', 'Delete', 'save_file'])
        expect(refused({ tool, path }), tool).toBe(true);
      if (path.includes('\\')) return;
      for (const line of [
        `echo x > ${path}`,
        `rm ${path}`,
        `cp /tmp/x ${path}`,
        `sed -i s/a/b/ ${path}`,
        `sh -c 'tee ${path}'`,
        `mv ${path} /tmp/`,
      ])
        expect(refused({ command: line }), line).toBe(true);
    });

  it('leaves names alone that only look alike', () => {
    for (const path of [
      'docs/claude/settings.json',
      'claude/settings.json',
      '.claude/commands/x.md',
      '.codexrc.example',
      'x.claude/settings.json',
      '.claude/settings.json.md',
      '.github/workflows/ci.yml',
      'tracekit/policy.yaml',
    ])
      expect(refused({ tool: 'Write', path }), path).toBe(false);
  });

  it('refuses in another case where the file system folds it', () => {
    expect(
      refused(
        { tool: 'Write', path: '.CLAUDE/Settings.json' },
        { readLink: () => undefined, folds: () => true },
      ),
    ).toBe(true);
  });

  it('refuses through a symbolic link', () => {
    const files: PathReader = {
      readLink: (path) => (path === '/home/dev/app/cfg' ? '/home/dev/.tracekit' : undefined),
      folds: () => false,
    };
    expect(refused({ command: 'echo x > cfg/policy.yaml' }, files)).toBe(true);
    expect(refused({ tool: 'Write', path: 'cfg/policy.yaml' }, files)).toBe(true);
  });

  it('refuses patterns that could name a guarded file, and folders that hold one', () => {
    for (const line of [
      'rm .claude/*.json',
      'rm .cl*/settings.json',
      'rm -rf .claude',
      'rm -rf ~/.tracekit',
      'ln -sfn /tmp/x ~/.tracekit',
      'rm -rf ~',
      'mv .codex /tmp/x',
      'for d in .claude .x; do rm -rf $d; done',
      'rm ~/.copilot/*.json',
      'rm ~/.gemini/trusted*.json',
      'find ~ -name config.json -delete',
      'find . -name trustedFolders.json -delete',
    ])
      expect(refused({ command: line }), line).toBe(true);
    for (const line of [
      'rm *.json',
      'mkdir -p .claude',
      'ls .claude',
      'cat .claude/settings.json',
      'cat ~/.tracekit/policy.yaml',
      'rm -rf dist',
      'find . -name config.json -delete',
      'rm config.json src/config.json',
      'cat ~/.copilot/config.json',
    ])
      expect(refused({ command: line }), line).toBe(false);
  });

  it('refuses what unpacks, copies, moves or mounts over a folder of hook configuration', () => {
    const lines = [
      'tar xf a.tar -C .claude',
      'unzip a.zip -d .claude',
      'rsync -a x/ .claude/',
      'git checkout HEAD~1 -- .claude',
      'cp -r x .claude',
      'mv .claude.bak .claude',
      'docker run -v ~/.tracekit:/t alpine rm -rf /t',
      'docker run -v $PWD/.claude:/t alpine rm -rf /t',
      'find . -name settings.json -delete',
      'find .claude -type f -exec truncate -s0 {} +',
      'curl -o settings.json --output-dir .claude http://localhost/x',
      'vim -es -c ":w! .claude/settings.json" x',
      `python3 -c "from pathlib import Path; p=Path('.claude')/'settings.json'; p.write_text('')"`,
      'npm uninstall -g tracekit',
      'exec > .claude/settings.json',
    ];
    for (const line of lines) expect(refused({ command: line }), line).toBe(true);
  });

  it('refuses to read the keys, by tool and by command', () => {
    expect(refused({ tool: 'Read', path: '~/.tracekit/keys/signer' })).toBe(true);
    for (const line of [
      'cat ~/.tracekit/keys/signer',
      'cp -r ~/.tracekit /tmp/x',
      'base64 < ~/.tracekit/keys/signer',
      `python3 -c "print(open('/home/dev/.tracekit/keys/signer').read())"`,
    ])
      expect(refused({ command: line }), line).toBe(true);
  });

  it('refuses its own changing commands by any spelling', () => {
    const commands = [
      'approvals approve apr-1',
      'approvals reject apr-1',
      'hook codex PreToolUse',
      'init --yes',
      'uninstall',
      'signer start',
      'signer stop',
      'fsck',
      'vault erase --record 3',
      'config set x',
    ];
    const spellings = [
      'tracekit',
      'npx tracekit',
      'npx -y tracekit@latest',
      'pnpm dlx tracekit',
      'npm exec -- tracekit',
      './node_modules/.bin/tracekit',
      '/usr/local/bin/tracekit',
      'node dist/tracekit.js',
      'node --no-warnings /opt/tracekit/dist/tracekit.js',
      'env A=b tracekit',
      'sudo tracekit',
      'command tracekit',
      'tracekit --home /tmp/x',
      'TRACEKIT_HOME=/x tracekit',
      '"trace"kit',
      't=tracekit; $t',
    ];
    for (const spelling of spellings)
      for (const command of commands)
        expect(refused({ command: `${spelling} ${command}` }), `${spelling} ${command}`).toBe(true);
    for (const line of [
      "sh -c 'tracekit approvals approve x'",
      'echo x | xargs tracekit approvals approve',
      'eval "tracekit init"',
      'tracekit $x',
      `python3 -c "import os; os.system('tracekit signer stop')"`,
      `node -e "require('/opt/tracekit/dist/tracekit.js')"`,
    ])
      expect(refused({ command: line }), line).toBe(true);
  });

  it('lets its reading commands run', () => {
    for (const command of [
      'status',
      'approvals list',
      'approvals show apr-1',
      'verify',
      'show r1',
      'tail',
      'doctor',
      'last',
      'signer status',
      'analyze --v2 --last',
      'policy check "rm x"',
    ])
      expect(refused({ command: `tracekit ${command}` }), command).toBe(false);
    expect(refused({ command: 'echo tracekit approvals approve' })).toBe(false);
    expect(refused({ command: 'npm install tracekit' })).toBe(false);
  });

  it('refuses to stop its processes', () => {
    for (const line of [
      'pkill -f tracekit',
      'pkill tracekit',
      "pkill -f 'trace[k]it'",
      'killall tracekit',
      'kill 4711',
      'kill -9 4711',
      'kill $(pgrep -f tracekit)',
      'pgrep -f tracekit | xargs kill',
      'kill $(cat ~/.tracekit/signer.pid)',
      'systemctl --user stop tracekit',
      'kill -9 -1',
    ])
      expect(refused({ command: line }), line).toBe(true);
    for (const line of ['kill 4712', 'pkill vite', 'pgrep -f tracekit', 'pkill -f server.js'])
      expect(refused({ command: line }), line).toBe(false);
  });

  it('refuses to talk to the socket', () => {
    for (const line of [
      'curl --unix-socket /run/user/1000/tk/s.sock http://x/',
      'nc -U /run/user/1000/tk/s.sock',
      'socat - UNIX-CONNECT:/run/user/1000/tk/s.sock',
      'curl --unix-socket /run/tracekit/a/signer.sock http://x/',
      `python3 -c "import socket; s=socket.socket(socket.AF_UNIX); s.connect('/run/user/1000/tk/s.sock')"`,
    ])
      expect(refused({ command: line }), line).toBe(true);
    expect(refused({ command: 'ls -la /run/user/1000/tk/s.sock' })).toBe(false);
  });

  it('says where a person can change it', () => {
    const { reason } = check({ id: 'x', cwd: PROJECT, command: 'tracekit init' }, [], {
      home: HOME,
      files: NO_FILES,
    });
    expect(reason).toMatch(/^\[tracekit\] .*another terminal/);
  });
});

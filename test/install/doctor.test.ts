import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { type CheckId, exitOf } from '../../src/install/doctor/check.ts';
import { codexHash, codexKey } from '../../src/install/doctor/trust.ts';
import { ownHooks } from '../../src/install/own-hooks.ts';
import { HARNESSES, type Harness } from '../../src/model/harness.ts';
import { BUILT, DoctorStand } from './doctor-stand.ts';

type Case = {
  readonly what: string;
  readonly id: CheckId;
  readonly harness: Harness;
  readonly status: 'warn' | 'fail';
  readonly breaks: (at: DoctorStand) => void;
  /** What a person does by hand; without it the fix's own command is run. */
  readonly fix?: (at: DoctorStand) => void;
};

const CASES: readonly Case[] = [
  {
    what: 'no hooks',
    id: 'D-HOOKS',
    harness: 'claude-code',
    status: 'warn',
    breaks: (at) => at.run('tracekit uninstall --agent claude-code'),
  },
  {
    what: 'a hook script that is gone',
    id: 'D-HOOKS',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => rmSync(join(at.home, 'hooks', 'closed'), { recursive: true }),
  },
  {
    what: 'a hook script that others changed',
    id: 'D-HOOKS-DRIFT',
    harness: 'cursor',
    status: 'fail',
    breaks: (at) => at.run('echo exit 0 | tee -a "$HOME"/.tracekit/hooks/closed/cursor-*.sh'),
  },
  {
    what: 'a hook script that others may read',
    id: 'D-HOOKS-DRIFT',
    harness: 'gemini',
    status: 'fail',
    breaks: (at) => at.run('chmod 755 "$HOME"/.tracekit/hooks/closed/gemini-*.sh'),
  },
  {
    what: 'a hook that was taken out',
    id: 'D-HOOKS-DRIFT',
    harness: 'gemini',
    status: 'fail',
    breaks: (at) => at.edit('"BeforeTool"', '"AfterModel"'),
  },
  {
    what: 'a matcher that is narrower',
    id: 'D-HOOKS-DRIFT',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => at.edit('"matcher": "*"', '"matcher": "Bash"'),
  },
  {
    what: 'a hook that fails open in the closed profile',
    id: 'D-HOOKS-DRIFT',
    harness: 'cursor',
    status: 'fail',
    breaks: (at) => at.edit('"failClosed": true', '"failClosed": false'),
  },
  {
    what: 'hooks set up by hand without their events',
    id: 'D-HOOKS-EVENT',
    harness: 'claude-code',
    status: 'warn',
    breaks: (at) => at.edit(/"command": "[^"]*PreToolUse"/, '"command": "tracekit hook --v2 claude-code"'),
  },
  {
    what: 'a timeout below the hold (Doberman-Core 660)',
    id: 'D-HOOKS-TIMEOUT',
    harness: 'copilot',
    status: 'fail',
    breaks: (at) => at.edit('"timeoutSec": 600', '"timeoutSec": 559'),
  },
  {
    what: 'a timeout in seconds where it is in milliseconds',
    id: 'D-HOOKS-TIMEOUT',
    harness: 'gemini',
    status: 'fail',
    breaks: (at) => at.edit('"timeout": 600000', '"timeout": 600'),
  },
  {
    what: 'a hook without timeout',
    id: 'D-HOOKS-TIMEOUT',
    harness: 'codex',
    status: 'fail',
    breaks: (at) => at.edit(/,\s*"timeout": 600/, ''),
  },
  {
    what: 'a switch that turns all hooks off',
    id: 'D-HOOKS-OFF',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => at.edit('"hooks"', '"disableAllHooks": true, "hooks"'),
    fix: (at) => at.edit('"disableAllHooks": true, ', ''),
  },
  {
    what: 'simple mode in the project’s settings (claude-code 43612)',
    id: 'D-HOOKS-OFF',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) =>
      at.put(join(at.project, '.claude', 'settings.local.json'), '{"env":{"CLAUDE_CODE_SIMPLE":"1"}}'),
    fix: (at) => rmSync(join(at.project, '.claude'), { recursive: true }),
  },
  {
    what: 'our hooks among the disabled ones',
    id: 'D-HOOKS-OFF',
    harness: 'gemini',
    status: 'fail',
    breaks: (at) => at.edit('"hooks"', '"hooksConfig": {"disabled": ["tracekit"]}, "hooks"'),
    fix: (at) => at.edit('"hooksConfig": {"disabled": ["tracekit"]}, ', ''),
  },
  {
    what: 'hooks turned off as a feature',
    id: 'D-HOOKS-OFF',
    harness: 'codex',
    status: 'fail',
    breaks: (at) => at.put(at.path('.codex', 'config.toml'), '[features]\nhooks = false\n'),
    fix: (at) => rmSync(at.path('.codex', 'config.toml')),
  },
  {
    what: 'hooks that Codex was not told to trust (agentric 481)',
    id: 'D-TRUST',
    harness: 'codex',
    status: 'fail',
    breaks: () => {},
    fix: trustInCodex,
  },
  {
    what: 'hooks that changed since Codex was told to trust them',
    id: 'D-TRUST',
    harness: 'codex',
    status: 'fail',
    breaks: (at) => {
      trustInCodex(at);
      at.edit('"timeout": 600', '"timeout": 599');
    },
    fix: (at) => at.edit('"timeout": 599', '"timeout": 600'),
  },
  {
    what: 'a repository that Copilot does not trust',
    id: 'D-TRUST',
    harness: 'copilot',
    status: 'fail',
    breaks: (at) => at.init({ project: at.project }),
    fix: (at) =>
      at.put(
        at.path('.copilot', 'config.json'),
        `// as copilot writes it\n{"trustedFolders":[${JSON.stringify(at.project)}]}`,
      ),
  },
  {
    what: 'a project that Gemini does not trust',
    id: 'D-TRUST',
    harness: 'gemini',
    status: 'fail',
    breaks: (at) => at.init({ project: at.project }),
    fix: (at) =>
      at.put(at.path('.gemini', 'trustedFolders.json'), JSON.stringify({ [at.project]: 'TRUST_FOLDER' })),
  },
  {
    what: 'sealed reasoning',
    id: 'D-REASONING',
    harness: 'claude-code',
    status: 'warn',
    breaks: (at) => at.edit('"showThinkingSummaries": true', '"verbose": true'),
  },
  {
    what: 'summaries that are off',
    id: 'D-REASONING',
    harness: 'codex',
    status: 'warn',
    breaks: (at) => at.edit('"auto"', '"none"', at.path('.codex', 'config.toml')),
    fix: (at) => at.edit('"none"', '"auto"', at.path('.codex', 'config.toml')),
  },
  {
    what: 'an older version than any that was measured',
    id: 'D-VERSION',
    harness: 'gemini',
    status: 'warn',
    breaks: (at) => writeFileSync(at.path('bin', 'gemini'), '#!/bin/sh\necho 0.20.1\n', { mode: 0o755 }),
    fix: (at) => writeFileSync(at.path('bin', 'gemini'), '#!/bin/sh\necho 0.61.0\n', { mode: 0o755 }),
  },
  {
    what: 'a home that others can look into',
    id: 'D-HOME',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => chmodSync(at.home, 0o755),
  },
  {
    what: 'keys that others may read',
    id: 'D-KEYS',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => at.run('echo x > "$HOME"/.tracekit/keys/a.seed; chmod 640 "$HOME"/.tracekit/keys/a.seed'),
  },
  {
    what: 'a config.yaml that can’t work',
    id: 'D-CONFIG',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => at.put(join(at.home, 'config.yaml'), 'hold_seconds: 600\n'),
    fix: (at) => rmSync(join(at.home, 'config.yaml')),
  },
  {
    what: 'a policy that is none',
    id: 'D-POLICY',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => at.put(join(at.home, 'policy.yaml'), 'version: 1\nrules:\n  - {action: deny}\n'),
    fix: (at) => at.put(join(at.home, 'policy.yaml'), 'version: 1\n'),
  },
  {
    what: 'a clock behind the log',
    id: 'D-CLOCK',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => {
      at.run(
        'printf %s \'{"session_id":"s","cwd":"/","hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"ls"},"tool_use_id":"toolu_1"}\' | tracekit hook --v2 claude-code PreToolUse; tracekit signer stop',
      );
      at.now -= 86_400_000;
    },
    fix: (at) => {
      at.now += 86_400_000;
    },
  },
  {
    what: 'a socket in a folder that others may write',
    id: 'D-SIGNER',
    harness: 'claude-code',
    status: 'fail',
    breaks: (at) => {
      const folder = at.path('open');
      mkdirSync(folder);
      chmodSync(folder, 0o777);
      writeFileSync(join(folder, 'signer.sock'), '');
      at.put(join(at.home, 'state', 'socket'), `${join(folder, 'signer.sock')}\n1\n`);
    },
    fix: (at) => rmSync(join(at.home, 'state', 'socket')),
  },
];

/** As Codex writes it when told to trust all. */
function trustInCodex(at: DoctorStand): void {
  const own = ownHooks(parseTree(readFileSync(at.file, 'utf8')));
  const states = own.map(
    (hook) => `[hooks.state."${codexKey(at.file, hook)}"]\ntrusted_hash = "${codexHash(hook)}"\n`,
  );
  at.put(at.path('.codex', 'config.toml'), `model_reasoning_summary = "auto"\n${states.join('\n')}`);
}

describe.skipIf(!BUILT)('doctor (npm run build)', () => {
  it.each(CASES)(
    'finds $what, says what to do ($id), and is content when that is done',
    async ({ id, harness, status, breaks, fix }) => {
      const at = new DoctorStand(harness);
      at.init();
      breaks(at);
      const live = id === 'D-HOOKS' || id === 'D-SIGNER';
      const broken = (await at.found(id, { live })).filter((check) => check.status === status);
      expect(broken.length, `${id} ${status}`).toBeGreaterThan(0);
      expect(broken.every((check) => (check.fix ?? '') !== '')).toBe(true);
      if (fix === undefined) at.apply(broken[0]!.fix);
      else fix(at);
      const after = await at.found(id, { live });
      expect(after.map((check) => check.status).filter((word) => word !== 'ok' && word !== 'info')).toEqual(
        [],
      );
    },
  );

  it.each(HARNESSES)('calls the hooks of %s live, and records nothing by it', async (harness) => {
    const at = new DoctorStand(harness);
    at.init();
    if (harness === 'codex') trustInCodex(at);
    const checks = await at.checks({ live: true });
    expect(checks.find(({ id }) => id === 'D-HOOKS')?.detail).toMatch(/^live/);
    expect(exitOf(checks)).toBe(0);
    expect(at.run('tracekit log --json').trim().split('\n').length).toBe(1);
  });

  it('calls a hook that answers for itself registered but not firing (totem 2611)', async () => {
    const at = new DoctorStand('claude-code');
    at.init();
    at.put(at.path('yes.sh'), '#!/bin/sh\ncat >/dev/null\necho "[tracekit] denied" >&2\nexit 2\n');
    at.edit(
      /test -x .* claude-code PreToolUse"/,
      `sh ${at.path('yes.sh')} /hooks/closed/claude-code-0123456789.sh claude-code PreToolUse"`,
    );
    const [check] = await at.found('D-HOOKS', { live: true });
    expect(check).toMatchObject({
      status: 'fail',
      detail: expect.stringMatching(/^registered but not firing: PreToolUse/),
    });
  });

  it('fires no command of a project that init would not write', async () => {
    const at = new DoctorStand('claude-code');
    at.init({ project: at.project });
    const file = join(at.project, '.claude', 'settings.json');
    at.edit('"command": "\'', `"command": "touch ${at.path('fired')}; '`, file);
    const checks = await at.found('D-HOOKS', { live: true });
    expect(checks.some(({ detail }) => detail.includes('is not fired'))).toBe(true);
    expect(() => readFileSync(at.path('fired'))).toThrow('ENOENT');
  });

  it('says that Cursor and Copilot run Claude Code’s settings too', async () => {
    for (const harness of ['cursor', 'copilot'] as const) {
      const at = new DoctorStand(harness);
      at.init();
      expect(await at.found('D-DOUBLE')).toEqual([]);
      at.init({ harness: 'claude-code', ...(harness === 'copilot' && { project: at.project }) });
      expect((await at.found('D-DOUBLE'))[0]?.detail).toContain('a call that both see is one call');
    }
  });

  it.each([
    ['claude-code', 'claude', '2.1.332 (Claude Code)', 'ok', 'claude 2.1.332: measured'],
    ['copilot', 'copilot', 'GitHub Copilot CLI 1.0.102.', 'ok', 'copilot 1.0.102: measured'],
    ['codex', 'codex', 'codex-cli 0.180.0', 'info', 'codex 0.180.0: newer than what was measured (0.171.0)'],
    [
      'cursor',
      'cursor-agent',
      '2026.09.10-fd3934a',
      'info',
      'cursor-agent 2026.09.10-fd3934a: nothing of it was measured',
    ],
    ['gemini', 'gemini', 'no version', 'info', 'does not say its version'],
  ] as const)('reads the version of %s: %s says %s', async (harness, program, says, status, detail) => {
    const at = new DoctorStand(harness);
    writeFileSync(at.path('bin', program), `#!/bin/sh\necho '${says}'\n`, { mode: 0o755 });
    expect(await at.found('D-VERSION')).toMatchObject([{ status, detail: expect.stringContaining(detail) }]);
  });

  it.each([
    ['D-NODE', 'fail', { node: '20.18.3' }],
    ['D-CURL', 'warn', { curl: undefined }],
    ['D-DISK', 'fail', { free: 2 ** 20 }],
    ['D-DISK', 'warn', { free: 2 ** 28 }],
    ['D-WATCH', 'warn', { watches: 4_096 }],
  ] as const)('finds %s: %s, and says what to do', async (id, status, facts) => {
    const at = new DoctorStand('claude-code');
    expect(await at.found(id, facts)).toMatchObject([{ status, fix: expect.any(String) }]);
    expect(await at.found(id)).toMatchObject([{ status: 'ok' }]);
  });
});

import { execFileSync, spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { DIALECTS } from '../../src/harness/dialects.ts';
import { knowsWords } from '../../src/install/cursor.ts';
import { hookCommandLine, installId } from '../../src/install/hook-command.ts';
import { INSTALLERS } from '../../src/install/installers.ts';
import { ownCommand } from '../../src/install/own-hooks.ts';
import { HARNESSES, type Harness } from '../../src/model/harness.ts';
import { InstallStand } from './install-stand.ts';

const HOMES = ['/home/dev/.tracekit', "/home/it's me/a b/.tracekit", '/größe/$HOME/`x`/.tracekit'];

it('knows each command that it makes: whose, for which event, under which profile', () => {
  for (const home of HOMES)
    for (const platform of ['linux', 'win32'])
      for (const profile of ['open', 'closed'] as const)
        for (const harness of HARNESSES)
          for (const event of Object.keys(DIALECTS[harness].events)) {
            const install = installId(harness, home, '/f');
            const parts = {
              home,
              harness,
              profile,
              install,
              node: '/n o/node',
              fallback: '/d/hook.cjs',
              platform,
            };
            expect(ownCommand(hookCommandLine(parts, event))).toMatchObject({
              install,
              harness,
              profile,
              event,
            });
          }
});

it.each([
  ['tracekit hook --v2 claude-code PreToolUse', { profile: 'closed', event: 'PreToolUse' }],
  ['npx tracekit hook codex Stop', { profile: 'open', event: 'Stop' }],
  ['node "/opt/my app/dist/tracekit.js" hook cursor', { profile: 'open', harness: 'cursor' }],
])('knows %s for ours, set up by hand', (line, wanted) => {
  expect(ownCommand(line)).toMatchObject(wanted);
});

it.each([
  ['./lint.sh'],
  ['tracekit status'],
  ['echo tracekit'],
  ['mytracekit hook x'],
  ['/x/hooks/closed/other-0123456789.sh'],
  ['tracekit-hook claude-code Stop'],
  ['x'.repeat(200_000)],
])('knows %s for somebody else’s', (line) => expect(ownCommand(line)).toBeUndefined());

const GONE: readonly (readonly [Harness, 'open' | 'closed', number, RegExp])[] = [
  ['claude-code', 'closed', 2, /^\[tracekit\] blocked: its hook script is missing/],
  ['codex', 'closed', 2, /^\[tracekit\] blocked/],
  ['gemini', 'closed', 2, /^\[tracekit\] blocked/],
  ['gemini', 'open', 0, /^\[tracekit\] not judged, allowed/],
  ['copilot', 'open', 0, /^\[tracekit\] not judged, allowed/],
  // What these do by themselves is what the profile says (formats: claude-code, codex: runs; copilot: denies).
  ['claude-code', 'open', 127, /not found|No such file/],
  ['codex', 'open', 127, /not found|No such file/],
  ['copilot', 'closed', 127, /not found|No such file/],
];

it.each(GONE)('answers for a script that is gone: %s, %s profile', (harness, profile, exit, says) => {
  const at = new InstallStand(harness);
  const { id } = at.init({ profile });
  rmSync(join(at.home, 'hooks', profile, `${id}.sh`));
  const first = INSTALLERS[harness].hooks({ profile, versions: [], command: (event) => event })[0]!;
  const parts = {
    ...{ home: at.home, harness, profile, install: id },
    node: '',
    fallback: '',
    platform: 'linux',
  };
  const ran = spawnSync('/bin/sh', ['-c', hookCommandLine(parts, first.event)], {
    // More than a pipe holds: whoever answers reads it to its end.
    input: 'x'.repeat(exit === 127 ? 1 : 300_000),
    encoding: 'utf8',
  });
  expect(ran.error).toBeUndefined();
  expect({ status: ran.status, stdout: ran.stdout }).toEqual({ status: exit, stdout: '' });
  expect(ran.stderr).toMatch(says);
});

it('runs a script whose path has blanks, quotes and a dollar', () => {
  const at = new InstallStand('claude-code');
  const home = join(at.root, "it's $HOME `x`");
  const { id } = at.init({ home, program: { node: '/nowhere/node', fallback: '/nowhere/hook.cjs' } });
  const parts = {
    home,
    harness: 'claude-code',
    profile: 'closed',
    install: id,
    node: '',
    fallback: '',
    platform: 'linux',
  } as const;
  const ran = spawnSync('/bin/sh', ['-c', hookCommandLine(parts, 'PreToolUse')], {
    input: '{}',
    encoding: 'utf8',
  });
  expect(ran.stdout).toContain('tracekit is not where it was installed');
  expect(execFileSync('/bin/sh', ['-n', join(home, 'hooks', 'closed', `${id}.sh`)]).length).toBe(0);
});

it.each([
  [[], false],
  [[['cursor', '3.4.20']], true],
  [[['cursor', '3.4.19']], false],
  [[['cursor-agent', '2026.09.10-fd3934a']], true],
  [[['cursor-agent', '2026.09.09']], false],
  [
    [
      ['cursor-agent', '2026.08.11'],
      ['cursor', '3.9.16'],
    ],
    false,
  ],
] as const)('hooks Cursor’s words only where every version has them: %j', (list, wanted) => {
  expect(knowsWords(list.map(([program, version]) => ({ program, version })))).toBe(wanted);
});

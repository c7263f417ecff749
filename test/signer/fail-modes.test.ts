import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { FailModes } from '../../src/signer/fail-modes.ts';

function project() {
  const root = mkdtempSync(join(tmpdir(), 'tracekit-modes-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, 'app/.tracekit'), { recursive: true });
  const modes = new FailModes({ home: root, userHome: root, policyPath: join(root, 'policy.yaml') });
  return { app: join(root, 'app'), policy: join(root, 'app/.tracekit/policy.yaml'), modes };
}

it('a project whose policy is a FIFO does not keep the signer', {
  skip: process.platform === 'win32',
}, () => {
  const { app, policy, modes } = project();
  expect(spawnSync('mkfifo', [policy]).status).toBe(0);
  expect(modes.of(app, 'closed')).toBe('closed');
  expect(modes.of(app, 'open')).toBeUndefined();
});

it('nor does one whose policy is a link to a device', { skip: process.platform === 'win32' }, () => {
  const { app, policy, modes } = project();
  symlinkSync('/dev/zero', policy);
  expect(modes.of(app, 'closed')).toBe('closed');
});

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

/** A harness's package, at the version that the captures were made with. */
export type Package = { readonly name: string; readonly version: string };

export type Installed =
  | { readonly kind: 'installed'; readonly bin: string }
  /** The registry has no such version: nothing can be watched. */
  | { readonly kind: 'no_such_version'; readonly why: string }
  | { readonly kind: 'failed'; readonly why: string };

/** Installs a package from npm's registry into a folder of the cache, once. */
export function installed({ name, version }: Package): Installed {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const folder = join(cache, 'tracekit-live', `${name}@${version}`);
  const bin = join(folder, 'node_modules', '.bin');
  const whole = join(folder, 'whole');
  if (existsSync(whole)) return { kind: 'installed', bin };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{"private":true}\n');
  const options = ['--no-audit', '--no-fund', '--no-save', '--loglevel=error'];
  const run = spawnSync('npm', ['install', ...options, `${name}@${version}`], {
    ...{ cwd: folder, encoding: 'utf8', timeout: 300_000, env: { ...process.env, CI: 'true' } },
  });
  if (run.status === 0) {
    // What a killed install leaves must not be taken for one.
    writeFileSync(whole, '');
    return { kind: 'installed', bin };
  }
  const why = `npm install ${name}@${version} failed: ${run.stderr ?? run.error?.message}`;
  return { kind: /ETARGET|E404/.test(run.stderr ?? '') ? 'no_such_version' : 'failed', why };
}

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type InitOptions, type InitOutcome, init } from '../../src/install/init.ts';
import { INSTALLERS, siteOf } from '../../src/install/installers.ts';
import { uninstall } from '../../src/install/uninstall.ts';
import type { Harness } from '../../src/model/harness.ts';

/** A user with an empty home folder, and one harness to set up. */
export class InstallStand {
  readonly root = realpathSync(mkdtempSync(join(tmpdir(), 'tracekit-install-')));
  readonly home = join(this.root, 'tracekit home');
  readonly project = join(this.root, 'project');
  readonly harness: Harness;

  constructor(harness: Harness) {
    this.harness = harness;
    mkdirSync(this.project);
    onTestFinished(() => rmSync(this.root, { recursive: true, force: true }));
  }

  get installer() {
    return INSTALLERS[this.harness];
  }

  get file(): string {
    return siteOf(this.installer, this.places).file;
  }

  get places() {
    return { userHome: this.root, env: {}, cwd: this.project };
  }

  options(more: Partial<InitOptions> = {}): InitOptions {
    return {
      ...{ home: this.home, harness: this.harness, places: this.places, holdSeconds: 540, versions: [] },
      program: { node: process.execPath, fallback: join(this.root, 'dist', 'hook.cjs') },
      ...{ profile: 'closed', downgrade: false, thinking: true, time: new Date(0), platform: 'linux' },
      ...more,
    };
  }

  init(more: Partial<InitOptions> = {}): InitOutcome {
    return init(this.options(more));
  }

  uninstall(more: { readonly project?: string; readonly home?: string; readonly purge?: boolean } = {}) {
    const { home, harness, places } = this;
    return uninstall({ home, harness, places, purge: false, time: new Date(0), ...more });
  }

  /** Puts bytes in the place of the settings file. */
  put(bytes: string | Uint8Array, file = this.file): void {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, bytes);
  }

  bytes(file = this.file): string | undefined {
    return existsSync(file) ? readFileSync(file, 'latin1') : undefined;
  }

  text(file = this.file): string {
    return readFileSync(file, 'utf8');
  }
}

import { spawnSync } from 'node:child_process';
import { shellQuote } from '../../src/install/shell-quote.ts';
import { until } from './stand.ts';

export type TerminalOptions = {
  /** The socket of a tmux of its own. */
  readonly socket: string;
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
};

/** Between keys: a program that reads them in one piece takes them for something pasted. */
const KEY_MS = 150;

const QUIET_MS = 700;

/** A program in a terminal (tmux), typed to and looked at as a person does. */
export class Terminal {
  private readonly options: TerminalOptions;

  constructor(options: TerminalOptions) {
    this.options = options;
    const env = Object.entries(options.env).map(([name, value]) => `${name}=${value}`);
    const command = ['env', '-i', ...env, ...options.argv].map(shellQuote).join(' ');
    this.tmux('new-session', '-d', '-s', 'live', '-x', '140', '-y', '45', '-c', options.cwd, command);
  }

  get screen(): string {
    return this.tmux('capture-pane', '-p', '-t', 'live').stdout;
  }

  async shows(text: RegExp): Promise<void> {
    try {
      await until(`a screen with ${text}`, () => text.test(this.screen));
    } catch (error) {
      throw new Error(`${(error as Error).message}; it shows:\n${this.screen}`);
    }
  }

  /** Waits until nothing on it changes any more. */
  async quiet(): Promise<void> {
    let before = '';
    await until('a screen that stands still', async () => {
      const now = this.screen;
      await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      const same = now === before;
      before = now;
      return same;
    });
  }

  /** Types a line and sends it. */
  async type(line: string): Promise<void> {
    this.tmux('send-keys', '-t', 'live', '-l', '--', line);
    await pause();
    await this.press('Enter');
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      this.tmux('send-keys', '-t', 'live', key);
      await pause();
    }
  }

  /** Waits for the program to end. */
  async ended(): Promise<void> {
    try {
      await until('the program’s end', () => this.tmux('has-session', '-t', 'live').status !== 0);
    } catch (error) {
      throw new Error(`${(error as Error).message}; it shows:\n${this.screen}`);
    }
  }

  close(): void {
    this.tmux('kill-server');
  }

  private tmux(...args: readonly string[]) {
    const { socket, env } = this.options;
    return spawnSync('tmux', ['-S', socket, '-f', '/dev/null', ...args], {
      ...{ encoding: 'utf8', env: { PATH: env.PATH!, HOME: env.HOME!, LANG: 'C.UTF-8' } },
    });
  }
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, KEY_MS));
}

import { spawn } from 'node:child_process';

type Environment = Readonly<Record<string, string | undefined>>;

/** What opens an address on this system; undefined where nothing could show it (no display). */
export function browserCommand(
  url: string,
  { platform, env }: { readonly platform: string; readonly env: Environment },
): readonly [string, ...string[]] | undefined {
  if (platform === 'darwin') return ['open', url];
  // The empty word is the window's title: `start` takes the first quoted word for it.
  if (platform === 'win32') return ['cmd', '/c', 'start', '""', url.replaceAll('&', '^&')];
  return env.DISPLAY === undefined && env.WAYLAND_DISPLAY === undefined ? undefined : ['xdg-open', url];
}

/** Opens an address in the person's browser, where there is one; whether that worked is not waited for. */
export function openBrowser(url: string): void {
  const command = browserCommand(url, { platform: process.platform, env: process.env });
  if (command === undefined) return;
  const [program, ...words] = command;
  const child = spawn(program, words, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

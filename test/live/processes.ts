import { readdirSync, readFileSync } from 'node:fs';

/** How long a process that was told nothing may take to end by itself. */
const GRACE_MS = 3_000;

/** Waits for the processes of a user's home to end, and kills those that stay by their ids; gives their command lines. */
export async function endProcesses(userHome: string): Promise<readonly string[]> {
  for (const end = Date.now() + GRACE_MS; Date.now() < end && processesOf(userHome).length > 0; )
    await new Promise((resolve) => setTimeout(resolve, 50));
  const left = processesOf(userHome);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended meanwhile.
    }
  }
  return left.map(({ command }) => command);
}

type Running = { readonly pid: number; readonly command: string };

function processesOf(userHome: string): readonly Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    const env = proc(name, 'environ').split('\0');
    if (!env.includes(`HOME=${userHome}`)) return [];
    return [{ pid: Number(name), command: proc(name, 'cmdline').replaceAll('\0', ' ').trim() }];
  });
}

function proc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}

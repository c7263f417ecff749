import { once } from 'node:events';

/** Writes to stdout and waits where its reader is slower. */
export async function writeOut(text: string | Uint8Array): Promise<void> {
  if (!process.stdout.write(text)) await once(process.stdout, 'drain');
}

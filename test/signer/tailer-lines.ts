import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { TailerMessage } from '../../src/model/tail.ts';
import { Tail } from '../../tailers/tail.ts';
import { TAILERS } from '../../tailers/tailers.ts';

/** A line of a Claude Code transcript. */
export function claudeLine(session: string, n: number, text = 'what the model said'): string {
  const message = { role: 'assistant', id: `msg_${n}`, content: [{ type: 'text', text }] };
  return `${JSON.stringify({
    ...{ type: 'assistant', sessionId: session, isSidechain: false, version: '2.1.332' },
    uuid: `a1111111-2222-4333-8444-${String(n).padStart(12, '0')}`,
    message,
  })}\n`;
}

/** What the tailer says of a file with this content, as it reads it for the first time. */
export async function messagesOf(path: string, content: string): Promise<readonly TailerMessage[]> {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  const said: TailerMessage[] = [];
  const tail: Tail = new Tail({
    tailers: TAILERS,
    post: (message) => {
      said.push(message);
      if (message.kind === 'found')
        queueMicrotask(() =>
          tail.receive({
            kind: 'start',
            source: message.found.source,
            at: { line: 0, offset: 0 },
            resume: false,
          }),
        );
      if (message.kind === 'lines') tail.receive({ kind: 'ack', bytes: message.bytes.length });
    },
  });
  await tail.readOnce([path]);
  rmSync(path);
  return said;
}

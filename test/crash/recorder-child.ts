import { writeSync } from 'node:fs';
import { join } from 'node:path';
import { Log } from '../../src/log/log.ts';
import type { Draft } from '../../src/model/record.ts';
import { Vault } from '../../src/vault/vault.ts';

/**
 * Records until it is killed, or `count` batches; each acknowledged record is a line on stdout:
 * `<seq> <leaf> <commitment>`. A refusal is `refused <code>`. Arguments: home, folder of seen checkpoints, batches.
 */
const [home = '', seen = '', count = '1000000'] = process.argv.slice(2);
const RUN = '0123456789abcdef';
const say = (text: string) => writeSync(1, `${text}\n`);
const codeOf = (error: unknown) => (error as { code?: string }).code ?? String(error);

let vault: Vault | undefined;
const beforeSync = async () => vault?.flush();
const log = await Log.open({
  home,
  seen,
  assurance: 'dev',
  clock: Date.now,
  beforeSync,
  segmentBytes: 40_000,
});
vault = await Vault.open({ vault: join(home, 'vault'), clock: Date.now });
say('open');

function draft(line: number, content: Uint8Array): Draft {
  const { committed } = vault!.commit(content);
  const data = {
    transcript: 0,
    generation: 0,
    line,
    offset: 0,
    chain: 'c'.repeat(64),
    form: 'json',
    ...committed,
  };
  return { run: RUN, kind: 'transcript.line', source: 'tailer:codex', data };
}

async function batch(number: number): Promise<void> {
  const drafts = Array.from({ length: 1 + (number % 7) }, (_, i) =>
    draft(i, Buffer.alloc(50 + 97 * i, `${number}`)),
  );
  const places = await log.append(drafts, { urgent: number % 3 === 0 });
  for (const [i, { seq, leaf }] of places.entries()) say(`${seq} ${leaf} ${drafts[i]?.data.commitment}`);
}

for (let number = 0; number < Number(count); number += 3) {
  const results = await Promise.allSettled([batch(number), batch(number + 1), batch(number + 2)]);
  const refused = results.find(({ status }) => status === 'rejected');
  if (refused?.status !== 'rejected') continue;
  say(`refused ${codeOf(refused.reason)}`);
  if (codeOf(refused.reason) !== 'disk_full') break;
  const gap: Draft = { kind: 'gap', source: 'signer', data: { gap: 'tailer_lost', assurance: 'dev' } };
  const kept = await log
    .append([gap], { reserve: true, urgent: true })
    .catch((error: unknown) => codeOf(error));
  say(typeof kept === 'string' ? `gap refused ${kept}` : `gap ${kept[0]?.seq}`);
  break;
}
await log.close().catch((error: unknown) => say(`close ${codeOf(error)}`));

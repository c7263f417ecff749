import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { parseScript, renderOutcome } from './script-text.ts';
import { Stage } from './stage.ts';

const HERE = fileURLToPath(new URL('.', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** `UPDATE_SCRIPTS=1 npx vitest run … test/script` writes what was found into the scripts; read the diff. */
const UPDATE = process.env.UPDATE_SCRIPTS === '1';
/** A script is many processes; on a busy machine they wait for each other. */
const SLOWEST_MS = 120_000;
const SCRIPTS = readdirSync(HERE).filter((name) => name.endsWith('.txt'));

describe.skipIf(!existsSync(join(ROOT, 'dist', 'tracekit.js')))('the built command (npm run build)', () => {
  for (const name of SCRIPTS) {
    it.concurrent(
      `does what ${name} says`,
      async ({ expect }) => {
        const path = join(HERE, name);
        const text = readFileSync(path, 'utf8');
        const found = await played(text);
        if (UPDATE && found !== text) writeFileSync(path, found);
        else expect(found).toBe(text);
      },
      SLOWEST_MS,
    );
  }

  it('has scripts', () => expect(SCRIPTS.length).toBeGreaterThan(5));
});

/** The script's text with what its commands did in place of what differs from it. */
async function played(text: string): Promise<string> {
  const { steps, files } = parseScript(text);
  const stage = new Stage(ROOT, files);
  const lines: string[] = [];
  try {
    for (const step of steps) {
      if (step.kind === 'text') lines.push(step.line);
      else {
        const outcome = await stage.run(step.command);
        lines.push(`$ ${step.command}`, ...renderOutcome(outcome, step.expected));
      }
    }
  } finally {
    stage.remove();
  }
  const tail = files.map(({ name, content }) => `-- ${name} --\n${content}`).join('');
  return lines.join('\n') + (files.length > 0 ? `\n${tail}` : '');
}

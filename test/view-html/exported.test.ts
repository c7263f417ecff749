import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChromium, withoutChromium } from './chromium.ts';
import { PageBench, panelOf } from './opened-page.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const PROGRAM = join(ROOT, 'dist', 'tracekit.js');

describe.skipIf(!existsSync(PROGRAM) || withoutChromium())('a captured session, exported as a page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tracekit-exported-'));
  const home = join(folder, 'home');
  const file = join(folder, 'run.html');
  let bench: PageBench;

  /** Runs the built command, which has seen no checkpoint before. */
  function tracekit(...words: readonly string[]) {
    const env = {
      ...process.env,
      XDG_STATE_HOME: mkdtempSync(join(folder, 'state-')),
      NO_COLOR: '1',
      FORCE_COLOR: '',
    };
    const { stdout, status } = spawnSync(process.execPath, [PROGRAM, ...words], { env, encoding: 'utf8' });
    return { lines: stdout.trimEnd().split('\n'), status };
  }

  beforeAll(async () => {
    bench = await PageBench.start(await startChromium());
    tracekit('record', join(ROOT, 'fixtures', 'claude-code', 'print-subagent'), '--home', home, '--json');
    const opened = tracekit('log', '--home', home, '--kind', 'run.opened', '--json').lines[0]!;
    const { run } = JSON.parse(opened) as { readonly run: { readonly id: string } };
    tracekit('export', '--home', home, '--run', run.id, '--html', '--disclose', 'all', '-o', file);
  });
  afterAll(async () => {
    await bench.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('says in the browser what the command says of the file', async () => {
    const { page, did } = await bench.open(file);
    const { lines } = await panelOf(page);
    const said = tracekit('verify', file);
    expect(said.status).toBe(0);
    expect(said.lines.at(-1)).toMatch(/^page: {11}this program's/);
    expect(lines).toEqual(said.lines.slice(0, -1));
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it('shows the timeline and a record with its proof, and still asks nobody for anything', async () => {
    const { page, did } = await bench.open(file);
    const main = page.locator('#tracekit-page main');
    await main.locator('h1').waitFor();
    await page.getByRole('link', { name: 'Timeline' }).first().click();
    await page.getByText('Use subagents to look at app.py.').first().waitFor();
    await page.evaluate("location.hash = '#/record/3'");
    await main.getByText('Its leaf').waitFor();
    expect(await main.textContent()).toContain('transcript');
    expect(did).toEqual({ requests: [], errors: [] });
  });

  it('says so in both places where a record was changed', async () => {
    const changed = join(folder, 'changed.html');
    const html = readFileSync(file, 'utf8');
    const tampered = html.replace('\\"outcome\\":\\"ok\\"', '\\"outcome\\":\\"error\\"');
    expect(tampered).not.toBe(html);
    writeFileSync(changed, tampered);
    const { page } = await bench.open(changed);
    const { lines, state, headline } = await panelOf(page);
    const said = tracekit('verify', changed);
    expect(said.status).toBe(1);
    expect(lines).toEqual(said.lines.slice(0, -1));
    expect(headline).toMatch(/^TAMPERED at record \d+, byte \d+ of the bundle/);
    expect(state).toBe('failed');
  });
});

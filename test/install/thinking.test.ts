import { join } from 'node:path';
import { expect, it } from 'vitest';
import { InstallStand } from './install-stand.ts';

const LINE = 'model_reasoning_summary = "auto"\n';

function codex(config?: string) {
  const at = new InstallStand('codex');
  const file = join(at.root, '.codex', 'config.toml');
  if (config !== undefined) at.put(config, file);
  return { at, file, now: () => at.bytes(file) };
}

it('turns Claude Code’s summaries on in the closed profile alone, and not when told so', () => {
  for (const [more, on] of [
    [{}, true],
    [{ profile: 'open' }, false],
    [{ thinking: false }, false],
  ] as const) {
    const at = new InstallStand('claude-code');
    at.init(more);
    expect(at.text().includes('"showThinkingSummaries": true')).toBe(on);
  }
});

it('leaves alone a setting that is there, whatever it says', () => {
  const at = new InstallStand('claude-code');
  at.put('{ "showThinkingSummaries": false }');
  at.init();
  expect(at.text().match(/showThinkingSummaries/g)?.length).toBe(1);
  at.uninstall();
  expect(at.text()).toBe('{ "showThinkingSummaries": false }');
});

it('leaves a setting of its own that somebody changed since', () => {
  const at = new InstallStand('claude-code');
  at.put('{\n  "a": 1\n}\n');
  at.init();
  at.put(at.text().replace('"showThinkingSummaries": true', '"showThinkingSummaries": false'));
  at.uninstall();
  expect(at.text()).toBe('{\n  "a": 1,\n  "showThinkingSummaries": false\n}\n');
});

it('takes its setting back from a file that was written anew', () => {
  const at = new InstallStand('claude-code');
  at.init();
  at.put(JSON.stringify({ ...(JSON.parse(at.text()) as object), added: 1 }));
  at.uninstall();
  expect(JSON.parse(at.text())).toEqual({ added: 1 });
});

it('keeps its setting when the open profile is put over the closed one, and takes it back at the end', () => {
  const at = new InstallStand('claude-code');
  at.put('{}\n');
  at.init();
  at.init({ profile: 'open', downgrade: true });
  expect(at.text()).toContain('"showThinkingSummaries": true');
  at.uninstall();
  expect(at.text()).toBe('{}\n');
});

it.each([
  ['an empty file', ''],
  ['settings', '# mine\nmodel = "x" # y\n\n[features]\na = true\n'],
  ['CRLF', 'model = "x"\r\n[a]\r\nb = 1\r\n'],
  ['a table first', '[projects."/x"]\ntrust_level = "trusted"\n'],
])('puts the line first in Codex’s config.toml, and gives back %s', (_what, config) => {
  const { at, now } = codex(config);
  at.init();
  expect(now()?.replaceAll('\r', '').startsWith(LINE)).toBe(true);
  const after = now();
  at.init();
  expect(now()).toBe(after);
  at.uninstall();
  expect(now()).toBe(config);
});

it('makes config.toml where there is none, and leaves none behind', () => {
  const { at, now } = codex();
  at.init();
  expect(now()).toBe(LINE);
  at.uninstall();
  expect(now()).toBeUndefined();
});

it('takes the line back from a file that Codex wrote to since', () => {
  const { at, file, now } = codex('model = "x"\n');
  at.init();
  at.put(`${now()}\n[hooks.state."k"]\ntrusted_hash = "sha256:00"\n`, file);
  at.uninstall();
  expect(now()).toBe('model = "x"\n\n[hooks.state."k"]\ntrusted_hash = "sha256:00"\n');
});

it.each([
  ['set to none', 'model_reasoning_summary = "none"\n'],
  ['set with a quoted key', '"model_reasoning_summary" = "detailed"\n'],
])('leaves Codex’s setting alone where it is %s', (_what, config) => {
  const { at, now } = codex(config);
  at.init();
  expect(now()).toBe(config);
  at.uninstall();
  expect(now()).toBe(config);
});

it('leaves the line where somebody changed it since', () => {
  const { at, file, now } = codex('model = "x"\n');
  at.init();
  at.put('model_reasoning_summary = "concise"\nmodel = "x"\n', file);
  at.uninstall();
  expect(now()).toBe('model_reasoning_summary = "concise"\nmodel = "x"\n');
});

it('refuses a config.toml that is none, before it changes anything', () => {
  const { at } = codex('model = \n');
  expect(() => at.init()).toThrow(/config\.toml: expected TOML/);
  expect(at.bytes()).toBeUndefined();
});

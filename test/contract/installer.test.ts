import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { findNodeAtLocation, parse, parseTree } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/harness/dialects.ts';
import { ownHooks } from '../../src/install/own-hooks.ts';
import { HARNESSES, type Harness } from '../../src/model/harness.ts';
import { InstallStand } from '../install/install-stand.ts';

/** The first event before a tool, and an entry of somebody else's for it. */
const FIRST: Readonly<Record<Harness, { readonly event: string; readonly entry: object }>> = {
  'claude-code': {
    event: 'PreToolUse',
    entry: groupOf({ type: 'command', command: './lint.sh', timeout: 5 }),
  },
  codex: { event: 'PreToolUse', entry: groupOf({ type: 'command', command: './lint.sh', timeout: 5 }) },
  cursor: { event: 'preToolUse', entry: { command: './lint.sh', timeout: 5 } },
  gemini: { event: 'BeforeTool', entry: groupOf({ type: 'command', command: './lint.sh', timeout: 5000 }) },
  copilot: { event: 'preToolUse', entry: { type: 'command', bash: './lint.sh', timeoutSec: 5 } },
};

function groupOf(handler: object): object {
  return { matcher: '*', hooks: [handler] };
}

/** Settings as people and programs leave them, for one harness. */
function settings(harness: Harness): Readonly<Record<string, string>> {
  const { event, entry } = FIRST[harness];
  const members = harness === 'cursor' || harness === 'copilot' ? { version: 1 } : {};
  const others = {
    ...members,
    other: { deep: [1, 'two', null] },
    hooks: { [event]: [entry], unknownEvent: [] },
  };
  const pretty = `${JSON.stringify(others, null, 2)}\n`;
  const shapes: Record<string, string> = {
    'an empty file': '',
    'blanks only': ' \n\t\n',
    'an empty object': '{}',
    'an empty object over two lines': '{\n}\n',
    'no hooks': '{\n  "model": "x"\n}\n',
    'empty hooks': '{\n  "hooks": {}\n}\n',
    'an empty list': `{\n  "hooks": {\n    "${event}": []\n  }\n}\n`,
    'other hooks in the same event and matcher': pretty,
    'no newline at the end': pretty.trimEnd(),
    tabs: `${JSON.stringify(others, null, '\t')}\n`,
    'four blanks': `${JSON.stringify(others, null, 4)}\n`,
    'one line': JSON.stringify(others),
    'one line with blanks': '{ "a": 1, "hooks": { "x": [ ] } }',
    CRLF: pretty.replaceAll('\n', '\r\n'),
    'keys in another order': `${JSON.stringify({ hooks: others.hooks, ...members, zebra: 1 }, null, 2)}\n`,
    'comments and trailing commas': `// head\n{\n  /* before */ "other": true, // behind\n  "hooks": {\n    // ours follow\n    "${event}": [\n      ${JSON.stringify(entry)}, // mine\n      // last word\n    ], /* tail */\n  }, // end\n}\n// foot\n`,
    'a comment behind the last element': `{\n  "hooks": {\n    "${event}": [\n      ${JSON.stringify(entry)} // mine\n    ]\n  } // all\n}\n`,
    'a comment in an empty list': `{\n  "hooks": { "${event}": [ /* none yet */ ] }\n}\n`,
    'text beyond ASCII': `{\n  "name": "größe 日本 \\u2028 😀"\n}\n`,
    'a setting that is ours elsewhere': '{\n  "showThinkingSummaries": false\n}\n',
  };
  return shapes;
}

describe.each(HARNESSES)('the installer of %s', (harness) => {
  it.each(Object.entries(settings(harness)))(
    'gives back %s (loom 5279, vscode-dark-islands 134)',
    (_name, text) => {
      const at = new InstallStand(harness);
      at.put(text);
      const first = at.bytes();
      at.init();
      const after = at.bytes();
      expect(after).not.toBe(first);
      expect(at.init().files.every(({ what }) => what === 'unchanged')).toBe(true);
      expect(at.bytes()).toBe(after);
      at.uninstall();
      expect(at.bytes()).toBe(first);
    },
  );

  it('gives back a byte order mark, or refuses the file and says why', () => {
    const at = new InstallStand(harness);
    at.put('\ufeff{\n  "a": 1\n}\n');
    const first = at.bytes();
    if (!at.installer.readsBom) {
      expect(() => at.init()).toThrow(/byte order mark/);
      expect(at.bytes()).toBe(first);
      return;
    }
    at.init();
    expect(at.text().startsWith('\ufeff{\n  "a": 1,\n')).toBe(true);
    at.uninstall();
    expect(at.bytes()).toBe(first);
  });

  it('makes the file where there is none, and leaves none behind', () => {
    const at = new InstallStand(harness);
    at.init();
    expect(at.text().charCodeAt(0)).toBe('{'.charCodeAt(0));
    expect(statSync(at.file).mode & 0o777).toBe(0o600);
    expect(at.init().files.every(({ what }) => what === 'unchanged')).toBe(true);
    at.uninstall({ purge: true });
    expect(readdirSync(at.root).sort()).toEqual(['project', 'tracekit home']);
    expect(readdirSync(at.home).includes('hooks')).toBe(false);
  });

  it('puts each event once, with a timeout, and the event as the last word (Doberman-Core 660)', () => {
    const at = new InstallStand(harness);
    at.init();
    const own = ownHooks(parseTree(at.text()));
    expect(new Set(own.map(({ event }) => event)).size).toBe(own.length);
    for (const { event, handler, command } of own) {
      expect(Object.hasOwn(DIALECTS[harness].events, event)).toBe(true);
      expect(command.event).toBe(event);
      const seconds = ['timeout', 'timeoutSec'].flatMap(
        (key) => findNodeAtLocation(handler, [key])?.value ?? [],
      );
      expect(seconds.length).toBe(1);
    }
  });

  it('writes a script that only its owner may read and run', () => {
    const at = new InstallStand(harness);
    const { id } = at.init();
    expect(statSync(join(at.home, 'hooks', 'closed', `${id}.sh`)).mode & 0o777).toBe(0o700);
  });

  it('keeps what was added after it, when it goes', () => {
    const at = new InstallStand(harness);
    at.put('{\n  "a": 1\n}\n');
    at.init();
    at.put(at.text().replace('"a": 1', '"a": 2, // changed\n  "b": [3]'));
    at.uninstall();
    expect(at.text()).toBe('{\n  "a": 2, // changed\n  "b": [3]\n}\n');
  });

  it.each([
    'comments and trailing commas',
    'other hooks in the same event and matcher',
    'a comment behind the last element',
    'keys in another order',
    'tabs',
    'CRLF',
    'one line',
  ])('goes without a trace where nobody wrote down what it did: %s', (name) => {
    const at = new InstallStand(harness);
    const text = settings(harness)[name]!;
    at.put(text);
    at.init({ thinking: false });
    rmSync(at.home, { recursive: true });
    at.uninstall();
    expect(ownHooks(parseTree(at.text()))).toEqual([]);
    const had = Object.keys(at.installer.members).every((key) => text.includes(`"${key}"`));
    if (had) expect(at.text()).toBe(text);
  });

  it('goes from a file that another program has written anew', () => {
    const at = new InstallStand(harness);
    const { event, entry } = FIRST[harness];
    const first = { ...at.installer.members, model: 'x', hooks: { [event]: [entry] } };
    at.put(`${JSON.stringify(first, null, 4)}\n`);
    at.init();
    const { hooks, ...rest } = parse(at.text()) as Record<string, unknown>;
    at.put(JSON.stringify({ hooks, ...rest, added: true }));
    at.uninstall();
    expect(parse(at.text())).toEqual({ ...first, added: true });
  });

  it('leaves an empty list that was there before, though the file was changed on both sides', () => {
    const at = new InstallStand(harness);
    const first = { ...at.installer.members, a: 1, hooks: { [FIRST[harness].event]: [] }, z: 1 };
    at.put(JSON.stringify(first, null, 2));
    at.init();
    at.put(at.text().replace('"a": 1', '"a": 2').replace('"z": 1', '"z": 2'));
    at.uninstall();
    expect(parse(at.text())).toEqual({ ...first, a: 2, z: 2 });
  });

  it('replaces an older install by another path, and leaves none of either (overstory 27)', () => {
    const at = new InstallStand(harness);
    const text = settings(harness)['comments and trailing commas']!;
    at.put(text);
    const first = at.bytes();
    const older = join(at.root, 'older home');
    at.init({ home: older });
    at.init();
    const own = ownHooks(parseTree(at.text()));
    expect(own.every(({ command }) => command.line.includes(at.home))).toBe(true);
    expect(own.filter(({ event }) => event === FIRST[harness].event).length).toBe(1);
    at.uninstall();
    expect(at.bytes()).toBe(first);
  });

  it('replaces hooks that were set up by hand', () => {
    const at = new InstallStand(harness);
    const { event } = FIRST[harness];
    const command = `tracekit hook --v2 ${harness} ${event}`;
    const entry = JSON.parse(JSON.stringify(FIRST[harness].entry).replace('./lint.sh', command)) as object;
    at.put(
      JSON.stringify({ ...at.installer.members, hooks: { [event]: [FIRST[harness].entry, entry] } }, null, 2),
    );
    expect(at.init().before).toBe('closed');
    const lines = ownHooks(parseTree(at.text())).map((own) => own.command.line);
    expect(lines.some((line) => line.startsWith('tracekit hook'))).toBe(false);
    expect(at.text()).toContain('./lint.sh');
  });

  it('puts the closed profile over the open one, and goes whole', () => {
    const at = new InstallStand(harness);
    const text = settings(harness)['other hooks in the same event and matcher']!;
    at.put(text);
    at.init({ profile: 'open' });
    expect(at.init().before).toBe('open');
    expect(ownHooks(parseTree(at.text())).every(({ command }) => command.profile === 'closed')).toBe(true);
    at.uninstall();
    expect(at.text()).toBe(text);
  });

  it('puts the open profile over the closed one only when told to', () => {
    const at = new InstallStand(harness);
    at.init();
    const closed = at.text();
    expect(() => at.init({ profile: 'open' })).toThrow(/--downgrade/);
    expect(at.text()).toBe(closed);
    at.init({ profile: 'open', downgrade: true });
    expect(ownHooks(parseTree(at.text())).every(({ command }) => command.profile === 'open')).toBe(true);
  });

  it('gives back any settings', () => {
    fc.assert(
      fc.property(anySettings(), (text) => {
        const at = new InstallStand(harness);
        at.put(text);
        const first = at.bytes();
        at.init();
        expect(ownHooks(parseTree(at.text())).length).toBeGreaterThan(5);
        at.uninstall();
        expect(at.bytes()).toBe(first);
      }),
      { numRuns: 15 },
    );
  });
});

/** Objects in some layout, with comments, trailing commas and line ends of any kind. */
function anySettings(): fc.Arbitrary<string> {
  const value = fc.dictionary(
    fc.string({ maxLength: 8 }).filter((key) => !['hooks', 'version', '__proto__'].includes(key)),
    fc.jsonValue({ maxDepth: 2 }),
    { maxKeys: 4 },
  );
  const indent = fc.constantFrom('', ' ', '  ', '\t');
  const eol = fc.constantFrom('\n', '\r\n');
  return fc
    .tuple(value, indent, eol, fc.boolean(), fc.boolean())
    .map(([object, unit, end, comment, hooks]) => {
      const whole = hooks ? { ...object, hooks: { somethingElse: [{ a: 1 }] } } : object;
      const text = JSON.stringify(whole, null, unit);
      return (comment ? `// first${'\n'}${text} /* last */\n` : text).replaceAll('\n', end);
    });
}

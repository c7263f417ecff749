import { describe, expect, it } from 'vitest';
import type { Verdict } from '../../src/model/verdict.ts';
import { decide, unreadablePolicy } from '../../src/policy/decide.ts';
import { readPolicy } from '../../src/policy/file.ts';
import { pathMatches, wordsMatch } from '../../src/policy/match.ts';
import { NO_FILES, realPath } from '../../src/policy/real-path.ts';
import type { Policy } from '../../src/policy/rule.ts';
import { HOME, PROJECT } from './lines.ts';

function policyOf(rules: string, head = ''): Policy {
  const { policy, faults } = readPolicy(`version: 1\n${head}rules:\n${rules}`, { name: 'p', scope: 'own' });
  expect(faults).toEqual([]);
  return policy!;
}

function run(command: string, ...policies: readonly Policy[]): Verdict {
  return decide({ tool: 'Bash', command, targets: [], cwd: PROJECT }, policies, {
    home: HOME,
    files: NO_FILES,
  });
}

describe('rules on commands', () => {
  const policy = policyOf(
    '  - {id: push, match: git push **, action: deny}\n  - {id: tests, match: npm test **, action: allow}\n  - {id: sudo, match: sudo **, action: ask}\n',
  );

  it('match the words of a simple command, not the text', () => {
    expect(run('git push origin', policy).rule).toBe('push');
    expect(run('git   "push"', policy).rule).toBe('push');
    expect(run('/usr/bin/git push', policy).rule).toBe('push');
    expect(run('grep -rn "git push --force" docs/', policy).rule).toBeUndefined();
    expect(run('echo git push', policy).rule).toBeUndefined();
  });

  it('match inside wrappers, and the wrappers themselves', () => {
    expect(run("sh -c 'git push'", policy).rule).toBe('push');
    expect(run('sudo ls', policy)).toMatchObject({ verdict: 'ask', rule: 'sudo', ask: 'hold' });
  });

  it('let the most severe win over the line and over policies', () => {
    expect(run('npm test && git push', policy)).toMatchObject({ verdict: 'deny', rule: 'push' });
    expect(run('git push', policyOf('  - {match: git **, action: allow}\n'), policy).verdict).toBe('deny');
  });

  it('allow by name only where every command of the line is named', () => {
    expect(run('npm test', policy).rule).toBe('tests');
    expect(run('timeout 5 npm test', policy).rule).toBe('tests');
    expect(run('npm test; ls', policy)).toEqual({ verdict: 'allow' });
  });

  it('are for the tools they name', () => {
    expect(run('ls', policyOf('  - {match: ls, tools: [Edit], action: deny}\n')).verdict).toBe('allow');
  });

  it('ask with a reason that begins with the mark and has at most 500 characters', () => {
    const verdict = run('ls', policyOf(`  - {match: ls, action: ask, reason: "${'x'.repeat(900)}"}\n`));
    expect(verdict.reason).toHaveLength(500);
    expect(verdict.reason).toMatch(/^\[tracekit\] x/);
  });
});

describe('the default', () => {
  const strict = policyOf('  - {match: ls **, action: allow}\n', 'default: ask\n');

  it('is for commands that no rule names', () => {
    expect(run('ls -la', strict).verdict).toBe('allow');
    expect(run('ls; make', strict)).toMatchObject({ verdict: 'ask', rule: 'default' });
  });

  it('is not for native writes', () => {
    expect(
      decide(
        { tool: 'Write', targets: [{ path: 'x', role: 'written', by: 'tool' }], cwd: PROJECT },
        [strict],
        { home: HOME, files: NO_FILES },
      ),
    ).toEqual({ verdict: 'allow' });
  });

  it('is not for a patch that names no file', () => {
    const call = {
      tool: 'apply_patch',
      command: '*** Begin Patch\n*** End Patch',
      targets: [],
      cwd: PROJECT,
    };
    expect(decide(call, [strict], { home: HOME, files: NO_FILES })).toEqual({ verdict: 'allow' });
  });
});

describe('rules on paths', () => {
  const policy = policyOf('  - {id: env, match_path: "*/.env", action: deny}\n');

  it('count what is written, added or removed, not what is read (conformance 41)', () => {
    for (const line of ['cat .env', 'vim .env.sample', 'cp .env b'])
      expect(run(line, policy).rule, line).toBeUndefined();
    for (const line of ['mv .env b', 'echo x > ./.env', 'cp b .env', 'rm -f sub/.env'])
      expect(run(line, policy).rule, line).toBe('env');
  });

  it('give one verdict for a patch of several files, the most severe (conformance 30, 31)', () => {
    const patch =
      '*** Begin Patch\n*** Add File: a\n+x\n*** Update File: b\n@@\n+x\n*** Delete File: .env\n*** End Patch';
    expect(
      decide({ tool: 'apply_patch', command: patch, targets: [], cwd: PROJECT }, [policy], {
        home: HOME,
        files: NO_FILES,
      }).rule,
    ).toBe('env');
    expect(
      decide(
        { tool: 'Delete', targets: [{ path: '.env', role: 'removed', by: 'tool' }], cwd: PROJECT },
        [policy],
        { home: HOME, files: NO_FILES },
      ).rule,
    ).toBe('env');
  });

  it('hold for a folder removed above an anchored path', () => {
    const anchored = policyOf('  - {id: keep, match_path: /home/dev/app/data/x.db, action: deny}\n');
    expect(run('rm -rf data', anchored).rule).toBe('keep');
    expect(run('rm -rf database', anchored).rule).toBeUndefined();
  });

  it('take a whole * as however many components, and a * inside one as part of it', () => {
    const at = { home: HOME };
    expect(pathMatches('*/.env', '/.env', at)).toBe(true);
    expect(pathMatches('src/*/x.ts', '/w/src/a/b/x.ts', at)).toBe(true);
    expect(pathMatches('src/*.ts', '/w/src/a/b.ts', at)).toBe(false);
    expect(pathMatches('~/x', '/home/dev/x', at)).toBe(true);
    expect(pathMatches('/a/[b]', '/a/b', at)).toBe(false);
    expect(pathMatches('/A', '/a', { home: HOME, caseSensitive: false })).toBe(true);
  });
});

describe('what cannot be read', () => {
  it('is an ask of its own, with no policy at all', () => {
    expect(run('if true; then')).toMatchObject({ verdict: 'ask', rule: 'unreadable' });
    expect(run("echo 'x")).toMatchObject({ verdict: 'ask', rule: 'unreadable' });
    expect(run('a\0b')).toMatchObject({ verdict: 'ask', rule: 'unreadable' });
    expect(run(`${'sudo '.repeat(20)}ls`)).toMatchObject({ verdict: 'ask', rule: 'too-deep' });
    expect(run('ls;'.repeat(100_000))).toMatchObject({ verdict: 'ask', rule: 'too-big' });
  });

  it('blocks where it is the policy', () => {
    expect(unreadablePolicy('/p.yaml', [{ kind: 'error', what: 'bad', line: 3, column: 4 }])).toMatchObject({
      verdict: 'deny',
      reason: expect.stringContaining('/p.yaml:3:4: bad'),
    });
  });
});

describe('shell details (conformance 42)', () => {
  const policy = policyOf('  - {id: x, match_path: "*/x", action: deny}\n');
  it('reads escapes, \\;, >|, a lone & and descriptor copies as the shell does', () => {
    for (const line of ['echo \\" > x', 'find . -exec ls {} \\; > x', 'ls >| x', 'ls & echo a > x'])
      expect(run(line, policy).rule, line).toBe('x');
    for (const line of ['ls 2>&1', 'echo "> x"', "echo '>x'", 'echo a \\> x', 'ls >&2'])
      expect(run(line, policy).rule, line).toBeUndefined();
  });
});

describe('wordsMatch', () => {
  it('takes * inside a word and ** as whatever words', () => {
    expect(wordsMatch('git * --force', ['git', 'push', '--force'])).toBe(true);
    expect(wordsMatch('git ** --force', ['git', 'push', 'a', 'b', '--force'])).toBe(true);
    expect(wordsMatch('git **', ['git'])).toBe(true);
    expect(wordsMatch('git *', ['git'])).toBe(false);
    expect(wordsMatch('GIT push', ['git', 'push'])).toBe(false);
    expect(wordsMatch('GIT push', ['git', 'push'], false)).toBe(true);
  });
});

describe('realPath', () => {
  const links = new Map([
    ['/a/l', '../b'],
    ['/r', '/r'],
    ['/s', 's2'],
    ['/s2', '/c/d'],
  ]);
  const files = { readLink: (path: string) => links.get(path), folds: () => false };
  it('follows links before `..`, as the kernel does', () => {
    expect(realPath('/a/l/../x', files)).toBe('/x');
    expect(realPath('/s/../e', files)).toBe('/c/e');
    expect(realPath('/a/./q//z/', files)).toBe('/a/q/z');
    expect(realPath('/../..', files)).toBe('/');
  });
  it('gives up where links go round', () => {
    expect(realPath('/r/x', files)).toBeUndefined();
  });
});

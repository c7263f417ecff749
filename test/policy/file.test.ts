import { describe, expect, it } from 'vitest';
import { readPolicy } from '../../src/policy/file.ts';
import { findPolicy } from '../../src/policy/find-policy.ts';
import { STARTER_POLICY, starterPolicy } from '../../src/policy/starter.ts';
import { answer } from './lines.ts';

const own = { name: 'policy.yaml', scope: 'own' } as const;
const project = { name: 'policy.yaml', scope: 'project' } as const;

function errors(text: string): readonly string[] {
  return readPolicy(text, own).faults.map((fault) => `${fault.line}:${fault.column} ${fault.what}`);
}

describe('a policy file', () => {
  it('is refused with line and column where it has an unknown key', () => {
    expect(errors('version: 1\nrulez: []\n')[0]).toMatch(/^2:1 unknown key "rulez"/);
    expect(errors('version: 1\nrules:\n  - match: ls\n    action: deny\n    why: x\n')[0]).toMatch(
      /^5:5 unknown key "why"/,
    );
  });

  it('is refused where a rule has no matcher', () => {
    expect(errors('version: 1\nrules:\n  - {action: deny, tools: [Bash]}\n')[0]).toMatch(
      /^3:5 this rule has no matcher/,
    );
  });

  it('is refused where a word is none of those that may stand there', () => {
    expect(errors('version: 1\ndefault: maybe\n')[0]).toMatch(/^2:10 expected allow, ask, deny at "default"/);
    expect(errors('version: 2\n')[0]).toMatch(/^1:10 expected `version: 1`/);
    expect(errors('version: 1\nrules:\n  - {match: ls, action: deny, roles: [eaten]}\n')[0]).toMatch(
      /expected a role/,
    );
    expect(errors('version: 1\nrules:\n  - {effect: fly, action: deny}\n')[0]).toMatch(/expected an effect/);
  });

  it('is refused where it is no YAML, no mapping, or has a key twice', () => {
    expect(errors('version: [1\n')).toHaveLength(1);
    expect(errors('')[0]).toMatch(/expected a mapping/);
    expect(errors('- 1\n')[0]).toMatch(/expected a mapping/);
    expect(errors('version: 1\nversion: 1\n')[0]).toMatch(/unique/);
  });

  it('may only tighten where it is a project’s, and is told so', () => {
    const { policy, faults } = readPolicy(
      'version: 1\ndefault: allow\nfail_mode: open\nrules:\n  - {match: ls, action: allow}\n  - {match: rm **, action: deny}\n',
      project,
    );
    expect(faults.map((fault) => fault.kind)).toEqual(['ignored', 'ignored', 'ignored']);
    expect(faults.map((fault) => fault.what.split(' has')[0]).sort()).toEqual([
      'action: allow',
      'default: allow',
      'fail_mode: open',
    ]);
    expect(policy?.rules.map((rule) => rule.match)).toEqual(['rm **']);
    expect(policy?.failMode).toBeUndefined();
  });

  it('keeps an allow where it is the signer’s own', () => {
    expect(
      readPolicy('version: 1\nfail_mode: open\nrules:\n  - {match: ls, action: allow}\n', own).policy,
    ).toMatchObject({ failMode: 'open', rules: [{ action: 'allow' }] });
  });

  it('is found by walking up from the call’s directory', () => {
    const read = (path: string): string | undefined =>
      path === '/w/a/.tracekit/policy.yaml' ? 'version: 1\n' : undefined;
    expect(findPolicy('/w/a/b/c', '/home/dev', read)?.path).toBe('/w/a/.tracekit/policy.yaml');
    expect(findPolicy('/w', '/home/dev', read)).toBeUndefined();
  });

  it('says what kept it from being read', () => {
    const found = findPolicy('/w', '/home/dev', () => {
      throw new Error('EACCES');
    });
    expect(found?.policy).toBeUndefined();
    expect(found?.faults[0]?.what).toMatch(/EACCES/);
  });

  it('survives a billion laughs', () => {
    const lines = ['a: &a [x,x,x,x,x,x,x,x,x]'];
    for (let i = 0; i < 9; i++)
      lines.push(
        `b${i}: &b${i} [${Array(9)
          .fill(`*${i === 0 ? 'a' : `b${i - 1}`}`)
          .join(',')}]`,
      );
    expect(readPolicy(lines.join('\n'), own).policy).toBeUndefined();
  });
});

describe('the starter policy', () => {
  it('has no fault, and its own tests pass', () => {
    expect(readPolicy(STARTER_POLICY, own).faults).toEqual([]);
    for (const test of starterPolicy().tests)
      expect(
        answer({ ...test, tool: test.path === undefined ? 'Bash' : 'Write' }).verdict,
        JSON.stringify(test),
      ).toBe(test.expect);
  });
});

import { describe, expect, test } from 'vitest';
import type { HoldKind } from '../../src/constraints/hold.ts';
import type { Target } from '../../src/model/target.ts';
import { breachesOf, writes } from '../../src/policy/breach.ts';
import type { BreachWorld } from '../../src/policy/breach-files.ts';
import type { Call } from '../../src/policy/call.ts';
import { breachWords } from '../../src/policy/constraint-words.ts';
import { examine } from '../../src/policy/examine.ts';
import type { HeldConstraint } from '../../src/policy/held.ts';
import { NO_FILES } from '../../src/policy/real-path.ts';

const ROOT = '/home/u/tests/app';
const EXIST = [
  'src/billing.py',
  'src/pager.py',
  'src/legacy/a.py',
  'docs/index.md',
  'tests/pager_test.py',
  'package-lock.json',
  '.env',
].map((path) => `${ROOT}/${path}`);

const world: BreachWorld = {
  home: '/home/u',
  files: { ...NO_FILES, readLink: (path) => (path === `${ROOT}/alias.py` ? 'src/billing.py' : undefined) },
  below: (folder, wanted) => EXIST.some((path) => path.startsWith(`${folder}/`) && wanted(path)),
};

function held(
  kind: HoldKind,
  targets: readonly string[] = [],
  except: readonly string[] = [],
): HeldConstraint {
  return { id: 'c-1', kind, targets, except, by: 'person', base: ROOT, root: ROOT };
}

const command = (line: string): Call => ({ tool: 'Bash', cwd: ROOT, targets: [], command: line });
const tool = (name: string, path: string, role: Target['role'] = 'written'): Call => ({
  tool: name,
  cwd: ROOT,
  targets: [{ path, role, by: 'tool' }],
});
const bare = (name: string, more: Partial<Call> = {}): Call => ({
  tool: name,
  cwd: ROOT,
  targets: [],
  ...more,
});

function broken(constraint: HeldConstraint, call: Call): string {
  const seen = examine(call, { home: '/home/u', project: ROOT, files: world.files });
  const [breach] = breachesOf([constraint], { call, seen }, world);
  return breach === undefined ? 'no' : (breach.target ?? 'yes');
}

type Row = readonly [HeldConstraint, Call, string];
const rowsOf = (constraint: HeldConstraint, calls: Readonly<Record<string, string>>): readonly Row[] =>
  Object.entries(calls).map(([line, expected]) => [constraint, command(line), expected]);

const BILLING = held('no_modify', ['billing.py']);
const LEGACY = held('no_modify', ['src/legacy']);
const TESTS = held('no_modify', ['tests']);

const FILES: readonly Row[] = [
  [BILLING, tool('Write', 'src/billing.py'), 'billing.py'],
  [BILLING, tool('Edit', `${ROOT}/src/billing.py`), 'billing.py'],
  [BILLING, tool('Read', 'src/billing.py', 'read'), 'no'],
  [BILLING, tool('Delete', 'src/billing.py', 'removed'), 'billing.py'],
  [BILLING, tool('Write', 'src/billing.pyc'), 'no'],
  [BILLING, tool('Write', 'alias.py'), 'billing.py'],
  [
    BILLING,
    bare('Edit', {
      command: '*** Begin Patch\n*** Update File: src/billing.py\n@@\n-a\n+b\n*** End Patch',
    }),
    'billing.py',
  ],
  ...rowsOf(BILLING, {
    'echo x > src/billing.py': 'billing.py',
    'sed -i s/a/b/ src/billing.py': 'billing.py',
    'cd src && mv billing.py old.py': 'billing.py',
    'cp /tmp/x src/billing.py': 'billing.py',
    'rm -rf src': 'billing.py',
    'mv src old': 'billing.py',
    "sed -i 's/a/b/' src/*.py": 'billing.py',
    "sed -i 's/a/b/' docs/*": 'no',
    'git checkout -- .': 'billing.py',
    'git apply < /dev/null': 'no',
    'cat src/billing.py': 'no',
    'rm -rf docs': 'no',
    "python3 -c \"open('src/billing.py','w').write('')\"": 'billing.py',
    'tee src/billing.py < /dev/null': 'billing.py',
    'F=src/billing.py; echo > $F': 'billing.py',
    'git commit -m "leave billing.py alone"': 'no',
    "find . -name '*.py' -exec sed -i s/a/b/ {} +": 'billing.py',
    "find . -name '*.md' -exec sed -i s/a/b/ {} +": 'no',
    'for f in src/*.py; do sed -i s/a/b/ $f; done': 'billing.py',
    'git ls-files | xargs sed -i s/a/b/': 'billing.py',
  }),
  ...rowsOf(LEGACY, {
    'touch src/legacy/b.py': 'src/legacy',
    'touch packages/x/src/legacy/b.py': 'src/legacy',
    'touch src/legacy.py': 'no',
    'rm -r src/': 'src/legacy',
  }),
  // The project itself lies in a folder called `tests`.
  [TESTS, tool('Write', 'src/pager.py'), 'no'],
  [TESTS, tool('Write', 'tests/conftest.py'), 'tests'],
  [TESTS, tool('Write', 'src/pager_test.go'), 'tests'],
  [TESTS, tool('Write', 'web/a.spec.ts'), 'tests'],
  [TESTS, tool('Write', 'src/latest.py'), 'no'],
  [held('no_modify', ['auth tests']), tool('Write', 'tests/auth/test_login.py'), 'auth tests'],
  [held('no_modify', ['auth tests']), tool('Write', 'tests/pager_test.py'), 'no'],
  [held('no_modify', ['lockfile']), tool('Write', 'package-lock.json'), 'lockfile'],
  [held('no_modify', ['lockfile']), tool('Write', 'api/Cargo.lock'), 'lockfile'],
  ...rowsOf(held('no_modify', ['lockfile']), {
    'npm install left-pad': 'lockfile',
    'npm uninstall left-pad': 'lockfile',
    'cd api && cargo add serde': 'lockfile',
    'go mod tidy': 'lockfile',
    'npm install': 'no',
    'npm ci': 'no',
    'npm i -g left-pad': 'no',
    'npm run update': 'no',
  }),
  [held('no_modify', ['CI config']), tool('Write', '.github/workflows/ci.yml'), 'CI config'],
  [held('no_modify', ['CI config']), tool('Write', 'src/ci_client.py'), 'no'],
  [held('no_modify', ['payments package']), tool('Write', 'packages/payments/index.ts'), 'payments package'],
  [held('no_modify', ['billing module']), tool('Write', 'src/billing.py'), 'billing module'],
  [held('no_modify', ['webpack config']), tool('Write', 'webpack.config.js'), 'webpack config'],
  [held('no_modify', ['infra']), tool('Write', 'infra/main.tf'), 'infra'],
  [held('no_modify', ['infra']), tool('Write', 'src/infra.ts'), 'no'],
  [held('no_modify', ['Makefile']), tool('Write', 'Makefile'), 'Makefile'],
  [held('no_modify', ['src/**/*.{ts,tsx}']), tool('Write', 'src/a/b.tsx'), 'src/**/*.{ts,tsx}'],
  [held('no_modify', ['src/**/*.{ts,tsx}']), tool('Write', 'src/a/b.js'), 'no'],
  [held('no_modify', ['~/.bashrc']), command('echo >> ~/.bashrc'), '~/.bashrc'],
  [held('no_modify', ['../shared']), tool('Write', '/home/u/tests/shared/a'), '../shared'],
  [held('no_modify', ['src/'], ['src/pager.py']), tool('Write', 'src/pager.py'), 'no'],
  [held('no_modify', ['src/'], ['src/pager.py']), tool('Write', 'src/billing.py'), 'src/'],
];

const READ_ONLY: readonly Row[] = [
  [held('read_only'), tool('Write', 'notes.md'), 'yes'],
  [held('read_only'), tool('Write', '/home/u/.claude/plans/one.md'), 'no'],
  [held('read_only', [], ['docs/']), tool('Write', 'docs/a.md'), 'no'],
  ...rowsOf(held('read_only'), {
    'npm install': 'yes',
    'git commit -am x': 'yes',
    'git pull': 'yes',
    'git log --oneline': 'no',
    'git checkout main': 'yes',
    'git checkout -b x': 'no',
    'git stash list': 'no',
    'git stash': 'yes',
    'git log --grep merge': 'no',
    'patch -p1 < x.patch': 'yes',
    'npm uninstall x': 'yes',
    'pytest -q > /dev/null 2>&1': 'no',
    'ls -la && cat src/pager.py': 'no',
    'mkdir build': 'yes',
    'git push': 'no',
  }),
  ...rowsOf(held('read_only', ['docs']), { 'touch docs/a': 'docs', 'touch src/a': 'no' }),
];

const REMOTE: readonly Row[] = [
  ...rowsOf(held('no_push'), {
    'git push': 'yes',
    'git -C . push origin HEAD': 'yes',
    'git push --dry-run': 'no',
    'git commit -m "push"': 'no',
    'sudo git push': 'yes',
    'npm test && git push -f': 'yes',
    'git subtree push --prefix a origin b': 'yes',
    'hg push': 'yes',
    'jj git push': 'yes',
    'svn commit -m x': 'yes',
    'jj log': 'no',
  }),
  [held('no_push'), bare('mcp__github__push_files'), 'yes'],
  [held('no_push'), bare('mcp__github__get_issue'), 'no'],
  ...rowsOf(held('no_push', ['--force']), {
    'git push': 'no',
    'git push --force-with-lease': '--force',
    'git push origin +main': '--force',
  }),
  ...rowsOf(held('no_push', ['upstream']), { 'git push upstream main': 'upstream', 'git push': 'no' }),
  ...rowsOf(held('no_push', ['origin']), { 'git push': 'origin' }),
  ...rowsOf(held('no_network'), {
    'curl https://example.com': 'yes',
    'curl http://localhost:3000/health': 'no',
    'npm install left-pad': 'yes',
    'git fetch': 'yes',
    'ping example.com': 'yes',
    'rsync -a a/ b/': 'no',
    'rsync -a a/ host:b/': 'yes',
    ls: 'no',
    'python3 -c "import urllib.request as r; r.urlopen(\'https://example.com\')"': 'yes',
  }),
  [held('no_network'), bare('WebFetch'), 'yes'],
  [held('no_network'), bare('WebSearch'), 'yes'],
  [held('no_network'), bare('mcp__playwright__browser_navigate'), 'yes'],
  [held('no_network'), bare('mcp__files__read'), 'no'],
  ...rowsOf(held('no_network', ['example.com']), {
    'curl https://api.example.com/x': 'example.com',
    'curl https://example.org': 'no',
    'scp a u@example.com:/tmp': 'example.com',
  }),
  [
    held('no_network', ['example.com']),
    bare('WebFetch', { addresses: ['https://example.com/a'] }),
    'example.com',
  ],
  [held('no_network', ['example.com']), bare('WebFetch', { addresses: ['https://notexample.com/a'] }), 'no'],
];

const OTHERS: readonly Row[] = [
  ...rowsOf(held('no_commit'), {
    'git commit -m x': 'yes',
    'git add .': 'no',
    'git merge main': 'yes',
    'hg commit': 'yes',
    'svn ci': 'yes',
  }),
  [held('no_commit'), bare('mcp__git__git_commit'), 'yes'],
  ...rowsOf(held('no_commit', ['.env']), {
    'git add .env': '.env',
    'git add -A && git commit -m x': '.env',
    'git commit -am x': '.env',
    'git add src': 'no',
    'git commit -m x': 'no',
    'git commit src/pager.py -m .env': 'no',
  }),
  ...rowsOf(held('no_install'), {
    'npm install': 'yes',
    'pip install requests': 'yes',
    'sudo apt-get install -y jq': 'yes',
    'npm run install-hooks': 'no',
    'npm test': 'no',
  }),
  ...rowsOf(held('no_install', ['lodash']), {
    'npm i lodash@4': 'lodash',
    'npm i lodash-es': 'no',
    'npm ci': 'no',
  }),
  ...rowsOf(held('no_delete'), {
    'rm a': 'yes',
    'mv a b': 'no',
    'mv a /tmp/': 'yes',
    'git rm a': 'yes',
    'find . -name "*.pyc" -delete': 'yes',
    'git branch -D old': 'yes',
    'touch a': 'no',
  }),
  [held('no_delete'), tool('Delete', 'a', 'removed'), 'yes'],
  ...rowsOf(held('no_delete', ['docs/']), {
    'rm docs/index.md': 'docs/',
    'rm -rf .': 'docs/',
    'rm src/a': 'no',
  }),
  [held('scope', ['src/']), tool('Write', 'docs/a.md'), 'no'],
];

describe('a call against what is held', () => {
  const label = ([{ kind, targets }, call, expected]: Row) =>
    [
      `${kind} ${targets.join(' ')}`,
      `${call.tool} ${call.command ?? call.targets[0]?.path ?? ''}`,
      expected,
    ] as const;
  const all = [...FILES, ...READ_ONLY, ...REMOTE, ...OTHERS].map((row) => [...label(row), row] as const);
  test.each(all)('%s: %s breaks %s', (_, __, expected, [constraint, call]) => {
    expect(broken(constraint, call)).toBe(expected);
  });
});

test('a write is told from what only reads', () => {
  const isWrite = (call: Call) => writes(examine(call, { home: '/home/u', files: NO_FILES }), world);
  expect(isWrite(tool('Edit', 'a'))).toBe(true);
  expect(isWrite(command('echo a > b'))).toBe(true);
  expect(isWrite(tool('Read', 'a', 'read'))).toBe(false);
  expect(isWrite(command('grep -r a .'))).toBe(false);
});

test('each kind has its sentence, and a target that hides or is long is shown inert', () => {
  const words = (kind: HoldKind, target?: string) =>
    breachWords({ held: held(kind), ...(target === undefined ? {} : { target }) });
  expect(words('no_modify', 'billing.py')).toBe(
    "the person's request in this run said not to modify billing.py; ask the person (TK-CONSTRAINT)",
  );
  expect(words('no_push', '--force')).toContain('not to push by force');
  expect(words('no_network')).toContain('not to use the network');
  expect(words('no_modify', 'a\u001b[2Jb\u202e')).not.toMatch(/[\u001b\u202e]/);
  expect(words('no_modify', 'x'.repeat(5000)).length).toBeLessThan(300);
});

import { describe, expect, it } from 'vitest';
import { decide } from '../../src/policy/decide.ts';
import { readPolicy } from '../../src/policy/file.ts';
import { NO_FILES, type PathReader } from '../../src/policy/real-path.ts';
import { HOME, PROJECT } from './lines.ts';

const { policy } = readPolicy(
  'version: 1\nrules:\n  - {id: held, match_path: /home/dev/app/billing.py, action: deny, reason: held}\n',
  { name: 'p', scope: 'own' },
);

const LINKS: PathReader = {
  readLink: (path) =>
    path === '/home/dev/app/link' ? '/home/dev/app' : path === '/home/dev/app/b' ? 'billing.py' : undefined,
  folds: () => false,
};
const FOLDING: PathReader = { readLink: () => undefined, folds: () => true };

function command(line: string, files: PathReader = NO_FILES): string | undefined {
  return decide({ tool: 'Bash', command: line, targets: [], cwd: PROJECT }, [policy!], { home: HOME, files })
    .rule;
}

const PATCH = '*** Begin Patch\n*** Update File: billing.py\n@@\n-a\n+b\n*** End Patch';

const ROADS: readonly (readonly [string, string])[] = [
  ['a redirect', 'echo x > billing.py'],
  ['an appending redirect', 'echo x >> ./billing.py'],
  ['a forcing redirect', 'echo x >| billing.py'],
  ['a redirect of both streams', 'ls &> billing.py'],
  ['a redirect of a group', '{ echo a; echo b; } > billing.py'],
  ['tee', 'echo x | tee billing.py'],
  ['cp', 'cp /tmp/x billing.py'],
  ['cp -t', 'cp -t . /tmp/billing.py'],
  ['mv to it', 'mv /tmp/x billing.py'],
  ['mv from it', 'mv billing.py other.py'],
  ['rm', 'rm billing.py'],
  ['sed -i', "sed -i 's/a/b/' billing.py"],
  ['perl -pi', "perl -pi -e 's/a/b/' billing.py"],
  ['dd', 'dd if=/dev/zero of=billing.py'],
  ['truncate', 'truncate -s 0 billing.py'],
  ['ln -sf', 'ln -sf /tmp/x billing.py'],
  ['chmod', 'chmod -x billing.py'],
  ['git checkout', 'git checkout HEAD~1 -- billing.py'],
  ['git restore', 'git restore billing.py'],
  ['git rm', 'git rm -f billing.py'],
  ['git mv', 'git mv billing.py x.py'],
  ['git apply', "git apply <<'E'\n--- a/billing.py\n+++ b/billing.py\n@@ -1 +1 @@\n-a\n+b\nE"],
  ['patch', "patch -p1 <<'E'\n--- a/billing.py\n+++ b/billing.py\n@@ -1 +1 @@\n-a\n+b\nE"],
  ['apply_patch in a here-document', `apply_patch <<'E'\n${PATCH}\nE`],
  ['a here-document', 'cat > billing.py <<E\nx\nE'],
  ['sh -c', "sh -c 'echo x > billing.py'"],
  ['nested shells', `bash -lc "sh -c 'rm billing.py'"`],
  ['eval', 'eval "rm billing.py"'],
  ['xargs', 'echo billing.py | xargs rm'],
  ['find -exec', 'find . -name billing.py -exec rm {} +'],
  ['sudo and env', 'sudo env A=b rm billing.py'],
  ['a variable', 'f=billing.py; rm "$f"'],
  ['a loop', 'for f in a.py billing.py; do rm $f; done'],
  ['a branch', 'f=a.py; [ -n "$x" ] && f=billing.py; rm $f'],
  ['a function', 'kill_it() { rm "$1"; }; kill_it billing.py'],
  ['cd', 'cd src && rm ../billing.py'],
  ['..', 'rm src/../billing.py'],
  ['an absolute path', 'rm /home/dev/app/billing.py'],
  ['~', 'rm ~/app/billing.py'],
  ['braces', 'rm {a,billing}.py'],
  ['quotes', `rm 'bill'"ing".py`],
  ['ANSI quotes', "rm $'\\x62illing.py'"],
  ['Python', `python3 -c "open('billing.py','w').write('')"`],
  [
    'a Python here-document',
    "python3 - <<'E'\nfrom pathlib import Path\nPath('billing.py').write_text('')\nE",
  ],
  ['Node', `node -e "require('fs').writeFileSync('billing.py','')"`],
  ['curl -o', 'curl -o billing.py http://localhost/x'],
  ['rsync', 'rsync /tmp/x billing.py'],
];

describe('a write reaches the same verdict by every road', () => {
  for (const [road, line] of ROADS)
    it(`by ${road}`, () => {
      expect(command(line)).toBe('held');
    });

  it('by a native tool', () => {
    for (const path of ['billing.py', './src/../billing.py', '/home/dev/app/billing.py'])
      expect(
        decide({ tool: 'Write', cwd: PROJECT, targets: [{ path, role: 'written', by: 'tool' }] }, [policy!], {
          home: HOME,
          files: NO_FILES,
        }).rule,
      ).toBe('held');
  });

  it('by a patch that arrives in the command field of an edit tool', () => {
    expect(
      decide({ tool: 'apply_patch', command: PATCH, targets: [], cwd: PROJECT }, [policy!], {
        home: HOME,
        files: NO_FILES,
      }).rule,
    ).toBe('held');
  });

  it('through a symbolic link to the file and to its folder', () => {
    expect(command('rm link/billing.py', LINKS)).toBe('held');
    expect(command('echo x > b', LINKS)).toBe('held');
  });

  it('through a symbolic link that the line itself makes', () => {
    expect(command('ln -s . here && echo x > here/billing.py')).toBe('held');
  });

  it('in another case where the file system folds it, and only there', () => {
    expect(command('rm BILLING.PY', FOLDING)).toBe('held');
    expect(command('rm BILLING.PY')).toBeUndefined();
  });

  it('leaves another file alone', () => {
    for (const line of [
      'rm billing.pyc',
      'cat billing.py',
      'echo billing.py',
      'rm x/billing.py',
      'grep "> billing.py" README.md',
    ])
      expect(command(line), line).toBeUndefined();
  });
});

describe('Unicode forms', () => {
  it('takes NFC and NFD of one name as one', () => {
    const { policy: accents } = readPolicy(
      'version: 1\nrules:\n  - {id: held, match_path: "*/caf\u00e9.txt", action: deny}\n',
      { name: 'p', scope: 'own' },
    );
    const call = { tool: 'Bash', command: 'rm cafe\u0301.txt', targets: [], cwd: PROJECT };
    expect(decide(call, [accents!], { home: HOME, files: NO_FILES }).rule).toBe('held');
  });
});

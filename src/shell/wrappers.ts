import type { Place } from './command.ts';
import type { Spec } from './options.ts';

/** A command that runs the command in its own arguments. */
export type Wrapper = Spec & {
  /** Operands before the command (`timeout 5 cmd`, `chroot DIR cmd`). */
  readonly skip?: number;
  /** `NAME=value` words before the command. */
  readonly assignments?: boolean;
  readonly place?: Place;
};

const RUN: Wrapper = {};

/** Commands that run their arguments as a command, with the options that take a value. */
export const WRAPPERS: ReadonlyMap<string, Wrapper> = new Map<string, Wrapper>([
  [
    'sudo',
    {
      short: 'ughpCDRTrtUc',
      long: ['--user', '--group', '--host', '--chdir', '--chroot'],
      assignments: true,
    },
  ],
  ['doas', { short: 'uC' }],
  ['pkexec', { long: ['--user'] }],
  ['run0', { long: ['--user'], short: 'u' }],
  ['nohup', RUN],
  ['setsid', RUN],
  ['nice', { short: 'n', long: ['--adjustment'] }],
  ['ionice', { short: 'cnpP' }],
  ['chrt', { short: 'T', skip: 1 }],
  ['taskset', { skip: 1 }],
  ['time', { short: 'fo', long: ['--format', '--output'] }],
  ['timeout', { short: 'sk', long: ['--signal', '--kill-after'], skip: 1 }],
  ['gtimeout', { short: 'sk', long: ['--signal', '--kill-after'], skip: 1 }],
  ['stdbuf', { short: 'ioe', long: ['--input', '--output', '--error'] }],
  ['unbuffer', RUN],
  ['builtin', RUN],
  ['exec', { short: 'a' }],
  ['chroot', { long: ['--userspec', '--groups'], skip: 1 }],
  ['unshare', { short: 'SG' }],
  ['nsenter', { short: 'tSG', long: ['--target'] }],
  ['strace', { short: 'eopsuaEIOPSUX' }],
  ['ltrace', { short: 'eopsuaAnDFl' }],
  ['gdb', { long: ['--args'] }],
  ['valgrind', RUN],
  ['perf', { skip: 1 }],
  ['caffeinate', { short: 'tw' }],
  ['flock', { short: 'wE', long: ['--timeout', '--wait'], skip: 1 }],
  ['busybox', RUN],
  ['toybox', RUN],
  ['firejail', RUN],
  ['proxychains', { short: 'f' }],
  ['proxychains4', { short: 'f' }],
  ['torsocks', RUN],
  ['systemd-run', { short: 'pEMHu', long: ['--unit', '--property', '--setenv', '--uid', '--gid'] }],
  ['dbus-run-session', RUN],
  ['xvfb-run', { short: 'enspfw', long: ['--server-args', '--server-num'] }],
  ['watch', { short: 'nd', long: ['--interval'] }],
  ['entr', RUN],
  ['npx', { short: 'pc', long: ['--package'] }],
  ['bunx', { short: 'p', long: ['--package'] }],
  ['pnpx', RUN],
  ['uvx', { long: ['--from', '--with', '--python'], short: 'p' }],
  ['cross-env', { assignments: true }],
  ['dotenv', { short: 'ecfv' }],
  ['catchsegv', RUN],
]);

/** Two-word commands that run the rest: `uv run`, `bundle exec`, `npm exec`. */
export const RUNNERS: ReadonlyMap<string, readonly string[]> = new Map([
  ['uv', ['run']],
  ['poetry', ['run']],
  ['pipenv', ['run']],
  ['pdm', ['run']],
  ['hatch', ['run']],
  ['rye', ['run']],
  ['bundle', ['exec']],
  ['npm', ['exec', 'x']],
  ['pnpm', ['exec', 'dlx']],
  ['yarn', ['exec', 'dlx']],
  ['bun', ['x']],
  ['conda', ['run']],
  ['asdf', ['exec']],
  ['pipx', ['run']],
  ['pyenv', ['exec']],
  ['rbenv', ['exec']],
  ['nodenv', ['exec']],
  ['mise', ['exec', 'x']],
  ['direnv', ['exec']],
  ['nix', ['run', 'shell']],
  ['op', ['run']],
  ['doppler', ['run']],
]);

export const SHELLS: ReadonlySet<string> = new Set([
  'sh',
  'bash',
  'zsh',
  'dash',
  'ash',
  'ksh',
  'mksh',
  'fish',
  'rbash',
  'csh',
  'tcsh',
]);

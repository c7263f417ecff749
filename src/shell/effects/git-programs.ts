import type { SimpleCommand } from '../command.ts';
import { runsProgram } from '../unwrap-git.ts';

/** The settings that git's own variables stand for (git(1), "Environment Variables"). */
const VARIABLES: ReadonlyMap<string, string> = new Map([
  ['GIT_EXTERNAL_DIFF', 'diff.external'],
  ['GIT_PAGER', 'core.pager'],
  ['GIT_SSH', 'core.sshcommand'],
  ['GIT_SSH_COMMAND', 'core.sshcommand'],
  ['GIT_ASKPASS', 'core.askpass'],
  ['GIT_PROXY_COMMAND', 'core.gitproxy'],
  ['GIT_EDITOR', 'core.editor'],
]);

/** Whether a git setting makes git run a program that is more than an editor, a pager or ssh. */
export function isProgramSetting(key: string, value: string): boolean {
  return runsProgram(key) && !harmless(key, value);
}

/** `GIT_EXTERNAL_DIFF=/tmp/p.sh git diff`, `export GIT_SSH_COMMAND=…`: a variable that makes git run a program. */
export function setsGitProgram(command: SimpleCommand): boolean {
  const exported = /^(export|declare|typeset|env)$/.test(command.name) ? command.words.slice(1) : [];
  const pairs = [
    ...command.assignments.map(({ name, value }) => [name, value.text] as const),
    ...exported.map(({ text }) => [text.split('=', 1)[0]!, text.slice(text.indexOf('=') + 1)] as const),
  ];
  return pairs.some(([name, value]) => {
    if (/^GIT_CONFIG_(KEY_\d+|PARAMETERS)$/.test(name)) return runsProgram(value) || /alias\./i.test(value);
    const key = VARIABLES.get(name);
    return key !== undefined && isProgramSetting(key, value.slice(0, 1_000));
  });
}

const READERS = /^(|cat|less|more|vim?|nvim|nano|emacs|code|subl|true|:|delta|diff-so-fancy|bat)( [\w -]*)?$/;
/** `ssh` with options that run nothing. Read word by word: a pattern of it all would take exponential time. */
function isPlainSsh(value: string): boolean {
  const [program, ...words] = value.trim().split(/\s+/);
  if (program !== 'ssh') return false;
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (/^-[46aAkKqtTvxXyC]+$/.test(word)) continue;
    const option = /^-([ipo])(.*)$/.exec(word);
    if (option === null) return false;
    const argument = option[2] === '' ? words[++i] : option[2];
    if (argument === undefined || !/^[\w./~=-]+$/.test(argument)) return false;
    if (option[1] === 'o' && /command/i.test(argument)) return false;
  }
  return true;
}

/** An editor or pager is what such a setting is for. */
function harmless(key: string, value: string): boolean {
  if (/^(core\.(editor|pager)|sequence\.editor|pager\.)/i.test(key)) return READERS.test(value);
  if (/^core\.sshcommand$/i.test(key)) return value === '' || isPlainSsh(value);
  if (/^core\.fsmonitor$/i.test(key)) return /^(true|false|)$/.test(value);
  return (
    value === '' || (/^filter\./i.test(key) && /^git-lfs /.test(value)) || /^(diff|merge)\.tool/i.test(key)
  );
}

import type { SimpleCommand } from './command.ts';
import { gitCall } from './git.ts';
import { type Inner, joined } from './inner.ts';
import { literal, type Word } from './word.ts';

/** The settings by which git runs a program of the caller's choice. */
const PROGRAM_SETTING =
  /^(core\.(editor|pager|sshcommand|fsmonitor|askpass|gitproxy|alternaterefscommand)|sequence\.editor|diff\.external|credential\.helper|gpg\.program|pager\.[^.]*|(filter|diff|merge|difftool|mergetool)\.[^=]*\.(smudge|clean|process|textconv|command|driver|cmd)|uploadpack\.packobjectshook|.*\.uploadpack|.*\.receivepack)$/i;

/** Whether a git setting names a program that git will run. */
export function runsProgram(key: string): boolean {
  return PROGRAM_SETTING.test(key.slice(0, 200));
}

/** The commands that git runs in its turn: `-c alias.x='!…'`, `submodule foreach`, `bisect run`, `rebase --exec`, `ext::`. */
export function unwrapGit(command: SimpleCommand): readonly Inner[] {
  const call = gitCall(command);
  const out: Inner[] = [];
  for (const setting of call.settings) out.push(...settingRuns(setting, call.verb));
  const rest = call.words;
  if (call.verb === 'submodule' && rest[0]?.text === 'foreach')
    out.push({ script: joined(rest.slice(1).filter((word) => !word.text.startsWith('-'))) });
  if (call.verb === 'bisect' && rest[0]?.text === 'run') out.push({ words: rest.slice(1) });
  if (call.verb === 'config') out.push(...configRuns(rest));
  rest.forEach((word, i) => {
    if (word.text === '-x' || word.text === '--exec') {
      if (call.verb === 'rebase' && rest[i + 1] !== undefined) out.push({ script: rest[i + 1]! });
    } else if (word.text.startsWith('--exec=')) out.push({ script: { ...word, text: word.text.slice(7) } });
    else if (word.text.startsWith('ext::')) out.push({ script: { ...word, text: word.text.slice(5) } });
    else if (/^--(tree|index|msg|env|parent|commit)-filter$/.test(word.text) && rest[i + 1] !== undefined)
      out.push({ script: rest[i + 1]! });
  });
  for (const { name, value } of command.assignments)
    if (/^GIT_(SEQUENCE_EDITOR|EDITOR|SSH_COMMAND|PAGER|EXTERNAL_DIFF|ASKPASS)$/.test(name))
      out.push({ script: value });
  return out.filter((inner) => (inner.script?.text ?? inner.words?.[0]?.text ?? '') !== '');
}

function settingRuns(setting: Word, verb: string): readonly Inner[] {
  const eq = setting.text.indexOf('=');
  if (eq < 0) return [];
  const key = setting.text.slice(0, eq);
  const value = setting.text.slice(eq + 1);
  if (/^alias\./i.test(key)) {
    if (value.startsWith('!')) return [{ script: { ...setting, text: value.slice(1) } }];
    return verb === key.slice(6) ? [{ script: { ...setting, text: `git ${value}` } }] : [];
  }
  return runsProgram(key) ? [{ script: { ...setting, text: value.replace(/^!/, '') } }] : [];
}

function configRuns(rest: readonly Word[]): readonly Inner[] {
  const values = rest.filter((word) => !word.text.startsWith('-') && word.text !== 'set');
  const [key, value] = values;
  if (key === undefined || value === undefined) return [];
  // An alias is judged as what it will run, since a later call may use it.
  if (/^alias\./i.test(key.text))
    return [
      {
        script: {
          ...value,
          text: value.text.replace(/^!/, '') === value.text ? `git ${value.text}` : value.text.slice(1),
        },
      },
    ];
  return runsProgram(key.text) ? [{ script: literal(value.text.replace(/^!/, '')) }] : [];
}

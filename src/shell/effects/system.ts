import type { Target } from '../../model/target.ts';
import type { SimpleCommand } from '../command.ts';
import type { Effect } from '../effect.ts';
import { printsNothing } from '../output.ts';
import { kills } from './processes.ts';

/** Deleting, permissions, processes and the settings that keep a machine safe. */
export function systemEffects(command: SimpleCommand, targets: readonly Target[]): readonly Effect[] {
  const out: Effect[] = [];
  const removed = targets.filter((target) => target.role === 'removed' && !moves(command));
  if (removed.length > 0) out.push('delete');
  if (removed.some((target) => target.tree)) out.push('recursive_delete');
  // `$NAME/x` is judged as if the variable were empty; a substitution's output cannot be.
  if (
    removed.some((target) => target.tree && target.unresolved && /\$\(…\)|\$\d|\$@|^\$\w+$/.test(target.path))
  )
    out.push('unknown_delete');
  if (targets.some(isUnknownWrite)) out.push('unknown_write');
  if (
    targets.some((target) => target.role === 'written' && target.tree) &&
    (/^(truncate|shred|tee|dd)$/.test(command.name) ||
      (command.redirects.length > 0 && printsNothing(command)))
  )
    out.push('recursive_delete');
  if (targets.some((target) => target.role === 'written' && isDevice(target.path)))
    out.push('disk', 'delete', 'privilege');
  if (targets.some((target) => target.role === 'written' && /^\/(proc|sys)\//.test(target.path)))
    out.push('privilege', 'disable_security');
  if (
    command.name !== 'git' &&
    targets.some((target) => target.role !== 'read' && GIT_SETTINGS.test(target.path))
  )
    out.push('git_program');
  out.push(...permissions(command, targets), ...kills(command), ...settings(command));
  return out;
}

/** Files of git's that say which programs it runs. */
const GIT_SETTINGS = /(^|\/)\.git\/(config|config\.worktree|info\/attributes)$|(^|\/)\.gitconfig$/;

/**
 * A file whose whole path is computed: it could be any. One below a folder that is known is taken to lie there, and one
 * whose name is known is that, unless a configuration has such a name.
 */
function isUnknownWrite({ role, path, unresolved }: Target): boolean {
  if (unresolved !== true || (role !== 'written' && role !== 'added')) return false;
  if (!/^\$(?:\(…\)|[@*])/.test(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return name.includes('$') ? !/\.(?!json|toml|ya?ml)\w{1,10}$/.test(name) : CONFIGURATION_NAME.test(name);
}

const CONFIGURATION_NAME = /^(settings(\.local)?\.json|hooks\.json|config\.toml|policy\.yaml)$/i;

function moves(command: SimpleCommand): boolean {
  return (
    /^(g?mv|rename)$/.test(command.name) ||
    (command.name === 'git' &&
      !/^(rm|clean|stash|worktree)$/.test(
        command.words.find((word, i) => i > 0 && /^(mv|rm|clean|stash|worktree|apply|am)$/.test(word.text))
          ?.text ?? '',
      ))
  );
}

/** A disk or partition. */
function isDevice(path: string): boolean {
  return (
    /^\/dev\/(r?disk\d|sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|mapper\/|loop\d|md\d|dm-\d|mem|kmem|port|sg\d)/.test(
      path,
    ) || /^disk\d/.test(path)
  );
}

function permissions(command: SimpleCommand, targets: readonly Target[]): readonly Effect[] {
  if (!/^(chmod|chown|chgrp|setfacl|chattr|chflags)$/.test(command.name)) return [];
  const words = command.words.map((word) => word.text);
  const out: Effect[] = [];
  if (targets.some((target) => target.tree) || command.via.includes('find')) {
    const mode = words.find((word, i) => i > 0 && !word.startsWith('-')) ?? '';
    if (
      command.name !== 'chmod' ||
      !/^(u[+=][rwxX]+|[ug]+\+[rwX]+|a\+[rX]+|\+[rX]|755|644|700|750|u=rwX.*|go-w.*|o-rwx|g-w.*)$/.test(mode)
    )
      out.push('recursive_permissions');
  }
  if (
    command.name === 'chmod' &&
    words.some((word) => /^([ugoa]*\+[rwxX]*s|[2-7][0-7]{3}|0[2-7][0-7]{3})$/.test(word))
  )
    out.push('privilege', 'disable_security');
  return out;
}

const UNSAFE_VARIABLE =
  /^(NODE_TLS_REJECT_UNAUTHORIZED=0|PYTHONHTTPSVERIFY=0|GIT_SSL_NO_VERIFY=(1|true)|npm_config_strict_ssl=false|NPM_CONFIG_STRICT_SSL=false|CURL_INSECURE=1|LD_PRELOAD=.+|DYLD_INSERT_LIBRARIES=.+|BASH_ENV=.+)$/i;

function settings(command: SimpleCommand): readonly Effect[] {
  const out: Effect[] = [];
  const pairs = [
    ...command.assignments.map(({ name, value }) => `${name}=${value.text.slice(0, 200)}`),
    ...(/^(export|declare|typeset|env|set)$/.test(command.name)
      ? command.words.slice(1).map((word) => word.text.slice(0, 300))
      : []),
  ];
  if (pairs.some((pair) => UNSAFE_VARIABLE.test(pair))) out.push('disable_security');
  if (pairs.some((pair) => /^(HISTFILE=(\/dev\/null)?|HISTSIZE=0|HISTFILESIZE=0)$/.test(pair)))
    out.push('log_tamper');
  const words = command.words.map((word) => word.text);
  if (command.name === 'unset' && words.includes('HISTFILE')) out.push('log_tamper');
  if (command.name === 'set' && words.includes('+o') && words.includes('history')) out.push('log_tamper');
  if (command.name === 'gh' && words[1] === 'api') out.push(...githubApi(words));
  return out;
}

function githubApi(words: readonly string[]): readonly Effect[] {
  const at = words.findIndex((word) => word === '-X' || word === '--method');
  const method = (
    at < 0
      ? words.find((word) => /^(-X|--method=)./.test(word))?.replace(/^(-X|--method=)/, '')
      : words[at + 1]
  )?.toUpperCase();
  if (method === 'DELETE') return ['remote_admin', 'infra_delete', 'delete'];
  if (
    words.some((word) => /^force=true$/.test(word)) ||
    words.some((word) => /git\/refs\//.test(word) && method !== undefined && method !== 'GET')
  )
    return ['push', 'history_rewrite', 'force_push'];
  if (
    words.some((word) =>
      /protection|\/(keys|hooks|collaborators|actions\/secrets|merge)\b|visibility=/.test(word),
    ) &&
    method !== undefined &&
    method !== 'GET'
  )
    return ['remote_admin'];
  return [];
}

import type { Target } from '../../model/target.ts';
import type { SimpleCommand } from '../command.ts';
import type { Effect } from '../effect.ts';
import { has, readArguments } from '../options.ts';
import { upstream, sources } from '../upstream.ts';

/** Deleting, permissions, processes and the settings that keep a machine safe. */
export function systemEffects(command: SimpleCommand, targets: readonly Target[]): readonly Effect[] {
  const out: Effect[] = [];
  const removed = targets.filter((target) => target.role === 'removed' && !moves(command));
  if (removed.length > 0) out.push('delete');
  if (removed.some((target) => target.tree)) out.push('recursive_delete');
  // `$NAME/x` is judged as if the variable were empty; a substitution's output cannot be.
  if (removed.some((target) => target.tree && target.unresolved && /\$\(…\)|\$\d|\$@|^\$\w+$/.test(target.path))) out.push('unknown_delete');
  if (targets.some((target) => target.role === 'written' && target.tree) && /^(truncate|shred|tee|dd)$/.test(command.name)) out.push('recursive_delete');
  if (targets.some((target) => target.role === 'written' && isDevice(target.path))) out.push('disk', 'delete', 'privilege');
  if (targets.some((target) => target.role === 'written' && /^\/(proc|sys)\//.test(target.path))) out.push('privilege', 'disable_security');
  out.push(...permissions(command, targets), ...kills(command), ...settings(command));
  return out;
}

function moves(command: SimpleCommand): boolean {
  return /^(g?mv|rename|rsync)$/.test(command.name) || (command.name === 'git' && !/^(rm|clean|stash|worktree)$/.test(command.words.find((word, i) => i > 0 && /^(mv|rm|clean|stash|worktree|apply|am)$/.test(word.text))?.text ?? ''));
}

/** A disk or partition. */
function isDevice(path: string): boolean {
  return /^\/dev\/(r?disk\d|sd[a-z]|hd[a-z]|vd[a-z]|xvd[a-z]|nvme\d|mmcblk\d|mapper\/|loop\d|md\d|dm-\d|mem|kmem|port|sg\d)/.test(path) || /^disk\d/.test(path);
}

function permissions(command: SimpleCommand, targets: readonly Target[]): readonly Effect[] {
  if (!/^(chmod|chown|chgrp|setfacl|chattr|chflags)$/.test(command.name)) return [];
  const words = command.words.map((word) => word.text);
  const out: Effect[] = [];
  if (targets.some((target) => target.tree) || command.via.includes('find')) {
    const mode = words.find((word, i) => i > 0 && !word.startsWith('-')) ?? '';
    if (command.name !== 'chmod' || !/^(u[+=][rwxX]+|[ug]+\+[rwX]+|a\+[rX]+|\+[rX]|755|644|700|750|u=rwX.*|go-w.*|o-rwx|g-w.*)$/.test(mode)) out.push('recursive_permissions');
  }
  if (command.name === 'chmod' && words.some((word) => /^([ugoa]*\+[rwxX]*s|[2-7][0-7]{3}|0[2-7][0-7]{3})$/.test(word))) out.push('privilege', 'disable_security');
  return out;
}

/** Names that many unrelated processes share. */
const SHARED = /^(python[0-9.]*|node|nodejs|java|ruby|php|perl|bash|zsh|sh|ssh|sshd|docker|dockerd|postgres|mysqld|redis-server|chrome|firefox|code|cursor|Xorg|systemd|init|launchd|Finder|gnome-shell|\.|\.\*|tmux|screen|containerd|go|cargo|npm)$/i;

function kills(command: SimpleCommand): readonly Effect[] {
  const words = command.words.slice(1);
  if (command.name === 'pkill' || command.name === 'killall' || command.name === 'killall5' || command.name === 'taskkill') {
    const args = readArguments(words.filter((word) => !/^-(9|KILL|SIGKILL|15|TERM|SIGTERM|HUP|1|2|INT)$/.test(word.text)), { short: 'uUgtPGs' });
    if (command.name === 'killall5' || has(args, '-u', '-U', '-g', '-t') || args.operands.length === 0) return ['kill_many'];
    return args.operands.some((word) => SHARED.test(word.text) || word.unresolved) || command.name === 'taskkill' ? ['kill_many'] : [];
  }
  if (command.name === 'skill' || command.name === 'fuser') return command.name === 'fuser' && !words.some((word) => /^-\w*k/.test(word.text)) ? [] : words.some((word) => /tcp|udp/.test(word.text)) ? [] : ['kill_many'];
  if (command.name !== 'kill') return [];
  if (words.some((word, i) => /^-1$/.test(word.text) && (i > 0 || words.length === 1))) return ['kill_many'];
  if (words.some((word) => word.text === '-l')) return [];
  if (words.some((word, i) => i > 0 && /^(0|1)$/.test(word.text))) return ['kill_many'];
  const from = [...sources(words), ...(command.via.includes('xargs') ? upstream(command) : [])];
  const unknown = words.some((word) => word.unresolved) && !words.every((word) => !word.unresolved || /^\$[A-Za-z_]*(PID|pid)\w*$/.test(word.text));
  if (!unknown) return [];
  const byPort = from.length > 0 && from.some((one) => /^(lsof|fuser|ss|netstat)$/.test(one.name));
  const byFile = from.length > 0 && from.every((one) => one.name === 'cat' || one.name === 'head');
  const hard = words.some((word) => /^-(9|KILL|SIGKILL|s)$/.test(word.text));
  if (byPort || byFile) return [];
  return hard || from.length > 1 ? ['kill_many'] : [];
}

const UNSAFE_VARIABLE = /^(NODE_TLS_REJECT_UNAUTHORIZED=0|PYTHONHTTPSVERIFY=0|GIT_SSL_NO_VERIFY=(1|true)|npm_config_strict_ssl=false|NPM_CONFIG_STRICT_SSL=false|CURL_INSECURE=1|LD_PRELOAD=.+|DYLD_INSERT_LIBRARIES=.+|BASH_ENV=.+)$/i;

function settings(command: SimpleCommand): readonly Effect[] {
  const out: Effect[] = [];
  const pairs = [...command.assignments.map(({ name, value }) => `${name}=${value.text.slice(0, 200)}`), ...(/^(export|declare|typeset|env|set)$/.test(command.name) ? command.words.slice(1).map((word) => word.text.slice(0, 300)) : [])];
  if (pairs.some((pair) => UNSAFE_VARIABLE.test(pair))) out.push('disable_security');
  if (pairs.some((pair) => /^(HISTFILE=(\/dev\/null)?|HISTSIZE=0|HISTFILESIZE=0)$/.test(pair))) out.push('log_tamper');
  const words = command.words.map((word) => word.text);
  if (command.name === 'unset' && words.includes('HISTFILE')) out.push('log_tamper');
  if (command.name === 'set' && words.includes('+o') && words.includes('history')) out.push('log_tamper');
  if (command.name === 'gh' && words[1] === 'api') out.push(...githubApi(words));
  return out;
}

function githubApi(words: readonly string[]): readonly Effect[] {
  const at = words.findIndex((word) => word === '-X' || word === '--method');
  const method = (at < 0 ? words.find((word) => /^(-X|--method=)./.test(word))?.replace(/^(-X|--method=)/, '') : words[at + 1])?.toUpperCase();
  if (method === 'DELETE') return ['remote_admin', 'infra_delete', 'delete'];
  if (words.some((word) => /^force=true$/.test(word)) || words.some((word) => /git\/refs\//.test(word) && method !== undefined && method !== 'GET')) return ['push', 'history_rewrite', 'force_push'];
  if (words.some((word) => /protection|\/(keys|hooks|collaborators|actions\/secrets|merge)\b|visibility=/.test(word)) && method !== undefined && method !== 'GET') return ['remote_admin'];
  return [];
}

import type { SimpleCommand } from '../command.ts';
import type { Effect } from '../effect.ts';
import { has, readArguments } from '../options.ts';
import { sources, upstream } from '../upstream.ts';
import type { Word } from '../word.ts';

/** Names that many unrelated processes share. */
const SHARED =
  /^(python[0-9.]*|node|nodejs|java|ruby|php|perl|bash|zsh|sh|ssh|sshd|docker|dockerd|postgres|mysqld|redis-server|chrome|firefox|code|cursor|Xorg|systemd|init|launchd|Finder|gnome-shell|\.|\.\*|tmux|screen|containerd|go|cargo|npm)$/i;

const MANY: readonly Effect[] = ['kill_many'];

/** Stopping processes that may be somebody else's: by a shared name, by a whole user, or by numbers nobody knows. */
export function kills(command: SimpleCommand): readonly Effect[] {
  const words = command.words.slice(1);
  switch (command.name) {
    case 'pkill':
    case 'killall':
      return byName(words);
    case 'killall5':
    case 'taskkill':
    case 'skill':
      return MANY;
    case 'docker':
    case 'podman':
    case 'nerdctl':
      return containers(words);
    case 'fuser': {
      // `fuser -k 3000/tcp` frees a port.
      const kill =
        words.some((word) => /^-\w*k/.test(word.text)) && !words.some((word) => /tcp|udp/.test(word.text));
      return kill ? MANY : [];
    }
    case 'kill':
      return byNumber(words, command);
    default:
      return [];
  }
}

function byName(words: readonly Word[]): readonly Effect[] {
  const signal = /^-(9|KILL|SIGKILL|15|TERM|SIGTERM|HUP|1|2|INT)$/;
  const args = readArguments(
    words.filter((word) => !signal.test(word.text)),
    { short: 'uUgtPGs' },
  );
  if (has(args, '-u', '-U', '-g', '-t') || args.operands.length === 0) return MANY;
  return args.operands.some((word) => SHARED.test(word.text) || word.unresolved) ? MANY : [];
}

function containers(words: readonly Word[]): readonly Effect[] {
  const verb = words.find((word) => !word.text.startsWith('-') && word.text !== 'container')?.text ?? '';
  return /^(kill|stop|rm|rmi|pause|restart)$/.test(verb) && words.some((word) => word.unresolved) ? MANY : [];
}

function byNumber(words: readonly Word[], command: SimpleCommand): readonly Effect[] {
  if (words.some((word) => word.text === '-l')) return [];
  // `kill -1` and `kill -9 -1`: every process of the user; 0: the whole group; 1: init.
  if (words.some((word, i) => word.text === '-1' && (i > 0 || words.length === 1))) return MANY;
  if (words.some((word, i) => i > 0 && /^[01]$/.test(word.text))) return MANY;
  const unknown = words.filter((word) => word.unresolved && !/^\$[A-Za-z_]*(PID|pid)\w*$/.test(word.text));
  if (unknown.length === 0) return [];
  const from = [...sources(words), ...(command.via.includes('xargs') ? upstream(command) : [])];
  const byPort = from.some((one) => /^(lsof|fuser|ss|netstat)$/.test(one.name));
  const byFile = from.length > 0 && from.every((one) => one.name === 'cat' || one.name === 'head');
  if (byPort || byFile) return [];
  const hard = words.some((word) => /^-(9|KILL|SIGKILL|s)$/.test(word.text));
  return hard || from.length > 1 ? MANY : [];
}

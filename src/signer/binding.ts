import type { Caller } from './hook-call.ts';
import { type ProcessFacts, processChain } from './process-chain.ts';

/** What lies between a harness and its hook's connection. Harnesses that run on Node are named `node` themselves. */
const BETWEEN = /^(?:curl|sh|dash|bash|zsh|ksh|busybox|env|timeout|setsid)$/;
/** What a person's own shell runs in: a hook that was started by hand must not bind it. */
const TERMINAL =
  /^(?:systemd|init|login|sshd|sshd-session|su|sudo|tmux: server|screen|SCREEN|script|docker-init|tini|gnome-terminal-|konsole|kitty|alacritty|wezterm-gui|xterm)/;

/**
 * Which processes are harnesses: those whose hooks spoke to us. An answer from one of their descendants is the agent's own
 * (REQUIREMENTS B5). What a process of the same user can hide from this stands in docs/limitations.md.
 */
export class Binding {
  private readonly harnesses = new Set<string>();
  private readonly chainOf: (pid: number) => readonly ProcessFacts[];

  constructor(chainOf: (pid: number) => readonly ProcessFacts[] = processChain) {
    this.chainOf = chainOf;
  }

  /** Learns the harness from a hook's connection: the first ancestor that is neither the hook nor a shell. */
  learn({ pid }: Caller): void {
    if (pid === undefined) return;
    const harness = this.chainOf(pid).find(({ name }, depth) => depth > 0 && !BETWEEN.test(name));
    if (harness === undefined || harness.pid === 1 || TERMINAL.test(harness.name)) return;
    this.harnesses.add(key(harness));
  }

  /** Who a caller is, in words for the record, and why it may not answer a hold, if so. */
  whoIs({ pid, uid }: Caller): { readonly text: string; readonly refused?: string } {
    if (pid === undefined) return { text: JSON.stringify({ uid: uid ?? null, processes: [] }) };
    const chain = this.chainOf(pid);
    const text = JSON.stringify({
      uid: uid ?? null,
      processes: chain.map(({ pid: one, name }) => ({ pid: one, name })),
    });
    const harness = chain.find((one) => this.harnesses.has(key(one)));
    if (harness === undefined) return { text };
    const refused = `this was sent from inside the agent (process ${harness.pid}, ${harness.name}): a person answers, from another terminal (tracekit approvals list) or in the page (tracekit view --dev)`;
    return { text, refused };
  }
}

function key({ pid, begun }: ProcessFacts): string {
  return `${pid} ${begun}`;
}

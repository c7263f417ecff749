import type { BoundHarnesses } from './bound-harnesses.ts';
import type { Caller } from './hook-call.ts';
import { type ProcessChain, type ProcessFacts, processChain } from './process-chain.ts';

/** What lies between a harness and its hook's connection. Harnesses that run on Node are named `node` themselves. */
const BETWEEN =
  /^(?:curl|sh|ash|dash|bash|zsh|ksh|mksh|csh|tcsh|fish|nu|pwsh|busybox|env|nice|time|timeout|setsid|stdbuf|bwrap|codex-linux-san)$/;
/** What a person's own shell runs in: a hook that was started by hand must not bind it. */
const TERMINAL =
  /^(?:systemd|init|login|sshd|sshd-session|su|sudo|tmux: server|screen|SCREEN|script|docker-init|tini|dumb-init|s6-svscan|gnome-terminal-|konsole|kitty|alacritty|wezterm-gui|xterm)/;
/** The first process of a container may be the harness itself; any other first process takes in what lost its parent. */
const FIRST_HARNESS = /^(?:node|bun|claude|codex|cursor|gemini|copilot)/;

/** Who a caller is, in words for the record, and why it may not answer a hold, if so. */
export type Answerer = { readonly text: string; readonly refused?: string };

/**
 * Which processes are harnesses: those whose hooks spoke to us. An answer from one of their descendants is the agent's
 * own. What a process of the same user can hide from this stands in docs/limitations.md.
 */
export class Binding {
  private readonly harnesses: BoundHarnesses;
  private readonly chainOf: (pid: number) => ProcessChain;

  constructor(harnesses: BoundHarnesses, chainOf: (pid: number) => ProcessChain = processChain) {
    this.harnesses = harnesses;
    this.chainOf = chainOf;
  }

  /** Learns the harness from a hook's connection: the first ancestor that is neither the hook nor a shell. */
  learn({ pid }: Caller): void {
    if (pid === undefined) return;
    const { processes } = this.chainOf(pid);
    const at = processes.findIndex(({ name }, depth) => depth > 0 && !BETWEEN.test(name));
    const harness = processes[at];
    if (harness === undefined || !isHarness(harness)) return;
    // A harness of several processes of one name: which of them runs the agent's commands is not known.
    for (const one of processes.slice(at)) {
      if (one.name !== harness.name || !isHarness(one)) return;
      this.harnesses.add(one);
    }
  }

  /** `clients`: the processes that the caller speaks for (the viewer, for a browser). None of them may be the agent's either. */
  whoIs({ pid, uid }: Caller, clients: readonly number[] = []): Answerer {
    const own = pid === undefined ? undefined : this.chainOf(pid);
    const others = clients.map((client) => this.chainOf(client));
    const text = JSON.stringify({
      uid: uid ?? null,
      processes: own === undefined ? [] : named(own),
      ...(others.length === 0 ? {} : { clients: others.map(named) }),
    });
    const inside = [...(own === undefined ? [] : [own]), ...others].map((one) => this.refusal(one));
    const refused =
      inside.find((why) => why !== undefined) ??
      (own?.processes[0]?.terminal === 0 ? `this was sent from no terminal: ${HOW}` : undefined);
    return refused === undefined ? { text } : { text, refused };
  }

  private refusal({ processes, whole }: ProcessChain): string | undefined {
    const harness = processes.find((one) => this.harnesses.has(one));
    if (harness !== undefined)
      return `this was sent from inside the agent (process ${harness.pid}, ${harness.name}): ${HOW}`;
    return whole
      ? undefined
      : `which processes this came from can't be told, since one of them has ended: ${HOW}`;
  }
}

const HOW =
  'a person answers, from another terminal (tracekit approvals list) or in the page (tracekit view --dev)';

function named({ processes }: ProcessChain): readonly { readonly pid: number; readonly name: string }[] {
  return processes.map(({ pid, name }) => ({ pid, name }));
}

function isHarness({ pid, name }: ProcessFacts): boolean {
  return !TERMINAL.test(name) && (pid !== 1 || FIRST_HARNESS.test(name));
}

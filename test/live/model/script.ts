/** What a scripted model asks for, in no harness's words. */
export type Ask =
  | { readonly kind: 'shell'; readonly command: string }
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  /** A tool of the harness by its own name. `__AGENT__` in its input is the id of the agent that a result named last. */
  | { readonly kind: 'tool'; readonly name: string; readonly input: Readonly<Record<string, unknown>> };

/** One answer of the model. */
export type Turn = {
  readonly say?: string;
  readonly asks?: readonly Ask[];
  /** What happens outside before it is given. */
  readonly before?: () => void | Promise<void>;
};

/** A model's answers in their order: to the main conversation, and to its subagent's. */
export type Script = { readonly main: readonly Turn[]; readonly sub?: readonly Turn[] };

/** Stands in the task of each subagent, and nowhere else. */
export const SUBTASK = 'SUBTASK-ONE';

export const DONE: Turn = { say: 'That is all.' };

/** A turn that says something and runs commands, all at once. */
export function runs(...commands: readonly string[]): Turn {
  return {
    say: `Running ${commands.length === 1 ? 'a command' : `${commands.length} commands`}.`,
    asks: commands.map((command) => ({ kind: 'shell', command })),
  };
}

export function writes(path: string, content: string): Turn {
  return { say: 'Writing a file.', asks: [{ kind: 'write', path, content }] };
}

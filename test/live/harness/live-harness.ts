import type { Harness } from '../../../src/model/harness.ts';
import type { Script } from '../model/script.ts';
import type { Wire } from '../model/server.ts';
import type { Package } from '../packages.ts';

/** Folders of one session: the user's home, empty but for the harness's settings, and the project in it. */
export type Places = { readonly user: string; readonly project: string; readonly port: number };

export type Start = {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** How a harness is driven headless, against a scripted model on loopback. */
export type LiveHarness = {
  readonly harness: Harness;
  readonly package: Package;
  readonly wire: Wire;
  /** Writes what a user's own settings would say, before `init`. */
  readonly settle?: (places: Places) => void;
  /** Lets the hooks of `init` run, as the user does who is asked whether to trust them. */
  readonly trust?: (places: Places) => void;
  readonly start: (prompt: string, how: Places & { readonly bin: string; readonly resume: boolean }) => Start;
  /** A file of the project that says which hooks run: no agent may write it. */
  readonly guarded: string;
  /** The main conversation hands one task to a subagent, which runs one command. */
  readonly delegates: (command: string) => Script;
};

import { fileURLToPath } from 'node:url';
import type { Harness } from '../../../src/model/harness.ts';
import type { Script, Turn } from '../model/script.ts';
import type { Wire } from '../model/server.ts';
import type { Package } from '../packages.ts';
import type { Terminal } from '../terminal.ts';

/** Folders of one session: the user's home, empty but for the harness's settings, and the project in it. */
export type Places = { readonly user: string; readonly project: string; readonly port: number };

export type Start = {
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
};

/** How a harness comes to the tools of `mcp-server.mjs`, whose server is called `live`. */
export type Mcp = {
  /** Names the server in the user's settings. */
  readonly settle: (places: Places) => void;
  /** What the model does first, where the harness gives it no such tool before. */
  readonly prepare?: readonly Turn[];
  readonly tool: (name: string) => string;
};

/** The server as settings name it. */
export const MCP_SERVER = {
  command: process.execPath,
  args: [fileURLToPath(new URL('../mcp-server.mjs', import.meta.url))],
} as const;

/** A harness at its own screen. */
export type Screen = {
  /** Writes what a person's first start would have left, so that nothing is asked. */
  readonly settle?: (places: Places) => void;
  readonly start: (how: Places & { readonly bin: string }) => Start;
  /** Interrupts what it does; Esc unless said. */
  readonly interrupt?: (seen: Terminal) => Promise<void>;
  /** Writes the conversation anew, shorter. */
  readonly compact: string;
  /** What the screen shows once it waits for a prompt. */
  readonly ready: RegExp;
  /** Ends the session, as a person does who has just pressed Esc. */
  readonly quit: (seen: Terminal) => Promise<void>;
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
  readonly mcp: Mcp;
  /** How it is driven at its own screen; absent where that was not tried. */
  readonly terminal?: Screen;
  /** A file of the project that says which hooks run: no agent may write it. */
  readonly guarded: string;
  /** The main conversation hands one task to a subagent, which runs one command. */
  readonly delegates: (command: string) => Script;
};

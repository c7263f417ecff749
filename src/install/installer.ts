import type { Profile } from '../harness/failure.ts';
import type { Harness } from '../model/harness.ts';

/** Where a harness keeps its settings. Absolute paths. */
export type Places = {
  readonly userHome: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the caller stands; a project's files lie in its root. */
  readonly cwd: string;
};

/** What the entries of one install depend on. */
export type Installing = {
  readonly profile: Profile;
  /** The installed command for an event. */
  readonly command: (event: string) => string;
  /** The harness's versions that were found, by program; none where they are not known. */
  readonly versions: readonly FoundVersion[];
};

export type FoundVersion = { readonly program: string; readonly version: string };

/** One entry: what is put at the end of `hooks.<event>`, as a plain JSON value. */
export type WantedHook = { readonly event: string; readonly entry: object };

/** How hooks are set up in one harness: a file for each. Pure. */
export type Installer = {
  readonly harness: Harness;
  readonly name: string;
  /** Programs that show that it is installed, the one that tells its version first. */
  readonly programs: readonly string[];
  /** The folder of the user's settings, and the file in it. */
  readonly userFolder: (places: Pick<Places, 'userHome' | 'env'>) => string;
  readonly userFile: string;
  /** The file in a project's root. */
  readonly projectFile: string;
  /** Members that the file must have beside `hooks`, with this value. */
  readonly members: Readonly<Record<string, number>>;
  /** Whether the harness reads a file that begins with a byte order mark. */
  readonly readsBom: boolean;
  readonly hooks: (installing: Installing) => readonly WantedHook[];
  /** A setting of the file that makes the model's reasoning readable. */
  readonly thinking?: { readonly key: string; readonly value: boolean };
  /** The same in another file of the folder, as the first line of a TOML text. */
  readonly thinkingLine?: { readonly file: string; readonly key: string; readonly value: string };
  /** What to do before the hooks fire, after an install. */
  readonly next: (file: string, project: boolean) => readonly string[];
};

/** Seconds that a harness gives a hook. */
export const PRE_TOOL_SECONDS = 600;
export const OTHER_SECONDS = 30;

/** Entries in Claude Code's nested shape, which Codex and Gemini share. */
export function grouped(
  events: readonly string[],
  entry: (event: string) => { readonly matcher?: string; readonly handler: object },
): readonly WantedHook[] {
  return events.map((event) => {
    const { matcher, handler } = entry(event);
    return { event, entry: { ...(matcher !== undefined && { matcher }), hooks: [handler] } };
  });
}

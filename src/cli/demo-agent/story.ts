import type { Harness } from '../../model/harness.ts';

/** A JSON object of a harness: a line of its transcript, or a hook's payload. */
export type Fields = { readonly [key: string]: unknown };

/** A hook as the harness fires it: what its payload says beside what all payloads of the session say. */
export type Fired = { readonly event: string; readonly fields?: Fields };

/** What a harness does around the moment when it writes a line of its transcript. */
export type Around = { readonly before?: readonly Fired[]; readonly after?: readonly Fired[] };

/** Where a session is played. */
export type Site = { readonly session: string; readonly transcript: string; readonly project: string };

/** A captured session of a harness that the demo plays again, hook by hook and line by line. */
export type Story = {
  readonly harness: Harness;
  /** Of which version, and how it came to be. */
  readonly of: string;
  /** The transcript in fixtures/, and where it stands below the user's home. */
  readonly transcript: { readonly from: string; readonly to: string };
  /** So many of its lines are played; all of them where it is absent. */
  readonly lines?: number;
  readonly session: string;
  /** The command in it that becomes a forced push. */
  readonly command: string;
  /** The file in fixtures/hooks/ that a payload of an event is made from. */
  readonly payload: (event: string) => string;
  /** What all payloads say of the session. */
  readonly base: (site: Site) => Fields;
  readonly begins: readonly Fired[];
  readonly ends: readonly Fired[];
  /** hostile: nothing here; the line is from our own fixtures. */
  readonly around: (line: Fields) => Around;
};

/** What the demo's policy holds for a person, and its analyzer finds. */
export const PUSH = 'git push --force origin main';

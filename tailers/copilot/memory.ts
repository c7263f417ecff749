import type { Workspace } from '../workspace.ts';
import { Calls } from './calls.ts';
import { Joiner } from './joiner.ts';
import { Words } from './words.ts';

/** What a reader remembers of the lines before. Bounded: see the limits of each part. */
export type Memory = {
  readonly session: string;
  readonly words: Words;
  readonly calls: Calls;
  /** The subagents that were told something, the newest 256. */
  readonly agents: Set<string>;
  readonly joiner: Joiner;
  readonly workspace: Workspace;
  /** SHA-256 of the reason with which a stop hook sent the model on: it comes back as a user's message. */
  sentOn: string | undefined;
  version: string | undefined;
  /** The newest time on a line. */
  latest: number;
};

/** The memory of a reader before its first line. */
export function newMemory(session: string, workspace: Workspace): Memory {
  return {
    session,
    words: new Words(),
    calls: new Calls(),
    agents: new Set(),
    joiner: new Joiner(),
    workspace,
    sentOn: undefined,
    version: undefined,
    latest: 0,
  };
}

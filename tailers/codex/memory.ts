import type { SourceDescription } from '../../src/model/reading.ts';
import type { Workspace } from '../workspace.ts';
import { type Calls, closeOpenCalls, newCalls } from './calls.ts';
import { isChild } from './describe.ts';
import { endResponse, newResponse, type Response } from './response.ts';
import { clearTwins, newTwins, type Twins, textKey } from './twins.ts';

/** What a reader remembers of the lines before. Bounded: see the limits of each part. */
export type Memory = {
  /** The thread whose file it is. */
  readonly thread: string;
  /** An agent's thread: nobody speaks to it but agents. */
  readonly child: boolean;
  /** What was said in the user's place, by `textKey`. */
  readonly said: Set<string>;
  readonly twins: Twins;
  readonly calls: Calls;
  readonly response: Response;
  readonly workspace: Workspace;
  turn: string | undefined;
  version: string | undefined;
  /** The newest time on a line. */
  latest: number;
  /** Whether a second header was read: what follows may be another thread's history, copied (legacy forks). */
  copied: boolean;
  /** Between the events that open and close a review, whose reviewer writes into this file too. */
  reviewing: boolean;
};

export function newMemory(source: SourceDescription, workspace: Workspace): Memory {
  return {
    thread: source.agent ?? source.session,
    child: isChild(source.role),
    said: new Set(),
    twins: newTwins(),
    calls: newCalls(),
    response: newResponse(),
    workspace,
    turn: undefined,
    version: undefined,
    latest: 0,
    copied: false,
    reviewing: false,
  };
}

/** So many of the user's texts are remembered; what is not remembered is no news. */
const MAX_SAID = 50_000;

/** Remembers what was said in the user's place; gives whether it is news. */
export function isNews({ said }: Memory, text: string): boolean {
  const key = textKey(text);
  if (said.has(key) || said.size >= MAX_SAID) return false;
  said.add(key);
  return true;
}

/** A turn begins or ends: nothing of the last one pairs or links with what comes. */
export function enterTurn(memory: Memory, turn: string | undefined): void {
  memory.turn = turn;
  clearTwins(memory.twins);
  endResponse(memory.response);
  closeOpenCalls(memory.calls);
}

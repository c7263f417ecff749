import type { SourceDescription } from '../../src/model/reading.ts';
import { objectField, own, stringField } from '../fields.ts';
import { type ForeignObject, parseLine } from '../line.ts';
import { lineType } from './line-type.ts';
import { isPlainId, type PathHint, pathHint } from './path-hint.ts';

/** What the first lines say, each by the first line that says it. */
type Head = {
  readonly sessions: readonly string[];
  /** Whether the first message line is a sidechain's, and the agent id beside it. */
  readonly sidechain: boolean;
  readonly agent: string | undefined;
  readonly from: string | undefined;
  readonly version: string | undefined;
  /** Some line is of a type that only Claude Code writes in this shape. */
  readonly certain: boolean;
  /** Some line is an object of another shape. */
  readonly foreign: boolean;
};

/**
 * What a file is, by its first lines; the path only fills in what they leave open (an empty file, one that holds
 * nothing but a 1.0.128 `summary`). hostile: an agent or session id that could be a path is not used.
 */
export function describeClaudeCode(path: string, head: readonly Uint8Array[]): SourceDescription | undefined {
  const hint = pathHint(path);
  const found = readHead(head);
  if (!found.certain && (found.foreign || hint === undefined)) return undefined;
  const subagent = isSubagent(found, hint);
  const session = sessionOf(found, hint);
  if (session === undefined) return undefined;
  const agent = subagent ? (found.agent ?? hint?.agent) : undefined;
  return {
    harness: 'claude-code',
    session,
    role: subagent ? 'subagent' : 'main',
    ...(agent === undefined ? {} : { agent }),
    ...(found.from === undefined || found.from === session ? {} : { copiesFrom: found.from }),
    ...(found.version === undefined ? {} : { version: found.version }),
  };
}

/** 1.0.128 keeps sidechains inline: a file named by a session id is a main one whatever its first line is. */
function isSubagent(found: Head, hint: PathHint | undefined): boolean {
  if (hint?.agent !== undefined) return true;
  const main = hint?.session !== undefined && found.sessions.includes(hint.session);
  return found.sidechain && found.agent !== undefined && !main;
}

/** The name of the file where a line confirms it (lines of another session may come first). */
function sessionOf(found: Head, hint: PathHint | undefined): string | undefined {
  if (hint?.session !== undefined && found.sessions.includes(hint.session)) return hint.session;
  return found.sessions[0] ?? hint?.session;
}

function readHead(head: readonly Uint8Array[]): Head {
  const objects = head.map((line) => parseLine(line).object).filter((object) => object !== undefined);
  const sessions = objects.map((object) => plainField(object, 'sessionId')).filter((id) => id !== undefined);
  const message = objects.find((object) => typeof own(object, 'isSidechain') === 'boolean');
  const ours = objects.filter(isOurs);
  return {
    sessions: [...new Set(sessions)],
    sidechain: own(message, 'isSidechain') === true,
    agent: plainField(message, 'agentId'),
    from: first(objects, fromField),
    version: first(objects, (object) => plainField(object, 'version')),
    certain: ours.length > 0,
    foreign: ours.length === 0 && objects.some((object) => !mayBeOurs(object)),
  };
}

function first(
  objects: readonly ForeignObject[],
  read: (object: ForeignObject) => string | undefined,
): string | undefined {
  for (const object of objects) {
    const value = read(object);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** A known type beside what only Claude Code puts there: Gemini's `user` lines and Codex's rollouts have neither. */
function isOurs(object: ForeignObject): boolean {
  const type = lineType(object);
  if (type === 'other' || object.has('payload')) return false;
  if (type === 'summary') return stringField(object, 'leafUuid') !== undefined;
  if (type.startsWith('file-history-')) return stringField(object, 'messageId') !== undefined;
  return stringField(object, 'sessionId') !== undefined;
}

/** New types come each month: one of ours has a type and a session. `history.jsonl` has no type. */
function mayBeOurs(object: ForeignObject): boolean {
  return stringField(object, 'type') !== undefined && stringField(object, 'sessionId') !== undefined;
}

/** `requestSessionId` on a copied assistant line (2.1.332), or `forkedFrom`. */
function fromField(object: ForeignObject): string | undefined {
  return (
    plainField(object, 'requestSessionId') ??
    plainField(object, 'forkedFrom') ??
    plainField(objectField(object, 'forkedFrom'), 'sessionId')
  );
}

function plainField(object: ForeignObject | undefined, key: string): string | undefined {
  const value = own(object, key);
  return isPlainId(value) ? value : undefined;
}

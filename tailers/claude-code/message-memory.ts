import type { Link } from '../../src/model/reading.ts';
import { NewestMap } from './newest-map.ts';

const MAX_MESSAGES = 256;
const MAX_LINES = 64;
const MAX_CALLS = 128;
const MAX_LANES = 256;

type Message = { readonly lines: number[]; readonly calls: Map<string, string> };

/**
 * What the reader remembers of the model's messages, so that a call links to the lines that hold what was thought and
 * said before it. One API message is spread over several lines with the same `message.id` (formats: claude-code,
 * "Lines"), and may come again whole. Bounded: the last 256 messages, 64 lines and 128 calls each.
 */
export class MessageMemory {
  private readonly messages = new NewestMap<Message>(MAX_MESSAGES);
  /** Lines of the current turn by lane: the main thread is '', an inline sidechain its agent. */
  private readonly lanes = new NewestMap<number[]>(MAX_LANES);

  /** Starts a turn in a lane; false where it is the lane's first. */
  startTurn(lane: string): boolean {
    const known = this.lanes.has(lane);
    this.lanes.set(lane, []);
    return known;
  }

  /** The line holds the model's thinking or text. */
  addWords(message: string | undefined, lane: string, line: number): void {
    const turn = this.lanes.get(lane) ?? [];
    push(turn, line);
    this.lanes.set(lane, turn);
    if (message !== undefined) push(this.message(message).lines, line);
  }

  /** `exact` by message id; without an id `ordered` by the turn; `none` where there is nothing to link to. */
  linkTo(message: string | undefined, lane: string): Link {
    const lines = message === undefined ? this.lanes.get(lane) : this.message(message).lines;
    if (lines === undefined || lines.length === 0) return { basis: 'none', lines: [] };
    return { basis: message === undefined ? 'ordered' : 'exact', lines: [...lines] };
  }

  /** Whether this message already had that call with that very input; remembers it if not. */
  repeatsCall(message: string, call: string, inputDigest: string): boolean {
    const { calls } = this.message(message);
    if (calls.get(call) === inputDigest) return true;
    if (calls.size < MAX_CALLS) calls.set(call, inputDigest);
    return false;
  }

  private message(id: string): Message {
    const message = this.messages.get(id) ?? { lines: [], calls: new Map() };
    this.messages.set(id, message);
    return message;
  }
}

function push(lines: number[], line: number): void {
  if (lines.at(-1) === line) return;
  lines.push(line);
  if (lines.length > MAX_LINES) lines.shift();
}

import type { ToolClass } from '../../model/harness.ts';
import type { Outcome } from '../../model/reading.ts';
import type { Contents } from './contents.ts';
import type { At, Content } from './item.ts';
import type { CallPart, Line, Message, ResultPart, Transcript } from './transcript.ts';

/** What a transcript says became of a call. */
export type RequestResult = {
  readonly at: At;
  readonly line: Line;
  readonly outcome: Outcome;
  readonly exit?: number;
  /** Raw JSON, as the model got it. */
  readonly body?: Content;
  /** Raw JSON, as the harness keeps it beside that. */
  readonly detail?: Content;
};

/** A call as a transcript tells of it: what the model asked for, once, however often it was written down. */
export type Request = {
  readonly at: At;
  readonly line: Line;
  readonly message: Message;
  /** The harness's id of the call; a transcript without ids (Cursor) has none. */
  readonly id?: string;
  readonly agent?: string;
  readonly tool: ToolClass;
  /** The harness's name of the tool, a raw JSON string. */
  readonly name?: Content;
  /** Raw JSON. */
  readonly input?: Content;
  /** The call that it ran inside of (Codex code mode). */
  readonly within?: string;
  readonly link: CallPart['link'];
  /** In their order; a result that only says again what an earlier one said (a twin) is there too. */
  readonly results: readonly RequestResult[];
};

/**
 * The harness's name of a request's tool; of one whose line has no name but its type (Codex: `web_search_call`), what that
 * says. undefined where the name is not there to be read.
 */
export function requestName({ name, line }: Request, contents: Contents): string | undefined {
  if (name !== undefined) return contents.words(name);
  return /(?:^|\/)([a-z_]{1,60})_call$/.exec(line.type ?? '')?.[1];
}

type Open = Omit<Request, 'results'> & { readonly results: RequestResult[] };

/**
 * The calls of transcripts, and what became of them. Copies of lines elsewhere, twins, and lines of a later generation
 * that say the same again are no calls of their own.
 */
export function requestsOf(
  transcripts: readonly Transcript[],
  sessionOf: (run: string) => string,
): readonly Request[] {
  const all: Open[] = [];
  const byId = new Map<string, Open>();
  const keyOf = (line: Line, call: string): string => `${sessionOf(line.at.run)} ${call}`;
  for (const transcript of transcripts) {
    for (const { lines } of transcript.generations) {
      for (const line of lines) if (line.exchange !== undefined) takeLine(line, { all, byId, keyOf });
    }
  }
  return all.sort((a, b) => a.at.seq - b.at.seq);
}

type Found = {
  readonly all: Open[];
  readonly byId: Map<string, Open>;
  /** Call ids are unique within a session: a subagent's result may stand in its parent's file. */
  readonly keyOf: (line: Line, call: string) => string;
};

function takeLine(line: Line, found: Found): void {
  const exchange = line.exchange!;
  for (const message of exchange.messages) {
    for (const part of message.parts) {
      if (part.kind === 'call' && line.copy?.equal !== true && exchange.twin === undefined)
        takeCall(part, message, found);
      else if (part.kind === 'result') takeResult(part, line, found);
    }
  }
}

function takeCall(part: CallPart, message: Message, { all, byId, keyOf }: Found): void {
  const { line } = message;
  const key = part.call === undefined ? undefined : keyOf(line, part.call);
  // Written down once more (a call as it is made, then with its result) it is one call, until that has its result.
  if (key !== undefined && byId.get(key)?.results.length === 0) return;
  const agent = line.agent ?? line.transcript.agent;
  const request: Open = {
    at: line.at,
    line,
    message,
    tool: part.tool,
    link: part.link,
    results: [],
    ...(part.call === undefined ? {} : { id: part.call }),
    ...(agent === undefined ? {} : { agent }),
    ...(part.name === undefined ? {} : { name: part.name }),
    ...(part.input === undefined ? {} : { input: part.input }),
    ...(part.within === undefined ? {} : { within: part.within }),
  };
  all.push(request);
  if (key !== undefined) byId.set(key, request);
}

function takeResult(part: ResultPart, line: Line, { byId, keyOf }: Found): void {
  if (part.call === undefined || line.copy?.equal === true) return;
  const request = byId.get(keyOf(line, part.call));
  if (request === undefined) return;
  const { outcome, exit, body, detail } = part;
  request.results.push({
    at: line.at,
    line,
    outcome,
    ...(exit === undefined ? {} : { exit }),
    ...(body === undefined ? {} : { body }),
    ...(detail === undefined ? {} : { detail }),
  });
}

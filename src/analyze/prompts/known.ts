import type { Timeline } from '../timeline/timeline.ts';
import type { Line } from '../timeline/transcript.ts';
import type { Reading } from './threads.ts';

const ID = /[A-Za-z0-9][A-Za-z0-9_-]{5,63}/g;
/** A notification names its agent at its beginning. */
const ID_WITHIN = 600;

/** What may be ids at the beginning of a text. */
export function idsIn(text: string): readonly string[] {
  return text.slice(0, ID_WITHIN).match(ID) ?? [];
}

/** Calls that start an agent, and agents' lanes, among the first lines of a reading. */
type Started = { readonly calls: number; readonly lanes: number };

/** What witnesses ask of the whole run, each gathered once, when it is first asked for. */
export class Known {
  readonly #timeline: Timeline;
  readonly #twins = new Map<Reading, ReadonlySet<number>>();
  readonly #started = new Map<Reading, readonly Started[]>();
  #agents: ReadonlySet<string> | undefined;
  #background: ReadonlyMap<string, number> | undefined;
  #tools: ReadonlyMap<string, readonly string[]> | undefined;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Whether another line of the reading says that it is the twin of this one. */
  hasTwin(reading: Reading, line: Line): boolean {
    let twins = this.#twins.get(reading);
    if (twins === undefined) {
      twins = new Set(reading.lines.flatMap(({ exchange }) => exchange?.twin ?? []));
      this.#twins.set(reading, twins);
    }
    return twins.has(line.at.place.line);
  }

  /** Whether hooks, log or transcripts know of a subagent of this id. */
  isAgent(id: string): boolean {
    this.#agents ??= agentsOf(this.#timeline);
    return this.#agents.has(id);
  }

  /** Whether a command that went on in the background said this id before. */
  isBackground(id: string, seq: number): boolean {
    this.#background ??= backgroundOf(this.#timeline);
    return (this.#background.get(id) ?? Number.POSITIVE_INFINITY) <= seq;
  }

  /** The tools that calls of this id are of. */
  toolsOf(call: string | undefined): readonly string[] {
    this.#tools ??= toolsIn(this.#timeline);
    return call === undefined ? [] : (this.#tools.get(call) ?? []);
  }

  /** What there is up to a line of a reading, that line too. */
  startedBy(reading: Reading, at: number): Started {
    let started = this.#started.get(reading);
    if (started === undefined) {
      started = startedIn(reading);
      this.#started.set(reading, started);
    }
    return started[at] ?? { calls: 0, lanes: 0 };
  }
}

function agentsOf({ transcripts, calls, children, prompts }: Timeline): ReadonlySet<string> {
  const ids = [
    ...transcripts.map(({ agent }) => agent),
    ...calls.map(({ agent }) => agent),
    ...prompts.map(({ agent }) => agent),
    ...children.flatMap(({ data }) => [data.agent, data.session]),
  ];
  return new Set(ids.filter((id) => typeof id === 'string'));
}

function backgroundOf({ requests, contents }: Timeline): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { tool, results } of requests) {
    if (tool !== 'Bash') continue;
    for (const { at, body, outcome } of results) {
      if (outcome !== 'running') continue;
      for (const id of idsIn(contents.words(body) ?? ''))
        found.set(id, Math.min(at.seq, found.get(id) ?? Number.POSITIVE_INFINITY));
    }
  }
  return found;
}

function toolsIn({ requests, contents }: Timeline): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const { id, name } of requests) {
    if (id === undefined) continue;
    const tools = found.get(id);
    const tool = contents.words(name) ?? '';
    if (tools === undefined) found.set(id, [tool]);
    else tools.push(tool);
  }
  return found;
}

function startedIn({ lines }: Reading): readonly Started[] {
  const lanes = new Set<string>();
  let calls = 0;
  return lines.map(({ agent, exchange }) => {
    if (agent !== undefined) lanes.add(agent);
    for (const { parts } of exchange?.messages ?? [])
      for (const part of parts) if (part.kind === 'call' && part.tool === 'Task') calls++;
    return { calls, lanes: lanes.size };
  });
}

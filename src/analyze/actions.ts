import type { Harness, ToolClass } from '../model/harness.ts';
import type { Outcome } from '../model/reading.ts';
import type { Context } from '../policy/context.ts';
import { type Examination, examine } from '../policy/examine.ts';
import { NO_FILES } from '../policy/real-path.ts';
import type { Pair, Pairs } from './pairs.ts';
import { type ReadCall, readCall } from './timeline/arguments.ts';
import type { GateCall } from './timeline/hooks.ts';
import type { At } from './timeline/item.ts';
import { type Request, requestName } from './timeline/requests.ts';
import type { Run, Timeline } from './timeline/timeline.ts';
import { Directories } from './timeline/working-directory.ts';

/**
 * What became of a call. `ran`: it ran, well or not. `failed`: it ended with an error, and may have done a part.
 * `prevented`: denied, declined, or never begun. `unknown`: nothing says.
 */
export type ActionState = 'ran' | 'failed' | 'prevented' | 'unknown';

/** One call, as hooks and transcript together tell of it. */
export type Action = {
  /** The decision, else the line that asked for it. */
  readonly at: At;
  /** All that it rests on: decision, approvals used, request, result, completion. */
  readonly cites: readonly At[];
  readonly harness: Harness;
  readonly call?: GateCall;
  readonly request?: Request;
  readonly agent?: string;
  readonly tool: ToolClass;
  readonly state: ActionState;
  /** The newest that hook or transcript says of its end. */
  readonly outcome?: Outcome;
  /** Whether its own account is the transcript's alone. */
  readonly trust?: 'transcript';
  /** Its name, arguments and directory; undefined where these are not there to be read. */
  readonly read: () => ReadCall | undefined;
  /** Its commands, targets and effects, read as the gate reads them but with no file system. */
  readonly examination: () => Examination | undefined;
};

/** What is known of the machine after the run: no files, and the home folder as far as the call's directory tells. */
export function contextOf({ call }: ReadCall): Context {
  const [home = '/~'] = /^\/(?:home|Users)\/[^/]{1,255}|^\/root(?=\/|$)/.exec(call.cwd) ?? [];
  return { home, project: call.cwd, files: NO_FILES };
}

/** The calls of a timeline, in the order in which they were decided or asked for. */
export function actionsOf(timeline: Timeline, pairs: Pairs): readonly Action[] {
  const runs = new Map(timeline.runs.map((run) => [run.id, run]));
  const folders = new Map<string, Directories>();
  const directories = (harness: Harness): Directories => {
    const known = folders.get(harness) ?? new Directories(harness, timeline.contents);
    folders.set(harness, known);
    return known;
  };
  const examinations = examiner();
  const make = (pair: Partial<Pair>): Action => actionOf(pair, { timeline, runs, directories, examinations });
  const decided = timeline.calls.map((call) => {
    const pair = pairs.ofCall.get(call);
    return make(pair ?? { call });
  });
  const asked = timeline.requests
    .filter((request) => !pairs.ofRequest.has(request))
    .map((request) => make({ request }));
  return [...decided, ...asked].sort((a, b) => a.at.seq - b.at.seq);
}

type Making = {
  readonly timeline: Timeline;
  readonly runs: ReadonlyMap<string, Run>;
  readonly directories: (harness: Harness) => Directories;
  readonly examinations: (read: ReadCall) => Examination;
};

/** So many different commands are remembered. */
const MAX_KNOWN = 20_000;

/** Examines calls; a command that comes again in the same directory is read once. */
function examiner(): (read: ReadCall) => Examination {
  const known = new Map<string, Examination>();
  return (read) => {
    const { command, cwd, tool, targets } = read.call;
    const key = command === undefined || targets.length > 0 ? undefined : `${tool}\0${cwd}\0${command}`;
    const found = key === undefined ? undefined : known.get(key);
    if (found !== undefined) return found;
    const made = slim(examine(read.call, contextOf(read)));
    if (key !== undefined && known.size < MAX_KNOWN) known.set(key, made);
    return made;
  };
}

/** One string for equal ones, flat: a text that was put together piece by piece is a tree of many times its size. */
function flat(text: string): string {
  return Object.keys({ [text]: 0 })[0]!;
}

/** Without what only the reading of effects needs: what flows into a command can be as long as all that came before it. */
function slim({ kind, steps, problems }: Examination): Examination {
  return {
    ...{ kind, problems },
    steps: steps.map((step) => {
      if (step.command === undefined) return step;
      const { input, ...command } = step.command;
      const words = command.words.map((word) => ({ ...word, text: flat(word.text) }));
      return {
        ...step,
        words: step.words.map(flat),
        command: { ...command, name: flat(command.name), words },
      };
    }),
  };
}

function actionOf(
  { call, request }: Partial<Pair>,
  { timeline, runs, directories, examinations }: Making,
): Action {
  const at = (call ?? request)!.at;
  const harness = call?.harness ?? runs.get(at.run)?.harness ?? timeline.run.harness;
  const agent = call?.agent ?? request?.agent;
  const result = request?.results.findLast(({ outcome }) => outcome !== 'unknown') ?? request?.results.at(-1);
  const outcome = result?.outcome ?? call?.completion?.outcome;
  const used = call?.approvals.flatMap((approval) => approval.used ?? []) ?? [];
  const ends = [result?.at, call?.completion?.at].filter((one) => one !== undefined);
  const cites = [call?.at, ...used, request?.at, ...ends].filter((one) => one !== undefined);
  const read = once(() => readOf({ call, request, harness }, timeline, directories));
  return {
    at,
    cites: [...new Map(cites.map((one) => [one.seq, one])).values()],
    harness,
    tool: (call ?? request)!.tool,
    state: stateOf(call, request),
    read,
    examination: once(() => {
      const found = read();
      return found === undefined ? undefined : examinations(found);
    }),
    ...(call === undefined ? { trust: 'transcript' as const } : { call }),
    ...(request === undefined ? {} : { request }),
    ...(agent === undefined ? {} : { agent }),
    ...(outcome === undefined ? {} : { outcome }),
  };
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    // What could not be read is asked for again, so that each rule that lacks it is known to.
    if (made?.value === undefined) made = { value: make() };
    return made.value;
  };
}

type Reading = {
  readonly call: GateCall | undefined;
  readonly request: Request | undefined;
  readonly harness: Harness;
};

function readOf(
  { call, request, harness }: Reading,
  { contents }: Timeline,
  directories: Making['directories'],
): ReadCall | undefined {
  const name = call === undefined ? request && requestName(request, contents) : contents.text(call.name);
  const input = contents.value(call?.input ?? request?.input);
  if (name === undefined || input === undefined) return undefined;
  const cwd =
    (call === undefined ? undefined : contents.text(call.cwd)) ??
    (request === undefined ? undefined : directories(harness).of(request.line)) ??
    '/';
  return readCall({ harness, name, input, cwd });
}

const PREVENTED: ReadonlySet<Outcome> = new Set(['denied', 'declined']);

function stateOf(call: GateCall | undefined, request: Request | undefined): ActionState {
  const said = request?.results.map(({ outcome }) => outcome) ?? [];
  const completion = call?.completion;
  if (completion !== undefined && !completion.provisional) {
    if (PREVENTED.has(completion.outcome)) return 'prevented';
    return completion.outcome === 'ok' || completion.outcome === 'running' ? 'ran' : 'failed';
  }
  if (said.some((outcome) => PREVENTED.has(outcome))) return 'prevented';
  if (said.includes('ok') || said.includes('running')) return 'ran';
  if (said.includes('error') || said.includes('interrupted')) return 'failed';
  return call !== undefined && isStopped(call) ? 'prevented' : 'unknown';
}

/** Whether the gate kept the call from running, as far as the gate knows: denied, or held and not let go. */
export function isStopped({ verdict, approvals }: GateCall): boolean {
  if (verdict === 'deny') return true;
  // Without an approval an `ask` was left to the harness's own prompt.
  return verdict === 'ask' && approvals.length > 0 && approvals.every(({ used }) => used === undefined);
}

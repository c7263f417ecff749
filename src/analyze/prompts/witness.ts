import type { Timeline } from '../timeline/timeline.ts';
import type { Line } from '../timeline/transcript.ts';
import { idsIn, type Known } from './known.ts';
import type { Witness } from './marks/mark.ts';
import type { Placed } from './threads.ts';

/** What witnesses are looked for in. */
export type Court = {
  readonly timeline: Pick<Timeline, 'contents'>;
  readonly known: Known;
  /** Prompts of the harness's own that hooks saw, by their texts: how many no message has used yet. */
  readonly harness: Map<string, number>;
  /** Whether a message is the person's. */
  readonly isPaired: (message: Placed) => boolean;
  /** All messages in the user's place, by their line. */
  readonly onLine: ReadonlyMap<Line, readonly Placed[]>;
  /** Lines that stood for a message already, by its origin. */
  readonly used: Map<Line, ReadonlySet<string>>;
};

/** Whether one witness at least stands for what a message's mark says. One that serves once is used up. */
export function isWitnessed(message: Placed, witnesses: readonly Witness[], court: Court): boolean {
  return witnesses.some((witness) => stands(witness, message, court));
}

function stands(witness: Witness, message: Placed, court: Court): boolean {
  const { reading } = message;
  const { line } = message.message;
  switch (witness.kind) {
    case 'form':
      return true;
    case 'twin':
      return court.known.hasTwin(reading, line);
    case 'hook':
      return takeHook(message, court);
    case 'agent':
      return namesAgent(message, court);
    case 'task':
    case 'called':
      return isTask(message, witness.kind === 'called', court);
    case 'beside_prompt':
      return (court.onLine.get(line)?.length ?? 0) > 1;
    case 'near':
      return takeLine(message, witness, court);
    case 'quoted_near':
      return around(message, witness.within).some(
        (other) => witness.types.has(other.type ?? '') && isQuoted(message, other, court),
      );
    case 'said_near':
      return around(message, witness.within).some(
        (other) =>
          other !== line &&
          other.exchange?.messages.some(({ origin }) => origin !== undefined && witness.origins.has(origin)),
      );
    case 'opening':
      return isOpening(message, witness, court);
    case 'behind_prompt':
      return isBehindPrompt(message, witness, court);
    case 'behind_call':
      return isBehindCall(message, witness, court);
  }
}

/** A line witnesses for one message of a sort: a second summary needs a boundary of its own. */
function takeLine(
  message: Placed,
  { types, within }: Extract<Witness, { kind: 'near' | 'quoted_near' }>,
  { used }: Court,
): boolean {
  const free = around(message, within).find(
    (line) => types.has(line.type ?? '') && used.get(line)?.has(message.origin) !== true,
  );
  if (free === undefined) return false;
  used.set(free, new Set([...(used.get(free) ?? []), message.origin]));
  return true;
}

/** The lines around it, without itself; with no reach at all, itself. */
function around({ at, reading }: Placed, [before, behind]: readonly [number, number]): readonly Line[] {
  if (before === 0 && behind === 0) return [reading.lines[at]!];
  return [
    ...reading.lines.slice(Math.max(0, at - before), at),
    ...reading.lines.slice(at + 1, at + behind + 1),
  ];
}

/** Whether a line has the longest line of the message's words, as JSON writes it; what a harness puts before it may differ. */
function isQuoted({ text }: Placed, line: Line, { timeline }: Court): boolean {
  const lines = text.split('\n').map((one) => one.replace(/^\[[^\]\n]{0,400}\]: /, '').trim());
  const longest = lines.reduce((a, b) => (b.length > a.length ? b : a), '');
  const quoted = JSON.stringify(longest).slice(1, -1);
  const raw = timeline.contents.text(line.at.place) ?? '';
  // Once more escaped where the hook's own JSON is kept as a string.
  return longest !== '' && (raw.includes(quoted) || raw.includes(JSON.stringify(quoted).slice(1, -1)));
}

function isBehindPrompt(
  { at, reading, text, message: { line } }: Placed,
  { lines, names }: Extract<Witness, { kind: 'behind_prompt' }>,
  { onLine, isPaired }: Court,
): boolean {
  const name = names?.exec(text)?.[1];
  if (names !== undefined && name === undefined) return false;
  return reading.lines.slice(Math.max(0, at - lines), at).some((before) => {
    const prompt = onLine.get(before)?.find(isPaired);
    return (
      prompt !== undefined && isSameTurn(before, line) && (name === undefined || prompt.text.includes(name))
    );
  });
}

function isSameTurn({ exchange: a }: Line, { exchange: b }: Line): boolean {
  return a?.turn === undefined || b?.turn === undefined || a.turn === b.turn;
}

function takeHook({ key }: Placed, { harness }: Court): boolean {
  const left = harness.get(key.text) ?? 0;
  harness.set(key.text, left - 1);
  return left > 0;
}

/** A sort is told by the first words. */
const SORT = 16;

/** The first of its sort, and nothing said between it and the beginning of its file, its turn or its history. */
function isOpening(
  { at, reading, text }: Placed,
  { behind, ends }: Extract<Witness, { kind: 'opening' }>,
  { onLine }: Court,
): boolean {
  const sort = text.trimStart().slice(0, SORT);
  for (let i = at - 1; i >= 0; i--) {
    const line = reading.lines[i]!;
    const type = line.type ?? '';
    if (behind.has(type)) return true;
    if (ends.has(type)) return false;
    const said = line.exchange?.messages ?? [];
    if (said.some(({ role, origin }) => role !== 'developer' && (origin ?? 'prompt') === 'prompt'))
      return false;
    if (onLine.get(line)?.some((other) => other.text.trimStart().startsWith(sort)) === true) return false;
  }
  return reading.lines[0]?.at.place.line === 0;
}

function namesAgent({ text, message }: Placed, { known }: Court): boolean {
  const ids = idsIn(text);
  // A command in the background has its id in its first result.
  return ids.some((id) => known.isAgent(id) || known.isBackground(id, message.line.at.seq));
}

/** A lane of an agent's needs a call that started it: as many calls as there are lanes. */
function isTask({ message: { line }, reading, at }: Placed, anywhere: boolean, { known }: Court): boolean {
  if (line.agent === undefined && !anywhere) return false;
  if (line.agent !== undefined && known.isAgent(line.agent)) return true;
  const { calls, lanes } = known.startedBy(reading, at);
  return calls >= Math.max(1, lanes);
}

function isBehindCall(
  { at, reading }: Placed,
  { tools, lines }: Extract<Witness, { kind: 'behind_call' }>,
  { known }: Court,
): boolean {
  return reading.lines
    .slice(Math.max(0, at - lines), at)
    .flatMap(({ exchange }) => exchange?.messages ?? [])
    .flatMap(({ parts }) => parts)
    .some((part) => part.kind === 'result' && known.toolsOf(part.call).some((tool) => tools.has(tool)));
}

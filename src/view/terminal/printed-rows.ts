import type { CallRow, Row, Said } from '../api.ts';
import { callBody, heldLines, type Telling, verdictPiece } from './call-lines.ts';
import { head, rowLines, SHORT } from './row-lines.ts';
import type { TextLine } from './text-line.ts';

/** So many rows are remembered; what changes of older ones is not said. */
const REMEMBERED = 20_000;

/** What of a row was printed already, and whether its hold was. */
type Known = { readonly verdict: string; readonly hold: string; readonly result: string };

/** Knows what of a run's rows was printed, so that a row that changes is not told twice. */
export class PrintedRows {
  readonly #known = new Map<string, Known>();
  readonly #said = new Set<string>();
  readonly #telling: Telling;

  constructor(telling: Telling) {
    this.#telling = telling;
  }

  /** The lines that are new of a row; none where nothing is. */
  take(row: Row): readonly TextLine[] {
    const key = keyOf(row);
    const known = this.#known.get(key);
    const now = row.kind === 'call' ? stateOf(row) : NOTHING;
    this.#remember(key, now);
    if (row.kind === 'thinking' || row.kind === 'text') this.#said.add(saidKey(row));
    if (known === undefined) return row.kind === 'call' ? this.#firstOf(row) : rowLines(row, this.#telling);
    return row.kind === 'call' ? changed(row, known, now) : [];
  }

  /** Thoughts and words that had rows of their own are not repeated. */
  #firstOf(row: CallRow): readonly TextLine[] {
    const said = row.said.filter((one) => !this.#said.has(saidKey(one)));
    return rowLines({ ...row, said }, this.#telling);
  }

  #remember(key: string, now: Known): void {
    this.#known.delete(key);
    this.#known.set(key, now);
    if (this.#known.size <= REMEMBERED) return;
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest);
      break;
    }
  }
}

const NOTHING: Known = { verdict: '', hold: '', result: '' };

/** A row keeps its record, and a call what it does, whatever is added to it. */
function keyOf(row: Row): string {
  if (row.kind === 'call') return `call ${row.seq} ${row.tool} ${row.gist}`;
  return row.kind === 'thinking' || row.kind === 'text' ? saidKey(row) : `${row.kind} ${row.seq}`;
}

function saidKey({ kind, seq, text }: Pick<Said, 'kind' | 'seq' | 'text'>): string {
  return `${kind} ${seq} ${text.commitment ?? text.text.slice(0, 80)}`;
}

function stateOf({ verdict, hold, outcome, result, provisional }: CallRow): Known {
  return {
    verdict: verdict ?? '',
    hold: hold === undefined ? '' : `${hold.approval} ${hold.state}`,
    result: `${outcome ?? ''} ${result?.commitment ?? ''} ${provisional === true}`,
  };
}

function changed(row: CallRow, known: Known, now: Known): readonly TextLine[] {
  const { result, hold, ...rest } = row;
  const { outcome: _, ...unanswered } = rest;
  const isDecided = known.verdict !== now.verdict;
  const isHeld = known.hold !== now.hold;
  const hasResult = known.result !== now.result;
  if (!isDecided && !isHeld && !hasResult) return [];
  const shown: CallRow = hasResult ? { ...rest, ...(result === undefined ? {} : { result }) } : unanswered;
  const { verdict, why, rule, constraint, ...unjudged } = shown;
  const body = isDecided ? shown : unjudged;
  return [
    head(row, [
      ['quiet', '… '],
      row.name,
      ` ${row.gist}  `,
      ...(isDecided || isHeld ? [verdictPiece(row, true)] : []),
    ]),
    ...callBody(body, SHORT, []),
    ...(isHeld && hold !== undefined ? heldLines(hold) : []),
  ];
}

import { asObject, filled, own } from '../../harness/payload.ts';
import type { Harness } from '../../model/harness.ts';
import { countBefore } from '../sorted.ts';
import type { Contents } from './contents.ts';
import type { Line, Transcript } from './transcript.ts';
import { type WholeLines, wholeLinesOf } from './whole-lines.ts';

/** Types of lines that say the session's directory for the lines after them (formats: codex §2, copilot §2). */
const SAYS: Partial<Record<Harness, ReadonlySet<string>>> = {
  codex: new Set(['turn_context', 'session_meta']),
  copilot: new Set(['session.start']),
};

/**
 * The directory of a line of a transcript as the transcript itself tells, or undefined where it does not. Claude Code
 * says it on each line, Codex and Copilot on lines of their own.
 */
export class Directories {
  readonly #contents: Contents;
  readonly #harness: Harness;
  readonly #marks = new Map<Transcript, ReadonlyMap<number, readonly Line[]>>();
  readonly #known = new Map<Line, string | undefined>();

  constructor(harness: Harness, contents: Contents) {
    this.#harness = harness;
    this.#contents = contents;
  }

  of(line: Line): string | undefined {
    const says = SAYS[this.#harness];
    if (this.#harness !== 'claude-code' && says === undefined) return undefined;
    const source = says === undefined ? line : before(this.#marksOf(line, says), line);
    if (source === undefined) return undefined;
    if (!this.#known.has(source)) this.#known.set(source, this.#read(source));
    return this.#known.get(source);
  }

  /** The lines of the line's own generation that say a directory. */
  #marksOf({ transcript, at }: Line, says: ReadonlySet<string>): readonly Line[] {
    let marks = this.#marks.get(transcript);
    if (marks === undefined) {
      let whole: WholeLines = [];
      const of = new Map<number, readonly Line[]>();
      for (const generation of transcript.generations) {
        whole = wholeLinesOf(whole, generation);
        of.set(
          generation.number,
          whole.filter((line) => line !== undefined).filter(({ type }) => says.has(type ?? '')),
        );
      }
      marks = of;
      this.#marks.set(transcript, marks);
    }
    return marks.get(at.place.generation) ?? [];
  }

  #read({ at }: Line): string | undefined {
    const text = this.#contents.text(at.place);
    if (text === undefined) return undefined;
    const first = text.indexOf(KEY);
    if (first < 0) return undefined;
    // Most lines have the key once, and need not be parsed whole for it.
    const plain = text.lastIndexOf(KEY) === first ? PLAIN.exec(text.slice(first, first + MAX_PLAIN)) : null;
    if (plain !== null) return plain[1];
    const value = asObject(this.#contents.value(at.place));
    const inner = asObject(own(value, 'payload')) ?? asObject(own(asObject(own(value, 'data')), 'context'));
    return filled(inner ?? value, 'cwd');
  }
}

const KEY = '"cwd":';
const MAX_PLAIN = 4096;
/** A path without escapes. */
const PLAIN = /^"cwd":"([^"\\\u0000-\u001f]{1,4000})"/;

/** The last of ascending lines that does not stand behind another. */
function before(marks: readonly Line[], { at }: Line): Line | undefined {
  const { line } = at.place;
  return marks[countBefore(marks, line + 1, (mark) => mark.at.place.line) - 1];
}

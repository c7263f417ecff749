import type { Piece } from './piece.ts';

/** Deeper values are tool results' own. */
const MAX_STEPS = 24;

type Frame = { readonly step: string; next: number };

/**
 * Where a piece lies in the value that is spread over many lines. By indentation, so that a damaged line costs no
 * more than what it holds: the next line stands where it says it stands.
 */
export class PiecePath {
  /** What is open, the outermost value first. */
  readonly #frames: Frame[] = [{ step: '', next: 0 }];
  #unit: number | undefined;

  /** The steps from the outermost value to the piece, keys and indexes; undefined where what it lies in is not known. */
  next(piece: Piece): readonly string[] | undefined {
    this.#unit ??= piece.indent > 0 ? piece.indent : undefined;
    const depth = this.#unit === undefined ? 0 : piece.indent / this.#unit;
    if (!Number.isInteger(depth) || depth > this.#frames.length) return undefined;
    this.#frames.length = Math.max(1, depth);
    if (piece.kind === 'close' || depth === 0) return undefined;
    const around = this.#frames[depth - 1]!;
    const step = piece.key ?? `${around.next++}`;
    const path = [...this.#frames.slice(1).map((frame) => frame.step), step];
    if (piece.kind === 'open' && path.length < MAX_STEPS) this.#frames.push({ step, next: 0 });
    return path;
  }
}

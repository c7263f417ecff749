import type uPlot from 'uplot';
import type { Mark, Marks } from '../../api.ts';
import type { JumpKind } from './jumps.ts';

/** Lanes of marks above the activity, from the top; the colours are the page's own. */
export const LANES = [
  { kind: 'denied', colour: '--denied' },
  { kind: 'held', colour: '--held' },
  { kind: 'findings', colour: '--finding' },
  { kind: 'gaps', colour: '--gap' },
] as const satisfies readonly { readonly kind: JumpKind; readonly colour: string }[];

/** A lane's height, and a mark's half width, in CSS pixels. */
const LANE = 9;
const MARK = 2;
/** What the lanes take of the plot's height. */
export const LANES_TALL = LANE * LANES.length + 4;

/** Draws the marks in their lanes; those that fall on one pixel are one. `from` is when the plot's x begins, in seconds. */
export function drawLanes(plot: uPlot, marks: Marks, colourOf: (name: string) => string): void {
  const { ctx, bbox } = plot;
  const ratio = devicePixelRatio;
  for (const [lane, { kind, colour }] of LANES.entries()) {
    const top = bbox.top + (lane * LANE + 2) * ratio;
    ctx.fillStyle = colourOf(colour);
    for (const x of pixels(plot, marks[kind], marks))
      ctx.fillRect(x - MARK * ratio, top, 2 * MARK * ratio, (LANE - 3) * ratio);
  }
}

/** Draws where the reader is. */
export function drawPlace(plot: uPlot, seconds: number, colour: string): void {
  const { ctx, bbox } = plot;
  const x = Math.round(plot.valToPos(seconds, 'x', true));
  ctx.fillStyle = colour;
  ctx.fillRect(x - devicePixelRatio / 2, bbox.top, devicePixelRatio, bbox.height);
}

function pixels(plot: uPlot, list: readonly Mark[], marks: Marks): ReadonlySet<number> {
  const start = Date.parse(marks.start);
  const xs = new Set<number>();
  for (const { ms } of list) xs.add(Math.round(plot.valToPos((start + ms) / 1_000, 'x', true)));
  return xs;
}

import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { Mark, Marks } from '../../api.ts';
import { THEME_EVENT } from '../shell/theme.tsx';
import { count } from '../text/numbers.ts';
import { rowAt, timeAt } from './jumps.ts';
import { drawLanes, drawPlace, LANES, LANES_TALL } from './plot-drawing.ts';

const TALL = 108;
/** A click so many pixels beside a mark means the mark. */
const NEAR = 6;

type PlotProps = {
  readonly marks: Marks;
  readonly active: number;
  readonly onRow: (row: number) => void;
};

/** The run's activity over time, with what a reviewer looks for on it. A click goes there; keys do the same (`?`). */
export function Plot({ marks, active, onRow }: PlotProps): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(null);
  const now = useRef({ active, onRow });
  now.current = { active, onRow };
  useEffect(() => {
    const element = place.current!;
    const options = plotOptions(marks, { width: element.clientWidth, active: () => now.current.active });
    const made = new uPlot(options, dataOf(marks), element);
    plot.current = made;
    const click = (event: MouseEvent): void => now.current.onRow(clickedRow(made, marks, event));
    made.over.addEventListener('click', click);
    const observer = new ResizeObserver(() => made.setSize({ width: element.clientWidth, height: TALL }));
    observer.observe(element);
    const redraw = (): void => made.redraw(false, true);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    document.addEventListener(THEME_EVENT, redraw);
    dark.addEventListener('change', redraw);
    return () => {
      observer.disconnect();
      document.removeEventListener(THEME_EVENT, redraw);
      dark.removeEventListener('change', redraw);
      made.destroy();
    };
  }, [marks]);
  useEffect(() => plot.current?.redraw(false, false), [active]);
  return (
    <figure class="plot">
      <div ref={place} aria-hidden="true" />
      <figcaption class="visually-hidden">
        Activity over time{marks.clock === 'harness' ? ', as the transcripts say' : ''}: {count(marks.total)}{' '}
        rows, {LANES.map(({ kind }) => `${count(marks[kind].length)} ${kind}`).join(', ')}. The buttons below
        go to each.
      </figcaption>
    </figure>
  );
}

function dataOf({ start, width, counts }: Marks): uPlot.AlignedData {
  const from = Date.parse(start);
  return [counts.map((_, i) => (from + (i + 0.5) * width) / 1_000), [...counts]];
}

type Drawn = { readonly width: number; readonly active: () => number };

function plotOptions(marks: Marks, { width, active }: Drawn): uPlot.Options {
  const from = Date.parse(marks.start);
  const most = Math.max(1, ...marks.counts);
  const axis = {
    stroke: () => colourOf('--muted'),
    font: '11px system-ui, sans-serif',
    grid: { show: false },
    ticks: { show: false },
  };
  return {
    width,
    height: TALL,
    legend: { show: false },
    cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
    padding: [2, 8, 0, 8],
    scales: {
      x: { time: true, range: [from / 1_000, (from + marks.width * marks.counts.length) / 1_000] },
      // The lanes stand above the activity.
      y: { range: [0, most * (TALL / (TALL - LANES_TALL - 30))] },
    },
    axes: [{ ...axis, size: 20, gap: 2, space: 90, values: (_, splits) => clocks(splits) }, { show: false }],
    series: [
      {},
      {
        stroke: () => colourOf('--activity'),
        fill: () => colourOf('--activity'),
        width: 0,
        points: { show: false },
        paths: uPlot.paths.bars!({ size: [1, 40, 1], align: 0 }),
      },
    ],
    hooks: {
      draw: [
        (plot) => {
          drawLanes(plot, marks, colourOf);
          drawPlace(plot, (from + timeAt(marks, active())) / 1_000, colourOf('--ink'));
        },
      ],
    },
  };
}

/** The ticks' times, as exactly as they lie apart. */
function clocks(splits: readonly number[]): string[] {
  const step = (splits[1] ?? 0) - (splits[0] ?? 0);
  const two = (value: number): string => String(value).padStart(2, '0');
  return splits.map((seconds) => {
    const date = new Date(seconds * 1_000);
    const day = `${two(date.getMonth() + 1)}-${two(date.getDate())}`;
    const clock = `${two(date.getHours())}:${two(date.getMinutes())}`;
    if (step >= 86_400) return day;
    if (step >= 60) return date.getHours() + date.getMinutes() === 0 ? day : clock;
    const fine = step < 1 ? `.${String(date.getMilliseconds()).padStart(3, '0')}` : '';
    return `${clock}:${two(date.getSeconds())}${fine}`;
  });
}

/** A custom property of the page as a colour that a canvas takes, for the theme as it is now. */
function colourOf(name: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${name})`;
  document.documentElement.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  return color;
}

/** The row of the mark beside the click, else about the one at that time. */
function clickedRow(plot: uPlot, marks: Marks, { offsetX }: MouseEvent): number {
  const start = Date.parse(marks.start);
  let near: { readonly mark: Mark; readonly far: number } | undefined;
  for (const { kind } of LANES)
    for (const mark of marks[kind]) {
      const far = Math.abs(plot.valToPos((start + mark.ms) / 1_000, 'x') - offsetX);
      if (far <= NEAR && far < (near?.far ?? Number.POSITIVE_INFINITY)) near = { mark, far };
    }
  return near?.mark.row ?? rowAt(marks, plot.posToVal(offsetX, 'x') * 1_000 - start);
}

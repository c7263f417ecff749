import type { JSX } from 'preact';

/** A log's time in the reader's own zone, to the second; the log's own words in the title. hostile: a log's clock. */
export function Time({ at, only }: { readonly at: string; readonly only?: 'clock' }): JSX.Element | null {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  return (
    <time dateTime={date.toISOString()} title={date.toISOString()}>
      {only === 'clock' ? clock : `${day} ${clock.slice(0, 5)}`}
    </time>
  );
}

/** Milliseconds from one log's time to another; NaN where one is none. */
export function between(from: string, to: string): number {
  return Date.parse(to) - Date.parse(from);
}

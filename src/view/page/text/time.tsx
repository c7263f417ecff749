import type { JSX } from 'preact';
import type { RunSummary } from '../../api.ts';

type TimeProps = {
  readonly at: string;
  readonly only?: 'clock';
  /** Whose word it is, where it is not the log's. */
  readonly by?: string;
};

/** A time in the reader's own zone; the whole of it, in UTC, in the title. hostile: a clock can say whatever. */
export function Time({ at, only, by }: TimeProps): JSX.Element | null {
  const date = new Date(at);
  if (Number.isNaN(date.getTime())) return null;
  const two = (value: number): string => String(value).padStart(2, '0');
  const clock = `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
  const day = `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
  const iso = date.toISOString();
  return (
    <time dateTime={iso} title={by === undefined ? iso : `${iso}, ${by}`}>
      {only === 'clock' ? clock : `${day} ${clock.slice(0, 5)}`}
    </time>
  );
}

/** Why a time is not the log's own. */
export const TOLD = 'as its transcripts say: it was recorded afterwards';

/** When a run was, and how many milliseconds it took: by its transcripts where the log tells only when it was recorded. */
export function whenOf({ mode, told, opened, last }: RunSummary): {
  readonly from: string;
  readonly ms: number;
  readonly isTold: boolean;
} {
  const isTold = mode === 'record' && told !== undefined;
  const from = isTold ? told.from : opened;
  return { from, ms: Date.parse(isTold ? told.to : last) - Date.parse(from), isTold };
}

import type { Origin } from '../../src/model/reading.ts';

const OPEN_QUERY = '<user_query>';
const OPEN_TIME = '<timestamp>';
const CLOSE_TIME = '</timestamp>';
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `Monday, Nov 30, 2026, 4:00 PM (UTC)`: the zone also as `UTC+8`, `UTC-7`, `UTC+5:30`. */
const TIME =
  /^[A-Z][a-z]{2,8}, ([A-Z][a-z]{2}) (\d{1,2}), (\d{4}), (\d{1,2}):(\d\d) (AM|PM) \(UTC(?:([+-])(\d{1,2})(?::(\d\d))?)?\)$/;

/** Whether Cursor framed the text as what the person asked: `<user_query>`, perhaps behind other frames of its own. */
export function isQuery(text: string): boolean {
  return text.trimStart().startsWith('<') && text.includes(OPEN_QUERY);
}

/**
 * Whose words a text in the user's place is. Without Cursor's frame it is a prompt of an older version, unless it begins
 * and ends with frames: then it is what Cursor tells the model. hostile: each frame can be forged, so a prompt counts
 * for as much as a hook's record says.
 */
export function textOrigin(text: string): Origin {
  if (isQuery(text)) return 'prompt';
  return /^<[a-z][a-z0-9_-]{0,63}[ >]/.test(text.trimStart()) && text.trimEnd().endsWith('>')
    ? 'context'
    : 'prompt';
}

/** The time that stands before a prompt, to the minute, in ms since 1970; undefined where its zone is not stated. */
export function timeOf(text: string): number | undefined {
  if (!text.startsWith(OPEN_TIME)) return undefined;
  const end = text.slice(0, 100).indexOf(CLOSE_TIME);
  const found = end < 0 ? null : TIME.exec(text.slice(OPEN_TIME.length, end));
  if (found === null) return undefined;
  const [, name, day, year, hour, minute, half, sign, hours, minutes] = found;
  const month = MONTHS.indexOf(name!);
  const ofDay = (Number(hour) % 12) + (half === 'PM' ? 12 : 0);
  if (month < 0 || Number(year) < 1971 || Number(hour) > 12) return undefined;
  const offset = (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  return Date.UTC(Number(year), month, Number(day), ofDay, Number(minute) - offset);
}

const SHAPE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const DAYS: readonly number[] = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether `value` is a record's time: `YYYY-MM-DDTHH:MM:SS.mmmZ`, a day that exists, no leap second. */
export function isTime(value: unknown): value is string {
  if (typeof value !== 'string' || !SHAPE.test(value)) return false;
  const month = two(value, 5);
  const day = two(value, 8);
  if (month < 1 || month > 12 || day < 1) return false;
  const leap = month === 2 && isLeap(two(value, 0) * 100 + two(value, 2)) ? 1 : 0;
  return day <= DAYS[month - 1]! + leap && two(value, 11) < 24 && two(value, 14) < 60 && two(value, 17) < 60;
}

function two(text: string, at: number): number {
  return (text.charCodeAt(at) - 0x30) * 10 + text.charCodeAt(at + 1) - 0x30;
}

function isLeap(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

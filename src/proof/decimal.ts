const DECIMAL = /^(0|[1-9][0-9]{0,15})$/;

/** The number that `text` prints, from 0 to 2^53−1, or undefined: ASCII digits, no sign, no leading zero. */
export function parseDecimal(text: string): number | undefined {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : undefined;
}

/** A reason as it is shown: never empty, marked as ours, at most 500 characters. */
export function reasonText(text: string): string {
  const full = `[tracekit] ${text}`;
  return full.length <= 500 ? full : `${full.slice(0, 499)}…`;
}

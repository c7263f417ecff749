/** A count with separators: `12,345`. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 call`, `2 calls`. */
export function counted(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** A length in bytes: `812 B`, `3.4 KB`, `12 MB`. */
export function bytes(value: number): string {
  if (value < 1_000) return `${value} B`;
  const units = ['KB', 'MB', 'GB'];
  let scaled = value / 1_000;
  let unit = 0;
  while (scaled >= 1_000 && unit < units.length - 1) {
    scaled /= 1_000;
    unit++;
  }
  return `${scaled < 10 ? scaled.toFixed(1) : Math.round(scaled)} ${units[unit]}`;
}

/** A stretch of time: `420 ms`, `3.2 s`, `4 min 12 s`, `2 h 5 min`, `3 d 4 h`. */
export function duration(ms: number): string {
  if (!Number.isFinite(ms) || ms < 0) return '';
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 60) return `${minutes} min ${Math.floor((ms % 60_000) / 1_000)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`;
}

/** So many processes are named. */
const MOST = 6;

/**
 * Who answered, in a line: the signer notes user and processes as JSON. What is none is shown as it stands. hostile: a
 * process's name is its own.
 */
export function answeredBy(text: string): string {
  const { uid, processes } = parsed(text);
  const names = (Array.isArray(processes) ? processes : []).flatMap((one: unknown) => {
    const name =
      one === null || typeof one !== 'object' ? undefined : (one as { readonly name?: unknown }).name;
    return typeof name === 'string' ? [name] : [];
  });
  if (names.length === 0) return text;
  const more = names.length > MOST ? ' \u2190 \u2026' : '';
  return `${typeof uid === 'number' ? `user ${uid}, ` : ''}${names.slice(0, MOST).join(' \u2190 ')}${more}`;
}

function parsed(text: string): { readonly uid?: unknown; readonly processes?: unknown } {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

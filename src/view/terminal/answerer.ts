/** Programs between the person's command and the shell that they typed it in say who it was. */
const MOST = 8;

/**
 * Who answered, in words, from what the signer wrote down: a user, and the processes from the answering one up. hostile:
 * the names of processes are theirs; what is no such record is given as it is.
 */
export function answererWords(by: string): string {
  const known = parsed(by);
  if (known === undefined) return by.slice(0, 500).replaceAll(/\s+/g, ' ');
  const names = known.processes.slice(0, MOST).join(' ← ');
  const more = known.processes.length > MOST ? ' ← …' : '';
  return `user ${known.uid}${names === '' ? '' : `, through ${names}${more}`}`;
}

function parsed(by: string): { readonly uid: string; readonly processes: readonly string[] } | undefined {
  try {
    const value = JSON.parse(by) as { readonly uid?: unknown; readonly processes?: unknown } | null;
    if (typeof value?.uid !== 'number' || !Array.isArray(value.processes)) return undefined;
    const processes = value.processes.map((one: { readonly name?: unknown } | null) =>
      String(one?.name).slice(0, 40),
    );
    return { uid: String(value.uid), processes };
  } catch {
    return undefined;
  }
}

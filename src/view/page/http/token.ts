const KEY = 'tracekit-token';
/** What `tracekit view` prints: 32 bytes in base64url. A route begins with a slash. */
const SECRET = /^#([A-Za-z0-9_-]{20,200})$/;
/** By this a page knows that its fragment is a ticket, which the server changes for the token, once. */
const TICKET_SIGN = 'once-';

/**
 * The token, from the address's fragment or for the ticket there. The secret is taken out of the address bar at once, so
 * that it is in no screenshot and no copied link; the token is kept for this tab alone, so that the page can be loaded again.
 */
export async function takeToken(view: Window): Promise<string | undefined> {
  const { location, history, sessionStorage } = view;
  const found = SECRET.exec(location.hash)?.[1];
  if (found === undefined) return sessionStorage.getItem(KEY) ?? undefined;
  history.replaceState(null, '', '#/');
  const token = found.startsWith(TICKET_SIGN) ? await tokenFor(found) : found;
  if (token !== undefined) sessionStorage.setItem(KEY, token);
  return token;
}

async function tokenFor(ticket: string): Promise<string | undefined> {
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { authorization: `Bearer ${ticket}` },
  });
  if (!response.ok) return undefined;
  const { token } = (await response.json()) as { readonly token?: unknown };
  return typeof token === 'string' ? token : undefined;
}

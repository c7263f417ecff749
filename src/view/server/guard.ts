import { timingSafeEqual } from 'node:crypto';
import { sha256 } from '../../bytes/sha256.ts';

/** What a request says of itself, as far as it is judged by. hostile: all of it. */
export type Asking = {
  readonly method: string;
  readonly path: string;
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly site: string | undefined;
  readonly authorization: string | undefined;
};

/** Why a request is not answered; undefined where it is. */
export type Refusal = {
  readonly status: 400 | 401 | 403 | 405 | 421;
  readonly code: string;
  readonly message: string;
};

/** Where the server listens, and what a client must know. */
export type GuardOptions = { readonly port: number; readonly token: string };

/**
 * Judges a request before anything is looked up. A page of another site can have a browser send requests here: its Host is
 * another name (rebinding), its Origin is not ours, and it knows no token. `OPTIONS` is no method of ours, so no
 * preflight ever succeeds.
 */
export function refusalOf(asking: Asking, { port, token }: GuardOptions): Refusal | undefined {
  const { method, path, host, origin, site, authorization } = asking;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  if (host === undefined || !hosts.includes(host))
    return {
      status: 421,
      code: 'wrong_host',
      message: `expected this server's own address as Host, found another`,
    };
  if (origin !== undefined && !hosts.some((own) => origin === `http://${own}`))
    return {
      status: 403,
      code: 'cross_origin',
      message: 'expected a request of this page, found one of another site',
    };
  // `none`: a person typed the address. A link from elsewhere may open the page, which knows nothing without the token.
  const isApi = path === '/api' || path.startsWith('/api/');
  if (site !== undefined && site !== 'same-origin' && site !== 'none' && (isApi || method !== 'GET'))
    return {
      status: 403,
      code: 'cross_origin',
      message: 'expected a request of this page, found one of another site',
    };
  const allowed = path === SESSION_PATH || path.startsWith('/api/approvals/') ? ['POST'] : ['GET', 'HEAD'];
  if (!allowed.includes(method))
    return {
      status: 405,
      code: 'wrong_method',
      message: `expected ${allowed.join(' or ')}, found another method`,
    };
  if (isApi && path !== SESSION_PATH && !isSecret(bearerOf(authorization), token))
    return {
      status: 401,
      code: 'no_token',
      message:
        'expected the token that tracekit view printed, found none or another; open the printed address again',
    };
  return undefined;
}

/** Where a page gives the ticket that it was opened with for the token. */
export const SESSION_PATH = '/api/session';

/** What a request says that it knows. */
export function bearerOf(authorization: string | undefined): string {
  return authorization?.startsWith('Bearer ') === true ? authorization.slice(7) : '';
}

/** Compared by digests in constant time: neither its length nor how much of it is right can be told from how long it takes. */
export function isSecret(given: string, secret: string): boolean {
  return timingSafeEqual(sha256(Buffer.from(given)), sha256(Buffer.from(secret)));
}

/** Headers of every answer. */
export const SAFE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

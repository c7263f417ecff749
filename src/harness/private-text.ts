/** What a scrubbed fixture must not hold, by its form. Lengths are capped, so that hostile text costs linear time. */

export type PrivateKind = 'key' | 'email' | 'host' | 'user';

/** Keys with their vendor's mark, and JSON web tokens. PEM blocks are found by `withoutPem`. */
export const KEY_PATTERNS: readonly RegExp[] = [
  /\beyJ[A-Za-z0-9_-]{8,400}\.[A-Za-z0-9_-]{4,4000}\.[A-Za-z0-9_-]{4,1000}/g,
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,300}/g,
  /\bgh[opusr]_[A-Za-z0-9]{20,255}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,255}/g,
  /\bglpat-[A-Za-z0-9_-]{16,100}/g,
  /\bnpm_[A-Za-z0-9]{30,60}/g,
  /\bxox[abeprs]-[A-Za-z0-9-]{10,250}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[A-Za-z0-9_-]{30,60}/g,
  /\bhf_[A-Za-z0-9]{30,60}/g,
];

/** A word that says that what follows is secret, then that value: a field, an assignment, an authorization header. */
export const SECRET_VALUE =
  /((?:bearer\s{1,4})|(?:(?:(?:api|access|private)[_-]?key|secret|token|passw(?:or)?d|credentials?)(?:\\?["'])?\s{0,4}[:=]\s{0,4}(?:\\?["'])?))([A-Za-z0-9+/=_.~-]{8,2000})/gi;

export const EMAIL = /[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;

/** A URL up to its host, then the host. */
export const URL_HOST = /\b([a-z][a-z0-9+.-]{1,20}:\/\/(?:[^\s/@"'\\]{1,200}@)?)([A-Za-z0-9.-]{1,253})/gi;

/** Machines that only exist inside of a house. `settings.local.json` is none. */
export const LOCAL_HOST =
  /\b[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9-]{1,63}){0,4}\.(?:local|lan|internal|corp|intranet)\b(?!\.?[\w-])/g;

export const IPV4 = /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;

/** A home folder up to its last part, which is the user's name; slashes plain, or as JSON may escape them. */
export const HOME =
  /((?:\\?\/(?:home|Users)|[A-Za-z]:(?:\\{1,4}|\/)Users)(?:\\{1,4}\/?|\/))([^\\/\s"'`:;,<>|*?]{1,64})/g;

/** What says nothing about anybody. */
export const PUBLIC_HOSTS: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '0.0.0.0']);
export const PUBLIC_USERS: ReadonlySet<string> = new Set(['dev', 'root', 'Public', 'Shared', 'synthetic']);

/** The text with each PEM block put through `replace`. A block without an end stays. */
export function withoutPem(text: string, replace: (block: string) => string): string {
  let out = '';
  let from = 0;
  for (;;) {
    const begin = text.indexOf('-----BEGIN ', from);
    const mark = begin < 0 ? -1 : text.indexOf('-----END ', begin);
    const end = mark < 0 ? -1 : text.indexOf('-----', mark + '-----END '.length);
    if (end < 0) return out + text.slice(from);
    out += text.slice(from, begin) + replace(text.slice(begin, end + 5));
    from = end + 5;
  }
}

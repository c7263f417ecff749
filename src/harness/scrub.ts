import { toUtf8 } from '../bytes/utf8.ts';
import { type Captured, type CaptureReading, captureBytes, readCaptures } from './capture.ts';
import {
  EMAIL,
  HOME,
  IPV4,
  KEY_PATTERNS,
  LOCAL_HOST,
  type PrivateKind,
  PUBLIC_HOSTS,
  PUBLIC_USERS,
  SECRET_VALUE,
  URL_HOST,
  withoutPem,
} from './private-text.ts';
import { StandIns } from './stand-ins.ts';

/** What the caller knows of the machine; the rest is found by its form. */
export type Known = { readonly home?: string; readonly user?: string; readonly hosts?: readonly string[] };

export type Scrubbed =
  | {
      readonly kind: 'fixture';
      readonly bytes: Uint8Array;
      /** How many different texts of each kind were replaced. */
      readonly replaced: { readonly [kind in PrivateKind]: number };
    }
  | Extract<CaptureReading, { kind: 'broken' }>;

/**
 * A capture file as a fixture: home, user, e-mail addresses, host names and keys replaced, the same text
 * by the same stand-in throughout, the byte lengths in the headers made right again. Bytes that are no UTF-8 stay.
 * A best effort, by form: somebody must read the result before it is shared.
 */
export function scrub(file: Uint8Array, known: Known): Scrubbed {
  const read = readCaptures(file);
  if (read.kind === 'broken') return read;
  const standIns = new StandIns();
  const names = namesOf(read.captures, known);
  const pieces = read.captures.map((captured) =>
    captureBytes({
      time: captured.time,
      arguments: scrubText(captured.arguments, names, standIns),
      payload: Buffer.from(scrubText(latin(captured.payload), names, standIns), 'latin1'),
    }),
  );
  return { kind: 'fixture', bytes: Buffer.concat(pieces), replaced: standIns.counts() };
}

/** Bytes as as many characters, so that patterns of ASCII work on any bytes and nothing is lost. */
function latin(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
}

/** A private name as it may be spelled in the bytes. */
type Spelling = { readonly spelling: string; readonly name: string };
type Names = {
  readonly users: readonly Spelling[];
  readonly hosts: readonly Spelling[];
  readonly homes: readonly Spelling[];
};

function namesOf(captures: readonly Captured[], known: Known): Names {
  const users = new Set<string>();
  const home = known.home ?? '';
  const owner = known.user ?? home.split(/[\\/]/).at(-1);
  if (owner !== undefined) users.add(owner);
  for (const { payload } of captures) {
    for (const [, , user] of latin(payload).matchAll(HOME)) users.add(user!);
  }
  // Short names would be found in too much else, and beyond a hundred it is no longer people: in paths they go all the same.
  const people = [...users].filter((user) => user.length >= 3 && !PUBLIC_USERS.has(user)).slice(0, 100);
  // A home of the usual form is replaced by its user's name alone, so that the rest of the path stays one.
  const odd = home.length > 1 && home.search(HOME) < 0 ? [home] : [];
  return { users: spelled(people), hosts: spelled(known.hosts ?? []), homes: spelled(odd) };
}

/**
 * Names in each spelling, the longest first, so that none is replaced inside of another: as their bytes, as JSON may
 * write them, and a path as Claude Code's folder names have it (`-srv-jane`).
 */
function spelled(names: readonly string[]): readonly Spelling[] {
  const all = names.flatMap((name) => {
    const json = JSON.stringify(name).slice(1, -1);
    const ascii = json.replace(/[^\x20-\x7e]/g, (char) => `\\u${hexCode(char)}`);
    const forms = [name, json, ascii, ascii.replaceAll('/', '\\/')];
    if (name.includes('/')) forms.push(name.replace(/[^A-Za-z0-9]/g, '-'));
    return [...new Set(forms)].map((form) => ({ spelling: latin(toUtf8(form)), name }));
  });
  return all.sort((a, b) => b.spelling.length - a.spelling.length);
}

function hexCode(char: string): string {
  return char.charCodeAt(0).toString(16).padStart(4, '0');
}

function scrubText(given: string, names: Names, standIns: StandIns): string {
  const key = (found: string) => standIns.of('key', found);
  let text = withoutPem(given, key);
  for (const pattern of KEY_PATTERNS) text = text.replace(pattern, key);
  text = text.replace(SECRET_VALUE, (_all, before: string, value: string) =>
    value.startsWith('scrubbed-key-') ? before + value : before + key(value),
  );
  text = text.replace(EMAIL, (email) => standIns.of('email', email));
  for (const { spelling } of names.homes) text = text.replaceAll(spelling, homeStandIn(spelling));
  text = scrubHosts(text, names, standIns);
  for (const { spelling, name } of names.users) {
    text = replaceWord(text, spelling, () => standIns.of('user', name));
  }
  return text.replace(HOME, (path, before: string, user: string) =>
    PUBLIC_USERS.has(user) || /^dev\d+$/.test(user) ? path : before + standIns.of('user', user),
  );
}

function homeStandIn(spelling: string): string {
  if (spelling.startsWith('-')) return '-home-dev';
  return spelling.includes('\\/') ? '\\/home\\/dev' : '/home/dev';
}

function scrubHosts(given: string, names: Names, standIns: StandIns): string {
  const host = (name: string) =>
    PUBLIC_HOSTS.has(name.toLowerCase()) || name.endsWith('.invalid') ? name : standIns.of('host', name);
  let text = given.replace(URL_HOST, (_all, before: string, name: string) => before + host(name));
  text = text.replace(LOCAL_HOST, host);
  text = text.replace(IPV4, (address) => (isAddress(address) ? host(address) : address));
  for (const { spelling, name } of names.hosts) text = replaceWord(text, spelling, () => host(name));
  return text;
}

function isAddress(dotted: string): boolean {
  return dotted.split('.').every((part) => Number(part) <= 255);
}

/** Replaces `word` where it is not part of a longer word. */
function replaceWord(text: string, word: string, by: () => string): string {
  if (word === '') return text;
  let out = '';
  let from = 0;
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
    if (inWord(text[at - 1]) || inWord(text[at + word.length])) continue;
    out += text.slice(from, at) + by();
    from = at + word.length;
  }
  return out + text.slice(from);
}

function inWord(char: string | undefined): boolean {
  return char !== undefined && /[A-Za-z0-9_\x80-\xff]/.test(char);
}

import { MAX_VALUE } from './word.ts';

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['t', '\t'],
  ['r', '\r'],
  ['a', '\x07'],
  ['b', '\b'],
  ['e', '\x1b'],
  ['\\', '\\'],
]);

/** The text with backslash escapes read as `printf` and `echo -e` read them. */
export function unescaped(text: string): string {
  return text.replace(/\\(x[0-9A-Fa-f]{1,2}|0?[0-7]{1,3}|[ntrabe\\])/g, (_, code: string) => {
    if (code.startsWith('x')) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    const known = ESCAPES.get(code);
    return known ?? String.fromCharCode(Number.parseInt(code, 8) & 0xff);
  });
}

/** What `printf FORMAT ARG…` prints; only `%s`, `%b`, `%d`, `%q` and `%%` are followed. */
export function printfText(words: readonly string[]): string | undefined {
  const [first, ...rest] = words[0] === '--' ? words.slice(1) : words;
  if (first === undefined || first.startsWith('-')) return undefined;
  const format = unescaped(first);
  // `%.3s`, `%c`, `%x`: not followed, and so unknown.
  if (/%[^sbdq%]/.test(format)) return undefined;
  const holes = format.match(/%[sbdq]/g)?.length ?? 0;
  const rounds = holes === 0 ? 1 : Math.max(1, Math.ceil(rest.length / holes));
  if (rounds * format.length > MAX_VALUE) return undefined;
  let at = 0;
  let out = '';
  for (let round = 0; round < rounds; round++)
    out += format.replace(/%([sbdq%])/g, (_, kind: string) => {
      if (kind === '%') return '%';
      const arg = rest[at++] ?? '';
      return kind === 'b' ? unescaped(arg) : arg;
    });
  return out;
}

/** What a decoder makes of `input`; undefined where the command is none, or the result is no text. */
export function decoded(
  name: string,
  words: readonly string[],
  input: string | undefined,
): string | undefined {
  if (input === undefined) return undefined;
  const decodes = words.some((word) => /^(-[a-zA-Z]*[dD]|--decode)$/.test(word));
  if ((name === 'base64' || name === 'gbase64') && decodes) return Buffer.from(input, 'base64').toString();
  if (name === 'openssl' && decodes && words.some((word) => /base64|-a$/.test(word)))
    return Buffer.from(input, 'base64').toString();
  if (name === 'xxd' && words.some((word) => /^-\w*r/.test(word)))
    return Buffer.from(input.replace(/\s/g, ''), 'hex').toString();
  return undefined;
}

/** Whether a command turns encoded text into plain (its output shell code is hidden code). */
export function isDecoder(name: string, words: readonly string[]): boolean {
  if (/^(base32|base64|gbase64|basenc|uudecode)$/.test(name))
    return name === 'uudecode' || words.some((word) => /^(-[a-zA-Z]*[dD]|--decode)$/.test(word));
  if (name === 'xxd') return words.some((word) => /^-\w*r/.test(word));
  if (name === 'openssl') return words.some((word) => word === '-d' || word === '-decrypt');
  return /^(rev|tr|gpg|uncompress|gunzip|zcat|bzcat|xzcat|bunzip2|unxz|zstdcat)$/.test(name);
}

/** What `tr FROM TO` makes of `input`. */
export function translated(input: string | undefined, words: readonly string[]): string | undefined {
  const [from, to] = words;
  if (input === undefined || from === undefined) return undefined;
  if (from === '-d' && to !== undefined) {
    const gone = new Set(setOf(to));
    return [...input].filter((c) => !gone.has(c)).join('');
  }
  if (to === undefined || from.startsWith('-')) return undefined;
  const a = setOf(from);
  const b = setOf(to);
  return [...input].map((c) => (a.includes(c) ? (b[a.lastIndexOf(c)] ?? b.at(-1) ?? c) : c)).join('');
}

function setOf(text: string): string[] {
  const chars = [...unescaped(text).slice(0, 256)];
  const out: string[] = [];
  for (let i = 0; i < chars.length; i++) {
    const end = chars[i + 2];
    if (chars[i + 1] !== '-' || end === undefined) {
      out.push(chars[i]!);
      continue;
    }
    for (let c = chars[i]!.charCodeAt(0); c <= end.charCodeAt(0) && out.length < 512; c++)
      out.push(String.fromCharCode(c));
    i += 2;
  }
  return out;
}

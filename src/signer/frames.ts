/**
 * What the signer writes to a hook, one a line: `h` a heartbeat; `f open|closed` how to fail from here on; `2 text` for
 * stderr, at once; `1 text` for stdout, printed only with the last, `x N`, the exit code. Without an `x` the hook failed.
 */
export type Frame =
  | { readonly kind: 'beat' }
  | { readonly kind: 'fail_mode'; readonly mode: 'open' | 'closed' }
  | { readonly kind: 'stdout' | 'stderr'; readonly text: string }
  | { readonly kind: 'exit'; readonly code: number };

export const BEAT = 'h\n';

/** A text as frames of one stream; each of its lines is a frame. Nothing for an empty text. */
export function textFrames(stream: 1 | 2, text: string): string {
  if (text === '') return '';
  const lines = text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/);
  // A NUL would end the shell's variable.
  return lines.map((line) => `${stream} ${line.replaceAll('\0', '\ufffd')}\n`).join('');
}

export function exitFrame(code: number): string {
  return `x ${Number.isInteger(code) && code >= 0 && code <= 9 ? code : 1}\n`;
}

/** A line without its newline; undefined for one that is no frame. */
export function parseFrame(line: string): Frame | undefined {
  if (line === 'h') return { kind: 'beat' };
  if (line === 'f open' || line === 'f closed')
    return { kind: 'fail_mode', mode: line === 'f open' ? 'open' : 'closed' };
  if (line.startsWith('1 ')) return { kind: 'stdout', text: line.slice(2) };
  if (line.startsWith('2 ')) return { kind: 'stderr', text: line.slice(2) };
  return /^x [0-9]$/.test(line) ? { kind: 'exit', code: Number(line.slice(2)) } : undefined;
}

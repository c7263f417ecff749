import { fromUtf8, toUtf8 } from '../bytes/utf8.ts';

/**
 * The debug capture file: for each payload one header line, then the payload verbatim, then a newline
 * that belongs to neither. The header is plain words so that a POSIX shell can write it:
 * `tracekit-capture <time> <bytes> <arguments…>`.
 */
export type Captured = {
  /** UTC, ISO 8601. */
  readonly time: string;
  /** The hook's arguments, a space between them: `[--v2] <agent> <Event>`. */
  readonly arguments: string;
  readonly payload: Uint8Array;
};

export type CaptureReading =
  | { readonly kind: 'captures'; readonly captures: readonly Captured[] }
  /** `at`: the byte where no header was found, or whose payload is cut. */
  | { readonly kind: 'broken'; readonly at: number; readonly what: string };

const MARK = 'tracekit-capture';

/** One captured payload as it stands in the file. */
export function captureBytes(captured: Captured): Uint8Array {
  const { time, payload } = captured;
  const header = toUtf8(`${MARK} ${time} ${payload.length} ${captured.arguments}\n`);
  const bytes = new Uint8Array(header.length + payload.length + 1);
  bytes.set(header);
  bytes.set(payload, header.length);
  bytes[bytes.length - 1] = 0x0a;
  return bytes;
}

/** The payloads of a capture file. hostile: lengths are checked against what is there. */
export function readCaptures(file: Uint8Array): CaptureReading {
  const captures: Captured[] = [];
  let at = 0;
  while (at < file.length) {
    const end = file.indexOf(0x0a, at);
    const line = end < 0 || end - at > 4_096 ? undefined : fromUtf8(file.subarray(at, end));
    const header = line === undefined ? null : /^tracekit-capture (\S{1,40}) (\d{1,12}) ?(.*)$/.exec(line);
    if (header === null)
      return { kind: 'broken', at, what: 'expected a line "tracekit-capture <time> <bytes> …"' };
    const start = end + 1;
    const length = Number(header[2]);
    const payload = file.subarray(start, start + length);
    if (payload.length < length) {
      return { kind: 'broken', at, what: `expected ${length} bytes of payload, found ${payload.length}` };
    }
    captures.push({ time: header[1]!, arguments: header[3]!, payload });
    at = start + length + (file[start + length] === 0x0a ? 1 : 0);
  }
  return { kind: 'captures', captures };
}

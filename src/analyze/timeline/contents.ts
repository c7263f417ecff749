import { fromUtf8 } from '../../bytes/utf8.ts';
import type { Evidence } from '../evidence.ts';
import type { Content } from './item.ts';

/**
 * Opens contents, lazily. Each answer is undefined where the content was erased or not disclosed: then a rule could not
 * look, and says so. hostile: every byte of them.
 */
export type Contents = {
  readonly bytes: (content: Content | undefined) => Uint8Array | undefined;
  /** As UTF-8 text; bytes that are none become U+FFFD. */
  readonly text: (content: Content | undefined) => string | undefined;
  /** A raw JSON value, parsed; undefined too where it does not parse. */
  readonly value: (content: Content | undefined) => unknown;
  /** All text in a raw JSON value: a string itself, else its strings joined by newlines; text as it is where it is no JSON. */
  readonly words: (content: Content | undefined) => string | undefined;
  /** How many contents could not be opened so far. */
  readonly withheld: () => number;
};

// `ignoreBOM` keeps a byte order mark as a character, as `fromUtf8` does.
const lenient = new TextDecoder('utf-8', { ignoreBOM: true });

/** Answers of several questions about one content come together: so many are kept. */
const KEPT = 64;
const MAX_DEPTH = 64;

export function contentsOf(evidence: Pick<Evidence, 'open'>): Contents {
  const recent = new Map<string, Uint8Array>();
  const gone = new Set<string>();
  const bytes = (content: Content | undefined): Uint8Array | undefined => {
    if (content === undefined) return undefined;
    const { commitment } = content;
    const known = recent.get(commitment);
    if (known !== undefined) return known;
    const opened = evidence.open(content);
    if (opened === undefined) {
      gone.add(commitment);
      return undefined;
    }
    if (recent.size >= KEPT) recent.delete(recent.keys().next().value!);
    if (opened.length < 1 << 20) recent.set(commitment, opened);
    return opened;
  };
  const text = (content: Content | undefined): string | undefined => {
    const opened = bytes(content);
    return opened === undefined ? undefined : (fromUtf8(opened) ?? lenient.decode(opened));
  };
  const value = (content: Content | undefined): unknown => {
    const raw = text(content);
    return raw === undefined ? undefined : parsed(raw);
  };
  const words = (content: Content | undefined): string | undefined => {
    const raw = text(content);
    if (raw === undefined) return undefined;
    const found = parsed(raw);
    return found === undefined ? raw : wordsOf(found);
  };
  return { bytes, text, value, words, withheld: () => gone.size };
}

/** hostile: nested as deep as it likes, which V8's parser takes. */
function parsed(raw: string): unknown {
  try {
    return JSON.parse(raw) as unknown;
  } catch {
    return undefined;
  }
}

/** The strings of a value, in their order. */
export function wordsOf(value: unknown): string {
  if (typeof value === 'string') return value;
  const found: string[] = [];
  collect(value, found, 0);
  return found.join('\n');
}

function collect(value: unknown, into: string[], depth: number): void {
  if (typeof value === 'string') into.push(value);
  else if (value === null || typeof value !== 'object' || depth >= MAX_DEPTH) return;
  else for (const inner of Object.values(value)) collect(inner, into, depth + 1);
}

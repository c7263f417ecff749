/** How grave a finding is, from least to most. */
export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Whether a severity is at or above a level. */
export function isAtLeast(severity: Severity, level: Severity): boolean {
  return SEVERITIES.indexOf(severity) >= SEVERITIES.indexOf(level);
}

/** Whether the word is a severity's name. */
export function isSeverity(word: string): word is Severity {
  return (SEVERITIES as readonly string[]).includes(word);
}

/** A record of the log that a finding rests on: its number, and its leaf hash (64 hex digits). */
export type RecordCite = { readonly kind: 'record'; readonly seq: number; readonly leaf: string };

/**
 * A line of a transcript that is in no log: the file as it was found, the line from 0, its bytes, and their SHA-256
 * (64 hex digits).
 */
export type RangeCite = {
  readonly kind: 'range';
  readonly file: string;
  readonly line: number;
  readonly offset: number;
  readonly bytes: number;
  readonly sha256: string;
};

export type Cite = RecordCite | RangeCite;

/** One thing that the analyzer found in one run. */
export type Finding = {
  /** `TK-…`. */
  readonly rule: string;
  /** Which of the things that the rule says, where it says several. */
  readonly kind?: string;
  readonly severity: Severity;
  /** The run's id. */
  readonly run: string;
  /** What was found, in one or two sentences. hostile: it quotes what agents and files said; make it inert before it is shown. */
  readonly text: string;
  readonly cites: readonly Cite[];
  /** `transcript`: it rests on what the agent's own side wrote. */
  readonly trust?: 'transcript';
  /** SHA-256 over rule, kind, run and what is cited, 64 hex digits: the same finding has it each time. */
  readonly fingerprint: string;
};

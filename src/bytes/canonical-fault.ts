/**
 * The scanners of canonical JSON return the offset after what they read, or a fault packed into a negative
 * number, so that reading a good line allocates nothing.
 */
const FAULTS = [
  'expected a value',
  'expected the end of the text',
  'expected a comma or the end of the list',
  'expected a comma or the end of the object',
  'expected a key',
  'expected a colon',
  'expected keys in the order of their UTF-16 code units',
  'expected each key once',
  `expected at most 100 levels`,
  'expected valid UTF-8',
  'expected a closing quote',
  'expected control characters escaped',
  'expected the shortest escape and no other',
  'expected an integer without leading zeros or -0',
  'expected an integer, without fraction or exponent',
  'expected an integer within ±(2^53−1)',
] as const;

export type FaultText = (typeof FAULTS)[number];

/** The fault `what` at byte `at`, as a negative number. */
export function packFault(at: number, what: FaultText): number {
  return -1 - (at * FAULTS.length + FAULTS.indexOf(what));
}

/** What `packFault` packed. */
export function unpackFault(packed: number): { readonly at: number; readonly what: string } {
  const value = -1 - packed;
  return { at: Math.floor(value / FAULTS.length), what: FAULTS[value % FAULTS.length]! };
}

/** How a tape keeps the values of a JSON text: a slot of eight words for each, in the order of the text. */

export const NULL = 0;
export const TRUE = 1;
export const FALSE = 2;
export const NUMBER = 3;
export const STRING = 4;
export const OBJECT = 5;
export const LIST = 6;
/** The kind's bits within a slot's first word; above them: */
export const KIND = 7;
/** The string has escapes. */
export const ESCAPED = 8;
/** The string has bytes beyond ASCII. */
export const WIDE = 16;
/** The key has escapes or bytes beyond ASCII. */
export const ODD_KEY = 32;

/** A slot: kind and flags, first byte, end, number of the slot behind all that lies in it, its key (3), its children. */
export const SLOT = 8;
export const START = 1;
export const END = 2;
export const NEXT = 3;
export const KEY_START = 4;
export const KEY_END = 5;
export const KEY_TAG = 6;
export const COUNT = 7;

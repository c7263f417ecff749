import type { Said } from '../english/sentence.ts';
import type { Token } from '../token.ts';
export function readPlain(_tokens: readonly Token[]): readonly Said[] { return []; }

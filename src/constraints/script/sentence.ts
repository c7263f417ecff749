import type { Said } from '../english/sentence.ts';
import type { Token } from '../token.ts';
export function readScript(_tokens: readonly Token[]): readonly Said[] { return []; }

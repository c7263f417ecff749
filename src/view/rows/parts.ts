import type { RecordedPart } from '../../analyze/timeline/transcript.ts';
import type { Reasoning } from '../../model/reading.ts';
import type { Said } from '../api.ts';
import type { PartAt } from './entry.ts';
import { excerptOf, type RowSource } from './excerpt.ts';

const SAID = 4_000;

/** A part of a record, undefined where the record cannot be read. */
export function partOf(source: RowSource, { seq, part }: PartAt): RecordedPart | undefined {
  const parts = source.record(seq)?.data.parts as unknown as readonly RecordedPart[] | undefined;
  return parts?.[part];
}

/** What the model thought or said, with how readable that is. */
export function saidOf(source: RowSource, at: PartAt): Said | undefined {
  const part = partOf(source, at);
  if (part?.kind === 'text')
    return {
      ...{ kind: 'text', seq: at.seq, reasoning: reasoningOf(source, at.seq) },
      text: excerptOf(source, part.body, { form: 'json', most: SAID }),
    };
  if (part?.kind !== 'thinking') return undefined;
  return {
    ...{ kind: 'thinking', seq: at.seq, reasoning: part.state },
    // Where there is nothing but a seal, its length still shows that there was something.
    text:
      part.body === undefined
        ? { text: '', bytes: part.seal?.bytes ?? 0, ...(part.seal && { commitment: part.seal.commitment }) }
        : excerptOf(source, part.body, { form: 'json', most: SAID }),
  };
}

function reasoningOf(source: RowSource, seq: number): Reasoning {
  return (source.record(seq)?.data.reasoning as Reasoning | undefined) ?? 'none';
}

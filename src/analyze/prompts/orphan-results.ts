import type { At } from '../timeline/item.ts';
import type { Timeline } from '../timeline/timeline.ts';
import type { Line, Message, RecordedPart, Transcript } from '../timeline/transcript.ts';

/** A result of a call that nothing asked for. */
export type OrphanResult = { readonly at: At; readonly text: string };

/**
 * Results in transcripts whose call no line and no hook knows, each line once: a text can be put into the model's history
 * as a tool's answer too. A harness's own second account of a command that the person typed is none.
 */
export function orphanResults({ transcripts, calls, contents, isOwn }: Timeline): readonly OrphanResult[] {
  const known = new Set<string | undefined>();
  for (const { call, paired } of calls) known.add(call).add(paired?.call);
  for (const { part } of partsIn(transcripts)) if (part.kind === 'call') known.add(part.call);
  const found = new Map<number, OrphanResult>();
  for (const { line, message, part } of partsIn(transcripts)) {
    if (part.kind !== 'result' || part.call === undefined || known.has(part.call)) continue;
    if (message.role !== 'tool' || line.copy?.equal === true || !isOwn(line.at)) continue;
    found.set(line.at.seq, { at: line.at, text: contents.words(part.body) ?? '' });
  }
  return [...found.values()];
}

type PartAt = { readonly line: Line; readonly message: Message; readonly part: RecordedPart };

function* partsIn(transcripts: readonly Transcript[]): Generator<PartAt> {
  for (const { generations } of transcripts)
    for (const { lines } of generations)
      for (const line of lines)
        for (const message of line.exchange?.messages ?? [])
          for (const part of message.parts)
            if (part.kind === 'call' || part.kind === 'result') yield { line, message, part };
}

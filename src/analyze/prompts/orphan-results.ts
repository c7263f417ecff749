import type { At } from '../timeline/item.ts';
import type { Timeline } from '../timeline/timeline.ts';

/** A result of a call that nothing asked for. */
export type OrphanResult = { readonly at: At; readonly text: string };

/**
 * Results in transcripts whose call no line and no hook knows, each line once: a text can be put into the model's history
 * as a tool's answer too. A harness's own second account of a command that the person typed is none.
 */
export function orphanResults({ transcripts, calls, contents, isOwn }: Timeline): readonly OrphanResult[] {
  const known = new Set(calls.flatMap(({ call, paired }) => [call, paired?.call]));
  const lines = transcripts.flatMap(({ generations }) => generations.flatMap((one) => one.lines));
  const parts = lines.flatMap((line) =>
    (line.exchange?.messages ?? []).flatMap((message) =>
      message.parts.map((part) => ({ line, message, part })),
    ),
  );
  for (const { part } of parts) if (part.kind === 'call') known.add(part.call);
  const found = new Map<number, OrphanResult>();
  for (const { line, message, part } of parts) {
    if (part.kind !== 'result' || part.call === undefined || known.has(part.call)) continue;
    if (message.role !== 'tool' || line.copy?.equal === true || !isOwn(line.at)) continue;
    found.set(line.at.seq, { at: line.at, text: contents.words(part.body) ?? '' });
  }
  return [...found.values()];
}

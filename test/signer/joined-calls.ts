import type { JsonObject, LogRecord } from '../../src/model/record.ts';
import { contentsOf, recordsOf } from './inline-recording.ts';

/** A decided call as the log joins it with its completion, and with the transcript's call. */
export type JoinedCall = {
  readonly session: string;
  readonly decided: number;
  /** The transcript's id of it. */
  readonly call: string | undefined;
  readonly completed: number | undefined;
  /** How the completion was found to be its, where it did not say so itself. */
  readonly paired: string | undefined;
  readonly input: string;
  readonly result: string | undefined;
};

/** The decided calls of a home's log, in their order. */
export function joinedCalls(home: string): readonly JoinedCall[] {
  const records = recordsOf(home);
  const contentOf = contentsOf(home);
  const text = (value: unknown): string =>
    Buffer.from(contentOf((value as JsonObject).commitment as string) ?? []).toString();
  const of = (kind: string): readonly LogRecord[] => records.filter((record) => record.kind === kind);
  const sessions = new Map(of('run.opened').map(({ run, data }) => [run!.id, data.session as string]));
  const completions = of('call.completed').filter(({ data }) => data.provisional !== true);
  return of('call.decided').map(({ seq, run, data }) => {
    const pairs = of('call.paired').filter((pair) => pair.data.decided === seq);
    const resolved = pairs.find((pair) => pair.data.completed !== undefined);
    const completion = completions.find(
      (one) => one.data.decided === seq || (resolved !== undefined && one.seq === resolved.data.completed),
    );
    const result = completion?.data.result;
    return {
      session: sessions.get(run!.id)!,
      decided: seq,
      call: pairs.find((pair) => pair.data.call !== undefined)?.data.call as string | undefined,
      completed: completion?.seq,
      paired: resolved?.data.pairing as string | undefined,
      input: text(data.input),
      result: result === undefined ? undefined : text(result),
    };
  });
}

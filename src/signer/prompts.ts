import { toUtf8 } from '../bytes/utf8.ts';
import { isSafeId, promptSource } from '../model/harness.ts';
import type { HookEvent } from '../model/hook-event.ts';
import type { Committed, Draft } from '../model/record.ts';
import type { Journal } from './journal.ts';

export type PromptParts = {
  readonly journal: Journal;
  readonly commit: (content: Uint8Array) => Committed;
  readonly commitKept: (content: Uint8Array) => Committed;
};

/** What a prompt means for what is held: then its words are kept for as long as the log. */
export type PromptWeight = { readonly own: readonly unknown[]; readonly lifts: readonly string[] };

/** Records prompts, and whose words they are. */
export class Prompts {
  private readonly parts: PromptParts;
  /** Prompts, by the record's number, whose turn has come to a stop: what follows is none of theirs. */
  private readonly stopped = new Map<string, number>();

  constructor(parts: PromptParts) {
    this.parts = parts;
  }

  /** The draft of a prompt. A spooled one proves nothing about a person. */
  draft(
    event: HookEvent,
    run: string,
    { spooled, weight }: { readonly spooled: boolean; readonly weight: PromptWeight | undefined },
  ): Draft {
    const said = event.origin ?? 'harness';
    const origin = spooled && said === 'person' ? 'harness' : said;
    const { own = [], lifts = [] } = weight ?? {};
    const commit = own.length + lifts.length > 0 ? this.parts.commitKept : this.parts.commit;
    return {
      run,
      kind: 'input.observed',
      source: promptSource(event.harness),
      data: {
        ...commit(toUtf8(event.prompt ?? '')),
        origin,
        ...(isSafeId(event.agent) ? { agent: event.agent } : {}),
        ...(spooled ? { spooled: true } : {}),
        ...(lifts.length === 0 ? {} : { lifts }),
      },
    };
  }

  /**
   * The draft that corrects the prompt before a stop with `stop_hook_active`: a stop hook's reason made it, nobody
   * typed it. None where the turn of that prompt had stopped once already: then the reason fired no prompt hook. After a
   * restart that is not known, and the prompt loses its weight.
   */
  correction(event: HookEvent, run: string): readonly Draft[] {
    const key = `${run}\0${event.agent ?? ''}`;
    const last = this.parts.journal.gate.lastPrompt(run, event.agent);
    const seen = this.stopped.get(key);
    if (last !== undefined) this.stopped.set(key, last.seq);
    if (event.stopHookActive !== true || last?.origin !== 'person' || seen === last.seq) return [];
    const { commitment, bytes, seq } = last;
    const data = { commitment, bytes, origin: 'harness', corrects: seq };
    return [
      {
        run,
        kind: 'input.observed',
        source: promptSource(event.harness),
        data: isSafeId(event.agent) ? { ...data, agent: event.agent } : data,
      },
    ];
  }

  forgetRun(run: string): void {
    for (const key of this.stopped.keys()) if (key.startsWith(`${run}\0`)) this.stopped.delete(key);
  }
}

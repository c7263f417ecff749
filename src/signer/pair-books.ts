import type { Harness } from '../model/harness.ts';
import type { JsonObject, LogRecord } from '../model/record.ts';
import { PairBook } from './pair-book.ts';
import { toolLineOf } from './tool-parts.ts';

/** Harnesses whose hooks name no call. */
export const WITHOUT_IDS: ReadonlySet<string> = new Set<Harness>(['gemini', 'copilot']);

/** The books of the open runs whose hooks name no call: a fold over the log, so that a restart knows what waits. */
export class PairBooks {
  private readonly books = new Map<string, PairBook>();
  /** Runs of subagents whose lines lie in their parent's file (Copilot), by parent and agent. */
  private readonly children = new Map<string, string>();
  /** The subagent whose file a transcript is, by run and transcript. */
  private readonly files = new Map<string, string>();

  of(run: string): PairBook | undefined {
    return this.books.get(run);
  }

  /** The run that a line belongs to: the subagent's own one, where it has one. */
  runOf(run: string, agent: string | undefined): string {
    return (agent === undefined ? undefined : this.children.get(`${run} ${agent}`)) ?? run;
  }

  apply({ kind, run, seq, data, source }: LogRecord): void {
    if (run === undefined) return;
    if (kind === 'run.opened') this.open(run.id, data);
    const book = this.books.get(run.id);
    if (book === undefined) return;
    switch (kind) {
      case 'call.decided':
        if (data.call === undefined) book.decide(seq, data);
        break;
      case 'call.completed':
        book.complete(seq, data);
        break;
      case 'call.paired':
        book.pair(data);
        break;
      case 'input.observed':
        if (data.corrects === undefined) book.prompt(seq);
        break;
      case 'transcript.opened':
        if (data.agent !== undefined) this.files.set(`${run.id} ${data.transcript}`, String(data.agent));
        break;
      case 'model.exchange':
        if (source.startsWith('tailer:')) this.tell(run.id, data);
        break;
      case 'run.closed':
        this.forget(run.id);
        break;
      default:
        break;
    }
  }

  private open(run: string, { harness, mode, from, session }: JsonObject): void {
    if (!WITHOUT_IDS.has(String(harness)) || mode !== 'hooks') return;
    this.books.set(run, new PairBook(harness as Harness));
    const { run: parent, why } = (from ?? {}) as JsonObject;
    if (why === 'child') this.children.set(`${parent} ${session}`, run);
  }

  /** A line that was recorded before this start. */
  private tell(run: string, data: JsonObject): void {
    const line = toolLineOf(data);
    if (line === undefined) return;
    const lane = line.agent ?? this.files.get(`${run} ${data.transcript}`);
    this.books.get(this.runOf(run, line.agent))?.tell(line, lane ?? '');
  }

  private forget(run: string): void {
    this.books.delete(run);
    for (const [key, child] of this.children) if (child === run) this.children.delete(key);
    for (const key of this.files.keys()) if (key.startsWith(`${run} `)) this.files.delete(key);
  }
}

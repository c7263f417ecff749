import { parseFrame } from './frames.ts';
import type { HookReply } from './hook-call.ts';

/** hostile: a line beyond this is no frame of ours. */
const MOST_LINE = 1 << 20;

/** Collects a reply's frames; stdout waits for the last, so that a broken answer is never half printed. */
export class ReplyReader {
  reply: HookReply | undefined;
  runMode: 'open' | 'closed' | undefined;
  readonly #say: (line: string) => void;
  readonly #stdout: string[] = [];
  #rest = Buffer.alloc(0);

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  add(bytes: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, bytes]);
    for (let end = this.#rest.indexOf(0x0a); end >= 0; end = this.#rest.indexOf(0x0a)) {
      this.#line(this.#rest.subarray(0, end).toString('utf8'));
      this.#rest = this.#rest.subarray(end + 1);
    }
    if (this.#rest.length > MOST_LINE) this.#rest = Buffer.alloc(0);
  }

  #line(line: string): void {
    const frame = this.reply === undefined ? parseFrame(line) : undefined;
    if (frame?.kind === 'stderr') this.#say(frame.text);
    if (frame?.kind === 'stdout') this.#stdout.push(frame.text);
    if (frame?.kind === 'fail_mode') this.runMode = frame.mode;
    if (frame?.kind === 'exit')
      this.reply = { stdout: this.#stdout.join('\n'), stderr: '', exit: frame.code };
  }
}

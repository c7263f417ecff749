import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { shellQuote } from '../../install/shell-quote.ts';
import { TracekitError } from '../../model/error.ts';
import { askSigner } from '../../signer/ask.ts';
import { hasTerminal } from '../approvals.ts';
import { writeOut } from '../output.ts';
import type { DemoPlaces } from './places.ts';

type Waiting = { readonly approval: string; readonly state: string; readonly tool: string };

const READ_MS = 700;

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The person beside the agent: approves each call that waits, by `tracekit approvals approve` in a process of its own. */
export class Approver {
  private readonly places: DemoPlaces;
  private readonly answered = new Set<string>();
  private stopped = false;

  constructor(places: DemoPlaces) {
    this.places = places;
  }

  /** Answers until `stop`; gives how many calls were approved. */
  async run(): Promise<number> {
    while (!this.stopped) {
      for (const { approval, state } of await this.waiting()) {
        if (state !== 'waiting' || this.answered.has(approval)) continue;
        this.answered.add(approval);
        // A person reads first, and what the agent's hook says is printed before the answer.
        await pause(READ_MS);
        await writeOut(`   > tracekit approvals approve ${approval}\n`);
        await this.approve(approval);
      }
      await pause(100);
    }
    return this.answered.size;
  }

  stop(): void {
    this.stopped = true;
  }

  private async waiting(): Promise<readonly Waiting[]> {
    const answer = await askSigner(this.places.home, { command: 'approvals.list' });
    return answer.ok ? (answer.result as readonly Waiting[]) : [];
  }

  private async approve(id: string): Promise<void> {
    const program = fileURLToPath(new URL('./tracekit.js', import.meta.url));
    const command = [process.execPath, program, 'approvals', 'approve', id, '--home', this.places.home];
    // The signer takes answers from a terminal only; where this process has none, one is made.
    const [file, ...args] = hasTerminal()
      ? command
      : ['script', '-qec', command.map(shellQuote).join(' '), '/dev/null'];
    const child = spawn(file!, args, { env: this.places.env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        said += text;
      });
    const code = await new Promise((done) => child.once('error', done).once('close', done));
    if (code !== 0)
      throw new TracekitError('demo_failed', `expected ${id} to be approved, found: ${said.trim() || code}`, {
        exitCode: 1,
      });
  }
}

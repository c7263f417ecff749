import { spawn } from 'node:child_process';
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTree } from 'jsonc-parser';
import { INSTALLERS, siteOf } from '../../install/installers.ts';
import { ownHooks } from '../../install/own-hooks.ts';
import { TracekitError } from '../../model/error.ts';
import { writeOut } from '../output.ts';
import { inertLine } from '../terminal.ts';
import { type DemoPlaces, fixture } from './places.ts';
import { type Fields, type Fired, PUSH, type Story } from './story.ts';

/** Stands in for a harness: writes a captured session's transcript, and fires the hooks that `init` installed. */
export class Player {
  private readonly story: Story;
  private readonly places: DemoPlaces;
  private readonly transcript: string;
  private readonly commands: ReadonlyMap<string, string>;

  constructor(story: Story, places: DemoPlaces) {
    this.story = story;
    this.places = places;
    this.transcript = join(places.user, story.transcript.to);
    const { file } = siteOf(INSTALLERS[story.harness], {
      userHome: places.user,
      env: {},
      cwd: places.project,
    });
    const hooks = ownHooks(parseTree(readFileSync(file, 'utf8')));
    this.commands = new Map(hooks.map(({ event, command }) => [event, command.line]));
  }

  async play(): Promise<void> {
    // The signer knows an agent by its process, and this one must not count as the person's.
    process.title = 'demo-agent';
    mkdirSync(dirname(this.transcript), { recursive: true });
    const captured = this.moved(readFileSync(fixture(this.story.transcript.from), 'utf8'));
    const lines = captured.split('\n').filter(Boolean).slice(0, this.story.lines);
    for (const fired of this.story.begins) await this.fire(fired);
    for (const line of lines) {
      const { before = [], after = [] } = this.story.around(JSON.parse(line) as Fields);
      for (const fired of before) await this.fire(fired);
      appendFileSync(this.transcript, `${line}\n`);
      for (const fired of after) await this.fire(fired);
    }
    for (const fired of this.story.ends) await this.fire(fired);
  }

  /** A captured text with its home made the demo's, and its command the forced push. */
  private moved(text: string): string {
    const { command } = this.story;
    return text.replaceAll('/home/dev', this.places.user).replaceAll(command, PUSH);
  }

  private async fire({ event, fields }: Fired): Promise<void> {
    const command = this.commands.get(event);
    // Not every event is hooked.
    if (command === undefined) return;
    const { session, base, payload } = this.story;
    const { project } = this.places;
    const captured = JSON.parse(
      this.moved(readFileSync(fixture(`hooks/${payload(event)}`), 'utf8')),
    ) as Fields;
    const said = { ...captured, ...base({ session, transcript: this.transcript, project }), ...fields };
    const code = await this.run(command, JSON.stringify(said));
    const call = fields?.tool_input ?? fields?.toolArgs;
    const asks = call === undefined || !/^(pre|before)/i.test(event) ? '' : ` ${JSON.stringify(call)}`;
    await writeOut(`   ${inertLine(`${event}${asks}`, 90)}\n`);
    if (code !== 0)
      throw new TracekitError(
        'demo_failed',
        `${event}: expected the hook to let it run, found exit code ${code}`,
        { exitCode: 1 },
      );
  }

  private run(command: string, stdin: string): Promise<number | null> {
    const { project, env } = this.places;
    const child = spawn('/bin/sh', ['-c', command], { cwd: project, env, stdio: ['pipe', 'ignore', 'pipe'] });
    child.stderr.on(
      'data',
      (said: Buffer) => void writeOut(`     ${inertLine(said.toString().trim(), 100)}\n`),
    );
    child.stdin.on('error', () => {});
    child.stdin.end(stdin);
    return new Promise((done) => child.once('close', done));
  }
}

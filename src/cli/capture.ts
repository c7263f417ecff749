import { readFileSync } from 'node:fs';
import { homedir, hostname, userInfo } from 'node:os';
import { Command } from 'commander';
import { scrub } from '../harness/scrub.ts';
import { TracekitError } from '../model/error.ts';
import { writeOut } from './output.ts';

/** `tracekit capture`: what is done to files that TRACEKIT_HOOK_DEBUG wrote. */
export function captureCommand(): Command {
  const scrubCommand = new Command('scrub')
    .argument('<file>', 'a file that TRACEKIT_HOOK_DEBUG wrote')
    .description(
      'replace home, user, e-mail addresses, hosts and keys, consistently; read the result before you share it',
    )
    .addHelpText('after', '\nExample:\n  tracekit capture scrub hooks.capture > fixture.capture')
    .action(async (file: string) => {
      const result = scrub(readFileSync(file), {
        home: homedir(),
        user: userInfo().username,
        hosts: [hostname()],
      });
      if (result.kind === 'broken') {
        throw new TracekitError(
          'bad_capture',
          `${file}, byte ${result.at}: expected a capture file, found something else: ${result.what}`,
        );
      }
      await writeOut(result.bytes);
    });
  return new Command('capture').description('captured hook payloads').addCommand(scrubCommand);
}

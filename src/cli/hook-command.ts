import { fileURLToPath } from 'node:url';
import { Command } from 'commander';
import { runHookProcess } from './hook-process.ts';

/** `tracekit hook [--v2] <agent> <Event>`: what `init` installs runs the same code from its own small bundle. */
export function hookCommand(): Command {
  return new Command('hook')
    .argument('[args...]', '<agent> <Event>, the event last')
    .description('pass a hook payload on stdin to the signer and answer in the harness’s dialect')
    .option('--v2', 'the closed profile: a call that cannot be judged is blocked')
    .allowUnknownOption()
    .addHelpText('after', '\nExample:\n  tracekit hook --v2 claude-code PreToolUse < payload.json')
    .action(async () => {
      const argv = process.argv.slice(process.argv.indexOf('hook') + 1);
      await runHookProcess(argv, () => fileURLToPath(new URL('./tracekit.js', import.meta.url)));
    });
}

import { Argument, Command } from 'commander';
import { writeOut } from '../output.ts';
import { candidatesFor } from './candidates.ts';
import { SCRIPTS, SHELLS, type Shell } from './scripts.ts';

const HELP = `
Examples:
  source <(tracekit completion bash)      in ~/.bashrc
  source <(tracekit completion zsh)       in ~/.zshrc, behind compinit
  tracekit completion fish > ~/.config/fish/completions/tracekit.fish
  tracekit completion powershell | Out-String | Invoke-Expression      in $PROFILE`;

/** `tracekit completion`: what makes a shell complete tracekit's commands, options and their values. */
export function completionCommand(): Command {
  return new Command('completion')
    .description('print what your shell loads to complete commands, options and paths')
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', HELP)
    .action((shell: Shell) => writeOut(SCRIPTS[shell]));
}

/** `tracekit complete`: what those scripts ask. `load`: the whole program, which is looked at and not run. */
export function completeCommand(load: () => Promise<Command>): Command {
  return new Command('complete')
    .description('answer a shell that completes a line')
    .argument('[word...]', 'the words behind "tracekit", the last as far as it is typed')
    .option('--new', 'what is typed is another word, still empty')
    .action(async (words: readonly string[], flags: { readonly new?: boolean }) => {
      const { paths, words: found } = candidatesFor(
        await load(),
        flags.new === true ? [...words, ''] : words,
      );
      const lines = found.map(({ value, description }) => `${value}\t${description}`);
      await writeOut([paths, ...lines, ''].join('\n'));
    });
}

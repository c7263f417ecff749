import type { Command } from 'commander';
import { TracekitError } from '../model/error.ts';
import type { PrintOptions } from '../view/terminal/text-line.ts';
import { mayColour } from './colour.ts';

/** Adds `--width`, for commands that tell a story in lines. */
export function withWidth(command: Command): Command {
  return command.option(
    '--width <columns>',
    "wrap lines at so many columns (default: the terminal's; where the output is none, lines are not wrapped)",
  );
}

/** How lines are printed here and now. Throws `bad_option`. */
export function printOptions(flags: { readonly width?: string }): PrintOptions {
  const { width } = flags;
  if (width !== undefined && !/^[1-9][0-9]{0,4}$/.test(width))
    throw new TracekitError(
      'bad_option',
      `--width: expected a number of columns, found ${JSON.stringify(width.slice(0, 40))}`,
    );
  const columns = process.stdout.isTTY === true ? process.stdout.columns : undefined;
  return {
    colour: mayColour(process.stdout, process.env),
    width: width === undefined ? columns : Number(width),
  };
}

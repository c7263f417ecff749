import { createInterface } from 'node:readline';
import { Command } from 'commander';
import { heldAfter } from '../constraints/fold.ts';
import { readPrompt } from '../constraints/read.ts';
import { TracekitError } from '../model/error.ts';
import { addCommand } from './constraints-add.ts';
import { listCommand } from './constraints-list.ts';
import { writeOut } from './output.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = { readonly json?: boolean };

const PARSE_EXAMPLES = `
Examples:
  tracekit constraints parse "don't touch migrations/, and don't push"
  tracekit constraints parse --json < prompts.ndjson`;

/** `tracekit constraints`: what a person's prompts hold back. */
export function constraintsCommand(): Command {
  return new Command('constraints')
    .description("what a person's prompts say not to do")
    .addCommand(listCommand())
    .addCommand(addCommand())
    .addCommand(
      new Command('parse')
        .argument('[prompt]', 'the prompt; without one, --json reads NDJSON from stdin')
        .description('what would be held of a prompt; nothing is recorded')
        .option(
          '--json',
          'NDJSON in ({"id","context":[…earlier prompts],"prompt"}), NDJSON out ({"id","holds"})',
        )
        .addHelpText('after', PARSE_EXAMPLES)
        .action(parse)
        .exitOverride(),
    );
}

async function parse(prompt: string | undefined, flags: Flags): Promise<void> {
  if (prompt !== undefined) {
    if (flags.json === true) await writeOut(`${inertJson({ holds: heldAfter([prompt]) })}\n`);
    else await writeOut(readingText(prompt));
    return;
  }
  if (flags.json !== true)
    throw new TracekitError('no_prompt', 'expected a prompt, or --json with NDJSON on stdin');
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (line.trim() !== '') await writeOut(`${inertJson(parsedLine(line))}\n`);
  }
}

/** Each hold with the words that it rests on. */
function readingText(prompt: string): string {
  const { holds } = readPrompt(prompt);
  if (holds.length === 0) return 'nothing is held\n';
  return holds
    .map(({ kind, targets, words }) => {
      const rests = prompt.slice(words.at, words.at + words.length);
      return `${[kind, ...targets].map(inert).join(' ')}  (${inert(rests)})\n`;
    })
    .join('');
}

/** hostile: a line of anything. */
function parsedLine(line: string): object {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return { error: 'expected one JSON object a line' };
  }
  const {
    id,
    context = [],
    prompt,
  } = (typeof value === 'object' && value !== null ? value : {}) as {
    readonly id?: unknown;
    readonly context?: unknown;
    readonly prompt?: unknown;
  };
  const named = typeof id === 'string' ? { id } : {};
  if (typeof prompt !== 'string' || !isTexts(context)) {
    return { ...named, error: 'expected a prompt, and as context a list of earlier prompts' };
  }
  return { ...named, holds: heldAfter([...context, prompt]) };
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}

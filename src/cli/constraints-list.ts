import { Command } from 'commander';
import { readLog } from '../log/read.ts';
import type { LogRecord } from '../model/record.ts';
import { ConstraintBook } from '../signer/constraint-book.ts';
import { ConstraintTexts } from '../signer/constraint-texts.ts';
import { heldTexts } from '../signer/held-texts.ts';
import { VaultReader } from '../vault/reader.ts';
import { type HeldRun, heldLines } from './held-lines.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { RunNames } from './run-names.ts';
import { inert, inertJson } from './terminal.ts';

type Flags = { readonly home?: string; readonly run?: string; readonly json?: boolean };

/** `tracekit constraints list`: what holds, by the log, whether a signer runs or not. */
export function listCommand(): Command {
  return withHome(new Command('list'))
    .description('what holds in the open runs, or in one')
    .option('--run <id>', 'the run, its session, or the beginning of one; closed ones too')
    .option('--json', 'as one JSON array')
    .addHelpText('after', '\nExample:\n  tracekit constraints list --run 0f3a')
    .action(list)
    .exitOverride();
}

async function list(flags: Flags): Promise<void> {
  const paths = logHome(flags.home);
  const named = flags.run === undefined ? undefined : RunNames.of(paths.segments).find(flags.run);
  const { book, runs, open } = readBook(paths.segments);
  const vault = new VaultReader(paths.vault);
  const texts = new ConstraintTexts((commitment) => vault.get(commitment)?.content);
  const shown = named === undefined ? book.holding.filter((run) => open.has(run)) : [named];
  const all = shown.map((run) => ({ run, ...runs.get(run), ...heldTexts(book, texts, run) }));
  if (flags.json === true) return writeOut(`${inertJson(all)}\n`);
  await writeOut(all.map(textOf).join('') || 'nothing is held\n');
}

type Opened = { readonly harness: string; readonly session: string };

function textOf({
  run,
  harness,
  session,
  ...held
}: { readonly run: string } & Partial<Opened> & object): string {
  const lines = heldLines(held as HeldRun);
  const rows = lines.length === 0 ? ['nothing is held'] : lines;
  return `run ${run} ${harness ?? '?'} ${inert(session ?? '?')}\n${rows.map((row) => `  ${row}\n`).join('')}`;
}

const OF_INTEREST = ['run.opened', 'run.closed', 'input.observed', 'constraint.'].map((kind) =>
  Buffer.from(`"kind":"${kind}`),
);

/** Folds the log's constraints. hostile: a line that does not parse is passed over. */
function readBook(segments: string) {
  const book = new ConstraintBook();
  const runs = new Map<string, Opened>();
  const open = new Set<string>();
  for (const { bytes } of readLog(segments)) {
    if (!OF_INTEREST.some((kind) => bytes.includes(kind))) continue;
    const record = parsed(bytes);
    const run = record?.run?.id;
    if (record === undefined || run === undefined) continue;
    const { kind, source, data } = record;
    book.apply({ run, kind, source, data });
    if (kind === 'run.opened') {
      runs.set(run, { harness: String(data.harness), session: String(data.session) });
      open.add(run);
    } else if (kind === 'run.closed') open.delete(run);
  }
  return { book, runs, open };
}

function parsed(bytes: Buffer): LogRecord | undefined {
  try {
    return JSON.parse(bytes.toString('utf8')) as LogRecord;
  } catch {
    return undefined;
  }
}

import { Command, Option } from 'commander';
import { listSegments, readSegment } from '../log/segments.ts';
import { type JsonObject, type LogRecord, RECORD_KINDS } from '../model/record.ts';
import { logHome, withHome } from './home-option.ts';
import { writeOut } from './output.ts';
import { RunNames } from './run-names.ts';
import { inert, inertLine } from './terminal.ts';

type LogFlags = {
  readonly home?: string;
  readonly run?: string;
  readonly kind?: string[];
  readonly json?: boolean;
};

/** `tracekit log`: the records of a home as they lie in the log; nothing is verified here. */
export function logCommand(): Command {
  return withHome(new Command('log'))
    .description('list the records of the log, oldest first (it verifies nothing: see `tracekit verify`)')
    .option('--run <id>', "only this run: its id, the harness's session id, or the unique beginning of one")
    .addOption(new Option('--kind <kind...>', 'only records of these kinds').choices(RECORD_KINDS))
    .option('--json', 'each record byte for byte as it stands in the log (NDJSON)')
    .addHelpText('after', '\nExamples:\n  tracekit log --kind gap\n  tracekit log --run 0f3a --json | wc -l')
    .action(async (flags: LogFlags) => listLog(flags));
}

async function listLog(flags: LogFlags): Promise<void> {
  const paths = logHome(flags.home);
  const run = flags.run === undefined ? undefined : RunNames.of(paths.segments).find(flags.run);
  // hostile logs may hold other kinds; whoever looks for those reads --json.
  const kinds = flags.kind === undefined ? undefined : new Set(flags.kind);
  for (const { path } of listSegments(paths.segments)) {
    for (const { bytes, offset, whole } of readSegment(path)) {
      if (!whole) {
        process.stderr.write(
          `tracekit: ${inert(path)}, byte ${offset}: ${bytes.length} bytes that no newline ends\n`,
        );
        continue;
      }
      const record = parse(bytes);
      if (run !== undefined && runOf(record) !== run) continue;
      if (kinds !== undefined && !kinds.has(String(record?.kind))) continue;
      await writeOut(flags.json === true ? Buffer.concat([bytes, NEWLINE]) : `${describe(record, bytes)}\n`);
    }
  }
}

const NEWLINE = Buffer.from('\n');

/** hostile: the log may have been changed by anybody; what does not parse is shown as such. */
function parse(bytes: Buffer): LogRecord | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return value !== null && typeof value === 'object' ? (value as LogRecord) : undefined;
  } catch {
    return undefined;
  }
}

function runOf(record: LogRecord | undefined): string | undefined {
  const late = record?.data?.run;
  return record?.run?.id ?? (typeof late === 'string' ? late : undefined);
}

function describe(record: LogRecord | undefined, bytes: Buffer): string {
  if (record === undefined) return inertLine(`? not a record: ${bytes.toString('utf8', 0, 200)}`, 160);
  const run = runOf(record)?.slice(0, 8) ?? '-';
  const head = `${String(record.seq).padStart(7)} ${String(record.time)} ${run.padEnd(8)} ${String(record.kind).padEnd(19)}`;
  return inertLine(`${head} ${details(record)}`, 200);
}

/** What of the data says most in one line: simple values, without places, hashes and commitments. */
function details({ data }: LogRecord): string {
  const words: string[] = [];
  const rest = Object.keys(data ?? {}).filter((key) => !HIDDEN.has(key) && !LEADING.includes(key));
  for (const key of [...LEADING, ...rest]) {
    const value = data?.[key];
    if (value === undefined) continue;
    if (key === 'parts' && Array.isArray(value)) words.push(`parts=${value.map(partWord).join(',')}`);
    else if (key === 'at') words.push(`at=${timeText(value)}`);
    else if (typeof value !== 'object') words.push(`${key}=${String(value)}`);
    else if (key === 'copy') words.push('copy');
    else if (key === 'notes' && Array.isArray(value)) words.push(`notes=${value.join(',')}`);
  }
  return words.join(' ');
}

/** What a reader looks for first; the rest follows in the record's order. */
const LEADING: readonly string[] = [
  'gap',
  'why',
  'harness',
  'session',
  'tool',
  'outcome',
  'type',
  'role',
  'parts',
];
const HIDDEN = new Set(['chain', 'commitment', 'mark', 'marks', 'hash', 'generation', 'assurance']);

/** hostile: `at` is what the harness wrote, in ms since 1970. */
function timeText(at: unknown): string {
  const time = new Date(typeof at === 'number' ? at : Number.NaN);
  return Number.isNaN(time.getTime()) ? String(at) : time.toISOString();
}

function partWord(part: JsonObject): string {
  const tool = part.kind === 'call' ? `:${String(part.tool)}` : '';
  const outcome = part.kind === 'result' ? `:${String(part.outcome)}` : '';
  return `${String(part.kind)}${tool}${outcome}`;
}

import type { CommittedField } from '../bundle/committed-fields.ts';
import type { Disclosure } from '../bundle/contents.ts';
import { TracekitError } from '../model/error.ts';
import type { JsonObject, LogRecord } from '../model/record.ts';
import { ContentReader } from '../vault/content-reader.ts';
import { dayOf } from '../vault/place.ts';
import { VaultReader } from '../vault/reader.ts';

/** A longer content is looked up the slow way, which costs nothing beside it. */
const MAX_AT_ONCE = 16 << 20;

/** What can be disclosed or redacted by name. `keys`: the secrets of running hashes, which `all` leaves out. */
const CLASSES = [
  'lines',
  'prompts',
  'texts',
  'thinking',
  'calls',
  'results',
  'places',
  'keys',
  'other',
] as const;
type ContentClass = (typeof CLASSES)[number];

/** A choice of contents: classes, and records by number. */
type Choice = { readonly classes: ReadonlySet<ContentClass>; readonly records: ReadonlySet<number> };

/** Help for `--disclose` and `--redact`. */
export const CHOICE_HELP = `all, ${CLASSES.join(', ')}, or record:N`;

/** Which contents of a vault travel: what `disclose` names, without what `redact` names. Throws `bad_option`. */
export function disclosureOf(
  vault: string,
  words: { readonly disclose: readonly string[]; readonly redact: readonly string[] },
): Disclosure {
  const wanted = choiceOf('--disclose', words.disclose);
  const refused = choiceOf('--redact', words.redact);
  // The one is fast, and sees what was there when it first looked; the other looks again.
  const fast = new ContentReader(vault);
  const reader = new VaultReader(vault);
  const dayOfRecord = (record: LogRecord) => ({ day: dayOf(Date.parse(record.time)) });
  return {
    wants: (record, field) => includes(wanted, record, field) && !includes(refused, record, field),
    contents: {
      has: (field, record) =>
        fast.has(field.commitment) || reader.find(field.commitment, dayOfRecord(record)) !== undefined,
      open: (field, record) => {
        const opened =
          fast.opened(field.commitment, MAX_AT_ONCE) ?? reader.get(field.commitment, dayOfRecord(record));
        return opened === undefined ? undefined : { salt: opened.salt, pieces: [opened.content] };
      },
    },
  };
}

function choiceOf(option: string, words: readonly string[]): Choice {
  const classes = new Set<ContentClass>();
  const records = new Set<number>();
  for (const word of words) {
    const number = /^record:(0|[1-9][0-9]{0,14})$/.exec(word)?.[1];
    const named = CLASSES.find((one) => one === word);
    if (number !== undefined) records.add(Number(number));
    else if (named !== undefined) classes.add(named);
    else if (word === 'all') for (const one of CLASSES) if (one !== 'keys') classes.add(one);
    if (number === undefined && named === undefined && word !== 'all') {
      throw new TracekitError(
        'bad_option',
        `${option}: expected ${CHOICE_HELP}, found ${JSON.stringify(word)}`,
      );
    }
  }
  return { classes, records };
}

function includes(choice: Choice, record: LogRecord, field: CommittedField): boolean {
  return choice.records.has(record.seq) || choice.classes.has(classOf(record, field));
}

/** A line's own content is the raw line, which holds all of its parts. */
function classOf({ kind, data }: LogRecord, { path }: CommittedField): ContentClass {
  if (path === 'key') return 'keys';
  if (kind === 'transcript.opened' || path === 'path') return 'places';
  if (kind === 'transcript.checked' || (path === '' && isLine(kind))) return 'lines';
  if (kind === 'input.observed') return 'prompts';
  if (kind === 'model.exchange') return partClass(data, path);
  return 'other';
}

function isLine(kind: LogRecord['kind']): boolean {
  return kind === 'transcript.line' || kind === 'model.exchange';
}

function partClass(data: JsonObject, path: string): ContentClass {
  const index = Number(path.split('.')[1]);
  const part = (data.parts as readonly JsonObject[] | undefined)?.[index];
  switch (part?.kind) {
    case 'call':
      return 'calls';
    case 'result':
      return 'results';
    case 'thinking':
      return 'thinking';
    default:
      return data.role === 'user' ? 'prompts' : 'texts';
  }
}

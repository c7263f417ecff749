import { toBase64 } from '../../bytes/base64.ts';
import { toHex } from '../../bytes/hex.ts';
import { fromUtf8 } from '../../bytes/utf8.ts';
import { readSmall } from '../../log/disk.ts';
import { TracekitError } from '../../model/error.ts';
import { leafHash } from '../../proof/record.ts';
import { readHeldNote } from '../../verify/held-notes.ts';
import type { RecordProof } from '../api.ts';
import { contentsOf, type RecordContent } from '../contents-of.ts';
import type { HomeLog, ViewErrorCode } from './home-log.ts';
import type { ViewTasks } from './judgements.ts';

/** Contents longer than this are shown as text elsewhere, and not sent to be opened in the page. */
const MOST_OPENED = 64 << 10;
const MOST_LINE = 1 << 16;

/** A record with all that proves it. Throws `no_such_record`. */
export async function recordProof(log: HomeLog, seq: number, tasks: ViewTasks): Promise<RecordProof> {
  const bytes = log.lines.line(seq, MOST_LINE);
  if (bytes === undefined)
    throw new TracekitError<ViewErrorCode>(
      'no_such_record',
      `record ${seq}: expected a record of the log's ${log.index.size}, found none`,
    );
  const line = bytes.toString('utf8');
  const leaf = toHex(leafHash(bytes));
  const record = log.lines.record(seq);
  const contents =
    record === undefined ? [] : contentsOf(record).map((content) => openedContent(log, content));
  return { seq, line, leaf, contents, ...(await proofOf(log, seq, tasks)) };
}

type Proof = Pick<RecordProof, 'inclusion' | 'checkpoint' | 'vkey'>;

/** Under the newest checkpoint; what that does not cover has no proof yet. */
async function proofOf(log: HomeLog, seq: number, tasks: ViewTasks): Promise<Proof> {
  const note = readSmall(log.paths.checkpoint);
  const held = note === undefined ? undefined : readHeldNote('checkpoint', note);
  if (note === undefined || held?.kind !== 'ok' || held.value.checkpoint.size <= seq) return {};
  const { size, root: signed } = held.value.checkpoint;
  const vkey = keyOf(log);
  const checkpoint = { checkpoint: fromUtf8(note) ?? '', ...(vkey === undefined ? {} : { vkey }) };
  try {
    const { path, root } = await tasks.inclusion({ seq, size, root: toHex(signed) });
    return { ...checkpoint, inclusion: { size, path, root } };
  } catch {
    return checkpoint;
  }
}

/** The newest key that the log names. */
function keyOf(log: HomeLog): string | undefined {
  const newest = log.index.keys.at(-1);
  const vkey = newest === undefined ? undefined : log.lines.record(newest)?.data.vkey;
  return typeof vkey === 'string' ? vkey : undefined;
}

function openedContent(
  log: HomeLog,
  { field, bytes, commitment }: RecordContent,
): RecordProof['contents'][number] {
  if (bytes > MOST_OPENED) return { field, bytes, commitment, closed: 'too_large' };
  const opened = log.contents.opened(commitment);
  if (opened === undefined) return { field, bytes, commitment, closed: 'erased' };
  return { field, bytes, commitment, salt: toHex(opened.salt), content: toBase64(opened.content) };
}

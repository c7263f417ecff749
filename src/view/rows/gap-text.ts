import type { JsonObject, LogRecord } from '../../model/record.ts';

const GAPS: Readonly<Record<string, string>> = {
  decided_not_completed: 'a call was decided, and nothing says what became of it',
  concurrent_run: 'another process wrote into the session at the same time',
  tailer_lost: 'the process that reads transcripts was lost: what was written meanwhile may be missing',
  tailer_redelegated: 'another process reads the transcripts from here on',
  late_activity: 'something was written after the run had ended',
  transcript_rewritten: 'a transcript was changed after it was recorded',
  transcript_truncated: 'a transcript was cut after it was recorded',
  transcript_deleted: 'a transcript was removed after it was recorded',
  transcript_unreadable: 'a transcript could not be read',
  disk_full: 'the disk was full: what came meanwhile is not recorded',
};

const WHY: Readonly<Record<string, string>> = {
  not_a_file: 'it is no file',
  symlink: 'it is a link',
  not_permitted: 'the system does not permit it',
  wrong_owner: 'it belongs to somebody else',
  io_error: 'the disk failed',
  bad_archive: 'its archive is damaged',
  too_large: 'it is too large',
  changed_while_read: 'it changed while it was read',
  key_gone: 'the key of its running hash was erased',
};

/** A gap in one sentence, with the place. */
export function gapText({ data }: LogRecord): string {
  const what = GAPS[String(data.gap)] ?? `a gap: ${String(data.gap)}`;
  const why = data.why === undefined ? '' : ` (${WHY[String(data.why)] ?? String(data.why)})`;
  const explained =
    data.explained === undefined ? '' : `; the harness's own ${String(data.explained)} would account for it`;
  return `${what}${placeOf(data)}${why}${explained}`;
}

function placeOf(data: JsonObject): string {
  const parts = [
    data.transcript === undefined ? '' : `transcript ${String(data.transcript)}`,
    data.line === undefined ? '' : `from line ${String(data.line)} on`,
    data.line === undefined && data.offset !== undefined ? `from byte ${String(data.offset)} on` : '',
    data.call === undefined ? '' : `call ${String(data.call)}`,
  ].filter((part) => part !== '');
  return parts.length === 0 ? '' : `: ${parts.join(', ')}`;
}

/** What a record that makes a note says. */
export function noteText({ kind, data }: LogRecord): string {
  switch (kind) {
    case 'run.ending':
      return `the session ends (${String(data.why)})`;
    case 'run.closed':
      return `the run is closed (${String(data.why)})`;
    case 'hook.failed':
      return `a hook failed: ${String(data.event)}, ${String(data.why)}`;
    case 'vault.erased':
      return `${String(data.fields)} contents of record ${String(data.record)} were erased (${String(data.why)})`;
    default:
      return kind;
  }
}

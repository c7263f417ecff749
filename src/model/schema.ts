import { HARNESSES, TOOL_CLASSES } from './harness.ts';
import type { Json, RecordKind } from './record.ts';
import { bool, either, hex, id, int, list, object, type Shape, text, union, word } from './shape.ts';

/** The version of these schemas, which `log.opened` names. An unknown kind or field under a known version fails. */
export const SCHEMA_VERSION = 1;

const committedFields = { bytes: int(), commitment: hex(64) };
const committed = object(committedFields);
const version = text(/^[0-9A-Za-z.+-]{1,40}$/, 'a version');
const typeWord = text(/^[A-Za-z][A-Za-z0-9_./:-]{0,79}$/, 'a line type');
const vkey = text(/^[^\s+]{1,200}\+[0-9a-f]{8}\+[A-Za-z0-9+/=]{44}$/, 'a C2SP vkey');
const origin = text(/^[^\s+]{1,200}$/, 'a checkpoint origin');
const runId = hex(16);
const harness = word(HARNESSES);
const tool = word(TOOL_CLASSES);
const ruleId = text(/^[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/, 'a rule id');
const verdict = word(['allow', 'ask', 'deny']);
const assurance = word(['dev', 'system']);
const approval = text(/^apr-[0-9a-f]{12}$/, 'an approval id');
const late = { run: runId, late: object({ seq: int(), prev: hex(64) }) };
const constraintKind = word([
  'no_modify',
  'read_only',
  'no_push',
  'no_commit',
  'no_network',
  'no_install',
  'no_delete',
  'scope',
]);

const position = { transcript: int(), generation: int() };
const link = object({ basis: word(['exact', 'ordered', 'none']), lines: list(int(), 200) });
const outcome = word(['ok', 'error', 'denied', 'declined', 'interrupted', 'running', 'unknown']);

const role = word(['user', 'assistant', 'tool', 'developer']);
const userOrigin = word([
  'prompt',
  'command',
  'meta',
  'summary',
  'task',
  'notification',
  'interrupt',
  'context',
  'instructions',
  'hook',
  'shell',
  'agent',
]);
/** The message that a part belongs to, where its line carries several. */
const ofMessage = { message: id, role, origin: userOrigin };

const part = union('kind', {
  text: object({ kind: word(['text']), body: committed }, ofMessage),
  thinking: object(
    { kind: word(['thinking']), state: word(['full', 'summary', 'sealed']) },
    { ...ofMessage, body: committed, seal: committed },
  ),
  call: object(
    { kind: word(['call']), tool, link },
    { ...ofMessage, call: id, name: committed, input: committed, within: id },
  ),
  result: object(
    { kind: word(['result']), outcome },
    { ...ofMessage, call: id, exit: int(), body: committed, detail: committed },
  ),
  image: object({ kind: word(['image']), body: committed }, ofMessage),
  other: object({ kind: word(['other']), body: committed }, ofMessage),
});

const line = {
  ...position,
  ...committedFields,
  line: int(),
  offset: int(),
  chain: hex(64),
  form: word(['json', 'value', 'spliced', 'padded', 'nul', 'blank', 'unparsed', 'oversize', 'deep', 'piece']),
};
const lineOptional = {
  type: typeWord,
  id,
  at: int(),
  version,
  session: id,
  agent: id,
  repeats: int(),
  mark: hex(32),
  copy: object({ run: runId, transcript: int(), generation: int(), line: int(), equal: bool }),
  notes: list(
    word([
      'bom',
      'crlf',
      'invalid_utf8',
      'lone_surrogate',
      'duplicate_key',
      'content_shape',
      'missing_parent',
      'other_session',
      'unsafe_id',
      'unknown_type',
      'clock_jump',
    ]),
    11,
  ),
};

const reasoning = word(['full', 'summary', 'sealed', 'none']);
const lineExchange = object(
  {
    ...line,
    role,
    reasoning,
    parts: list(part, 60),
  },
  {
    ...lineOptional,
    origin: userOrigin,
    message: id,
    turn: id,
    twin: int(),
    more: int(),
  },
);
/** What a hook's payload says that the model thought or said: no line of a transcript has it. */
const spoken = object(
  { from: word(['hook']), role: word(['assistant']), reasoning, parts: list(part, 1) },
  { turn: id, agent: id, spooled: bool },
);

/** The closed shape of `data` for each kind of record. */
export const DATA_SHAPES: { readonly [kind in RecordKind]: Shape } = {
  'log.opened': object({ origin, schema: int(), assurance, vkey }, { marks: hex(32) }),
  'key.rotated': object({ vkey }),
  'run.opened': object(
    { harness, session: id, part: int(), mode: word(['record', 'hooks']), key: committed },
    {
      from: object({ run: runId, why: word(['later', 'resume', 'fork', 'child']) }),
      project: committed,
      /** What a policy says of calls that no signer can judge; absent where it says nothing. */
      fail_mode: word(['open', 'closed']),
    },
  ),
  'run.child': object({ agent: id }, { session: id, call: id, run: runId }),
  'run.ending': object({ why: word(['session_end', 'idle', 'stopped']) }),
  'run.closed': object({ last: int(), why: word(['recorded', 'session_end', 'idle', 'stopped']) }),
  'input.observed': object(
    { ...committedFields, origin: word(['person', 'harness', 'agent']) },
    /**
     * `corrects`: the number of the record whose origin this one replaces; the words are the same. `lifts`: the
     * constraints that the words take back, or narrow.
     */
    { agent: id, spooled: bool, hook: id, corrects: int(), lifts: list(id, 64) },
  ),
  'constraint.held': object(
    { constraint: id, kind: constraintKind, targets: list(committed, 64), enforce: word(['live', 'after']) },
    {
      by: word(['person', 'agent', 'inherited']),
      prompt: int(),
      words: committed,
      except: list(committed, 64),
      /** The folder that it was said in. */
      cwd: committed,
      /** It was to end at the person's word. */
      until_word: bool,
    },
  ),
  'constraint.refused': object({ kind: constraintKind, why: word(['limit']) }, { prompt: int() }),
  'constraint.released': object(
    { constraint: id, by: word(['prompt', 'approval']) },
    { prompt: int(), approval },
  ),
  'call.decided': object(
    { tool, verdict, name: committed, input: committed },
    {
      call: id,
      rule: ruleId,
      constraint: id,
      agent: id,
      targets: list(committed, 200),
      why: committed,
      cwd: committed,
      /** What groups the calls of one model turn. */
      turn: id,
      /** Known to go on after its turn has ended. */
      background: bool,
      /** The records of what the model thought and said by its hooks before it, in the same turn. */
      link: object({ basis: word(['ordered']), records: list(int(), 64) }),
    },
  ),
  /** `completed`: the `call.completed` of this call, which said only among which calls it was. */
  'call.paired': object(
    { decided: int(), pairing: word(['arguments', 'result', 'order', 'fifo']) },
    { call: id, completed: int() },
  ),
  'call.completed': object(
    { outcome },
    {
      /** Absent where no decision about the call is known. */
      decided: int(),
      tool,
      call: id,
      result: committed,
      /** The arguments that it ran with, where the post event has others than were judged. */
      input: committed,
      provisional: bool,
      supersedes: int(),
      pairing: word(['id', 'arguments', 'fifo']),
      /** In place of `decided`: equal calls that were open, of one of which this is. */
      among: list(int(), 200),
    },
  ),
  'approval.requested': object({ approval, decided: int(), until: int() }, { rule: ruleId, constraint: id }),
  'approval.answered': object(
    { approval, answer: word(['approved', 'rejected', 'expired']), by: committed },
    { reason: committed, release: bool },
  ),
  /** `decided`: the call that it let run, where that is not the one it was asked for. */
  'approval.used': object({ approval }, { decided: int() }),
  'approval.cancelled': object({ approval, why: word(['hook_gone', 'signer_stopped', 'run_closed']) }),
  /** `harness` is absent where the hook names none that is known. */
  'hook.failed': object(
    { event: id, why: word(['unparseable', 'missing_ids', 'timeout', 'error', 'unknown_harness']) },
    { harness },
  ),
  'transcript.opened': object(
    {
      ...position,
      role: word(['main', 'subagent', 'review', 'guardian', 'segment']),
      line: int(),
      offset: int(),
      path: committed,
      file: committed,
      chain: hex(64),
    },
    /** `layout`: how the harness lays out its lines, where it has several ways. */
    { agent: id, compression: word(['zst']), layout: word(['legacy', 'paginated']) },
  ),
  'transcript.line': object(line, lineOptional),
  'model.exchange': either('from', spoken, lineExchange),
  'transcript.checked': object(
    {
      ...position,
      lines: int(),
      end: int(),
      chain: hex(64),
      outcome: word(['same', 'pending', 'moved', 'compressed', 'restored']),
    },
    /** `length`: the tail's, which may be longer than what of it was kept. */
    { pending: object({ ...committedFields, length: int(), chain: hex(64) }) },
  ),
  /** Lines from `line` up to `lines` are, each by its number, those of the generation before. `type`: the last one's. */
  'transcript.again': object(
    { ...position, line: int(), offset: int(), lines: int(), end: int(), chain: hex(64) },
    { type: typeWord },
  ),
  gap: object(
    {
      gap: word([
        'decided_not_completed',
        'concurrent_run',
        'tailer_lost',
        'tailer_redelegated',
        'late_activity',
        'transcript_rewritten',
        'transcript_truncated',
        'transcript_deleted',
        'transcript_unreadable',
        'disk_full',
      ]),
      assurance,
    },
    {
      ...position,
      ...late,
      line: int(),
      offset: int(),
      end: int(),
      call: id,
      decided: int(),
      client: id,
      path: committed,
      /** Why the harness itself may have done it, where its habits explain it. */
      explained: word(['migration', 'compression', 'archive', 'revert', 'reset', 'retention', 'rewrite']),
      why: word([
        'not_a_file',
        'symlink',
        'not_permitted',
        'wrong_owner',
        'io_error',
        'bad_archive',
        'too_large',
        'changed_while_read',
        'key_gone',
      ]),
    },
  ),
  recovered: object(
    {
      what: word(['torn_tail', 'vault_tail', 'checkpoint_behind', 'state_rebuilt', 'mark_key']),
      bytes: int(),
    },
    { offset: int(), segment: int(), leaf: hex(64), marks: hex(32) },
  ),
  'state.saved': object({ at: int(), hash: hex(64), bytes: int() }),
  finding: object(
    {
      ...late,
      rule: ruleId,
      severity: word(['info', 'low', 'medium', 'high', 'critical']),
      fingerprint: hex(64),
      cites: list(object({ seq: int(), leaf: hex(64) }), 200),
      text: committed,
    },
    { trust: word(['transcript']), kind: id },
  ),
  'vault.erased': object({ record: int(), fields: int(), why: word(['person', 'retention']) }, late),
};

/** The first fault of a record's `data` under its kind's closed shape, or undefined. */
export function dataFault(kind: RecordKind, data: Json): string | undefined {
  return DATA_SHAPES[kind](data, 'data');
}

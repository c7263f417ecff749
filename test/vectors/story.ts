import { hexOf } from '../../src/bytes/raw-digest.ts';
import { sha256 } from '../../src/bytes/sha256.ts';
import { toUtf8 } from '../../src/bytes/utf8.ts';
import type { Committed, Draft } from '../../src/model/record.ts';
import { runIdOf } from '../../src/signer/run-id.ts';
import { RunKey } from '../../src/signer/run-key.ts';

/** A committed content of the vector log: which record and field, what it says, by which salt (hex). */
export type Content = {
  readonly record: number;
  readonly field: string;
  readonly salt: string;
  readonly content: string;
  readonly bytes: number;
  readonly commitment: string;
};

/** The drafts of a short recorded run, with everything that they commit to. */
export type Story = {
  readonly drafts: readonly Draft[];
  readonly contents: readonly Content[];
  readonly runKey: Uint8Array;
  readonly lines: readonly string[];
  readonly run: string;
};

const SESSION = '01a22d46-b150-7ae3-9d7c-4b515c5f8328';
const PATH = '/home/dev/.codex/sessions/rollout-vector.jsonl';
const TEXT = '"Grüße — done.\\n"';
const LINES: readonly string[] = [
  `{"timestamp":"2026-11-30T16:25:37.000Z","type":"session_meta","payload":{"id":"${SESSION}"}}\n`,
  `{"timestamp":"2026-11-30T16:25:38.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":${TEXT}}]}}\n`,
];

/** The story always commits to the same contents by the same salts, so that its log always has the same bytes. */
export function story(): Story {
  const contents: Content[] = [];
  const commit = (record: number, field: string, content: string): Committed => {
    const salt = new Uint8Array(32).fill(0xa0 + contents.length);
    const made = committedTo(salt, content);
    contents.push({ record, field, salt: hex(salt), content, ...made });
    return made;
  };
  const runKey = new Uint8Array(32).fill(0x4b);
  const salt = new Uint8Array(32).fill(0x5a);
  const hash = new RunKey(runKey).from('0'.repeat(64));
  const run = runIdOf('codex', SESSION, 0);
  const place = { run, source: 'tailer:codex' };
  const position = { transcript: 0, generation: 0 };
  const key: Committed = { bytes: 32, commitment: hex(sha256(Buffer.concat([salt, runKey]))) };
  const opened = { ...position, role: 'main', line: 0, offset: 0, chain: hash.at };
  const line = (record: number, number: number) => ({
    ...{ ...position, line: number, offset: number === 0 ? 0 : toUtf8(LINES[0]!).length },
    ...commit(record, 'data', LINES[number]!),
    chain: hexOf(hash.next(sha256(toUtf8(LINES[number]!)))),
    form: 'json',
  });
  const drafts: readonly Draft[] = [
    {
      ...place,
      kind: 'run.opened',
      data: { harness: 'codex', session: SESSION, part: 0, mode: 'record', key },
    },
    {
      ...place,
      kind: 'transcript.opened',
      data: { ...opened, path: commit(2, 'data.path', PATH), file: commit(2, 'data.file', '2049:131074') },
    },
    {
      ...place,
      kind: 'transcript.line',
      data: { ...line(3, 0), type: 'session_meta', at: 1_796_055_937_000 },
    },
    {
      ...place,
      kind: 'model.exchange',
      data: {
        ...{
          ...line(4, 1),
          type: 'response_item',
          at: 1_796_055_938_000,
          role: 'assistant',
          reasoning: 'none',
        },
        parts: [{ kind: 'text', body: commit(4, 'data.parts[0].body', TEXT) }],
      },
    },
    { ...place, kind: 'run.closed', data: { last: 4, why: 'recorded' } },
  ];
  return { drafts, contents, runKey, lines: LINES, run };
}

/** What is said about the run after it was closed. */
export function lateGap(run: string): Draft {
  return { kind: 'gap', source: 'record', data: { gap: 'late_activity', assurance: 'dev', run } };
}

function committedTo(salt: Uint8Array, content: string): Committed {
  const bytes = toUtf8(content);
  return { bytes: bytes.length, commitment: hex(sha256(Buffer.concat([salt, bytes]))) };
}

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

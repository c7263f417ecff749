import { fromBase64 } from '../../../bytes/base64.ts';
import { fromHex, toHex } from '../../../bytes/hex.ts';
import { toUtf8 } from '../../../bytes/utf8.ts';
import type { RecordProof } from '../../api.ts';
import { checkpointSteps } from './checkpoint-step.ts';
import { digest, digestName } from './digest.ts';
import { type Fold, inclusionStep } from './inclusion-steps.ts';
import { compared, type Step } from './step.ts';

/** Everything that was recomputed of a record. */
export type RecordCheck = {
  readonly steps: readonly Step[];
  readonly folds: readonly Fold[];
  /** In the order of the proof's contents. */
  readonly contents: readonly Step[];
};

/** Recomputes what proves a record, here and now; the server's word counts for nothing. hostile: all of it. */
export async function checkRecord(proof: RecordProof): Promise<RecordCheck> {
  const { line, seq } = proof;
  const leaf = toHex(await digest(Uint8Array.of(0), toUtf8(line)));
  const { step, folds } = await inclusionStep(proof, leaf);
  const contents = [];
  for (const content of proof.contents) contents.push(await contentStep(content, line));
  return {
    steps: [
      placeStep(line, seq),
      compared({
        title: 'Its leaf',
        how: `SHA-256(0x00 ‖ line), ${toUtf8(line).length + 1} bytes, by ${digestName()}`,
        computed: leaf,
        expected: proof.leaf,
        meaning: 'The line is not the one whose hash stands in the tree.',
      }),
      step,
      ...(await checkpointSteps(proof)),
    ],
    folds,
    contents,
  };
}

function placeStep(line: string, seq: number): Step {
  const title = 'Its place';
  const how = 'The number that the line itself states';
  const meaning = 'Another record than the one that was asked for is shown in its place.';
  return compared({ title, how, computed: String(statedSeq(line)), expected: String(seq), meaning });
}

function statedSeq(line: string): unknown {
  try {
    const { seq } = JSON.parse(line) as { readonly seq?: unknown };
    return seq;
  } catch {
    return 'none: the line is no JSON';
  }
}

type Content = RecordProof['contents'][number];

const GONE: Readonly<Record<NonNullable<Content['closed']>, string>> = {
  erased:
    'It was erased from the vault, or is damaged there. The commitment still stands: it says that it was, and how long, not what.',
  not_disclosed: 'This bundle does not disclose it. The commitment says that it was, and how long, not what.',
  too_large: 'It is too large to be opened here; tracekit verify opens it.',
};

/** Opens a commitment: SHA-256(salt ‖ content), and whether the line states it. */
async function contentStep(content: Content, line: string): Promise<Step> {
  const { field, commitment, closed } = content;
  const salt = fromHex(content.salt ?? '');
  const bytes = fromBase64(content.content ?? '');
  const title = field;
  if (
    content.salt === undefined ||
    content.content === undefined ||
    salt === undefined ||
    bytes === undefined
  )
    return {
      title,
      how: 'Not opened.',
      expected: commitment,
      result: 'open',
      meaning: GONE[closed ?? 'erased'],
    };
  if (!line.includes(`"${commitment}"`))
    return {
      title,
      how: 'Looked for the commitment in the line',
      expected: commitment,
      result: 'differs',
      meaning: 'The record commits to no such content: it is shown with a record that it does not belong to.',
    };
  return compared({
    title,
    how: `SHA-256(salt ‖ content), ${salt.length} + ${bytes.length} bytes`,
    computed: toHex(await digest(salt, bytes)),
    expected: commitment,
    meaning: 'This is not what was recorded: the content, or its salt, was changed.',
  });
}

import { toHex } from '../../../bytes/hex.ts';
import { toUtf8 } from '../../../bytes/utf8.ts';
import { parseCheckpoint } from '../../../proof/checkpoint.ts';
import { verifyByWebCrypto, verifyEd25519 } from '../../../proof/ed25519.browser.ts';
import { parseNote } from '../../../proof/note-text.ts';
import { parseVkey } from '../../../proof/vkey.ts';
import type { RecordProof } from '../../api.ts';
import { compared, type Step } from './step.ts';

const SIGNED = 'The checkpoint is signed';
const SAME = 'The checkpoint signs this tree';

/** Checks the checkpoint: that its key signed it, and that it speaks of the tree of the proof. hostile: all of it. */
export async function checkpointSteps({
  checkpoint,
  vkey,
  inclusion,
}: RecordProof): Promise<readonly Step[]> {
  if (checkpoint === undefined || vkey === undefined)
    return [{ title: SIGNED, how: 'There is no checkpoint that covers this record.', result: 'open' }];
  const key = parseVkey(vkey);
  const note = parseNote(toUtf8(checkpoint));
  if (key.kind === 'fault') return [broken(key.what)];
  if (note.kind === 'fault') return [broken(note.what)];
  const head = parseCheckpoint(note.value.text);
  if (head.kind === 'fault') return [broken(head.what)];
  const { name, id, publicKey } = key.value;
  const own = note.value.signatures.find((one) => one.name === name && one.id === id);
  if (own === undefined) return [broken(`no signature on it is by the key ${name}+${id}`)];
  const message = toUtf8(note.value.text);
  const native = await verifyByWebCrypto(publicKey, message, own.signature);
  const holds = native ?? verifyEd25519(publicKey, message, own.signature);
  const who = native === undefined ? "this page's own code (noble)" : "the browser's WebCrypto";
  const signed: Step = {
    title: SIGNED,
    how: `Ed25519 over the ${message.length} bytes of the note's text, under key ${name}+${id}, by ${who}`,
    result: holds ? 'equal' : 'differs',
    ...(holds ? {} : { meaning: MEANING }),
  };
  if (inclusion === undefined) return [signed];
  return [
    signed,
    compared({
      title: SAME,
      how: "Size and root in the note's text, and those of the proof above",
      computed: `${head.value.size} ${toHex(head.value.root)}`,
      expected: `${inclusion.size} ${inclusion.root}`,
      meaning: 'The proof leads to another tree than the one that was signed: it proves nothing of this log.',
    }),
  ];
}

const MEANING =
  'The checkpoint was changed after it was signed, or another key signed it: nothing here is proven.';

function broken(what: string): Step {
  return { title: SIGNED, how: what, result: 'differs', meaning: MEANING };
}

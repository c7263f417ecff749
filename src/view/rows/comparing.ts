import { spelling } from '../../analyze/timeline/spelling.ts';
import { unwrapJson } from '../../harness/payload.ts';
import { toolClass } from '../../harness/tools.ts';
import type { Committed } from '../../model/record.ts';
import { askedPart } from './called.ts';
import type { CallEntry } from './entry.ts';
import { excerptOf, parsed, type RowSource } from './excerpt.ts';
import { promptExcerpt } from './prompt-text.ts';
import type { Comparing } from './run-fold.ts';

/** A longer prompt is told apart by its beginning. */
const PROMPT = 1 << 20;

/** Opens what joins calls and prompts that no id joins; a call's key is made once. */
export function comparingIn(source: RowSource): Comparing {
  const keys = new WeakMap<CallEntry, string>();
  return {
    promptText: (entry) => {
      const { text, closed } = promptExcerpt(source, entry, PROMPT);
      return closed === undefined ? text : undefined;
    },
    callKey: (entry, of) => {
      const known = keys.get(entry);
      if (known !== undefined) return known;
      const key = keyOf(source, entry, of);
      if (key !== undefined) keys.set(entry, key);
      return key;
    },
  };
}

/** A tool as hooks and transcripts both name it, and its arguments in one spelling. */
function keyOf(source: RowSource, entry: CallEntry, of: 'decided' | 'asked'): string | undefined {
  const data = of === 'decided' ? source.record(entry.decided ?? -1)?.data : undefined;
  const part = of === 'asked' ? askedPart(source, entry) : undefined;
  const name = (of === 'decided' ? data?.name : part?.name) as unknown as Committed | undefined;
  const input = (of === 'decided' ? data?.input : part?.input) as unknown as Committed | undefined;
  const given = excerptOf(source, input, { form: 'raw', most: Number.POSITIVE_INFINITY });
  if (given.closed !== undefined) return undefined;
  const own = excerptOf(source, name, { form: of === 'asked' ? 'json' : 'text', most: 200 }).text;
  const foreign = toolClass('claude-code', own);
  const tool = entry.tool !== 'Other' ? entry.tool : foreign === 'Other' ? own : foreign;
  return `${tool} ${spelling(unwrapJson(input === undefined ? null : (parsed(given.text) ?? given.text)))}`;
}

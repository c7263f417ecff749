import type { CallPart } from '../../analyze/timeline/transcript.ts';
import type { Committed, LogRecord } from '../../model/record.ts';
import type { CallRow, Excerpt } from '../api.ts';
import type { CallEntry } from './entry.ts';
import { type ContentForm, excerptOf, parsed, type RowSource } from './excerpt.ts';
import { gistOf } from './gist.ts';
import { partOf } from './parts.ts';

const INPUT = 2_000;
const NAME = 200;
/** A longer input is not parsed for its gist. */
const MAX_GIST_INPUT = 256 << 10;

/** The part of a line that asks for the call. */
export function askedPart(source: RowSource, { asked }: CallEntry): CallPart | undefined {
  const part = asked === undefined ? undefined : partOf(source, asked);
  return part?.kind === 'call' ? part : undefined;
}

/** A call's name, arguments and directory, from the decision where there is one: that is what was judged. */
export function calledOf(
  source: RowSource,
  {
    entry,
    decision,
    asked,
  }: {
    readonly entry: CallEntry;
    readonly decision: LogRecord | undefined;
    readonly asked: CallPart | undefined;
  },
): Pick<CallRow, 'name' | 'gist' | 'input' | 'targets' | 'cwd'> {
  const data = decision?.data;
  const nameForm: ContentForm = data === undefined ? 'json' : 'text';
  const given = (data === undefined ? asked?.name : data.name) as unknown as Committed | undefined;
  const name = excerptOf(source, given, { form: nameForm, most: NAME }).text || entry.tool;
  const content = (data === undefined ? asked?.input : data.input) as unknown as Committed | undefined;
  const input = excerptOf(source, content, { form: 'raw', most: INPUT });
  const whole = wholeText(source, content, input);
  const read = gistOf(entry.tool, name, {
    raw: input.text,
    value: whole === undefined ? undefined : (parsed(whole) ?? whole),
  });
  const cwd =
    data?.cwd === undefined
      ? undefined
      : excerptOf(source, data.cwd as unknown as Committed, { form: 'text', most: 1_000 }).text;
  const targets =
    data?.targets === undefined
      ? read.targets
      : targetsOf(source, data.targets as unknown as readonly Committed[]);
  return { name, gist: read.gist, input, targets, ...(cwd === undefined ? {} : { cwd }) };
}

function targetsOf(source: RowSource, contents: readonly Committed[]): readonly string[] {
  return contents.slice(0, 20).map((content) => excerptOf(source, content, { form: 'text', most: 500 }).text);
}

function wholeText(source: RowSource, content: Committed | undefined, excerpt: Excerpt): string | undefined {
  if (excerpt.cut !== true) return excerpt.closed === undefined ? excerpt.text : undefined;
  return excerpt.bytes > MAX_GIST_INPUT
    ? undefined
    : excerptOf(source, content, { form: 'raw', most: MAX_GIST_INPUT }).text;
}

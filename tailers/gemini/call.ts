import { toolClass } from '../../src/harness/tools.ts';
import type { ToolClass } from '../../src/model/harness.ts';
import type { Part } from '../../src/model/reading.ts';
import { objectField, own, sliceOf, stringField } from '../fields.ts';
import type { ForeignObject } from '../line.ts';
import { type Answer, endOf } from './outcome.ts';
import {
  type Found,
  keyOf,
  objectOf,
  otherSaying,
  type Place,
  type Saying,
  safeId,
  valuesIn,
  wordsAt,
} from './saying.ts';

const UNLINKED = { basis: 'none', lines: [] } as const;

/** What `toolCalls` says: each call, and what became of it. */
export function toolCallSayings(message: ForeignObject, place: Place): readonly Saying[] {
  return valuesIn(message, 'toolCalls').flatMap((found) => {
    const object = objectOf(found, place.notes);
    if (object === undefined) return [otherSaying(found, place)];
    const call = callSaying(object, 'args', place);
    const ended = endSaying(object, place);
    return ended === undefined ? [call] : [call, ended];
  });
}

/** A call in the API's shape, as it stands in a re-stated history. */
export function functionCall(part: ForeignObject, found: Found, place: Place): Saying {
  const object = objectField(part, 'functionCall');
  if (object !== undefined) return callSaying(object, 'args', place);
  place.notes.add('content_shape');
  return otherSaying(found, place);
}

function callSaying(object: ForeignObject, args: string, { bytes, notes }: Place): Saying {
  const call = safeId(object, 'id', notes);
  const name = wordsAt(object, 'name');
  const input = object.rangeOf(args);
  const ranges = [name?.range, input].filter((range) => range !== undefined);
  const part: Part = {
    kind: 'call',
    ...(call === undefined ? {} : { call }),
    tool: toolOf(object),
    ...(name === undefined ? {} : { name: sliceOf(name.range) }),
    ...(input === undefined ? {} : { input: sliceOf(input) }),
    link: UNLINKED,
  };
  return { key: keyOf(`call ${call ?? ''}`, ranges, bytes), part };
}

function toolOf(object: ForeignObject): ToolClass {
  return toolClass('gemini', stringField(object, 'name') ?? '');
}

/** A tool's answer in the API's shape: a user message after each batch, which says again what `toolCalls` says. */
export function functionResponse(part: ForeignObject, found: Found, place: Place): Saying {
  const object = objectField(part, 'functionResponse');
  if (object === undefined) {
    place.notes.add('content_shape');
    return otherSaying(found, place);
  }
  const call = safeId(object, 'id', place.notes);
  const { answer, range } = answerIn(object);
  const said = endOf(undefined, answer, toolOf(object) === 'Bash');
  return resultSaying({ call, ...said, range: range ?? found.range }, place);
}

/** What became of a call of `toolCalls`; undefined where nothing says. */
function endSaying(object: ForeignObject, place: Place): Saying | undefined {
  const call = safeId(object, 'id', place.notes);
  const results = valuesIn(object, 'result');
  const status = stringField(object, 'status');
  if (results.length === 0 && status === undefined) return undefined;
  const only = results.length === 1 ? objectOf(results[0]!, place.notes) : undefined;
  const response = objectField(only, 'functionResponse');
  const { answer, range } = response === undefined ? {} : answerIn(response);
  const whole = results.length === 0 ? undefined : object.rangeOf('result');
  const detail = object.isNull('resultDisplay') ? undefined : object.rangeOf('resultDisplay');
  const said = endOf(status, answer, toolOf(object) === 'Bash');
  return resultSaying(
    { call, ...said, range: range ?? whole, ...(detail === undefined ? {} : { detail: sliceOf(detail) }) },
    place,
  );
}

/** `response.output` or `response.error` where it is a text; else the whole response. */
function answerIn(object: ForeignObject): { readonly answer?: Answer; readonly range?: Found['range'] } {
  const response = objectField(object, 'response');
  for (const kind of ['error', 'output'] as const) {
    const text = own(response, kind);
    if (typeof text === 'string') return { answer: { kind, text }, range: response!.rangeOf(kind)! };
  }
  const range = object.rangeOf('response');
  return range === undefined ? {} : { range };
}

type Ending = Omit<Extract<Part, { kind: 'result' }>, 'kind' | 'call' | 'body'> & {
  readonly call: string | undefined;
  readonly range: Found['range'] | undefined;
};

function resultSaying({ call, range, ...rest }: Ending, { bytes }: Place): Saying {
  const part: Part = {
    kind: 'result',
    ...(call === undefined ? {} : { call }),
    ...rest,
    ...(range === undefined ? {} : { body: sliceOf(range) }),
  };
  return { key: keyOf(`result ${call ?? ''}`, range === undefined ? [] : [range], bytes), part };
}

import { commandOf } from '../../harness/command.ts';
import { asObject, filled, unwrapJson } from '../../harness/payload.ts';
import { toolTargets } from '../../harness/targets.ts';
import type { ToolClass } from '../../model/harness.ts';
import { patchTargets } from '../../shell/patch.ts';

/** What a call does, read from its arguments: in a line, and the paths that it names. */
export type Gist = { readonly gist: string; readonly targets: readonly string[] };

const MAX_GIST = 300;
const MAX_TARGETS = 20;
/** Fields that say what a call is about, the most telling first. */
const TELLING = [
  'pattern',
  'query',
  'url',
  'description',
  'prompt',
  'message',
  'task_name',
  'file_path',
  'path',
] as const;

/** Reads a call's arguments. hostile: they are the agent's; `raw` is JSON, or is shown as it stands. */
export function gistOf(
  tool: ToolClass,
  name: string,
  { raw, value }: { readonly raw: string; readonly value: unknown },
): Gist {
  const input = unwrapJson(value);
  const command = tool === 'Bash' ? commandOf(input) : undefined;
  const own = toolTargets({ canonical: tool, own: name }, tool, input).map(({ path }) => path);
  const patched = typeof input === 'string' ? patchTargets(input).map(({ path }) => path) : [];
  const targets = [...new Set([...own, ...patched])].slice(0, MAX_TARGETS);
  const fields = asObject(input);
  const telling = TELLING.map((field) => filled(fields, field)).find((text) => text !== undefined);
  return { gist: oneLine(command ?? targets[0] ?? telling ?? raw), targets };
}

/** One line of at most 300 characters. */
export function oneLine(text: string): string {
  const line = text
    .slice(0, 4 * MAX_GIST)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length > MAX_GIST ? `${line.slice(0, MAX_GIST)}…` : line;
}

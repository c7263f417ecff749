import type { Call } from './call.ts';
import type { Context } from './context.ts';
import type { Placed } from './examine.ts';
import { guardedChange } from './guarded-paths.ts';

/** Words of a tool's name that say that it looks at what it names. `edit` is the editor's `view`, told by its input. */
const LOOKS = new Set(
  (
    'read view get list ls search find grep glob cat open show fetch load stat info tree describe diff lint check count ' +
    'exists resource resources preview inspect query lookup head tail edit'
  ).split(' '),
);

/**
 * Whether a tool that no table knows, and whose name does not say that it only looks, names a guarded file: it is taken
 * for a reader of it, and may not be one. hostile: the name is what the harness or a server says.
 */
export function vagueToolNames(call: Call, placed: Placed, context: Context): boolean {
  const { target } = placed;
  if (target.by !== 'tool' || target.role !== 'read' || looks(call.tool)) return false;
  return guardedChange({ ...placed, target: { ...target, role: 'written' } }, context) !== undefined;
}

function looks(tool: string): boolean {
  const own = tool.slice(0, 200).split('__').at(-1)!;
  const words = own.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[^A-Za-z]+/);
  return words.some((word) => LOOKS.has(word.toLowerCase()));
}

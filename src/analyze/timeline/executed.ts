import { commandOf } from '../../harness/command.ts';
import { asObject, own, text } from '../../harness/payload.ts';
import type { Harness } from '../../model/harness.ts';

/** What a transcript's own account of a result says was executed. */
export type Executed =
  | { readonly kind: 'command'; readonly command: string }
  | { readonly kind: 'files'; readonly paths: readonly string[] };

/** Whether a harness writes down what was executed. */
export function tellsExecuted(harness: Harness): boolean {
  return harness === 'codex';
}

/**
 * The command or the files that a result's detail names, where the harness writes it down there (formats: codex §2,
 * `CommandExecution`, `FileChange`); undefined where it does not. hostile: whatever value.
 */
export function executedOf(harness: Harness, detail: unknown): Executed | undefined {
  if (!tellsExecuted(harness)) return undefined;
  const item = asObject(detail);
  const type = text(item, 'type');
  if (type === 'CommandExecution') {
    const command = commandOf(item);
    return command === undefined ? undefined : { kind: 'command', command };
  }
  const changes = type === 'FileChange' ? asObject(own(item, 'changes')) : undefined;
  return changes === undefined ? undefined : { kind: 'files', paths: Object.keys(changes) };
}

import type { Harness } from '../model/harness.ts';
import type { EventKind, Surface, ToolName } from '../model/hook-event.ts';
import { ANSWERS, type Answer } from './answers.ts';
import { DIALECTS } from './dialects.ts';
import { rendered } from './encode.ts';
import { reasonLine } from './reason.ts';

/** Fixed in the installed command: `open` lets a call run that could not be judged, `closed` blocks it. */
export type Profile = 'open' | 'closed';

export type Failure = {
  /** Undefined for a name that is no harness's. */
  readonly harness: Harness | undefined;
  readonly kind: EventKind;
  readonly profile: Profile;
  /** What went wrong, and what to do. */
  readonly why: string;
  /** Node's word for it. */
  readonly platform: string;
  readonly event?: string;
  readonly surface?: Surface;
  readonly tool?: ToolName;
};

/**
 * The answer of a hook that failed. Before a tool: `closed` denies in the dialect, `open` allows and says
 * so. Any other event: exit 1, never 2, which would block a prompt. Copilot: never a non-zero exit, since it denies on any.
 */
export function failure(failed: Failure): Answer {
  const { harness, kind, profile, why, platform, event = '', surface = 'own', tool } = failed;
  if (kind !== 'pre_tool') {
    const stderr = reasonLine(why, `this ${kind.replaceAll('_', ' ')} event could not be recorded`);
    return { stdout: quietOn(harness), stderr, exit: harness === 'copilot' ? 0 : 1 };
  }
  if (profile === 'open')
    return { ...openAnswer(failed), stderr: reasonLine(`not judged, allowed: ${why}`, '') };
  const reason = reasonLine(`blocked, since it could not be judged: ${why}`, '');
  if (harness === undefined) return { stdout: '', stderr: reason, exit: 2 };
  const row =
    ANSWERS[
      DIALECTS[harness].row(
        { harness, kind, event, surface, ...(tool !== undefined && { tool }) },
        { platform },
      )
    ];
  return rendered(row.cells.deny, row.shape, reason);
}

function quietOn(harness: Harness | undefined): string {
  return harness === 'cursor' ? '{}' : '';
}

function openAnswer({ harness, surface = 'own' }: Failure): Answer {
  const braces = harness === 'cursor' || (harness === 'copilot' && surface === 'own');
  return { stdout: braces ? '{}' : '', stderr: '', exit: 0 };
}

import { toUtf8 } from '../bytes/utf8.ts';
import type { Committed, JsonObject } from '../model/record.ts';
import type { ApprovalState } from './gate-state.ts';
import type { Holds } from './holds.ts';
import type { Caller, GateAnswer, GateRequest } from './hook-call.ts';
import type { Journal } from './journal.ts';

export type ApprovalParts = {
  readonly journal: Journal;
  readonly holds: Holds;
  readonly clock: () => number;
  readonly commit: (content: Uint8Array) => Committed;
  readonly open: (commitment: string) => Uint8Array | undefined;
  /** Who the caller is, and why it may not answer (an agent's own process), if so. */
  readonly whoIs: (caller: Caller) => { readonly text: string; readonly refused?: string };
};

export type ApprovalCommands = {
  readonly ask: (request: GateRequest, caller: Caller) => Promise<GateAnswer>;
};

/** `approvals list|show|approve|reject` as they arrive over the socket. */
export function approvalCommands(parts: ApprovalParts): ApprovalCommands {
  return {
    ask: async (request, caller) => {
      switch (request.command) {
        case 'approvals.list':
          return { ok: true, result: list(parts) };
        case 'approvals.show':
          return withApproval(parts, request, (approval) => ({ ok: true, result: shown(parts, approval) }));
        case 'approvals.approve':
        case 'approvals.reject':
          return withApproval(parts, request, (approval) => answer(parts, { approval, request, caller }));
        default:
          return {
            ok: false,
            code: 'unknown_command',
            message: `the signer knows no command ${JSON.stringify(request.command).slice(0, 60)}`,
          };
      }
    },
  };
}

function list(parts: ApprovalParts): readonly JsonObject[] {
  return [...parts.journal.gate.approvals.values()]
    .filter((approval) => isAnswerable(approval))
    .map((approval) => shown(parts, approval));
}

/** An approval that still can be answered: it waits, or its wait ran out and nobody has answered since. */
function isAnswerable({ word }: ApprovalState): boolean {
  return word === 'waiting' || word === 'expired';
}

function shown(parts: ApprovalParts, approval: ApprovalState): JsonObject {
  const { id, call, requested, until, word } = approval;
  return {
    approval: id,
    state: word,
    run: call.run,
    record: call.seq,
    requested,
    until,
    tool: textOf(parts, call.name),
    input: textOf(parts, call.input),
    cwd: textOf(parts, call.cwd),
    why: call.why === undefined ? '' : textOf(parts, call.why),
    ...(call.rule === undefined ? {} : { rule: call.rule }),
  };
}

function textOf(parts: ApprovalParts, commitment: string): string {
  const content = parts.open(commitment);
  return content === undefined ? '(no longer in the vault)' : Buffer.from(content).toString('utf8');
}

async function withApproval(
  parts: ApprovalParts,
  request: GateRequest,
  use: (approval: ApprovalState) => GateAnswer | Promise<GateAnswer>,
): Promise<GateAnswer> {
  const approval = parts.journal.gate.approvals.get(String(request.approval));
  if (approval !== undefined) return use(approval);
  return {
    ok: false,
    code: 'no_such_approval',
    message: `there is no approval ${JSON.stringify(request.approval)?.slice(0, 40)}; see: tracekit approvals list`,
  };
}

type Answering = { readonly approval: ApprovalState; readonly request: GateRequest; readonly caller: Caller };

/** Two may answer at once: the first one counts, since the word changes before anything is awaited. */
async function answer(parts: ApprovalParts, { approval, request, caller }: Answering): Promise<GateAnswer> {
  const who = parts.whoIs(caller);
  if (who.refused !== undefined) return { ok: false, code: 'not_yours_to_answer', message: who.refused };
  if (!isAnswerable(approval)) {
    return { ok: false, code: 'answered', message: `${approval.id} is ${approval.word} already` };
  }
  const approved = request.command === 'approvals.approve';
  const before = approval.word;
  approval.word = approved ? 'approved' : 'rejected';
  const data: { [key: string]: JsonObject[string] } = {
    approval: approval.id,
    answer: approval.word,
    by: parts.commit(toUtf8(who.text)),
  };
  if (typeof request.reason === 'string' && request.reason !== '')
    data.reason = parts.commit(toUtf8(request.reason.slice(0, 2000)));
  if (request.release === true) data.release = true;
  try {
    await parts.journal.append(
      [{ run: approval.call.run, kind: 'approval.answered', source: 'signer', data }],
      true,
    );
  } catch (error) {
    approval.word = before;
    throw error;
  }
  const waited = parts.holds.end(approval.id, approved ? 'approved' : 'rejected');
  return { ok: true, result: { approval: approval.id, answer: data.answer, waited } };
}

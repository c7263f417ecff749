import { toUtf8 } from '../bytes/utf8.ts';
import type { Committed, JsonObject } from '../model/record.ts';
import type { ApprovalState } from './approval-book.ts';
import type { Constraints } from './constraints.ts';
import type { Holds } from './holds.ts';
import type { Caller, GateAnswer, GateRequest } from './hook-call.ts';
import type { Journal } from './journal.ts';

export type ApprovalParts = {
  readonly journal: Journal;
  readonly holds: Holds;
  readonly constraints: Pick<Constraints, 'release'>;
  readonly clock: () => number;
  readonly commit: (content: Uint8Array) => Committed;
  readonly open: (commitment: string) => Uint8Array | undefined;
  /** Who the caller is, and why it may not answer (an agent's own process), if so. */
  readonly whoIs: (
    caller: Caller,
    clients: readonly number[],
  ) => { readonly text: string; readonly refused?: string };
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
    ...(call.constraint === undefined ? {} : { constraint: call.constraint }),
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
async function answer(parts: ApprovalParts, answering: Answering): Promise<GateAnswer> {
  const { approval, request, caller } = answering;
  const who = parts.whoIs(caller, clientsIn(request));
  if (who.refused !== undefined) return { ok: false, code: 'not_yours_to_answer', message: who.refused };
  if (!isAnswerable(approval)) {
    return { ok: false, code: 'answered', message: `${approval.id} is ${approval.word} already` };
  }
  if (parts.journal.state.runs.get(approval.call.run)?.open !== true)
    return { ok: false, code: 'answered', message: `${approval.id}: its session is over` };
  const word = request.command === 'approvals.approve' ? 'approved' : 'rejected';
  const releases = request.release === true && word === 'approved';
  const released = releases ? parts.constraints.release(approval.call, approval.id) : [];
  if (releases && released.length === 0) {
    const message = `${approval.id}: no constraint that can be released holds this call; approve it without --release`;
    return { ok: false, code: 'nothing_to_release', message };
  }
  const before = approval.word;
  approval.word = word;
  const claim = parts.holds.claim(approval.id);
  try {
    const data = answerData(parts, request, { approval: approval.id, answer: word, who: who.text });
    const draft = { run: approval.call.run, kind: 'approval.answered', source: 'signer', data } as const;
    await parts.journal.append([draft, ...released], true);
  } catch (error) {
    approval.word = before;
    claim?.release();
    const why = error instanceof Error ? error.message : String(error);
    return { ok: false, code: 'not_recorded', message: `the answer could not be recorded: ${why}` };
  }
  claim?.settle(word);
  return { ok: true, result: { approval: approval.id, answer: word, waited: claim !== undefined } };
}

const MAX_CLIENTS = 16;

/** The processes for which a viewer asks. hostile: whatever JSON; what is no process's number is one of no process. */
function clientsIn({ clients }: GateRequest): readonly number[] {
  if (!Array.isArray(clients)) return [];
  return clients.slice(0, MAX_CLIENTS).map((one) => (Number.isSafeInteger(one) && one > 0 ? one : -1));
}

function answerData(
  { commit }: ApprovalParts,
  { reason, release }: GateRequest,
  { who, ...given }: { readonly approval: string; readonly answer: string; readonly who: string },
): JsonObject {
  return {
    ...given,
    by: commit(toUtf8(who)),
    ...(typeof reason === 'string' && reason !== '' ? { reason: commit(toUtf8(reason.slice(0, 2000))) } : {}),
    ...(release === true ? { release: true } : {}),
  };
}

import { TracekitError } from '../../model/error.ts';
import { askSigner } from '../../signer/ask.ts';
import type { AnswerRequest } from '../api.ts';
import { type Clients, type Connection, clientsOf } from './client-process.ts';

/** Gives a person's answer to the signer. Rejects with what the signer refuses, and why. */
export type Answering = (approval: string, request: AnswerRequest, connection: Connection) => Promise<void>;

export type AnsweringOptions = {
  readonly home: string;
  /** Node's word for the system. */
  readonly platform?: string;
  readonly clients?: (connection: Connection) => Clients;
};

/**
 * Answers holds of a home. The signer judges this process as it judges a terminal's, and each process that holds the
 * client's connection: an answer from inside the agent is refused, be it with the token. Where the system could tell whose
 * connection it is and does not, it is refused too, or a process would only have to hide; where no system can (anywhere
 * but on Linux) the token is what there is.
 */
export function answeringFor({
  home,
  platform = process.platform,
  clients = clientsOf,
}: AnsweringOptions): Answering {
  return async (approval, { answer, reason, release }, connection) => {
    const found = platform === 'linux' ? clients(connection) : undefined;
    if (found?.kind === 'unknown')
      throw new TracekitError(
        'not_yours_to_answer',
        'which process asks for this cannot be told (it hides, or is on another machine); answer in a terminal: tracekit approvals list',
      );
    const answered = await askSigner(home, {
      command: `approvals.${answer}`,
      approval,
      ...(found === undefined ? {} : { clients: found.pids }),
      ...(reason === undefined || reason === '' ? {} : { reason }),
      ...(release === true ? { release: true } : {}),
    });
    if (!answered.ok) throw new TracekitError<string>(answered.code, answered.message);
  };
}

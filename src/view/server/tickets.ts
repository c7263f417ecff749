import { randomBytes } from 'node:crypto';
import { isSecret } from './guard.ts';

const TICKET_MS = 60_000;
const TICKET_BYTES = 32;

/** By this a page knows that its fragment is a ticket, and no token. */
export const TICKET_SIGN = 'once-';

/**
 * What the browser is opened with in the token's place: the address of a program that is started stands in the list of
 * processes, where an agent of the same user can read it. A ticket is good once, and for a minute.
 */
export class Tickets {
  readonly #clock: () => number;
  #ticket: { readonly secret: string; readonly until: number } | undefined;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  /** A new ticket; one that was given before is void. */
  give(): string {
    const secret = `${TICKET_SIGN}${randomBytes(TICKET_BYTES).toString('base64url')}`;
    this.#ticket = { secret, until: this.#clock() + TICKET_MS };
    return secret;
  }

  /** Takes a ticket back; whether it was good. */
  take(given: string): boolean {
    const ticket = this.#ticket;
    if (ticket === undefined || !isSecret(given, ticket.secret)) return false;
    this.#ticket = undefined;
    return this.#clock() < ticket.until;
  }
}

import type { PrivateKind } from './private-text.ts';

type Kinds<Value> = { readonly [kind in PrivateKind]: Value };

const NAMES: Kinds<(number: number) => string> = {
  key: (number) => `scrubbed-key-${number}`,
  email: (number) => `person${number}@example.invalid`,
  host: (number) => `host${number}.example.invalid`,
  user: (number) => (number === 1 ? 'dev' : `dev${number}`),
};

/** The stand-in of each private text: the same for the same text, numbered in the order in which texts turn up. */
export class StandIns {
  readonly #given: Kinds<Map<string, string>> = {
    key: new Map(),
    email: new Map(),
    host: new Map(),
    user: new Map(),
  };

  of(kind: PrivateKind, text: string): string {
    const given = this.#given[kind];
    const standIn = given.get(text) ?? NAMES[kind](given.size + 1);
    given.set(text, standIn);
    return standIn;
  }

  /** How many different texts of each kind got one. */
  counts(): Kinds<number> {
    const { key, email, host, user } = this.#given;
    return { key: key.size, email: email.size, host: host.size, user: user.size };
  }
}

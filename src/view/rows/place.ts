/** Where an entry begins, before it is one. */
export type Place = {
  readonly seq: number;
  readonly sub: number;
  readonly ms: number;
  readonly agent: string | undefined;
  readonly copy: boolean;
};

/** The beginning of an entry. Field by field: a run has a hundred thousand of them. */
export function placed({ seq, sub, ms, agent, copy }: Place) {
  return { seq, sub, ms, agent, copy, into: undefined };
}

import type { LogRecord } from '../../model/record.ts';

/** A constraint's records: how it was held, and how it ended. */
export type HeldRecords = { readonly held: LogRecord; released?: LogRecord };

/** What a run's constraints are, in the order in which they were held. */
export class ConstraintFold {
  readonly held = new Map<string, HeldRecords>();
  /** Those that were said and are not held: there were too many. */
  readonly refused: LogRecord[] = [];

  take(record: LogRecord): void {
    const { kind, data } = record;
    if (kind === 'constraint.refused') this.refused.push(record);
    else if (kind === 'constraint.held') this.held.set(data.constraint as string, { held: record });
    else {
      const known = this.held.get(data.constraint as string);
      if (known !== undefined) known.released = record;
    }
  }
}

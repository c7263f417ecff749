/** One line of the table. `target` is in the unit of `value`; `least` says whether more is better. */
export type Row = {
  readonly id: string;
  readonly what: string;
  readonly value: number;
  readonly unit: string;
  readonly target?: number;
  readonly least?: boolean;
  /** The figures behind it. */
  readonly detail: string;
};

/** What each measure is given: an empty folder of its own, and whether the large sizes are wanted. */
export type BenchOptions = { readonly work: string; readonly large: boolean };

export type Measure = (options: BenchOptions) => Promise<readonly Row[]>;

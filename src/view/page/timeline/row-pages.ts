import type { Row, RowPage } from '../../api.ts';

/** Rows are asked for by so many, and so many pages are kept. */
const PAGE = 50;
const MOST_PAGES = 60;
const MOST_ASKED = 3;

type Page = { readonly rows: readonly Row[]; readonly round: number };

export type RowPagesOptions = {
  readonly ask: (from: number, count: number) => Promise<RowPage>;
  /** Rows came, or the number of rows changed; `from` is given where rows from there on are other ones. */
  readonly onChange: (from?: number) => void;
  readonly onError: (error: unknown) => void;
};

/** The rows of a timeline that were asked for, the newest pages of them. */
export class RowPages {
  total = 0;
  /** The first answer is there. */
  isKnown = false;
  readonly #options: RowPagesOptions;
  readonly #pages = new Map<number, Page>();
  readonly #asked = new Set<number>();
  #wanted: readonly number[] = [];
  /** Grows when rows change: an answer of an earlier round is shown until the later one is there. */
  #round = 0;

  constructor(options: RowPagesOptions) {
    this.#options = options;
  }

  row(row: number): Row | undefined {
    return this.#pages.get(Math.floor(row / PAGE))?.rows[row % PAGE];
  }

  /** Rows from `first` up to `end` are needed now; what was wanted before and not yet asked for is forgotten. */
  want(first: number, end: number): void {
    const pages: number[] = [];
    const last = Math.floor(Math.max(first, end - 1) / PAGE);
    for (let page = Math.floor(first / PAGE); page <= last; page++) pages.push(page);
    for (const page of pages) this.#touch(page);
    this.#wanted = pages;
    this.#pump();
  }

  /** The run has so many rows, and those from `from` on are new or changed. */
  changed(total: number, from: number): void {
    this.#round++;
    for (const [page, { rows }] of this.#pages) {
      if (page * PAGE + rows.length <= from && rows.length === PAGE) continue;
      this.#pages.set(page, { rows, round: -1 });
    }
    this.#setTotal(total, from);
    this.#pump();
  }

  /** Asks for everything again. */
  again(): void {
    this.changed(this.total, 0);
    if (this.#wanted.length === 0) this.want(0, PAGE);
  }

  #touch(page: number): void {
    const known = this.#pages.get(page);
    if (known === undefined) return;
    this.#pages.delete(page);
    this.#pages.set(page, known);
  }

  #pump(): void {
    for (const page of this.#wanted) {
      if (this.#asked.size >= MOST_ASKED) return;
      const known = this.#pages.get(page);
      if (this.#asked.has(page) || (known !== undefined && known.round >= 0)) continue;
      this.#asked.add(page);
      void this.#ask(page);
    }
  }

  async #ask(page: number): Promise<void> {
    const round = this.#round;
    try {
      const { rows, total } = await this.#options.ask(page * PAGE, PAGE);
      this.#asked.delete(page);
      this.#pages.set(page, { rows, round: round === this.#round ? round : -1 });
      this.#drop();
      const isNews = !this.isKnown || total > this.total;
      this.isKnown = true;
      if (isNews) this.#setTotal(total, this.total);
      this.#options.onChange();
      this.#pump();
    } catch (error) {
      this.#asked.delete(page);
      this.#options.onError(error);
    }
  }

  #setTotal(total: number, from: number): void {
    this.total = total;
    this.#options.onChange(from);
  }

  #drop(): void {
    for (const oldest of this.#pages.keys()) {
      if (this.#pages.size <= MOST_PAGES) return;
      if (!this.#wanted.includes(oldest)) this.#pages.delete(oldest);
    }
  }
}

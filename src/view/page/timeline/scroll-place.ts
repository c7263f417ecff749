import { Heights } from './heights.ts';

/** Browsers lay nothing out beyond 17 to 33 million pixels: a longer list is scrolled on a shorter scale. */
const TALLEST = 8_000_000;
/** A scroll further than so many views is a pull at the scroll bar: it means a part of the whole, not pixels. */
const FAR = 3;

/**
 * Which rows of a long list are seen, as its box is scrolled. `place` counts pixels of the whole list; `scrollTop` is what the
 * box says. They differ by `shift`: always where the list is longer than a box can be, and elsewhere from when a row above
 * turned out taller than estimated until the reader pauses. So no row that is seen ever moves by itself.
 */
export class ScrollPlace {
  readonly heights: Heights;
  #scrollTop = 0;
  #shift = 0;
  #view = 600;

  constructor(estimate: number) {
    this.heights = new Heights(estimate);
  }

  /** How tall the box's content is. */
  get tall(): number {
    return Math.min(this.heights.total, TALLEST);
  }

  /** What the box said last. */
  get scrollTop(): number {
    return this.#scrollTop;
  }

  get view(): number {
    return this.#view;
  }

  /** The pixel of the list at the box's upper edge. */
  get place(): number {
    return Math.max(0, Math.min(this.#scrollTop + this.#shift, this.#last));
  }

  /** Where row `row` stands in the box's content. */
  offsetOf(row: number): number {
    return this.heights.top(row) - this.place + this.#scrollTop;
  }

  /** The first row that is seen, and how many of its pixels are above the edge. */
  get anchor(): { readonly row: number; readonly above: number } {
    const row = this.heights.at(this.place);
    return { row, above: this.place - this.heights.top(row) };
  }

  /** The rows from `first` up to `end` that are seen, and those within `margin` pixels. */
  seen(margin: number): { readonly first: number; readonly end: number } {
    const first = this.heights.at(this.place - margin);
    const end = Math.min(this.heights.count, this.heights.at(this.place + this.#view + margin) + 1);
    return { first, end };
  }

  setView(view: number): void {
    this.#view = view;
  }

  /** The box was scrolled by its reader. */
  scrolled(scrollTop: number): void {
    const far = Math.abs(scrollTop - this.#scrollTop) > FAR * this.#view;
    const room = this.tall - this.#view;
    this.#scrollTop = scrollTop;
    if (far && room > 0) this.#shift = (scrollTop / room) * this.#last - scrollTop;
  }

  /** The list's pixel `place` is to be at the edge; gives the scrollTop that the box needs, and whose `placed` must follow. */
  goTo(place: number): number {
    const last = this.#last;
    const wanted = Math.max(0, Math.min(place, last));
    const room = this.tall - this.#view;
    const scrollTop =
      last <= 0 || room <= 0 ? 0 : this.heights.total <= TALLEST ? wanted : (wanted / last) * room;
    this.#scrollTop = scrollTop;
    this.#shift = wanted - scrollTop;
    return scrollTop;
  }

  /** The box rounds what it is set to. */
  placed(scrollTop: number): void {
    this.#shift += this.#scrollTop - scrollTop;
    this.#scrollTop = scrollTop;
  }

  /** Changes heights while a row stays where it is seen: the first one that is, or `row`. */
  keeping(change: () => void, row = this.anchor.row): void {
    const above = this.place - this.heights.top(row);
    change();
    this.#shift = this.heights.top(row) + above - this.#scrollTop;
  }

  /** Whether the box can be scrolled no further although the list goes on. */
  get isStuck(): boolean {
    const room = this.tall - this.#view;
    return (
      (this.#scrollTop <= 0 && this.place > 0) || (this.#scrollTop >= room - 1 && this.place < this.#last - 1)
    );
  }

  get isAtEnd(): boolean {
    return this.place >= this.#last - 4;
  }

  get #last(): number {
    return Math.max(0, this.heights.total - this.#view);
  }
}

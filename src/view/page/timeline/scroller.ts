import { ScrollPlace } from './scroll-place.ts';

/** A row's height until it is measured. */
const ESTIMATE = 72;
/** So many pixels above and below what is seen are drawn too. */
const MARGIN = 300;
/** After such a pause the scroll bar may be put right. */
const REST_MS = 150;
/** A row that is jumped to stands so far below the upper edge. */
const JUMP_MARGIN = 24;

type Parts = { readonly box: HTMLElement; readonly tall: HTMLElement; readonly rows: HTMLElement };

/** Moves a long list within its box, measures what was drawn, and keeps in place what is seen. */
export class Scroller {
  readonly place = new ScrollPlace(ESTIMATE);
  /** Whether the end is kept in view as rows come. */
  isFollowing = false;
  onFollowing: (() => void) | undefined;
  #parts: Parts | undefined;
  #redraw: () => void = () => undefined;
  #observer: ResizeObserver | undefined;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #drawn = 0;
  #margin = MARGIN;
  /** Jumped to, and kept in place until the reader scrolls. */
  #pinned: number | undefined;
  #focus: number | undefined;

  attach(parts: Parts, redraw: () => void): void {
    this.#parts = parts;
    this.#redraw = redraw;
    this.#observer = new ResizeObserver(() => this.#resized());
    this.#observer.observe(parts.box);
    this.#observer.observe(parts.rows);
    this.#resized();
    redraw();
  }

  detach(): void {
    this.#observer?.disconnect();
    clearTimeout(this.#rest);
    this.#parts = undefined;
  }

  /** The rows to draw. */
  window(): { readonly first: number; readonly end: number } {
    return this.place.seen(this.#margin);
  }

  setTotal(total: number): void {
    this.#catchUp();
    if (total !== this.place.heights.count)
      this.place.keeping(() => this.place.heights.resize(total), this.#kept());
    if (this.isFollowing) this.#goTo(this.place.heights.total);
    this.#redraw();
  }

  /** Shows a row, and gives it the focus where asked to. */
  showRow(row: number, focus = false): void {
    const { heights, view } = this.place;
    const top = heights.top(row);
    const isSeen = top >= this.place.place && top + heights.heightOf(row) <= this.place.place + view;
    this.#focus = focus ? row : undefined;
    this.#setFollowing(false);
    if (!isSeen) {
      this.#pinned = row;
      this.#goTo(top - JUMP_MARGIN);
    }
    this.#parts?.box.scrollIntoView({ block: 'nearest' });
    this.#redraw();
  }

  /** Moves as little as needed for the row to be seen whole; what is taller than the view is seen from its beginning. */
  reveal(row: number): void {
    const { heights, place, view } = this.place;
    const top = heights.top(row);
    const height = heights.heightOf(row);
    this.#focus = row;
    this.#setFollowing(false);
    if (top < place || height >= view) this.#goTo(top);
    else if (top + height > place + view) this.#goTo(top + height - view);
    this.#pinned = row;
    this.#parts?.box.scrollIntoView({ block: 'nearest' });
    this.#redraw();
  }

  /** To the end, and on with it as rows come. */
  follow(): void {
    this.#setFollowing(true);
    this.#pinned = undefined;
    this.#goTo(this.place.heights.total);
    this.#redraw();
  }

  onScroll(): void {
    const { scrollTop } = this.#parts!.box;
    const before = this.place.place;
    this.place.scrolled(scrollTop);
    const moved = this.place.place - before;
    if (Math.abs(moved) < 1) return;
    this.#pinned = undefined;
    if (Math.abs(moved) > this.place.view) this.#drawSeenFirst();
    if (moved < 0) this.#setFollowing(false);
    if (this.place.isStuck) this.#goTo(this.place.place);
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.#settle(), REST_MS);
    this.#redraw();
  }

  /** Rows from `first` on are in the page: measures and places them. */
  drawn(first: number): void {
    this.#drawn = first;
    this.#measure();
    const focus = this.#focus;
    if (focus === undefined) return;
    const element = this.#parts?.rows.querySelector<HTMLElement>(`[data-row="${focus}"]`);
    if (element === null || element === undefined) return;
    this.#focus = undefined;
    element.focus({ preventScroll: true });
  }

  #measure(): void {
    const parts = this.#parts;
    if (parts === undefined) return;
    this.#catchUp();
    const before = this.place.heights.total;
    this.place.keeping(() => {
      for (const element of parts.rows.children) {
        const row = Number((element as HTMLElement).dataset.row);
        this.place.heights.set(row, element.getBoundingClientRect().height);
      }
    }, this.#kept());
    if (this.isFollowing && this.place.heights.total !== before) this.#goTo(this.place.heights.total);
    this.#lay();
    const { first, end } = this.window();
    const drawn = parts.rows.children.length;
    // Rows that turned out short leave room for more.
    if (first < this.#drawn || end > this.#drawn + drawn) queueMicrotask(() => this.#redraw());
  }

  /** Far away every row is a new one: those that are seen come first, those beside them with the next frame. */
  #drawSeenFirst(): void {
    if (this.#margin === 0) return;
    this.#margin = 0;
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        this.#margin = MARGIN;
        this.#redraw();
      }),
    );
  }

  /** The box may have been scrolled, and its event not be there yet: what is measured now must not undo that. */
  #catchUp(): void {
    const scrollTop = this.#parts?.box.scrollTop ?? this.place.scrollTop;
    if (Math.abs(scrollTop - this.place.scrollTop) > 1) this.onScroll();
  }

  #kept(): number {
    return this.#pinned ?? this.place.anchor.row;
  }

  #lay(): void {
    const parts = this.#parts;
    if (parts === undefined) return;
    // Reading where the box is has all of it laid out again: only where that can have changed.
    if (this.#setTall(parts)) this.place.placed(parts.box.scrollTop);
    parts.rows.style.transform = `translateY(${this.place.offsetOf(this.#drawn)}px)`;
  }

  #setTall(parts: Parts): boolean {
    const tall = `${this.place.tall}px`;
    if (parts.tall.style.height === tall) return false;
    parts.tall.style.height = tall;
    return true;
  }

  #goTo(place: number): void {
    const parts = this.#parts;
    const scrollTop = this.place.goTo(place);
    if (parts === undefined) return;
    this.#setTall(parts);
    parts.box.scrollTop = scrollTop;
    this.place.placed(parts.box.scrollTop);
    this.#lay();
  }

  #settle(): void {
    if (this.#parts !== undefined) this.#goTo(this.place.place);
  }

  #resized(): void {
    if (this.#parts === undefined) return;
    this.place.setView(this.#parts.box.clientHeight);
    this.#measure();
  }

  #setFollowing(following: boolean): void {
    if (this.isFollowing === following) return;
    this.isFollowing = following;
    this.onFollowing?.();
  }
}

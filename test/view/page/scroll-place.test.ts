import { describe, expect, it } from 'vitest';
import { ScrollPlace } from '../../../src/view/page/timeline/scroll-place.ts';

function placeOf(rows: number): ScrollPlace {
  const place = new ScrollPlace(50);
  place.setView(600);
  place.heights.resize(rows);
  return place;
}

describe('the place of a scrolled list', () => {
  it('is what the box says, while no row above turned out otherwise', () => {
    const place = placeOf(1_000);
    place.scrolled(1_234);
    expect(place.place).toBe(1_234);
    expect(place.anchor).toEqual({ row: 24, above: 34 });
  });

  it('keeps the first row that is seen where it is, when rows above it are measured', () => {
    const place = placeOf(1_000);
    place.scrolled(5_000);
    const before = place.offsetOf(100) - 5_000;
    place.keeping(() => {
      for (let row = 0; row < 100; row++) place.heights.set(row, 90);
    });
    expect(place.anchor).toEqual({ row: 100, above: 0 });
    expect(place.offsetOf(100) - 5_000).toBe(before);
  });

  it('keeps a row that was jumped to, when the one above it is measured', () => {
    const place = placeOf(1_000);
    place.goTo(place.heights.top(500) - 24);
    place.keeping(() => void place.heights.set(499, 400), 500);
    expect(place.heights.top(500) - place.place).toBe(24);
  });

  it('is never taller than a browser lays out, and reaches both ends all the same', () => {
    const place = placeOf(1_000_000);
    expect(place.tall).toBe(8_000_000);
    place.scrolled(place.tall - 600);
    expect(place.seen(0).end).toBe(1_000_000);
    place.scrolled(0);
    expect(place.seen(0).first).toBe(0);
  });

  it('goes by pixels when a long list is scrolled a little, and by parts of the whole when pulled far', () => {
    const place = placeOf(1_000_000);
    place.scrolled(4_000_000);
    const { row } = place.anchor;
    expect(row).toBeGreaterThan(499_000);
    place.scrolled(4_000_100);
    expect(place.anchor.row).toBe(row + 2);
  });

  it('knows that the box is at its end while the list is not', () => {
    const place = placeOf(1_000_000);
    place.scrolled(4_000_000);
    for (let scrollTop = 4_000_000; scrollTop < place.tall - 600; scrollTop += 1_000)
      place.scrolled(scrollTop);
    place.scrolled(place.tall - 600);
    expect(place.isStuck).toBe(true);
    expect(place.goTo(place.place)).toBeLessThan(place.tall - 600);
    expect(place.isStuck).toBe(false);
  });
});

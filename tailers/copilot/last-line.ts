import type { Exchange, Part, Slice } from '../../src/model/reading.ts';

/**
 * What can be said of a joined event at its last physical line: ids, calls, outcomes, links, and the values that lie in
 * that line. A slice counts from the line's first byte, so a value that began in an earlier line has none; a text
 * whose words lie there is left out, and stands in the lines themselves.
 */
export function inLastLine(exchange: Exchange, lastAt: number): Exchange {
  return { ...exchange, parts: exchange.parts.flatMap((part) => partInLast(part, lastAt)) };
}

function partInLast(part: Part, lastAt: number): readonly Part[] {
  const moved = (slice: Slice | undefined): Slice | undefined =>
    slice === undefined || slice.at < lastAt ? undefined : { at: slice.at - lastAt, bytes: slice.bytes };
  switch (part.kind) {
    case 'thinking': {
      const { body, seal, ...rest } = part;
      return [{ ...rest, ...given('body', moved(body)), ...given('seal', moved(seal)) }];
    }
    case 'call': {
      const { name, input, ...rest } = part;
      return [{ ...rest, ...given('name', moved(name)), ...given('input', moved(input)) }];
    }
    case 'result': {
      const { body, detail, ...rest } = part;
      return [{ ...rest, ...given('body', moved(body)), ...given('detail', moved(detail)) }];
    }
    default: {
      const body = moved(part.body);
      return body === undefined ? [] : [{ ...part, body }];
    }
  }
}

function given<Key extends string>(key: Key, slice: Slice | undefined): { readonly [K in Key]?: Slice } {
  return slice === undefined ? {} : ({ [key]: slice } as { readonly [K in Key]?: Slice });
}

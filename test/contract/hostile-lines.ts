import fc from 'fast-check';

type Named = { readonly name: string; readonly line: Uint8Array };

/** Lines that no reader may fall over, by what they are. */
export function hostileLines(): readonly Named[] {
  const user = '{"type":"user","sessionId":"S","uuid":"u","message":{"role":"user","content":';
  const named: readonly (readonly [string, string | Uint8Array])[] = [
    ['nothing', ''],
    ['a bare newline', '\n'],
    ['NULs', new Uint8Array(300)],
    [
      'invalid UTF-8',
      Buffer.concat([Buffer.from(`${user}"`), Buffer.from([0xc3, 0x28, 0xff]), Buffer.from('"}}\n')]),
    ],
    ['a lone surrogate', `${user}"\\ud83c"}}\n`],
    ['a raw control character', `${user}"\u0000\u0007"}}\n`],
    ['a cut line', `${user}"half`],
    ['a stub before an object', `${user}"ha${user}"whole"}}\n`],
    ['100,000 keys', `{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()}}\n`],
    [
      '100,000 keys in a message',
      `{"type":"user","message":{${Array.from({ length: 100_000 }, (_, n) => `"k${n}":1`).join()}}}\n`,
    ],
    ['100,000 blocks', `${user}[${Array(100_000).fill('{"type":"text","text":"x"}').join()}]}}\n`],
    ['arrays 1,000,000 deep', `${'['.repeat(1_000_000)}\n`],
    ['a whole array 1,000,000 deep', `${user}${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}}}\n`],
    ['objects 100,000 deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}\n`],
    [
      '__proto__ and constructor',
      '{"__proto__":{"type":"user"},"constructor":{"prototype":1},"type":"user","uuid":{"__proto__":"x"},"message":{"__proto__":{"content":"x"},"content":[{"__proto__":{"type":"tool_use"},"type":"constructor"}]}}\n',
    ],
    [
      'huge numbers',
      '{"type":"user","timestamp":1e999,"uuid":123456789012345678901234567890,"message":{"content":-1e-999}}\n',
    ],
    [
      'a very long id',
      `{"type":"user","uuid":"${'a'.repeat(1_000_000)}","sessionId":"${'b'.repeat(300)}","message":{"content":"x"}}\n`,
    ],
    [
      'doubled keys',
      '{"type":"user","type":"assistant","message":{"content":"a"},"message":{"content":[],"content":null}}\n',
    ],
    ['escaped keys', '{"t\\u0079pe":"user","m\\u0065ssage":{"cont\\u0065nt":"x"}}\n'],
    ['many openings', `${'{"'.repeat(200_000)}\n`],
    ['many backslashes', `${user}"${'\\\\'.repeat(200_000)}"}}\n`],
  ];
  return named.map(([name, line]) => ({ name, line: typeof line === 'string' ? Buffer.from(line) : line }));
}

/** A real line with one to three fields replaced by any value, or with its bytes cut, doubled or changed. */
export function mutatedLine(real: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  const seed = fc.constantFrom(...real);
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom('', '../../x', '\ud800', '__proto__', 1e300, -1));
  const edit = fc.record({ path: fc.array(fc.nat(), { maxLength: 6 }), value, drop: fc.boolean() });
  const edited = fc
    .tuple(seed, fc.array(edit, { minLength: 1, maxLength: 3 }))
    .map(([line, edits]) => edits.reduce(replaceAt, line));
  const cut = fc.tuple(seed, fc.nat(), seed).map(([line, at, other]) => {
    return Buffer.concat([line.subarray(0, at % line.length), other]);
  });
  const flipped = fc.tuple(seed, fc.nat(), fc.uint8Array({ maxLength: 4 })).map(([line, at, bytes]) => {
    const changed = Buffer.from(line);
    changed.set(bytes, Math.min(at % line.length, line.length - bytes.length));
    return changed;
  });
  return fc.oneof({ weight: 4, arbitrary: edited }, cut, flipped);
}

type Edit = { readonly path: readonly number[]; readonly value: unknown; readonly drop: boolean };

/** Follows the path by the n-th key at each level, and replaces or drops what lies at its end. */
function replaceAt(line: Uint8Array, { path, value, drop }: Edit): Uint8Array {
  let root: unknown;
  try {
    root = JSON.parse(Buffer.from(line).toString());
  } catch {
    return line;
  }
  let at = root as Record<string, unknown>;
  for (const [depth, step] of path.entries()) {
    const keys = at !== null && typeof at === 'object' ? Object.keys(at) : [];
    if (keys.length === 0) break;
    const key = keys[step % keys.length]!;
    const below = at[key];
    if (depth === path.length - 1 || below === null || typeof below !== 'object') {
      if (drop) delete at[key];
      else at[key] = value;
      break;
    }
    at = below as Record<string, unknown>;
  }
  return Buffer.from(`${JSON.stringify(root)}\n`);
}

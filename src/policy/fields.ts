import { isScalar, isSeq, type LineCounter, type Node, type Pair, type YAMLMap } from 'yaml';
import type { PolicyFault } from './rule.ts';

/** A mapping's known keys with their nodes. */
export type Fields = ReadonlyMap<string, Node | null>;

/** Reads typed fields out of YAML nodes, and notes what is wrong with each at its line and column. */
export class FieldReader {
  readonly faults: PolicyFault[] = [];
  readonly #lines: LineCounter;

  constructor(lines: LineCounter) {
    this.#lines = lines;
  }

  fields(map: YAMLMap, known: readonly string[]): Fields {
    const out = new Map<string, Node | null>();
    for (const pair of map.items as readonly Pair<Node, Node | null>[]) {
      const key = isScalar(pair.key) ? String(pair.key.value) : '';
      if (known.includes(key)) out.set(key, pair.value);
      else
        this.fault(
          'error',
          `unknown key ${quote(key)}: expected one of ${known.join(', ')}`,
          pair.key.range?.[0] ?? 0,
        );
    }
    return out;
  }

  items(fields: Fields, key: string): readonly Node[] {
    const node = fields.get(key);
    if (node === undefined || node === null || (isScalar(node) && node.value === null)) return [];
    if (isSeq(node)) return node.items as readonly Node[];
    this.fault('error', `expected a list at ${quote(key)}`, node.range?.[0] ?? 0);
    return [];
  }

  text(fields: Fields, key: string): string | undefined {
    const node = fields.get(key);
    if (node === undefined) return undefined;
    if (isScalar(node) && typeof node.value === 'string' && node.value.trim() !== '') return node.value;
    this.fault('error', `expected a text at ${quote(key)}`, node?.range?.[0] ?? 0);
    return undefined;
  }

  texts(fields: Fields, key: string): readonly string[] {
    const node = fields.get(key);
    if (node === undefined) return [];
    const items = isSeq(node) ? node.items : [node];
    return items.flatMap((item) => {
      if (isScalar(item) && typeof item.value === 'string' && item.value !== '') return [item.value];
      this.fault('error', `expected texts at ${quote(key)}`, node?.range?.[0] ?? 0);
      return [];
    });
  }

  word<Word extends string>(fields: Fields, key: string, words: readonly Word[]): Word | undefined {
    const text = this.text(fields, key);
    const word = words.find((known) => known === text);
    if (text !== undefined && word === undefined)
      this.fault(
        'error',
        `expected ${words.join(', ')} at ${quote(key)}, found ${quote(text)}`,
        fields.get(key)?.range?.[0] ?? 0,
      );
    return word;
  }

  flag(fields: Fields, key: string): boolean | undefined {
    const node = fields.get(key);
    if (node === undefined) return undefined;
    if (isScalar(node) && typeof node.value === 'boolean') return node.value;
    this.fault('error', `expected true or false at ${quote(key)}`, node?.range?.[0] ?? 0);
    return undefined;
  }

  fault(kind: PolicyFault['kind'], what: string, offset: number): void {
    const { line, col } = this.#lines.linePos(offset);
    this.faults.push({ kind, what, line: Math.max(1, line), column: Math.max(1, col) });
  }
}

/** The start of a text of the file, in quotes, for a message. */
export function quote(text: string): string {
  return `"${text.slice(0, 60)}"`;
}

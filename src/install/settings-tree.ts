import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import type { Installer } from './installer.ts';
import { odd } from './settings-file.ts';

/**
 * The tree of a settings file that hooks can be put into; undefined for a text of blanks. Comments and trailing commas are
 * read, whether or not the harness does. Throws `odd_settings` where the shape is another than the harness's, or a name that
 * is ours to change stands twice.
 */
export function settingsTree(text: string, file: string, installer: Installer): Node | undefined {
  if (text.trim() === '') return undefined;
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const [fault] = errors;
  if (fault !== undefined || root === undefined) {
    const offset = fault?.offset ?? 0;
    const what = fault === undefined ? 'no value' : printParseErrorCode(fault.error);
    throw odd(`${file}:${placeOf(text, offset)}: expected JSON, found ${what}`);
  }
  checkShape({ text, file, root, installer });
  return root;
}

type Shape = {
  readonly text: string;
  readonly file: string;
  readonly root: Node;
  readonly installer: Installer;
};

function checkShape({ text, file, root, installer }: Shape): void {
  const expects = (node: Node, wanted: 'object' | 'array', name: string): void => {
    if (node.type !== wanted)
      throw odd(
        `${file}:${placeOf(text, node.offset)}: expected ${name} to be an ${wanted}, found ${node.type}`,
      );
  };
  expects(root, 'object', 'the settings');
  once({ text, file, root, installer }, root, ['hooks', ...Object.keys(installer.members)]);
  for (const [key, value] of Object.entries(installer.members)) {
    const found = findNodeAtLocation(root, [key]);
    if (found !== undefined && found.value !== value)
      throw odd(
        `${file}:${placeOf(text, found.offset)}: expected ${JSON.stringify(key)} to be ${value}, found another`,
      );
  }
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (hooks === undefined) return;
  expects(hooks, 'object', '"hooks"');
  once({ text, file, root, installer }, hooks);
  for (const member of hooks.children ?? []) {
    const [key, list] = member.children ?? [];
    if (key !== undefined && list !== undefined)
      expects(list, 'array', `"hooks".${JSON.stringify(key.value)}`);
  }
}

/** No key twice: readers differ in which of the two they take. */
function once({ text, file }: Shape, object: Node, only?: readonly string[]): void {
  const seen = new Set<unknown>();
  for (const member of object.children ?? []) {
    const key = member.children?.[0];
    if (key === undefined || (only !== undefined && !only.includes(String(key.value)))) continue;
    if (seen.has(key.value))
      throw odd(`${file}:${placeOf(text, key.offset)}: ${JSON.stringify(key.value)} stands twice`);
    seen.add(key.value);
  }
}

/** `line:column` of an offset, both from 1. */
function placeOf(text: string, offset: number): string {
  const lines = text.slice(0, offset).split(/\r\n|\n|\r/);
  return `${lines.length}:${lines.at(-1)!.length + 1}`;
}

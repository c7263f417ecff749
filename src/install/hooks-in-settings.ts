import { findNodeAtLocation, getNodeValue, type Node, parseTree } from 'jsonc-parser';
import type { Insertion } from './insertion.ts';
import type { Installer, WantedHook } from './installer.ts';
import { type JsonAddition, jsonInsertions } from './json-insert.ts';
import { rendered } from './json-layout.ts';
import { cutsOf, type Stretch, withoutStretches } from './json-remove.ts';
import { ownHooks } from './own-hooks.ts';

/** What is to stand in a settings file. */
export type WantedSettings = {
  readonly installer: Installer;
  readonly hooks: readonly WantedHook[];
  /** The setting that makes reasoning readable, where it is ours to set. */
  readonly thinking: boolean;
};

/** Where our text goes into settings that have nothing of ours. `text` has been read by `settingsTree`. */
export function hookInsertions(text: string, wanted: WantedSettings): readonly Insertion[] {
  const root = treeOf(text);
  const { installer, hooks, thinking } = wanted;
  const setting = thinking ? installer.thinking : undefined;
  const byEvent = Object.fromEntries(hooks.map(({ event, entry }) => [event, [entry]]));
  if (root === undefined) {
    const whole = { ...installer.members, ...(setting && { [setting.key]: setting.value }), hooks: byEvent };
    const eol = /\r\n|\n|\r/.exec(text)?.[0] ?? '\n';
    const made = rendered(whole, { eol, unit: '  ', lines: true, space: ' ' }, '');
    return [{ offset: 0, text: `${made}${eol}` }];
  }
  const has = (...path: string[]): boolean => findNodeAtLocation(root, path) !== undefined;
  const additions: JsonAddition[] = Object.entries(installer.members)
    .filter(([key]) => !has(key))
    .map(([key, value]) => ({ kind: 'member', path: [], key, value }));
  if (setting !== undefined && !has(setting.key))
    additions.push({ kind: 'member', path: [], key: setting.key, value: setting.value });
  if (!has('hooks')) additions.push({ kind: 'member', path: [], key: 'hooks', value: byEvent });
  else {
    for (const { event, entry } of hooks) {
      if (has('hooks', event)) additions.push({ kind: 'element', path: ['hooks', event], value: entry });
      else additions.push({ kind: 'member', path: ['hooks'], key: event, value: [entry] });
    }
  }
  return jsonInsertions(text, root, additions);
}

/** Whether exactly the wanted hooks of ours stand in the text, and no others. */
export function hasWanted(text: string, { hooks, installer, thinking }: WantedSettings): boolean {
  const root = treeOf(text);
  const own = ownHooks(root).map(({ event, entry }) => ({ event, entry: getNodeValue(entry) as object }));
  const form = (list: readonly WantedHook[]): string =>
    JSON.stringify(list.map(({ event, entry }) => [event, sorted(entry)]).sort(byText));
  const setting = thinking ? installer.thinking : undefined;
  if (setting !== undefined && (root === undefined || findNodeAtLocation(root, [setting.key]) === undefined))
    return false;
  return own.length > 0 && form(own) === form(hooks);
}

/** What was there before us, as far as it is known: what we emptied but did not make stays. */
export type Known = {
  /** The settings before ours came; undefined where nobody wrote them down. */
  readonly before?: string;
  /** The setting for reasoning is ours: it goes as well, if it is as we set it. */
  readonly thinking: boolean;
};

/** The text without anything of ours; comments, blanks and other entries stay. */
export function withoutOwn(text: string, installer: Installer, known: Known): string {
  const root = treeOf(text);
  if (root === undefined) return text;
  const old = known.before === undefined ? undefined : treeOf(known.before);
  const stays = (...path: string[]): boolean =>
    old !== undefined && findNodeAtLocation(old, path) !== undefined;
  const gone = goneHooks(root, stays);
  const setting = known.thinking ? installer.thinking : undefined;
  const set = setting === undefined ? undefined : findNodeAtLocation(root, [setting.key]);
  if (set !== undefined && set.value === setting?.value) gone.add(set.parent!);
  if (gone.size > 0 && known.before !== undefined) addMembers({ root, installer, stays, gone });
  const cuts: Stretch[] = [];
  walk(root, (node) => {
    if (node.type === 'object' || node.type === 'array') cuts.push(...cutsOf(text, node, gone));
  });
  return withoutStretches(text, cuts);
}

type Stays = (...path: string[]) => boolean;

/** Our handlers; and a group, an event and `hooks` itself where all in them goes and they were not there before. */
function goneHooks(root: Node, stays: Stays): Set<Node> {
  const gone = new Set<Node>(ownHooks(root).map(({ handler }) => handler));
  const hooks = findNodeAtLocation(root, ['hooks']);
  if (gone.size === 0 || hooks === undefined) return gone;
  for (const member of hooks.children ?? []) {
    const [key, list] = member.children ?? [];
    for (const group of list?.children ?? []) {
      if (allGone(findNodeAtLocation(group, ['hooks']), gone)) gone.add(group);
    }
    if (allGone(list, gone) && !stays('hooks', String(key?.value))) gone.add(member);
  }
  if (allGone(hooks, gone) && !stays('hooks')) gone.add(hooks.parent!);
  return gone;
}

type Rest = {
  readonly root: Node;
  readonly installer: Installer;
  readonly stays: Stays;
  readonly gone: Set<Node>;
};

/** Where nothing else is left, what the file needed beside `hooks` goes too. */
function addMembers({ root, installer, stays, gone }: Rest): void {
  const members = Object.keys(installer.members).flatMap((key) => {
    const node = findNodeAtLocation(root, [key])?.parent;
    return node === undefined || stays(key) ? [] : [node];
  });
  const rest = (root.children ?? []).filter((child) => !gone.has(child) && !members.includes(child));
  if (rest.length === 0) for (const member of members) gone.add(member);
}

function allGone(container: Node | undefined, gone: ReadonlySet<Node>): boolean {
  const children = container?.children ?? [];
  return children.length > 0 && children.every((child) => gone.has(child));
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of node.children ?? []) walk(child, visit);
}

function treeOf(text: string): Node | undefined {
  return text.trim() === '' ? undefined : parseTree(text, [], { allowTrailingComma: true });
}

/** A plain JSON value with its keys in order, for comparing. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, item]) => [key, sorted(item)]);
}

function byText(a: unknown, b: unknown): number {
  return JSON.stringify(a) < JSON.stringify(b) ? -1 : 1;
}

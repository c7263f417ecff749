import type { Origin } from '../../src/model/reading.ts';
import { listField, objectField, own, stringField } from '../fields.ts';
import { asObject, type ForeignObject } from '../line.ts';

/** Tags by which Codex writes its own text in the user's place (formats: codex §4). */
const TAGS: readonly (readonly [string, Origin])[] = [
  ['environment_context', 'context'],
  ['turn_aborted', 'interrupt'],
  ['hook_prompt', 'hook'],
  ['user_shell_command', 'shell'],
  ['subagent_notification', 'notification'],
  ['user_instructions', 'instructions'],
  ['skill', 'instructions'],
  ['user_action', 'meta'],
];

/** `content_item_kinds` of 0.153 and later, by their whole word or the part before the dot. */
const KINDS: Readonly<Record<string, Origin>> = {
  user: 'prompt',
  environments: 'context',
  'generic.turn_aborted': 'interrupt',
  hooks: 'hook',
  'multi_agent.subagent_notification': 'notification',
  agents_md: 'instructions',
  host_skills: 'instructions',
};

/**
 * Whose words each part of a role-user response item is. What the harness itself states wins (provenance, then the
 * part's kind); older versions state nothing, and there only a mark in its exact form makes a text not a prompt.
 */
export function partOrigins(item: ForeignObject, texts: readonly (string | undefined)[]): readonly Origin[] {
  const passed = objectField(item, 'internal_chat_message_metadata_passthrough');
  const kinds = listField(passed, 'content_item_kinds');
  const sources = listField(passed, 'content_item_metadata');
  return texts.map((text, i) => {
    const marked = text === undefined ? undefined : markedOrigin(text);
    return statedOrigin(asObject(sources?.at(i)), kinds?.at(i), marked) ?? marked ?? 'prompt';
  });
}

function statedOrigin(source: ForeignObject | undefined, kind: unknown, marked?: Origin): Origin | undefined {
  const provenance = objectField(source, 'provenance');
  const type = stringField(provenance, 'type');
  if (type === 'user') return 'prompt';
  const byKind = kindOrigin(kind);
  if (type === undefined) return byKind === 'prompt' ? undefined : byKind;
  if (byKind !== undefined && byKind !== 'prompt') return byKind;
  if (marked !== undefined) return marked;
  if (type === 'agents_md' || type === 'skills') return 'instructions';
  return own(provenance, 'hook') === true ? 'hook' : 'meta';
}

function kindOrigin(kind: unknown): Origin | undefined {
  if (typeof kind !== 'string') return undefined;
  const family = kind.slice(0, Math.max(0, kind.indexOf('.')));
  for (const word of [kind, family]) if (Object.hasOwn(KINDS, word)) return KINDS[word];
  return undefined;
}

/** The origin that a text's mark gives it, when the mark is the whole text; undefined where it has none. */
export function markedOrigin(text: string): Origin | undefined {
  const trimmed = text.trim();
  if (trimmed.startsWith('# AGENTS.md instructions')) {
    return trimmed.endsWith('</INSTRUCTIONS>') ? 'instructions' : undefined;
  }
  if (!trimmed.startsWith('<')) return undefined;
  for (const [tag, origin] of TAGS) {
    const next = trimmed.charAt(tag.length + 1);
    if (trimmed.startsWith(tag, 1) && (next === '>' || next === ' ') && trimmed.endsWith(`</${tag}>`)) {
      return origin;
    }
  }
  return undefined;
}

/** The message's one origin: a prompt if any part is one, else what its first part is. In an agent's thread, its task. */
export function messageOrigin(parts: readonly Origin[], child: boolean): Origin {
  if (parts.length === 0 || parts.includes('prompt')) return child ? 'task' : 'prompt';
  return parts[0]!;
}

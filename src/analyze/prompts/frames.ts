import type { Harness } from '../../model/harness.ts';

/**
 * What a harness puts around a prompt. `tags`: marks that go, what is between them stays. `whole`: a text of this form
 * stands for another. `before`: blocks of the harness's own before the prompt (`behind`: and behind it).
 */
export type Frame =
  | { readonly kind: 'tags'; readonly sign: string; readonly form: RegExp }
  | { readonly kind: 'whole'; readonly form: RegExp; readonly of: (text: string) => string }
  | { readonly kind: 'before'; readonly tags: readonly string[]; readonly behind: boolean };

/** A custom slash command's line: its name, and its arguments (formats: claude-code, "custom command"). */
export const EXPANSION =
  /^<command-message>([^<]{0,200})<\/command-message>\s{0,40}<command-name>(\/[^<\s]{1,200})<\/command-name>(?:\s{0,40}<command-args>|\s{0,40}$)/;

function typedCommand(text: string): string {
  const [head = '', , name = ''] = EXPANSION.exec(text) ?? [];
  const rest = text.slice(head.length).trimEnd();
  const close = '</command-args>';
  const args = rest.endsWith(close) ? rest.slice(0, -close.length) : rest;
  return `${name} ${args}`.trim();
}

/** hostile: the frames can be forged; what is left must still be what a hook saw. Each form is linear. */
export const FRAMES: Readonly<Record<Harness, readonly Frame[]>> = {
  'claude-code': [
    // formats: claude-code 2.1.332, "paste"
    { kind: 'tags', sign: 'pasted_content', form: /\n{0,4}<pasted_content id="[^"\n]{0,64}">\n?/g },
    { kind: 'tags', sign: '</pasted_content>', form: /\n?<\/pasted_content>\n{0,4}/g },
    { kind: 'whole', form: EXPANSION, of: typedCommand },
  ],
  codex: [],
  cursor: [
    // formats: cursor §4; a context block before the query is none of the person's words.
    {
      kind: 'before',
      behind: false,
      tags: [
        'timestamp',
        'user_info',
        'project_layout',
        'git_status',
        'open_and_recently_viewed_files',
        'attached_files',
        'system_reminder',
      ],
    },
    { kind: 'tags', sign: 'user_query', form: /^\s{0,40}<user_query>\n?|\n?<\/user_query>\s{0,40}$/g },
  ],
  // formats: gemini §4: another hook's words, before the prompt (SessionStart) or behind it (BeforeAgent).
  gemini: [{ kind: 'before', tags: ['hook_context'], behind: true }],
  copilot: [],
};

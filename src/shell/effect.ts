/**
 * What a command does to the world beside the files it names. The first twelve are the broad words; the rest say more
 * exactly what is dangerous about it, and come with one of the broad ones where one fits.
 */
export const EFFECTS = [
  'network',
  'commit',
  'push',
  'delete',
  'install',
  'history_rewrite',
  'credential_read',
  'credential_write',
  'publish',
  'privilege',
  'db_drop',
  'self_protection',
  'force_push',
  'recursive_delete',
  'unknown_delete',
  'unknown_write',
  'recursive_permissions',
  'ref_delete',
  'discard_changes',
  'hook_bypass',
  'git_program',
  'pipe_to_shell',
  'hidden_code',
  'unread_code',
  'unknown_command',
  'upload',
  'infra_delete',
  'infra_change',
  'disk',
  'kill_many',
  'shutdown',
  'persistence',
  'disable_security',
  'log_tamper',
  'fork_bomb',
  'remote_admin',
] as const;
export type Effect = (typeof EFFECTS)[number];

/** How many of `EFFECTS` are the broad words. */
export const BROAD_EFFECTS = 12;

/** Whether the word is an effect's name. */
export function isEffect(word: string): word is Effect {
  return (EFFECTS as readonly string[]).includes(word);
}

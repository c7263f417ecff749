import { join } from 'node:path';
import type { Harness } from '../model/harness.ts';
import { claudeCode } from './claude-code.ts';
import { codex } from './codex.ts';
import { copilot } from './copilot.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { Installer, Places } from './installer.ts';

/** How hooks are set up in each harness. */
export const INSTALLERS: Readonly<Record<Harness, Installer>> = {
  'claude-code': claudeCode,
  codex,
  cursor,
  gemini,
  copilot,
};

/** A settings file to edit. */
export type Site = {
  /** Absolute. */
  readonly file: string;
  /** The folder of the harness's settings; between it and the file no link is followed. */
  readonly folder: string;
  /** The root of the project, for a project's file. */
  readonly project?: string;
};

/** The harness's settings file: the user's, or that of the project whose root is given. */
export function siteOf(installer: Installer, places: Places, project?: string): Site {
  if (project === undefined) {
    const folder = installer.userFolder(places);
    return { file: join(folder, installer.userFile), folder };
  }
  return {
    file: join(project, installer.projectFile),
    folder: join(project, installer.projectFile.split('/')[0]!),
    project,
  };
}

import type { Target } from '../model/target.ts';
import type { SimpleCommand } from './command.ts';
import type { Surroundings } from './commands.ts';
import { isCredentialPath } from './credentials.ts';
import { gitCall } from './git.ts';
import { printsNothing } from './output.ts';
import { isWithin, joinPath, normalPath, relativeTo, untilde } from './path.ts';
import { archives } from './targets/archives.ts';
import { copies } from './targets/copies.ts';
import { edits } from './targets/edits.ts';
import { fetches } from './targets/fetches.ts';
import type { Family, Found } from './targets/found.ts';
import { gitTargets } from './targets/git.ts';
import { reads } from './targets/reads.ts';
import { toolSettings } from './targets/tool-settings.ts';
import { outputs, writes } from './targets/writes.ts';
import { mounts } from './unwrap-container.ts';
import { literal, type Word } from './word.ts';
import { SHELLS } from './wrappers.ts';

const FAMILIES: readonly Family[] = [
  reads,
  writes,
  outputs,
  copies,
  archives,
  gitTargets,
  edits,
  fetches,
  toolSettings,
];

/** What the line itself made, by its normal path: symbolic links, and what was moved from elsewhere. */
export type Links = { readonly links: Map<string, string>; readonly moved: Map<string, string> };

/** A line that made nothing yet. */
export function noLinks(): Links {
  return { links: new Map(), moved: new Map() };
}

/**
 * The files that one simple command touches, each with its role: redirects first, then what its arguments name.
 * Commands in containers name files of another machine; those of `ssh` are taken as if they were ours. `links`
 * carries from one command to the next what `ln -s` and `mv` made.
 */
export function targetsOf(
  command: SimpleCommand,
  where: Surroundings,
  links: Links = noLinks(),
): readonly Target[] {
  const found: Found[] = [...redirected(command)];
  if (command.name !== '' && command.place !== 'container') {
    for (const family of FAMILIES) found.push(...family(command, where.home));
    found.push(...scripts(command), ...linkSource(command), ...mounted(command, where));
    found.push(...repository(command, where));
  }
  const targets = found.flatMap((one) => toTarget({ one: emptied(one, command), command, where, links }));
  if (command.name === 'ln' || command.name === 'mv')
    noteMade({ command, links: links[command.name === 'ln' ? 'links' : 'moved'], where });
  return targets;
}

function redirected(command: SimpleCommand): readonly Found[] {
  return command.redirects.flatMap((redirect): readonly Found[] => {
    const { operator, word } = redirect;
    if (operator === '<<' || operator === '<<<' || operator === '<<-') return [];
    if (operator === '<') return [{ word, role: 'read' }];
    // A loop over `src/*` that empties each file.
    const many = word.glob === true || word.tree === true;
    const tree = many && operator !== '>>' && printsNothing(command);
    return [{ word, role: 'written', ...(tree ? { tree } : {}) }];
  });
}

/** `truncate -s 0 src/*.ts` empties many files. */
function emptied(one: Found, command: SimpleCommand): Found {
  return one.word.glob && /^(truncate|shred)$/.test(command.name) ? { ...one, tree: true } : one;
}

/** Verbs of git that change the repository they are run in. */
const CHANGES =
  /^(commit|merge|rebase|reset|checkout|switch|pull|cherry-pick|revert|am|apply|stash|clean|add|rm|mv|restore|tag|gc|filter-branch|filter-repo|update-ref|init)$/;

/** A repository that git is sent to, by `-C` or by `cd`, is changed as a whole. */
function repository(command: SimpleCommand, where: Surroundings): readonly Found[] {
  if (command.name !== 'git') return [];
  const { verb, folders, words } = gitCall(command);
  const folder = folders.at(-1);
  if (folder === undefined && command.cwd.text === where.cwd) return [];
  const reads = words.some((word) =>
    /^(-n|--dry-run|-l|--list|list|show|--check|--stat|--abort)$/.test(word.text),
  );
  const word = folder === undefined ? literal('.git') : { ...folder, text: joinPath(folder.text, '.git') };
  return CHANGES.test(verb) && !reads ? [{ word, role: 'written' }] : [];
}

/** What a container is given. Only what nobody should hand to one counts as written: the rest would be every build. */
function mounted(command: SimpleCommand, where: Surroundings): readonly Found[] {
  return mounts(command).map(({ word, writable }): Found => {
    const path = untilde(word.text, where.home);
    const grave =
      /(^|\/)\.(tracekit|claude|codex|cursor|gemini|copilot)(\/|$)/.test(path) ||
      isWithin(normalPath(path), where.home);
    return {
      word: { ...word, text: path },
      role: writable && grave && path.startsWith('/') ? 'written' : 'read',
      tree: true,
    };
  });
}

/** A script that a shell or `source` runs is read. */
function scripts(command: SimpleCommand): readonly Found[] {
  if (!SHELLS.has(command.name) && command.name !== 'source' && command.name !== '.') return [];
  if (command.words.some((word) => /^-[a-z]*c[a-z]*$/.test(word.text))) return [];
  const script = command.words.slice(1).find((word) => !/^[-+]/.test(word.text));
  return script === undefined ? [] : [{ word: script, role: 'read' }];
}

/** A link to a credential file gives it another name. Its path is seen from the link's folder. */
function linkSource(command: SimpleCommand): readonly Found[] {
  if (command.name !== 'ln') return [];
  const operands = command.words.slice(1).filter((word) => !word.text.startsWith('-'));
  const [source, to] = operands;
  if (source === undefined || !isCredentialPath(source.text)) return [];
  const folder =
    to === undefined || !to.text.includes('/') ? '.' : to.text.slice(0, to.text.lastIndexOf('/'));
  return [{ word: { ...source, text: joinPath(folder, source.text) }, role: 'read' }];
}

type Making = {
  readonly one: Found;
  readonly command: SimpleCommand;
  readonly where: Surroundings;
  readonly links: Links;
};

/** So many links of one line are followed. */
const MAX_HOPS = 8;

const DEVICE = /^\/dev\/(null|zero|u?random|full|tty|std(in|out|err)|fd\/.*|ptmx|pts\/.*)$/;

function toTarget({ one, command, where, links }: Making): readonly Target[] {
  const { word, role } = one;
  if (
    word.text === '' ||
    DEVICE.test(word.text) ||
    word.text.startsWith('/dev/fd/') ||
    /^\/dev\/(tcp|udp)\//.test(word.text)
  )
    return [];
  const follows = role !== 'removed' && role !== 'read' && !/^(ln|g?mv)$/.test(command.name);
  const path = linked(placed(word, command.cwd, where), { where, links, follows });
  const unresolved =
    word.unresolved === true || (command.cwd.unresolved === true && !word.text.startsWith('/'));
  const glob = word.glob === true || (command.cwd.glob === true && !word.text.startsWith('/'));
  const target: Target = {
    path,
    role,
    by: one.by ?? 'command',
    ...(unresolved ? { unresolved } : {}),
    ...(glob ? { glob } : {}),
    ...(one.tree ? { tree: true } : {}),
  };
  // `mv src /tmp/x && rm -rf /tmp/x` removes src.
  const from = links.moved.get(normalPath(joinPath(where.cwd, path)));
  return from !== undefined && role === 'removed' && one.tree
    ? [target, { ...target, path: from }]
    : [target];
}

/** The word as written where the command runs in the call's own directory, else from the directory it runs in. */
function placed(word: Word, cwd: Word, where: Surroundings): string {
  return cwd.text === where.cwd || word.text.startsWith('/') ? word.text : joinPath(cwd.text, word.text);
}

/** A path through links that the line made, links to links too; `follows`: the file itself may be one. */
function linked(
  path: string,
  at: { readonly where: Surroundings; readonly links: Links; readonly follows: boolean },
): string {
  const { links } = at.links;
  if (links.size === 0) return path;
  let now = path;
  for (let hops = 0; hops < MAX_HOPS; hops++) {
    const full = normalPath(joinPath(at.where.cwd, now));
    const link = [...links.keys()].find((one) => isWithin(one, full) && (at.follows || one !== full));
    if (link === undefined) return now;
    now = full === link ? links.get(link)! : joinPath(links.get(link)!, relativeTo(link, full));
  }
  return now;
}

function noteMade({
  command,
  where,
  links,
}: {
  readonly command: SimpleCommand;
  readonly where: Surroundings;
  readonly links: Map<string, string>;
}): void {
  const operands = command.words.slice(1).filter((word) => !word.text.startsWith('-'));
  const [source, to] = operands;
  if (source === undefined || to === undefined || operands.length !== 2 || links.size >= 64) return;
  const link = normalPath(joinPath(command.cwd.text, to.text));
  // A link's text is seen from its own folder.
  const hard = command.name === 'mv' || !command.words.some((word) => /^-\w*s|^--symbolic/.test(word.text));
  const folder = hard ? command.cwd.text : link.slice(0, link.lastIndexOf('/')) || '/';
  links.set(link, normalPath(joinPath(folder, source.text)));
  if (to.text === '.' || link === where.cwd) links.delete(link);
}

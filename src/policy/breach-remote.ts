import type { SimpleCommand } from '../shell/command.ts';
import { goesOut, hostOf } from '../shell/effects/hosts.ts';
import { gitCall } from '../shell/git.ts';
import { readArguments } from '../shell/options.ts';

import type { Call } from './call.ts';
import type { Step } from './examine.ts';
import type { Breach, HeldConstraint, Seen } from './held.ts';

const PUSH_TOOL = /(^|_)push(_|$)|(^|__)create_or_update_file$/i;

/** Every push, one to a remote of these, or a forced one (`--force`). */
export function breaksPush(held: HeldConstraint, { call, seen }: Seen): Breach | undefined {
  const pushes = seen.steps.filter((step) => step.effects.includes('push') || versioned(step) === 'push');
  if (held.targets.length === 0) {
    const byTool =
      call.command === undefined && call.tool.startsWith('mcp__') && PUSH_TOOL.test(lastPart(call.tool));
    return pushes.length > 0 || byTool ? { held } : undefined;
  }
  for (const step of pushes) {
    const target = held.targets.find((one) =>
      /^-/.test(one) ? step.effects.includes('force_push') : remotesOf(step).includes(one.toLowerCase()),
    );
    if (target !== undefined) return { held, target };
  }
  return undefined;
}

const OTHER_SYSTEMS = /^(hg|sl|jj|svn|bzr|brz|fossil|darcs)$/;
/** Words of git's that push or commit under another name. */
const GIT_ROADS: Readonly<Record<string, 'push' | 'commit'>> = {
  'subtree push': 'push',
  'svn dcommit': 'push',
  'send-pack': 'push',
  'commit-tree': 'commit',
};

/** What a version control system other than git does, or git by another road; undefined where neither. */
export function versioned({ command, words }: Step): 'push' | 'commit' | undefined {
  const said = words.slice(1, 10).filter((word) => !word.startsWith('-'));
  if (command?.name === 'git') return GIT_ROADS[said[0] ?? ''] ?? GIT_ROADS[said.slice(0, 2).join(' ')];
  if (!OTHER_SYSTEMS.test(command?.name ?? '')) return undefined;
  const [verb = ''] = said[0] === 'git' ? said.slice(1) : said;
  if (verb === 'push' || (/^(commit|ci)$/.test(verb) && command?.name === 'svn')) return 'push';
  return /^(commit|ci|checkin|record|amend)$/.test(verb) ? 'commit' : undefined;
}

/** The remote that a push names, else the usual one. */
function remotesOf({ command }: Step): readonly string[] {
  if (command?.name !== 'git') return ['origin'];
  const args = readArguments(gitCall(command).words, {
    short: 'o',
    long: ['--push-option', '--receive-pack', '--exec'],
  });
  const repository = args.options.get('--repo')?.[0]?.text ?? args.operands[0]?.text;
  return repository === undefined ? ['origin'] : [repository.toLowerCase(), hostOf(repository).toLowerCase()];
}

/** Tools of servers that fetch, search or browse, by their names' words; and servers that stand for a site. */
const NETWORK_WORDS =
  /(^|_)(fetch|http|https|url|web|internet|browser?|browse|navigate|crawl|scrape|download|upload|search_web|websearch|curl|request)(_|$)/i;
const NETWORK_SERVERS =
  /^(fetch|web|http|browser|playwright|puppeteer|chrome|github|gitlab|bitbucket|slack|jira|atlassian|linear|notion|sentry|figma|brave|exa|tavily|perplexity|firecrawl|google|gmail|context7|deepwiki|aws|gcp|azure|vercel|netlify|cloudflare|supabase|stripe)/i;

/** A command or a tool that opens a connection to another machine; to these hosts where the constraint names some. */
export function breaksNetwork(held: HeldConstraint, { call, seen }: Seen): Breach | undefined {
  const steps = seen.steps.filter(connects);
  const byTool = isNetworkTool(call);
  if (steps.length === 0 && !byTool) return undefined;
  const hosts = [
    ...steps.flatMap(hostsOf),
    ...(call.addresses ?? []).map((address) => hostOf(address).toLowerCase()),
  ];
  const target = held.targets.find((one) => hosts.some((host) => isHost(host, one)));
  if (target !== undefined) return { held, target };
  if (held.targets.length > 0) return undefined;
  const allowed =
    held.except.length > 0 &&
    hosts.length > 0 &&
    hosts.every((host) => held.except.some((one) => isHost(host, one)));
  return allowed ? undefined : { held };
}

function connects({ effects, command }: Step): boolean {
  const out = effects.some(
    (effect) => effect === 'network' || effect === 'push' || effect === 'upload' || effect === 'publish',
  );
  if (!out || command === undefined) return out;
  // `curl localhost:3000` asks the server that one is at work on.
  return isCopyHere(command) ? false : goesOut(command);
}

/** `rsync a/ b/`: no host before a colon. */
function isCopyHere({ name, words }: SimpleCommand): boolean {
  return (
    /^(rsync|scp)$/.test(name) &&
    !words.slice(1).some(({ text }) => /^[^/]{1,300}:/.test(text) || text.includes('://'))
  );
}

function isNetworkTool({ tool, command }: Call): boolean {
  if (tool === 'WebFetch' || tool === 'WebSearch') return true;
  if (command !== undefined || !tool.startsWith('mcp__')) return false;
  return NETWORK_SERVERS.test(tool.slice(5)) || NETWORK_WORDS.test(lastPart(tool));
}

function lastPart(tool: string): string {
  return tool.slice(tool.lastIndexOf('__') + 2);
}

function hostsOf({ words }: Step): readonly string[] {
  return words.slice(1, 200).flatMap((word) => {
    const text = word.slice(0, 2000).toLowerCase();
    // `git@github.com:a/b`, `host:path` of scp and rsync.
    const short = /^(?:[\w.-]+@)?([\w-]+(?:\.[\w-]+)+):/.exec(text);
    const host = short?.[1] ?? hostOf(text);
    return /^[\w-]+(\.[\w-]+)+$/.test(host) || text.includes('://') ? [host] : [];
  });
}

/** Whether a host is the named one, or one below it. */
function isHost(host: string, named: string): boolean {
  const name = hostOf(named).toLowerCase().replace(/^\*\./, '');
  return name !== '' && (host === name || host.endsWith(`.${name}`));
}

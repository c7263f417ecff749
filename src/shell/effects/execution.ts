import { readCode } from '../code.ts';
import type { SimpleCommand } from '../command.ts';
import type { Effect } from '../effect.ts';
import { inlineCode } from '../interpreter.ts';
import { inputText } from '../output.ts';
import { isDecoder } from '../text-tools.ts';
import { sources, upstream } from '../upstream.ts';
import type { Word } from '../word.ts';
import { SHELLS } from '../wrappers.ts';
import { fetchesRemote, isRemoteUrl } from './hosts.ts';

const INTERPRETER =
  /^(python[0-9.]*|pypy3?|node|nodejs|deno|bun|perl|ruby|php|lua|Rscript|osascript|pwsh|powershell|tclsh|iex|Invoke-Expression)$/;

/** Tools whose output is meant to be evaluated by the shell that starts. */
const HOOK_OUTPUT =
  /^(ssh-agent|direnv|brew|pyenv|rbenv|nodenv|jenv|fnm|mise|rtx|asdf|starship|zoxide|conda|mamba|kubectl|helm|gh|docker-machine|minikube|opam|luarocks|dircolors|register-python-argcomplete|npm|pnpm|rustup|volta|nix|ng|cargo|poetry|uv|pip|hub|thefuck|atuin|keychain|gpg-agent|cat|tput|stty|lesspipe|resize|tmux|go|stack|completion|sops|chezmoi)$/;

/** Code that comes from elsewhere, is hidden, or cannot be read. */
export function executionEffects(command: SimpleCommand, fetched: ReadonlySet<string>): readonly Effect[] {
  const out: Effect[] = [];
  if (command.words.length > 0 && command.name === '') out.push(...nameless(command.words[0]!));
  // `/bin/r? x`: the shell finds the name.
  if (command.words[0]?.glob) out.push('unknown_command');
  if (installsAddress(command)) out.push('unread_code');
  if (runsCode(command)) out.push(...codeFrom(command));
  if (runsFetched(command, fetched)) out.push('pipe_to_shell', 'network');
  const inline = inlineCode(command);
  if (inline !== undefined) {
    const reading = readCode(inline);
    if (reading.network) out.push('network');
    if (reading.remoteCode) out.push('pipe_to_shell');
    if (inline.unresolved && /^\$\(/.test(inline.text)) out.push('unread_code');
    if (
      /\b(exec|eval|Function)\b/.test(inline.text) &&
      /b64decode|atob\(|base64|fromhex|pack\(|unhexlify|decode\(/.test(inline.text)
    )
      out.push('hidden_code');
  }
  if (runsUrl(command))
    out.push(
      'pipe_to_shell',
      'network',
      ...(command.via.includes('npx') || command.name === 'npx' ? (['install'] as const) : []),
    );
  return out;
}

const INSTALLERS =
  /^(pip[0-9.]*|pipx|uv|poetry|pdm|pipenv|npm|pnpm|yarn|bun|cargo|gem|brew|conda|mamba|luarocks|R)$/;
const ADDRESS =
  /^(--git$|--git=|(?:[\w-]+ ?@ ?)?(?:git|hg|svn|bzr)\+\w+:|https?:|git:|git@|github:|gitlab:|bitbucket:|gist:)/;

/** Installing from an address rather than a registry: what its scripts run, nobody has looked at. */
function installsAddress(command: SimpleCommand): boolean {
  if (!INSTALLERS.test(command.name)) return false;
  const words = command.words.slice(1).map((word) => word.text);
  const installs = words.slice(0, 4).some((word) => /^(install|add|i)$/.test(word));
  const named = words.filter(
    (_, i) =>
      !/^(--index-url|-i|--extra-index-url|--registry|-f|--find-links|--source|-s)$/.test(words[i - 1] ?? ''),
  );
  return installs && named.some((word) => ADDRESS.test(word));
}

function nameless(first: Word): readonly Effect[] {
  // `"$@"` of a function that nobody called, a tool's path in a variable: `$CC`, `$PYTHON`, `${EDITOR}`.
  if (
    first.text === '$@' ||
    /^\$(CC|CXX|PYTHON\w*|NODE|NPM|GO|MAKE|EDITOR|VISUAL|PAGER|CARGO|JAVA|RUBY|BROWSER|PKG_MANAGER|VENV\w*|VIRTUAL_ENV\w*)(\/[\w/.-]+)?$/.test(
      first.text,
    )
  )
    return [];
  if (/\/[\w.-]+$/.test(first.text)) return [];
  return ['unknown_command'];
}

function runsCode(command: SimpleCommand): boolean {
  if (
    SHELLS.has(command.name) ||
    command.name === 'eval' ||
    command.name === 'source' ||
    command.name === '.'
  )
    return true;
  return INTERPRETER.test(command.name);
}

function codeFrom(command: SimpleCommand): readonly Effect[] {
  const shell = !INTERPRETER.test(command.name);
  const words = command.words.slice(1);
  const stdin = readsStdin(command);
  const from = [
    ...(stdin ? upstream(command) : []),
    ...(shell || inlineCode(command) !== undefined || words.some((word) => word.from) ? sources(words) : []),
  ];
  if (from.some(fetchesRemote)) return ['pipe_to_shell', 'network'];
  if (
    from.some((one) =>
      isDecoder(
        one.name,
        one.words.map((word) => word.text),
      ),
    )
  )
    return ['hidden_code'];
  if (!shell) return [];
  if (stdin && command.input?.kind === 'file' && /^\/dev\/tcp\//.test(command.input.file.text))
    return ['pipe_to_shell', 'network'];
  if (
    stdin &&
    command.input?.kind === 'pipe' &&
    inputText(command.input) === undefined &&
    !isPlainFile(command.input.from)
  )
    return ['unread_code'];
  return unreadWords(command, words);
}

/** `eval "$x"`, `bash -c "$(…)"`: what will run isn't on the line. */
function unreadWords(command: SimpleCommand, words: readonly Word[]): readonly Effect[] {
  const code =
    command.name === 'eval' ? words : words.filter((_, i) => /^-[a-z]*c$/.test(words[i - 1]?.text ?? ''));
  const unread = code.some((word) => {
    if (!word.unresolved) return false;
    if (word.from !== undefined && word.from.length > 0)
      return !word.from.every((one) => HOOK_OUTPUT.test(one.name));
    return /^\$/.test(word.text.trim());
  });
  return unread ? ['unread_code'] : [];
}

function isPlainFile(from: readonly SimpleCommand[]): boolean {
  return from.length > 0 && from.every((one) => HOOK_OUTPUT.test(one.name));
}

/** A shell or interpreter with no script of its own reads its stdin. */
function readsStdin(command: SimpleCommand): boolean {
  if (command.name === 'eval' || command.name === '.' || command.name === 'source') return false;
  if (inlineCode(command) !== undefined && inputText(command.input) === undefined) return false;
  const words = command.words.slice(1);
  for (let i = 0; i < words.length; i++) {
    const text = words[i]!.text;
    if (/^-\w*s$/.test(text) || text === '-' || text === '/dev/stdin') return true;
    if (/^-[a-z]*[ce]$/.test(text)) return false;
    if (text === '-m') return false;
    if (!/^[-+]/.test(text)) return false;
  }
  return true;
}

/** `curl -o x …; sh x`, `chmod +x x && ./x`. */
function runsFetched(command: SimpleCommand, fetched: ReadonlySet<string>): boolean {
  if (fetched.size === 0) return false;
  const first = command.words[0]?.text ?? '';
  if (fetched.has(clean(first)) && (first.includes('/') || command.via.length > 0)) return true;
  if (!runsCode(command)) return false;
  const script = command.words.slice(1).find((word) => !word.text.startsWith('-'));
  return script !== undefined && fetched.has(clean(script.text));
}

/** A path as the set of fetched files holds it. */
export function clean(path: string): string {
  return path.replace(/^(\.\/)+/, '');
}

function runsUrl(command: SimpleCommand): boolean {
  const first = command.words[0]?.text ?? '';
  if (
    /^(nc|ncat|netcat|socat)$/.test(command.name) &&
    command.words.some((word) => /^-[a-z]*[ec]$|^--(sh-)?exec|EXEC:|SYSTEM:/i.test(word.text))
  )
    return true;
  if (
    command.via.some((name) => /^(npx|bunx|pnpx|npm|pnpm|yarn|uvx|pipx|bun)$/.test(name)) &&
    (isRemoteUrl(first) || /^(github|gitlab|bitbucket|gist|git\+\w+):/.test(first))
  )
    return true;
  if (!/^(deno|bun|node|osascript|mshta|regsvr32|npx|bunx|pnpx)$/.test(command.name)) return false;
  return (
    command.words.slice(1, 6).some((word) => isRemoteUrl(word.text)) &&
    !/^(npx|bunx|pnpx)$/.test(command.name)
  );
}

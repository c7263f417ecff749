import type { SimpleCommand } from './command.ts';
import type { Inner } from './inner.ts';
import type { Word } from './word.ts';

/** An option whose value a command hands to a shell: as a word of its own, or after the rest of the match. */
type Hook = { readonly name: RegExp; readonly option: RegExp };

/** Commands with options that run a program (GNU tar §3.8, zip, sort, split, man, rsync, gdb, tcpdump, nmap). */
const HOOKS: readonly Hook[] = [
  {
    name: /^(g|bsd)?tar$/,
    option:
      /^(?:--checkpoint-action=exec=|--(?:to-command|use-compress-program|info-script|new-volume-script|rsh-command|rmt-command)(?:=|$)|-[IF]$)/,
  },
  { name: /^zip$/, option: /^(?:-TT|--unzip-command(?:=|$))/ },
  { name: /^sort$/, option: /^--compress-program(?:=|$)/ },
  { name: /^split$/, option: /^--filter(?:=|$)/ },
  { name: /^man$/, option: /^(?:-P$|--pager(?:=|$))/ },
  { name: /^rsync$/, option: /^(?:-[a-zA-Z]*e$|--rsh(?:=|$)|--rsync-path(?:=|$))/ },
  { name: /^tcpdump$/, option: /^-z$/ },
  { name: /^(less|more)$/, option: /^\+!/ },
];

/** What a debugger, a database client or `sed` is told on the line to run: the text after the match. */
const TOLD: readonly Hook[] = [
  { name: /^(gdb|lldb)$/, option: /^(?:!|shell\s|platform shell\s)/ },
  { name: /^(psql|mysql|mariadb)$/, option: /\\!\s*/ },
  { name: /^(sqlite3|duckdb)$/, option: /^\.(?:shell|system)\s+/ },
];

/** The programs that a command runs since an option, or a word of its own language, says so. */
export function unwrapOptions(command: SimpleCommand): readonly Inner[] {
  const { name, words } = command;
  const hook = HOOKS.find((one) => one.name.test(name));
  const told = TOLD.find((one) => one.name.test(name));
  const out: Inner[] = [];
  for (let i = 1; i < words.length; i++) {
    const word = words[i]!;
    const text = word.text.slice(0, 10_000);
    const match = hook?.option.exec(text);
    if (match != null) {
      const value = givenTo(word, match[0].length, words[i + 1]);
      if (value !== undefined) out.push({ script: value });
    }
    const order = told?.option.exec(text);
    if (order != null) out.push({ script: { ...word, text: text.slice(order.index + order[0].length) } });
    if (/^g?sed$/.test(name)) out.push(...sedRuns(word));
  }
  return out;
}

function givenTo(word: Word, at: number, next: Word | undefined): Word | undefined {
  return at < word.text.length ? { ...word, text: word.text.slice(at) } : next;
}

/** `sed 's/x/cmd/e'`: the line as it stands after the replacement is run; what is put in shows what. */
function replacementRun(text: string): string | undefined {
  const match = /^\s*(?:\d+|\$)?\s*s([^\w\s\\])/.exec(text);
  if (match === null || text.length > 4_000) return undefined;
  const parts = [''];
  for (let i = match[0].length; i < text.length; i++) {
    if (text[i] === '\\') parts.push(`${parts.pop()}${text[++i] ?? ''}`);
    else if (text[i] === match[1]) parts.push('');
    else parts.push(`${parts.pop()}${text[i]}`);
  }
  return parts.length === 3 && /^[\dgpmiIM]*e/.test(parts[2]!) ? parts[1] : undefined;
}

/** `sed '1e cmd'`: GNU sed runs what follows an `e` command. A word that is a file's name has no such blank. */
function sedRuns(word: Word): readonly Inner[] {
  const replaced = replacementRun(word.text);
  if (replaced !== undefined) return [{ script: { ...word, text: replaced } }];
  return word.text
    .split(/[;\n{]/)
    .slice(0, 100)
    .flatMap((part): readonly Inner[] => {
      const match = /^\s*(?:\d+|\$|\/[^/]{0,200}\/)?(?:,(?:\d+|\$))?!?e\s+(\S.*)$/.exec(part.slice(0, 4_000));
      return match === null ? [] : [{ script: { ...word, text: match[1]! } }];
    });
}

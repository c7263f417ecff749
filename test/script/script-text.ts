/**
 * A script: a title, commands with what they print and how they end, and the files that they begin with.
 *
 * `$ command` is followed by its standard output, `! ` lines of standard error, and `? code` where it does not end
 * with 0. In what is expected, a line `...` stands for any lines and `[..]` for anything within a line. `# ` is a
 * comment; `-- name --` begins a file, as in Go's txtar.
 */
export type Script = { readonly steps: readonly Step[]; readonly files: readonly ScriptFile[] };

/** Text that is kept as it stands, or a command (with the lines that are expected of it). */
export type Step =
  | { readonly kind: 'text'; readonly line: string }
  | { readonly kind: 'command'; readonly command: string; readonly expected: readonly string[] };

export type ScriptFile = { readonly name: string; readonly content: string };

/** What a command did. `end`: an exit code, or the signal that ended it. */
export type Outcome = { readonly stdout: string; readonly stderr: string; readonly end: string };

const FILE = /^-- (\S+) --$/;

/** Reads a script's text. */
export function parseScript(text: string): Script {
  const lines = text.split('\n');
  const first = lines.findIndex((line) => FILE.test(line));
  const head = first === -1 ? lines : lines.slice(0, first);
  return { steps: parseSteps(head), files: first === -1 ? [] : parseFiles(lines.slice(first)) };
}

function parseSteps(lines: readonly string[]): Step[] {
  const steps: Step[] = [];
  let expected: string[] | undefined;
  for (const line of lines) {
    if (line.startsWith('$ ')) {
      expected = [];
      steps.push({ kind: 'command', command: line.slice(2), expected });
    } else if (expected === undefined || line.startsWith('# ')) {
      expected = undefined;
      steps.push({ kind: 'text', line });
    } else expected.push(line);
  }
  return steps;
}

function parseFiles(lines: readonly string[]): ScriptFile[] {
  const files: { name: string; content: string }[] = [];
  for (const line of lines) {
    const name = FILE.exec(line)?.[1];
    if (name !== undefined) files.push({ name, content: '' });
    else files.at(-1)!.content += `${line}\n`;
  }
  // The text's last newline ends its last line, it does not begin another.
  const last = files.at(-1)!;
  last.content = last.content.replace(/\n$/, '');
  return files;
}

/** What stands after a command's line: as expected where the outcome fits it, else as it was. */
export function renderOutcome(outcome: Outcome, expected: readonly string[]): readonly string[] {
  const found = [
    ...linesOf(outcome.stdout),
    ...linesOf(outcome.stderr).map((line) => `! ${line}`),
    ...(outcome.end === '0' ? [] : [`? ${outcome.end}`]),
  ];
  const blank = expected.length - trimmed(expected).length;
  if (fits(trimmed(found), trimmed(expected))) return expected;
  return [...trimmed(found), ...Array<string>(blank).fill('')];
}

function linesOf(text: string): string[] {
  return text === '' ? [] : text.replace(/\n$/, '').split('\n');
}

/** Without blank lines at the end: between a command's output and the next command they are for the reader. */
function trimmed(lines: readonly string[]): readonly string[] {
  return lines.slice(0, lines.findLastIndex((line) => line.trim() !== '') + 1);
}

function fits(found: readonly string[], expected: readonly string[]): boolean {
  const [head, ...rest] = expected;
  if (head === undefined) return found.length === 0;
  if (head !== '...') {
    return found.length > 0 && fitsLine(found[0]!, head) && fits(found.slice(1), rest);
  }
  for (let skip = 0; skip <= found.length; skip++) if (fits(found.slice(skip), rest)) return true;
  return false;
}

function fitsLine(found: string, expected: string): boolean {
  if (!expected.includes('[..]')) return found === expected;
  const parts = expected.split('[..]').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(found);
}

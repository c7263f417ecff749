import type { SimpleCommand } from './command.ts';
import { inputText } from './output.ts';

export type Language = 'python' | 'node' | 'perl' | 'ruby' | 'php' | 'awk' | 'lua' | 'r';

/** Code that stands on the command line, or flows in from a here-document. */
export type InlineCode = { readonly language: Language; readonly text: string; readonly unresolved: boolean };

type Known = {
  readonly language: Language;
  /** The letters and long options whose value is code. */
  readonly code: RegExp;
  readonly long?: RegExp;
  /** Options whose value is something else. */
  readonly valued?: RegExp;
};

const INTERPRETERS: readonly (readonly [RegExp, Known])[] = [
  [/^(python|pypy)[0-9.]*w?$/, { language: 'python', code: /^-[a-zA-Z]*c$/, valued: /^-[WX]$/ }],
  [
    /^(node|nodejs|deno|bun|tsx|ts-node)$/,
    {
      language: 'node',
      code: /^-[a-zA-Z]*[ep]$/,
      long: /^--(eval|print)$/,
      valued: /^(-r|--require|--import|--loader)$/,
    },
  ],
  [/^perl[0-9.]*$/, { language: 'perl', code: /^-[a-zA-Z0]*[eE]$/, valued: /^-[IMm]$/ }],
  [/^(ruby|jruby)[0-9.]*$/, { language: 'ruby', code: /^-[a-zA-Z]*e$/, valued: /^-[Ir]$/ }],
  [/^php[0-9.]*$/, { language: 'php', code: /^-[rBRE]$/, long: /^--run$/, valued: /^-[cd]$/ }],
  [/^(lua|luajit)[0-9.]*$/, { language: 'lua', code: /^-e$/, valued: /^-l$/ }],
  [/^(Rscript|R)$/, { language: 'r', code: /^-e$/ }],
];

/** Whether the name is an interpreter's whose code is read. */
export function isInterpreter(name: string): boolean {
  return INTERPRETERS.some(([known]) => known.test(name));
}

/** The interpreter's code where the command has some inline; undefined where it runs a file, or is none. */
export function inlineCode(command: SimpleCommand): InlineCode | undefined {
  if (/^([gmn]?awk|busybox-awk)$/.test(command.name)) return awkCode(command);
  const known = INTERPRETERS.find(([name]) => name.test(command.name))?.[1];
  if (known === undefined) return undefined;
  const words = command.words.slice(1);
  const found: string[] = [];
  let unresolved = false;
  for (let i = 0; i < words.length; i++) {
    const text = words[i]!.text;
    const eq = text.indexOf('=');
    if (eq > 0 && known.long?.test(text.slice(0, eq))) found.push(text.slice(eq + 1));
    else if (known.code.test(text) || known.long?.test(text)) {
      found.push(words[++i]?.text ?? '');
      unresolved ||= words[i]?.unresolved === true;
    } else if (text === 'eval' && known.language === 'node') found.push(words[++i]?.text ?? '');
    else if (known.valued?.test(text)) i++;
    else if (!text.startsWith('-')) break;
    else if (text === '-m') return undefined;
  }
  if (found.length > 0) return { language: known.language, text: found.join('\n'), unresolved };
  return stdinCode(command, known);
}

function stdinCode(command: SimpleCommand, known: Known): InlineCode | undefined {
  const words = command.words.slice(1).filter((word) => !word.text.startsWith('-') || word.text === '-');
  if (words.length > 0 && words[0]!.text !== '-') return undefined;
  const text = inputText(command.input);
  return text === undefined ? undefined : { language: known.language, text, unresolved: false };
}

function awkCode(command: SimpleCommand): InlineCode | undefined {
  const words = command.words.slice(1);
  for (let i = 0; i < words.length; i++) {
    const text = words[i]!.text;
    if (text === '-f' || text === '--file') return undefined;
    if (/^-[Fv]$/.test(text)) i++;
    else if (!text.startsWith('-'))
      return { language: 'awk', text, unresolved: words[i]!.unresolved === true };
  }
  return undefined;
}

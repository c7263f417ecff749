import { parse } from 'smol-toml';
import type { Insertion } from './insertion.ts';
import { odd } from './settings-file.ts';

export type TomlSetting = { readonly key: string; readonly value: string };

/**
 * Where the setting goes into a TOML text: its first line; undefined where the text sets the key already. Throws
 * `odd_settings` for what is no TOML, and where the line would mean something else.
 */
export function tomlInsertion(text: string, file: string, setting: TomlSetting): Insertion | undefined {
  const { key, value } = setting;
  const before = parsed(text, file);
  if (Object.hasOwn(before, key)) return undefined;
  const insertion = { offset: 0, text: lineOf(setting, text) };
  const after = parsed(insertion.text + text, file);
  const { [key]: set, ...rest } = after;
  if (set !== value || JSON.stringify(rest) !== JSON.stringify(before))
    throw odd(`${file}: a line at the top would change what the rest says`);
  return insertion;
}

/** The text without our line, where it is as we wrote it and still before every table; else the text as it is. */
export function withoutTomlLine(text: string, setting: TomlSetting): string {
  const wanted = lineOf(setting, '').trimEnd();
  let at = 0;
  for (const line of text.split(/(?<=\n)/)) {
    if (/^\s*\[/.test(line)) return text;
    if (line.trimEnd() === wanted) return text.slice(0, at) + text.slice(at + line.length);
    at += line.length;
  }
  return text;
}

/** What the text sets the key to; undefined where it does not, or is no TOML. */
export function tomlValue(text: string, key: string): unknown {
  try {
    return parse(text)[key];
  } catch {
    return undefined;
  }
}

function lineOf({ key, value }: TomlSetting, text: string): string {
  const eol = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  return `${key} = ${JSON.stringify(value)}${eol}`;
}

function parsed(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    return parse(text);
  } catch (error) {
    const what = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw odd(`${file}: expected TOML: ${what}`);
  }
}

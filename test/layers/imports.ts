import { readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

/** One import or re-export of a source file. Paths are from the project's root; `target` of a package is its name. */
export type Import = {
  readonly file: string;
  readonly line: number;
  readonly target: string;
  /** Nothing of it is left when the program runs. */
  readonly typeOnly: boolean;
  /** What stands between the word `import` and `from`. */
  readonly names: string;
};

/** `import …`, `export … from …` and `import(…)` as Biome lays them out: a statement begins its line. */
const STATEMENT = /^(?:import|export)\s(type\s)?([^;'"]*?)\bfrom\s+'([^']+)'|^import\s+'([^']+)'/gm;
const DYNAMIC = /\b(?:import|require)\(\s*['"`]([^'"`]+)['"`]/g;

/** The imports in a file's text, in the order of their lines. */
export function importsOf(file: string, text: string): Import[] {
  const found: Import[] = [];
  const add = (index: number, specifier: string, statement: { typeOnly: boolean; names: string }) => {
    const line = text.slice(0, index).split('\n').length;
    found.push({ file, line, target: targetOf(file, specifier), ...statement });
  };
  for (const match of text.matchAll(STATEMENT)) {
    const [, type, names = '', from, bare] = match;
    add(match.index, (from ?? bare)!, { typeOnly: type !== undefined, names });
  }
  for (const match of text.matchAll(DYNAMIC)) add(match.index, match[1]!, { typeOnly: false, names: '*' });
  return found.sort((a, b) => a.line - b.line);
}

/** The imports of every TypeScript file below the folders. */
export function readImports(folders: readonly string[]): Import[] {
  return sourceFiles(folders).flatMap((file) => importsOf(file, readFileSync(file, 'utf8')));
}

export function sourceFiles(folders: readonly string[]): string[] {
  return folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .sort(),
  );
}

function targetOf(file: string, specifier: string): string {
  return specifier.startsWith('.') ? posix.join(posix.dirname(file), specifier) : specifier;
}

import type { HomePaths } from '../log/home.ts';
import { readLog } from '../log/read.ts';
import type { Committed, JsonObject, LogRecord } from '../model/record.ts';
import { VaultReader } from '../vault/reader.ts';
import { inertLine } from './terminal.ts';

type Line = { readonly data: JsonObject; readonly parts: readonly JsonObject[] };

/** Each call of a log's first transcript: what was thought and said before it, how sure the link is, the outcome. */
export function storyLines(paths: HomePaths): readonly string[] {
  const vault = new VaultReader(paths.vault);
  const words = (committed: unknown): string => {
    const content = vault.get(String((committed as Committed | undefined)?.commitment))?.content;
    if (content === undefined) return '(not in the vault)';
    return decoded(Buffer.from(content).toString('utf8')).replace(/\s+/g, ' ');
  };
  const lines = exchanges(paths);
  const outcomes = new Map(
    lines.flatMap(({ parts }) =>
      parts.filter(({ kind }) => kind === 'result').map((part) => [part.call, part]),
    ),
  );
  let told = '';
  return lines.flatMap(({ parts }) =>
    parts.flatMap((part) => {
      if (part.kind !== 'call') return [];
      const { basis, lines: from } = part.link as {
        readonly basis: string;
        readonly lines: readonly number[];
      };
      // Calls of one message share the words before them.
      const again = told === from.join();
      told = from.join();
      const before = again ? [] : from.flatMap((number) => lines.filter(({ data }) => data.line === number));
      const outcome = outcomes.get(part.call);
      const exit = outcome?.exit === undefined ? '' : `, exit ${outcome.exit}`;
      return [
        ...before.flatMap(({ parts: said }) =>
          said.map((one) => `  ${String(one.kind).padEnd(9)} ${inertLine(words(one.body), 90)}`),
        ),
        `${String(part.tool).padEnd(11)} ${inertLine(words(part.input), 90)}`,
        `            linked: ${basis}; outcome: ${String(outcome?.outcome)}${exit}`,
      ];
    }),
  );
}

function exchanges(paths: HomePaths): readonly Line[] {
  const lines: Line[] = [];
  for (const { bytes } of readLog(paths.segments)) {
    const { kind, data } = JSON.parse(bytes.toString('utf8')) as LogRecord;
    if (kind === 'model.exchange') lines.push({ data, parts: data.parts as readonly JsonObject[] });
  }
  return lines;
}

/** Contents are raw JSON values; a string is shown as its text. */
function decoded(raw: string): string {
  try {
    const value: unknown = JSON.parse(raw);
    return typeof value === 'string' ? value : raw;
  } catch {
    return raw;
  }
}

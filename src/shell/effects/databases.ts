import type { Target } from '../../model/target.ts';
import type { SimpleCommand } from '../command.ts';
import type { Effect } from '../effect.ts';
import { inputText } from '../output.ts';

const SQL =
  /^(psql|mysql|mariadb|sqlite3|sqlite|sqlcmd|duckdb|cqlsh|clickhouse-client|clickhouse|cockroach|bq|snowsql|usql|pgcli|mycli|litecli|isql|sqlplus|turso|wrangler|pscale|presto|trino|supabase|prisma|rails|heroku|spanner-cli|surreal|beeline|hive|impala-shell)$/;
const MONGO = /^(mongosh|mongo)$/;

/** Destroying what a database holds, by its client's arguments and stdin, or by its file. */
export function databaseEffects(command: SimpleCommand, targets: readonly Target[]): readonly Effect[] {
  const out: Effect[] = [];
  if (SQL.test(command.name) && !inMemory(command) && destroys(textsOf(command))) out.push('db_drop');
  if (
    MONGO.test(command.name) &&
    textsOf(command).some((text) =>
      /\.(dropDatabase|drop|deleteMany|remove|dropIndexes|dropUser)\(\s*(\{\s*\})?\s*\)/.test(text),
    )
  )
    out.push('db_drop');
  if (targets.some((target) => target.role === 'removed' && isDatabase(target.path))) out.push('db_drop');
  return out;
}

/** Whether the file is a database by its name; test ones and those in temporary folders are not. */
function isDatabase(path: string): boolean {
  return (
    /\.(sqlite3?|db|mdb|duckdb|rdb|ldb|frm|ibd)$/i.test(path.slice(-300)) &&
    !/(^|[/_.-])(test|tmp|temp|cache|e2e|spec|fixtures?)([/_.-]|$)/i.test(path.slice(-300)) &&
    !/^\/(var\/)?tmp\//.test(path)
  );
}

function inMemory(command: SimpleCommand): boolean {
  return command.words.some((word) => word.text === ':memory:');
}

function textsOf(command: SimpleCommand): readonly string[] {
  const words = command.words.slice(1).map((word) => word.text);
  const input = inputText(command.input);
  return input === undefined ? words : [...words, input];
}

/** Whether SQL drops or empties something; its string literals and comments don't count. */
function destroys(texts: readonly string[]): boolean {
  return texts.some((text) => {
    if (!/drop|truncate|delete|update/i.test(text)) return false;
    const bare = withoutLiterals(text);
    if (
      /\b(drop\s+(database|schema|table|keyspace|collection|owned|user|role|materialized|view|tablespace|namespace|index)|truncate(\s+table)?\s+["`\w])/i.test(
        bare,
      )
    )
      return true;
    return bare
      .split(';')
      .some(
        (statement) =>
          /^\s*(explain\s+)?(delete\s+from\s+\S|update\s+\S+\s+set\s)/i.test(statement) &&
          !/\bwhere\b/i.test(statement),
      );
  });
}

function withoutLiterals(sql: string): string {
  let out = '';
  for (let i = 0; i < sql.length; i++) {
    if (sql[i] === "'") {
      const end = sql.indexOf("'", i + 1);
      i = end < 0 ? sql.length : end;
      out += "''";
    } else if (sql.startsWith('--', i)) {
      const end = sql.indexOf('\n', i);
      i = end < 0 ? sql.length : end;
      out += ' ';
    } else out += sql[i];
  }
  return out;
}

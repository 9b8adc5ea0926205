import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Database } from '../../src/platform/database/database.ts';

/** Dump of every table, one line each. */
export async function dumpTables({ engine, read }: Database): Promise<string[]> {
  const tables =
    engine === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = 'public'`;
  const lines: string[] = [];
  for (const { name } of (await tables.execute(read)).rows) {
    const { rows } = await sql`select * from ${sql.table(name)}`.execute(read);
    lines.push(`${name}: ${JSON.stringify(rows)}`);
  }
  return lines;
}

/** Every file under a folder, by its whole path. */
function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Where a service stores data: database, folder and log. */
export interface Keeping {
  readonly database: Database;
  readonly dataDir: string;
  readonly log: readonly string[];
}

/** Where these texts remain, in any table, file (name included) or log line; empty when nowhere. */
export async function findLeftBehind(
  { database, dataDir, log }: Keeping,
  markers: readonly string[],
): Promise<string[]> {
  const tables = await dumpTables(database);
  const files = filesUnder(dataDir).map((path) => ({ path, bytes: readFileSync(path, 'latin1') }));
  return markers.flatMap((marker) => {
    const asBytes = Buffer.from(marker).toString('latin1');
    const inTables = tables.filter((line) => line.includes(marker)).map((line) => around(line, marker));
    const inFiles = files.filter(({ path, bytes }) => path.includes(marker) || bytes.includes(asBytes));
    const inLog = log.filter((line) => line.includes(marker)).slice(0, 1);
    const places = [...inTables, ...inFiles.map(({ path }) => path), ...inLog.map((line) => `log: ${line}`)];
    return places.map((place) => `${marker} in ${place}`);
  });
}

function around(line: string, marker: string): string {
  const at = line.indexOf(marker);
  return `${line.slice(0, line.indexOf(':'))}: …${line.slice(Math.max(0, at - 300), at + 300)}…`;
}

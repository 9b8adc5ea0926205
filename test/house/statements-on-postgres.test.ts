// engine: statements
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import pg from 'pg';
import type { RecordedStatement } from '../support/record-statements.ts';
import { statementsFolder } from '../support/test-engine.ts';
import { createTestStore } from '../support/test-store.ts';

const RUNS = /^\s*(select|insert|update|delete|with)\b/i;
/**
 * Those of SQLite's catalog have another form on PostgreSQL, and the mark of an unfinished restore is a table that is there for as long
 * as one runs: the tests of migrations and restores run them there.
 */
const NOT_HERE = /\bsqlite_(master|sequence)\b|"unfinished_restore"/;

/** Most rooms are tested on SQLite alone: this is what PostgreSQL says to their statements, tables, columns and types. */
test('PostgreSQL can prepare every statement that was compiled for SQLite', async (t) => {
  assert.ok(statementsFolder, 'only a run of the tests on SQLite records statements');
  const recorded = readRecorded(statementsFolder).filter(({ text }) => RUNS.test(text) && !NOT_HERE.test(text));
  assert.ok(recorded.length > 0, 'nothing was recorded');
  const store = await createTestStore('postgres', { migrated: true });
  const client = new pg.Client({ connectionString: store.env.SVC_DATABASE_URL });
  t.after(() => store.remove());
  await client.connect();
  const refused: string[] = [];
  for (const { text, place, test: name } of recorded) {
    const failed = await client.query(`prepare tried as ${text}`).then(
      () => client.query('deallocate tried').then(() => undefined),
      (error: Error) => error.message,
    );
    if (failed !== undefined) refused.push(`${place} (${name}): ${failed}\n  ${text}`);
  }
  await client.end();
  t.diagnostic(`${recorded.length} statements prepared`);
  assert.equal(refused.join('\n'), '');
});

/** What all processes of the pass recorded, each statement once. */
function readRecorded(folder: string): RecordedStatement[] {
  const all = readdirSync(folder).flatMap(
    (name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as RecordedStatement[], // as record-statements.ts writes them
  );
  return [...new Map(all.map((statement) => [statement.text, statement])).values()];
}

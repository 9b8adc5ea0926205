/**
 * Records each statement of the product that this process compiles for SQLite, as PostgreSQL would be sent it. The pass on SQLite
 * imports this first, and `test/house/statements-on-postgres.test.ts` prepares what it recorded.
 */
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { getTestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { type RootOperationNode, SqliteQueryCompiler } from 'kysely';
import { postgresCompiler } from '../../src/platform/database/each-engine.ts';
import { statementsFolder } from './test-engine.ts';

export interface RecordedStatement {
  /** As sent to PostgreSQL. */
  readonly text: string;
  /** Where it was built: file and line. */
  readonly place: string;
  /** The name of the test that built it first. */
  readonly test: string;
}

const ROOT = join(import.meta.dirname, '../..');
const FRAME = /(file:\/\/\S+\.ts):(\d+):\d+/;

const found = new Map<string, RecordedStatement>();

if (statementsFolder !== undefined) {
  const folder = statementsFolder;
  const { compileQuery } = SqliteQueryCompiler.prototype;
  SqliteQueryCompiler.prototype.compileQuery = function (...asked) {
    note(asked[0]);
    return compileQuery.apply(this, asked);
  };
  process.on('exit', () => {
    if (found.size > 0) writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify([...found.values()]));
  });
}

function note(node: RootOperationNode): void {
  const { sql: text } = postgresCompiler().compileQuery(node, { queryId: '' });
  if (found.has(text)) return;
  const place = placeOf();
  if (place === undefined) return;
  found.set(text, { text, place, test: getTestContext()?.fullName ?? '' });
}

/** The line of the product that asks; undefined for what a test asks itself, which runs on the engine of the test. */
function placeOf(): string | undefined {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 40;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  const frames = stack.split('\n').flatMap((line) => {
    const [, file, number] = FRAME.exec(line) ?? [];
    return file === undefined || file === import.meta.url ? [] : [`${relative(ROOT, fileURLToPath(file))}:${number}`];
  });
  const [own = ''] = frames;
  return own.startsWith('src/') && !own.includes('.test.ts:') ? own : undefined;
}

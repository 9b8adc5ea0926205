import {
  type OperationNode,
  PostgresAdapter,
  PostgresDialect,
  PostgresQueryCompiler,
  type QueryCompiler,
  type RawBuilder,
  type RawNode,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Db, Engine } from './database.ts';

type Forms<Value> = Readonly<Record<Engine, () => RawBuilder<Value>>>;

/** No SQL, so that a compiler that takes no form fails. */
const UNKNOWN = '(a fragment of each engine)';

interface FormsNode extends RawNode {
  readonly forms: Forms<unknown>;
}

/**
 * A fragment that the engines write differently. The compiler of each takes its own form, so that whoever builds a statement need not
 * know the engine, and a statement that was built for one can be compiled for the other: the tests prepare on PostgreSQL what they
 * ran on SQLite.
 */
export function eachEngine<Value>(forms: Forms<Value>): RawBuilder<Value> {
  const node: FormsNode = { kind: 'RawNode', sqlFragments: [UNKNOWN], parameters: [], forms };
  return sql<Value>`${{ toOperationNode: () => node }}`;
}

const formOf = (node: RawNode, engine: Engine): OperationNode | undefined =>
  (node as Partial<FormsNode>).forms?.[engine]().toOperationNode(); // only those made above have forms

class SqliteCompiler extends SqliteQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const form = formOf(node, 'sqlite');
    form ? this.visitNode(form) : super.visitRaw(node);
  }
}

class PostgresCompiler extends PostgresQueryCompiler {
  protected override visitRaw(node: RawNode): void {
    const form = formOf(node, 'postgres');
    form ? this.visitNode(form) : super.visitRaw(node);
  }
}

export const sqliteCompiler = (): QueryCompiler => new SqliteCompiler();

export const postgresCompiler = (): QueryCompiler => new PostgresCompiler();

/** Kysely over a pool of connections to PostgreSQL. */
export class PooledPostgres extends PostgresDialect {
  override createQueryCompiler(): QueryCompiler {
    return postgresCompiler();
  }
}

/** The engine of a connection. Only for this folder: all other code says what it wants, not how each engine does it. */
export const engineOf = (via: Db): Engine =>
  via.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';

/** True if the store is in this process, so that sending rows to it costs little. */
export const isInProcess = (via: Db): boolean => engineOf(via) === 'sqlite';

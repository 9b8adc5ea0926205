import { AppError, errorTable } from '../kernel/app-error.ts';

export const storeErrors = errorTable({
  'store.unavailable': {
    status: 503,
    detail: 'Usluga trenutačno ne može do svojih podataka. Pokušajte ponovno za nekoliko sekundi.',
    when: 'The database is away, full, read-only or too busy. Nothing was changed, or the answer of the commit was lost.',
  },
});

type Failure = Error & { code?: string; errcode?: number; constraint?: string };

/** SQLite primary result codes (sqlite.org/rescode.html): ERROR-free ways in which the store itself cannot serve. */
const SQLITE_BUSY = 5;
const SQLITE_AWAY = new Set([SQLITE_BUSY, 6, 7, 8, 10, 13, 14]); // busy, locked, no memory, read-only, I/O, full, cannot open
const SQLITE_UNIQUE = new Set([1555, 2067]); // primary key, unique: extended codes

/** SQLSTATE classes and codes (PostgreSQL appendix A) that mean "not now". */
const POSTGRES_AWAY = /^(08|53|57P0|57014|55P03|25006|25P03|58)/;
const POSTGRES_AGAIN = new Set(['40001', '40P01']);
const SOCKET_AWAY = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|EADDR|ENOENT)/;
const CLIENT_AWAY =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered|not queryable|already been destroyed/;

/** A deadlock or serialisation failure: the same transaction may be run again. */
export const isRetryable = (error: unknown): boolean => POSTGRES_AGAIN.has((error as Failure).code ?? '');

/** SQLite's write lock is held by another process, an operator command as a rule. */
export const isSqliteBusy = (error: unknown): boolean => primaryCode(error as Failure) === SQLITE_BUSY;

export function isStoreAway(error: unknown): boolean {
  const { code = '', message = '' } = error as Failure;
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_AWAY.has(primaryCode(error as Failure));
  return POSTGRES_AWAY.test(code) || SOCKET_AWAY.test(code) || CLIENT_AWAY.test(message);
}

/** True when a unique index refused the row. `index` is its name, which both engines are asked for in one way. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  const failure = error as Failure;
  if (failure.code === '23505') return failure.constraint === index;
  return SQLITE_UNIQUE.has(failure.errcode ?? 0) && failure.message.includes(sqliteColumnsOf(index));
}

/** SQLite names columns, not the index: an index `users_email_unique` is told by `users.email`. */
const sqliteColumnsOf = (index: string): string => {
  const [table = '', ...rest] = index.split('__');
  return `${table}.${rest.join('__').replace(/_unique$/, '')}`;
};

/** Turns what an engine throws into the one error clients know; anything else stays what it is, a fault of ours. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof AppError || !isStoreAway(error)) return error;
  return new AppError(storeErrors['store.unavailable'], { cause: error, headers: { 'retry-after': '2' } });
}

const primaryCode = (error: Failure): number => (error.errcode ?? 0) & 0xff;

import { AppError, type CodesOf, declareRefusals } from '../kernel/app-error.ts';
import { seconds } from '../kernel/durations.ts';
import { codeOf, isOneOf, keysOf, membersOf, messageOf } from '../kernel/unchecked.ts';

const storeErrors = declareRefusals({
  'store.unavailable': {
    status: 503,
    hr: 'Usluga trenutačno ne može do svojih podataka. Pokušajte ponovno za nekoliko sekundi.',
    en: 'The service cannot reach its data right now. Try again in a few seconds.',
    when: 'The database is unavailable, full, read-only or too busy. Nothing was changed, unless the reply to the commit was lost.',
  },
  'store.lost': {
    status: 503,
    hr: 'Usluga je ostala bez svojih podataka. Javite to onome tko je održava.',
    en: 'The service has lost its data. Tell whoever maintains it.',
    when: 'The file of the embedded database was removed or replaced while the service ran. Nothing was changed.',
  },
});

declare module '../kernel/app-error.ts' {
  interface Refusals extends CodesOf<typeof storeErrors> {}
}

/** No PostgreSQL server accepts writes now. Its message is written for whoever starts the service. */
export class NoPrimary extends Error {}

/** SQLite primary result codes (sqlite.org/rescode.html) for a store that cannot serve. */
const SQLITE_BUSY = 5;
const SQLITE_AWAY = new Set([SQLITE_BUSY, 6, 7, 8, 10, 13, 14]); // busy, locked, no memory, read-only, I/O, full, cannot open
/** Read-only, I/O, full, cannot open: reads may go on. */
const SQLITE_REFUSES_WRITES = new Set([8, 10, 13, 14]);
const SQLITE_UNIQUE = new Set([1555, 2067]); // primary key, unique: extended codes

/** SQLSTATE classes and codes (PostgreSQL appendix A) that mean "not now". */
const POSTGRES_AWAY = /^(08|53|57P0|57014|55P03|25006|25P03|58)/;
/** Disk full, I/O. A read-only server is another matter: the next one is looked for. */
const POSTGRES_REFUSES_WRITES = new Set(['53100', '58030']);
const POSTGRES_AGAIN = new Set(['40001', '40P01']);
const SOCKET_AWAY = /^(ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_AGAIN|EADDR|ENOENT)/;
const CLIENT_AWAY =
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered|not queryable|already been destroyed/;

/** A deadlock, a serialisation failure, or a statement to be prepared anew: the transaction may be rerun. */
export const isRetryable = (error: unknown): boolean => POSTGRES_AGAIN.has(codeOf(error) ?? '') || isStalePlan(error);

/** Another process, usually an operator command, holds SQLite's write lock. */
export const isSqliteBusy = (error: unknown): boolean => primaryCode(error) === SQLITE_BUSY;

export function isStoreAway(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  if (code === 'ERR_SQLITE_ERROR') return SQLITE_AWAY.has(primaryCode(error));
  if (error instanceof NoPrimary) return true;
  return POSTGRES_AWAY.test(code) || SOCKET_AWAY.test(code) || CLIENT_AWAY.test(messageOf(error));
}

const errorsOfConnecting = new WeakSet<object>();

/**
 * Notes that a connection could not be opened, and returns the error. Whatever the server said then (no such role or
 * database, a full disk, a damaged catalogue), no caller can help it and nothing was changed. At start such an error is
 * reported as it is: a wrong password will not become right by waiting.
 */
export function ofConnecting(error: unknown): unknown {
  if (typeof error === 'object' && error !== null) errorsOfConnecting.add(error);
  return error;
}

const isOfConnecting = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && errorsOfConnecting.has(error);

/** Whether a server takes no writes: a standby, or by its settings. */
export const isReadOnly = (error: unknown): boolean => codeOf(error) === '25006';

/** Whether the store's disk is why nothing could be written. */
export function isWriteRefusal(error: unknown): boolean {
  const code = codeOf(error) ?? '';
  return code === 'ERR_SQLITE_ERROR'
    ? SQLITE_REFUSES_WRITES.has(primaryCode(error))
    : POSTGRES_REFUSES_WRITES.has(code);
}

/** True when the unique index of that name refused the row, on either engine. */
export function isUniqueViolation(error: unknown, index: string): boolean {
  if (codeOf(error) === '23505') return membersOf(error).constraint === index;
  return SQLITE_UNIQUE.has(extendedCode(error)) && messageOf(error).includes(sqliteColumnsOf(index));
}

/** SQLite reports columns, not the index: `users__email_unique` is `users.email` there. */
const sqliteColumnsOf = (index: string): string => {
  const [table = '', ...rest] = index.split('__');
  return `${table}.${rest.join('__').replace(/_unique$/, '')}`;
};

/** Maps an engine's error to the one that clients know; anything else is a bug and stays as it is. */
export function asStoreError(error: unknown): unknown {
  if (error instanceof AppError || !(isStoreAway(error) || isOfConnecting(error))) return error;
  return new AppError('store.unavailable', { cause: error, retryAfter: seconds(2) });
}

/** Whether this is the error of a store that cannot serve now, so that the operation may be retried later. */
export const isStoreUnavailable = (error: unknown): boolean =>
  error instanceof AppError && isOneOf(keysOf(storeErrors), error.code);

const extendedCode = (error: unknown): number => Number(membersOf(error).errcode ?? 0);

const primaryCode = (error: unknown): number => extendedCode(error) & 0xff;

/** How often all statements were renamed. */
let renewals = 0;

/**
 * PostgreSQL refuses a prepared statement whose result columns have changed, as when a newer build added a column to a table
 * that is read with `*`. The error's message may be translated, its routine is not.
 */
export const isStalePlan = (error: unknown): boolean => membersOf(error).routine === 'RevalidateCachedQuery';

/** The current generation of names. After a renewal each connection prepares its statements anew. */
export const currentRenewal = (): number => renewals;

export const renewedName = (own: string): string => (renewals === 0 ? own : `${own}_${renewals}`);

/** Renames all statements, since a stale plan is seldom the only one. `used`: the generation of the stale one. */
export function renewNames(used: number): void {
  if (used === renewals) renewals++; // otherwise another connection has already done so
}

import { hash } from 'node:crypto';
import { type Generated, sql } from 'kysely';
import { countUpTo } from '../database/count-up-to.ts';
import type { Db, Tx } from '../database/database.ts';
import type { Instant } from '../kernel/clock.ts';
import type { Import } from './import.ts';

declare module '../database/schema.ts' {
  interface Schema {
    imports: Omit<Import, 'id'> & { id: Generated<number> };
  }
}

export const addImport = (tx: Tx, row: Omit<Import, 'id'>): Promise<Import> =>
  tx.insertInto('imports').values(row).returningAll().executeTakeFirstOrThrow();

export const findImport = (db: Db, id: number): Promise<Import | undefined> =>
  db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst();

/** The oldest that is not over. The condition is the one of the index `imports__open`, word by word. */
export const findOpenImport = (db: Db): Promise<Import | undefined> =>
  db.selectFrom('imports').selectAll().where(isOpen).orderBy('id').limit(1).executeTakeFirst();

export const listOpenFiles = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('imports').select('file').where(isOpen).execute()).map(({ file }) => file);

const isOpen = () => sql<boolean>`status in ('queued', 'running')`;

/** Newest first, with one to spare. */
export const listImports = (
  db: Db,
  { tenantId, before, limit }: { tenantId: number | undefined; before: number | undefined; limit: number },
): Promise<Import[]> => {
  let page = inTenant(db, tenantId).selectAll();
  if (before !== undefined) page = page.where('id', '<', before);
  return page
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
};

export async function countImports(db: Db, tenantId: number | undefined, most: number): Promise<number> {
  return countUpTo(db, inTenant(db, tenantId).select('id'), most);
}

const inTenant = (db: Db, tenantId: number | undefined) =>
  tenantId === undefined ? db.selectFrom('imports') : db.selectFrom('imports').where('tenant_id', '=', tenantId);

/**
 * Takes the rows between two lines: of all who try, one gets them, and whoever ran too long on a lost lease finds them gone.
 * It comes first in the transaction, so that the others wait for its row. Returns digests of addresses to leave out;
 * `undefined` for whoever gets nothing.
 */
export async function claimRows(
  tx: Tx,
  id: number,
  from: number,
  to: number,
  at: Instant,
): Promise<ReadonlySet<string> | undefined> {
  const claimed = tx
    .updateTable('imports')
    .set(({ fn, ref, val }) => ({
      ...({ status: 'running', next_line: to } as const),
      started_at: fn.coalesce(ref('started_at'), val(at)),
    }))
    .where('id', '=', id)
    .where('next_line', '=', from)
    .where('undo_requested_at', 'is', null)
    .where(isOpen);
  const row = await claimed.returning('left_out').executeTakeFirst();
  return row && new Set(JSON.parse(row.left_out) as string[]);
}

/** Whoever has one of these addresses is created by no import that is not over. An import under way waits, or is waited for. */
export async function leaveOut(tx: Tx, emails: readonly string[]): Promise<void> {
  const open = await tx
    .updateTable('imports')
    .set({ left_out: sql`left_out` })
    .where(isOpen)
    .returning(['id', 'left_out'])
    .execute();
  for (const { id, left_out } of open) {
    const digests = new Set([...(JSON.parse(left_out) as string[]), ...emails.map(addressDigest)]);
    await tx
      .updateTable('imports')
      .set({ left_out: JSON.stringify([...digests]) })
      .where('id', '=', id)
      .execute();
  }
}

/** The address itself is gone with the person. */
export const addressDigest = (email: string): string => hash('sha256', email, 'base64url');

export async function claimUndo(tx: Tx, id: number, from: number, to: number): Promise<boolean> {
  const claimed = tx
    .updateTable('imports')
    .set({ undo_line: to })
    .where('id', '=', id)
    .where('undo_line', '=', from)
    .where('undo_requested_at', 'is not', null)
    .where(isOpen);
  return (await claimed.returning('id').executeTakeFirst()) !== undefined;
}

type Counts = Partial<Pick<Import, 'created' | 'skipped' | 'failed' | 'undone' | 'kept'>>;

export async function addCounts(tx: Tx, id: number, counts: Counts): Promise<void> {
  const { created = 0, skipped = 0, failed = 0, undone = 0, kept = 0 } = counts;
  await tx
    .updateTable('imports')
    .set(({ eb }) => ({
      created: eb('created', '+', created),
      skipped: eb('skipped', '+', skipped),
      failed: eb('failed', '+', failed),
      undone: eb('undone', '+', undone),
      kept: eb('kept', '+', kept),
    }))
    .where('id', '=', id)
    .execute();
}

/** What it was asked with is of no use any more. */
const NOBODY = { ip: null, user_agent: null, request_id: null, left_out: '[]' };

/** The import as it ended; `undefined` for all but the one who ended it. */
export const finishImport = (
  tx: Tx,
  id: number,
  ending: Pick<Import, 'status' | 'failure'> & Partial<Pick<Import, 'finished_at' | 'undone_at'>>,
): Promise<Import | undefined> =>
  tx
    .updateTable('imports')
    .set({ ...ending, ...NOBODY })
    .where('id', '=', id)
    .where(isOpen)
    .returningAll()
    .executeTakeFirst();

/** Opens an import that is over to be undone; `undefined` when it cannot be. */
export const requestUndo = (
  tx: Tx,
  id: number,
  asked: Pick<Import, 'asked_by' | 'tier' | 'ip' | 'user_agent' | 'request_id' | 'undo_requested_at'>,
): Promise<Import | undefined> =>
  tx
    .updateTable('imports')
    .set({ ...asked, status: 'running' })
    .where('id', '=', id)
    .where('mode', '=', 'real')
    .where('status', 'in', ['completed', 'failed'])
    .returningAll()
    .executeTakeFirst();

/** What an import knows of the person who asked for it, besides the id. */
export async function forgetImporter(tx: Tx, userId: number): Promise<void> {
  const own = tx.updateTable('imports').where('asked_by', '=', userId);
  await own.set({ ip: null, user_agent: null }).execute();
}

import { sql } from 'kysely';
import { countUpTo } from '../../platform/database/count-up-to.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { TableOf } from '../../platform/database/define-table.ts';
import { liesIn, type TenantScope } from '../../platform/database/tenant-scope.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { TenantId, UserId } from '../../platform/kernel/entity-id.ts';
import { OPEN_STATES, type Transfer, type TransferState, type transfersTable } from './transfer.ts';

declare module '../../platform/database/schema.ts' {
  interface Schema {
    transfers: TableOf<typeof transfersTable>;
  }
}

/** `undefined` where the same is asked for already. */
export const addTransfer = (tx: Tx, transfer: Omit<Transfer, 'id'>): Promise<Transfer | undefined> =>
  tx
    .insertInto('transfers')
    .values(transfer)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst();

export const findTransfer = (db: Db, id: number): Promise<Transfer | undefined> =>
  db.selectFrom('transfers').selectAll().where('id', '=', id).executeTakeFirst();

export interface Step {
  readonly from: readonly TransferState[];
  readonly to: TransferState;
  readonly at: Instant;
  /** Only of this person. */
  readonly userId?: UserId;
}

/** The one statement that decides between all who answer, withdraw and end a transfer at once; `undefined` where another was first. */
export function moveTransfer(tx: Tx, id: number, { from, to, at, userId }: Step): Promise<Transfer | undefined> {
  const change = to === 'released' ? { released_at: at } : { ended_at: at };
  const open = tx
    .updateTable('transfers')
    .set({ ...change, state: to })
    .where('id', '=', id)
    .where('state', 'in', from)
    .where('expires_at', to === 'expired' ? '<=' : '>', at);
  return (userId === undefined ? open : open.where('user_id', '=', userId)).returningAll().executeTakeFirst();
}

/** Those for whose person nobody has looked yet. */
export const listWaiting = (db: Db, most: number): Promise<Pick<Transfer, 'id'>[]> =>
  db
    .selectFrom('transfers')
    .select('id')
    .where('looked_at', 'is', null)
    .where('ended_at', 'is', null)
    .orderBy('id')
    .limit(most)
    .execute();

/** Open ones whose time is over. */
export const listOverdue = (db: Db, at: Instant, most: number): Promise<Pick<Transfer, 'id'>[]> =>
  db
    .selectFrom('transfers')
    .select('id')
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', at)
    .orderBy('expires_at')
    .limit(most)
    .execute();

export interface Found {
  readonly user_id: UserId;
  readonly tenant_id: TenantId;
}

/** The active member of a tenant of that name, by address or number, who is no member where they are asked for. */
export const findSought = (
  db: Db,
  { club, sought, to_tenant_id }: Pick<Transfer, 'club' | 'sought' | 'to_tenant_id'>,
  slug: string,
): Promise<Found | undefined> =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .innerJoin('tenants', 'tenants.id', 'memberships.tenant_id')
    .select(['memberships.user_id', 'memberships.tenant_id'])
    .where(sought.includes('@') ? 'users.email' : 'memberships.number', '=', sought)
    .where((eb) => eb.or([eb('tenants.name', '=', club), eb('tenants.slug', '=', slug)]))
    .where('memberships.tenant_id', '<>', to_tenant_id)
    .where('memberships.state', '=', sql.lit('active'))
    .where('users.status', '=', sql.lit('active'))
    .where('users.joining_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as there')
            .select('there.id')
            .whereRef('there.user_id', '=', 'users.id')
            .where('there.tenant_id', '=', to_tenant_id)
            .where('there.state', '<>', sql.lit('ended')),
        ),
      ),
    )
    .orderBy('memberships.id')
    .executeTakeFirst();

/** Whether a person, whose row is locked, is already asked for by a tenant. */
export async function isAskedFor(tx: Tx, userId: UserId, to: TenantId): Promise<boolean> {
  const open = tx.selectFrom('transfers').select('id').where('user_id', '=', userId).where('to_tenant_id', '=', to);
  return (await open.where('ended_at', 'is', null).executeTakeFirst()) !== undefined;
}

/** Records that somebody looked, and whom they found; exactly one does. */
export const recordSearch = (
  tx: Tx,
  id: number,
  found: Found | undefined,
  looked_at: Instant,
): Promise<Transfer | undefined> =>
  tx
    .updateTable('transfers')
    .set({ looked_at, user_id: found?.user_id ?? null, from_tenant_id: found?.tenant_id ?? null })
    .where('id', '=', id)
    .where('state', '=', sql.lit('asked'))
    .where('looked_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

/** The active administrators of a tenant, as mails to them are addressed: in that tenant, wherever their account is. */
export const listAdministrators = (db: Db, tenantId: TenantId, most: number) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'memberships.tenant_id', 'users.email', 'users.full_name', 'users.preferred_language'])
    .where('memberships.tenant_id', '=', tenantId)
    .where('memberships.role', '=', sql.lit('admin'))
    .where('memberships.state', '=', sql.lit('active'))
    .where('users.status', '=', sql.lit('active'))
    .orderBy('users.sort_key')
    .orderBy('users.id')
    .limit(most)
    .execute();

const named = (db: Db) =>
  db
    .selectFrom('transfers')
    .innerJoin('tenants as target', 'target.id', 'transfers.to_tenant_id')
    .leftJoin('tenants as source', 'source.id', 'transfers.from_tenant_id')
    .selectAll('transfers')
    .select(['target.name as to_tenant_name', 'source.name as from_tenant_name']);

/** Open ones of a person, oldest first. */
export const listTransfersOf = (db: Db, userId: UserId, at: Instant) =>
  named(db)
    .where('transfers.user_id', '=', userId)
    .where('transfers.ended_at', 'is', null)
    .where('transfers.expires_at', '>', at)
    .orderBy('transfers.id')
    .execute();

export interface TransferFilter extends TenantScope {
  readonly isOpen: boolean;
}

const inScope = (db: Db, { isOpen, ...scope }: TransferFilter) =>
  db
    .selectFrom('transfers')
    .where((eb) => eb.or([liesIn(scope, 'transfers.to_tenant_id'), liesIn(scope, 'transfers.from_tenant_id')]))
    .where('transfers.ended_at', isOpen ? 'is' : 'is not', null);

/** Newest first, with one extra row. */
export const listTransfers = (db: Db, filter: TransferFilter, before: number | undefined, limit: number) => {
  const all = inScope(db, filter).select('transfers.id');
  const page = before === undefined ? all : all.where('transfers.id', '<', before);
  return named(db)
    .leftJoin('users', 'users.id', 'transfers.user_id')
    .select('users.full_name')
    .where('transfers.id', 'in', page.orderBy('transfers.id', 'desc').limit(limit + 1))
    .orderBy('transfers.id', 'desc')
    .execute();
};

export type ListedTransfer = Awaited<ReturnType<typeof listTransfers>>[number];

export const countTransfers = (db: Db, filter: TransferFilter, most: number): Promise<number> =>
  countUpTo(db, inScope(db, filter).select('transfers.id'), most);

/** What tenants ask for by an address, while nobody was found by it: with the id, as those of a person are exported. */
export const listSought = (db: Db, email: string): Promise<Transfer[]> =>
  db
    .selectFrom('transfers')
    .selectAll()
    .where('sought', '=', email)
    .where('user_id', 'is', null)
    .orderBy('id')
    .execute();

export async function dropSought(tx: Tx, emails: readonly string[]): Promise<void> {
  if (emails.length === 0) return;
  await tx.deleteFrom('transfers').where('sought', 'in', emails).where('user_id', 'is', null).execute();
}

/** Ends all open ones: what became of them after a backup was made is not known. Returns how many. */
export async function endAllTransfers(tx: Tx, ended_at: Instant): Promise<number> {
  const open = tx.updateTable('transfers').set({ state: 'expired', ended_at }).where('state', 'in', OPEN_STATES);
  return Number((await open.executeTakeFirstOrThrow()).numUpdatedRows);
}

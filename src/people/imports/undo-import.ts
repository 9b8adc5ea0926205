import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { cancelTokensOfMany } from '../../accounts/action-tokens/token-rows-store.ts';
import { sharedAmong } from '../../accounts/permissions/managed-person.ts';
import { type Manager, managesTier, mayManage } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findUsers } from '../../accounts/users/accounts-store.ts';
import { deleteUntouchedUsers, type KeptFor, listUsersInUse } from '../../accounts/users/create-users.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { User } from '../../accounts/users/user.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { ROLES, tierOf } from '../../platform/kernel/role.ts';
import { cancelMails } from '../../platform/mail/listed-mails-store.ts';
import { takeBackSecondFactors } from '../../sign-in/two-factor/bring-second-factors.ts';
import type { Import, ImportRow } from './import.ts';
import { importRows } from './import-rows-store.ts';
import { imports } from './imports-store.ts';
import { isAsLeft, undoRenewals } from './renew-people.ts';
import type { Importer } from './run-deps.ts';

const LOOKED_UP_AT_ONCE = 1000;
const MOST_NAMED = 200;

/** Somebody whom undoing would leave. */
interface KeptPerson {
  readonly user_id: UserId;
  readonly line: number;
  readonly why: KeptFor;
}

/** What undoing would do now. Of the people it would leave, the first are named. */
export interface UndoPreview {
  readonly removable: number;
  readonly restorable?: number;
  readonly kept: number;
  readonly people: readonly (KeptPerson & { readonly full_name: string | null })[];
}

export async function previewUndo(
  { read }: Database,
  manager: Manager,
  { id, existing }: Pick<Import, 'id' | 'existing'>,
): Promise<UndoPreview> {
  let [removable, restorable, kept] = [0, 0, 0];
  const first: KeptPerson[] = [];
  for await (const rows of importRows.take(read, id, { which: 'undoable', portion: LOOKED_UP_AT_ONCE })) {
    await yieldToEventLoop();
    const [created, updated] = [rows.filter(isCreated), rows.filter((row) => !isCreated(row))];
    const left = [
      ...(await listUnremovable(read, manager, created)),
      ...(await listUnrestorable(read, manager, updated)),
    ];
    const leftCreated = left.filter(({ line }) => created.some((row) => row.line === line)).length;
    removable += created.length - leftCreated;
    restorable += updated.length - (left.length - leftCreated);
    kept += left.length;
    first.push(...left.sort((one, other) => one.line - other.line).slice(0, MOST_NAMED - first.length));
  }
  const names = await findNames(
    read,
    first.map(({ user_id }) => user_id),
    scopeOf(manager),
  );
  const people = first.map((one) => ({ ...one, full_name: names.get(one.user_id) ?? null }));
  return { removable, ...(existing === 'update' ? { restorable } : {}), kept, people };
}

const isCreated = ({ outcome }: ImportRow): boolean => outcome === 'created';

async function listUnremovable(db: Db, manager: Manager, rows: readonly ImportRow[]): Promise<KeptPerson[]> {
  const lines = linesOf(rows);
  const inUse = await listUsersInUse(db, { ids: [...lines.keys()], roles: rolesBelow(manager.tier) });
  return inUse.map(({ id, why }) => ({ user_id: id, line: lines.get(id) ?? 0, why }));
}

async function listUnrestorable(db: Db, manager: Manager, rows: readonly ImportRow[]): Promise<KeptPerson[]> {
  if (rows.length === 0) return []; // PostgreSQL refuses an empty list
  const ids = [...linesOf(rows).keys()];
  const users = new Map((await findUsers(db, ids)).map((user) => [user.id, user]));
  const shared = await sharedAmong(db, manager, ids);
  const isTheirs = (user: User) => mayManage(manager, user) && !shared.has(user.id);
  return rows.flatMap((row) => {
    const { user_id, line } = row;
    const user = user_id === null ? undefined : users.get(user_id);
    if (user_id === null || (user && isTheirs(user) && isAsLeft(user, row))) return [];
    return { user_id, line, why: user === undefined ? 'deleted' : isTheirs(user) ? 'changed' : 'role' };
  });
}

const linesOf = (rows: readonly ImportRow[]) =>
  new Map(rows.flatMap(({ user_id, line }) => (user_id === null ? [] : [[user_id, line] as const])));

/**
 * Soft-deletes the people whom the import created and whose accounts were neither used nor edited since. Soft, so that their
 * history stays and their addresses are free. Whom it changed get back what they had, where nobody changed that since. Returns how many.
 */
export async function undoRows(tx: Tx, start: Import, { call }: Importer, rows: readonly ImportRow[]): Promise<number> {
  const ids = rows.flatMap(({ user_id, outcome }) => (outcome === 'created' ? (user_id ?? []) : []));
  const deleting = { roles: rolesBelow(start.tier), meta: { import_id: start.id } };
  const gone = await deleteUntouchedUsers(tx, call, ids, deleting);
  await cancelTokensOfMany(tx, gone, call.at);
  await cancelMails(tx, gone);
  await takeBackSecondFactors(tx, gone);
  const restored = await undoRenewals(
    tx,
    start,
    call,
    rows.filter(({ outcome }) => outcome === 'updated'),
  );
  await importRows.settle(tx, start.id, [...gone, ...restored], { outcome: 'undone' });
  await imports.addCounts(tx, start.id, { restored: restored.length });
  return gone.length + restored.length;
}

/** Roles whose accounts a caller of this tier may delete. */
const rolesBelow = (tier: number) => ROLES.filter((role) => managesTier({ tier }, tierOf(role)));

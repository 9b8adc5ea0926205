import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { cancelTokensOfMany } from '../../accounts/action-tokens/token-rows-store.ts';
import { type Manager, managesTier } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { deleteUntouchedUsers, type KeptFor, listUsersInUse } from '../../accounts/users/create-users.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { ROLES, tierOf } from '../../platform/kernel/role.ts';
import { cancelMails } from '../../platform/mail/listed-mails-store.ts';
import type { Import, ImportRow } from './import.ts';
import { importRows } from './import-rows-store.ts';
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
  readonly kept: number;
  readonly people: readonly (KeptPerson & { readonly full_name: string | null })[];
}

export async function previewUndo(
  { read }: Database,
  manager: Manager,
  { id }: Pick<Import, 'id'>,
): Promise<UndoPreview> {
  const roles = rolesBelow(manager.tier);
  let [removable, kept] = [0, 0];
  const first: KeptPerson[] = [];
  for await (const rows of importRows.take(read, id, { which: 'undoable', portion: LOOKED_UP_AT_ONCE })) {
    await yieldToEventLoop();
    const lines = new Map(rows.flatMap(({ user_id, line }) => (user_id === null ? [] : [[user_id, line] as const])));
    const inUse = await listUsersInUse(read, { ids: [...lines.keys()], roles });
    removable += lines.size - inUse.length;
    kept += rows.length - lines.size + inUse.length;
    const people = inUse.map(({ id: user_id, why }) => ({ user_id, line: lines.get(user_id) ?? 0, why }));
    first.push(...people.sort((one, other) => one.line - other.line).slice(0, MOST_NAMED - first.length));
  }
  const { tenantId } = scopeOf(manager, undefined);
  const names = await findNames(
    read,
    first.map(({ user_id }) => user_id),
    tenantId,
  );
  return { removable, kept, people: first.map((one) => ({ ...one, full_name: names.get(one.user_id) ?? null })) };
}

/**
 * Soft-deletes the people whom the import created and whose accounts were neither used nor edited since. Soft, so that their
 * history stays and their addresses are free. Returns how many.
 */
export async function undoRows(
  tx: Tx,
  { id, tier }: Import,
  { call }: Importer,
  rows: readonly ImportRow[],
): Promise<number> {
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const deleting = { roles: rolesBelow(tier), meta: { import_id: id } };
  const gone = await deleteUntouchedUsers(tx, call, ids, deleting);
  await cancelTokensOfMany(tx, gone, call.at);
  await cancelMails(tx, gone);
  await importRows.settle(tx, id, gone, { outcome: 'undone' });
  return gone.length;
}

/** Roles whose accounts a caller of this tier may delete. */
const rolesBelow = (tier: number) => ROLES.filter((role) => managesTier({ tier }, tierOf(role)));

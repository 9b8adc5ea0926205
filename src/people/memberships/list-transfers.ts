import type { Manager } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import type { Db } from '../../platform/database/database.ts';
import { DEFAULT_LIMIT, pageAnswer, TOTAL_CAP } from '../../platform/http/list-wire.ts';
import { keyFromCursor } from '../../platform/http/page-cursor.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import { reachesSource, transferActions } from './transfer.ts';
import { countTransfers, type ListedTransfer, listTransfers } from './transfers-store.ts';
import type { TransfersQuery } from './transfers-wire.ts';

/** One page of what the caller's tenants ask for, and of what is asked of them. @throws AppError 404; InvalidRequest 422 */
export async function showTransfers(db: Db, caller: Manager, query: TransfersQuery, at: Instant) {
  const { state = 'open', tenant_id, cursor, limit = DEFAULT_LIMIT } = query;
  const { tenantId, below } = scopeOf(caller, tenant_id);
  const filter = { tenantId, below, isOpen: state === 'open' };
  const name = `transfers:${state}`;
  const before = cursor === undefined ? undefined : Number(keyFromCursor(name, ['number'], cursor)[0]);
  const rows = await listTransfers(db, filter, before, limit);
  const counted = await countTransfers(db, filter, TOTAL_CAP + 1);
  return pageAnswer(
    name,
    { rows, counted, limit },
    ({ id }) => [id],
    (row) => showTransfer(row, caller, at),
  );
}

/** The tenant that asks sees what it asked for; who that is, only from the side of their club, or once they have accepted. */
function showTransfer(row: ListedTransfer, caller: Manager, at: Instant) {
  const { id, to_tenant_id, to_tenant_name, club, sought, role, state } = row;
  const { created_at, released_at, expires_at, ended_at } = row;
  const isKnown = reachesSource(caller, row) || state === 'accepted';
  const person = isKnown && row.user_id !== null ? { id: row.user_id, full_name: row.full_name ?? '' } : null;
  const actions = transferActions(caller, row, at);
  const asked = { id, to_tenant_id, to_tenant_name, club, sought, role, state };
  const times = { created_at, released_at, expires_at, ended_at };
  return {
    ...asked,
    ...times,
    person,
    from_tenant_id: isKnown ? row.from_tenant_id : null,
    from_tenant_name: isKnown ? row.from_tenant_name : null,
    actions,
  };
}

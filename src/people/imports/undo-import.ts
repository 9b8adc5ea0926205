import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { cancelTokensOfMany } from '../../accounts/action-tokens/token-rows.ts';
import { type Manager, managesTier } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { deleteUntouchedUsers, type KeptFor, listUsersInUse } from '../../accounts/users/create-users.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import type { GoOn } from '../../platform/jobs/leased-worker.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { ROLES, tierOf } from '../../platform/kernel/role.ts';
import { cancelMails } from '../../platform/mail/enqueue-mail.ts';
import type { Import, ImportRow } from './import.ts';
import { listCreatedRows, markUndone } from './import-rows-store.ts';
import { importErrors } from './imports-errors.ts';
import { addCounts, claimUndo, requestUndo } from './imports-store.ts';
import { findImporter, type Importer, type RunDeps } from './run-deps.ts';
import type { RunResult } from './run-import.ts';

const BATCH = 100;

/** Requests the undoing of an import; it runs in the background. @throws AppError `imports.state` (409) */
export async function askForUndo(
  { database }: { readonly database: Database },
  { context: { ip, userAgent, requestId }, caller: { userId, service, tier }, at }: Call<AnyCaller>,
  id: number,
): Promise<Import> {
  const by = { asked_by: userId, asked_by_service: service?.id ?? null, tier };
  const asked = { ...by, ip, user_agent: userAgent, request_id: requestId, undo_requested_at: at };
  const undoing = await database.transaction((tx) => requestUndo(tx, id, asked));
  if (undoing === undefined) throw new AppError(importErrors['imports.state']);
  return undoing;
}

/**
 * Soft-deletes the people whom the import created and whose accounts were neither used nor edited since. Soft, so that their
 * history stays and their addresses are free. Works in batches, like the import itself.
 */
export async function undoImport(deps: RunDeps, start: Import, goOn: GoOn): Promise<RunResult> {
  for (let from = start.undo_line; ; await yieldToEventLoop()) {
    const rows = await listCreatedRows(deps.database.read, start.id, from, BATCH);
    const last = rows.at(-1);
    if (last === undefined) return 'done';
    if (!(await goOn())) return 'stopped';
    const importer = await findImporter(deps.database.read, start, nowOf(deps.clock));
    if (importer === undefined) return 'importer';
    if (!(await undoBatch(deps, start, importer, { rows, from, to: last.line }))) return 'stopped';
    from = last.line;
  }
}

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
  for (let from = 0; ; await yieldToEventLoop()) {
    const rows = await listCreatedRows(read, id, from, LOOKED_UP_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) break;
    const lines = new Map(rows.flatMap(({ user_id, line }) => (user_id === null ? [] : [[user_id, line] as const])));
    const inUse = await listUsersInUse(read, { ids: [...lines.keys()], roles });
    removable += lines.size - inUse.length;
    kept += rows.length - lines.size + inUse.length;
    const people = inUse.map(({ id: user_id, why }) => ({ user_id, line: lines.get(user_id) ?? 0, why }));
    first.push(...people.sort((one, other) => one.line - other.line).slice(0, MOST_NAMED - first.length));
    from = last.line;
  }
  const { tenantId } = scopeOf(manager, undefined);
  const names = await findNames(
    read,
    first.map(({ user_id }) => user_id),
    tenantId,
  );
  return { removable, kept, people: first.map((one) => ({ ...one, full_name: names.get(one.user_id) ?? null })) };
}

interface Batch {
  readonly rows: readonly ImportRow[];
  readonly from: number;
  readonly to: number;
}

function undoBatch(
  { database, clock }: RunDeps,
  { id, tier }: Import,
  { call }: Importer,
  { rows, from, to }: Batch,
): Promise<boolean> {
  const ids = rows.flatMap(({ user_id }) => user_id ?? []);
  const roles = rolesBelow(tier);
  return database.transaction(async (tx) => {
    if (!(await claimUndo(tx, id, from, to))) return false;
    const at = nowOf(clock);
    const deleting = { at, roles, meta: { import_id: id } };
    const gone = await deleteUntouchedUsers(tx, call, ids, deleting);
    await cancelTokensOfMany(tx, gone, at);
    await cancelMails(tx, gone);
    await markUndone(tx, id, gone);
    await addCounts(tx, id, { undone: gone.length, kept: rows.length - gone.length });
    return true;
  });
}

/** Roles whose accounts a caller of this tier may delete. */
const rolesBelow = (tier: number) => ROLES.filter((role) => managesTier({ tier }, tierOf(role)));

import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { cancelTokensOfMany } from '../../accounts/action-tokens/cancel-tokens.ts';
import { managesTier } from '../../accounts/policy/managing-users.ts';
import { countUntouchedUsers, deleteUntouchedUsers } from '../../accounts/users/create-users.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import type { GoOn } from '../../platform/jobs/leased-worker.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
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

const COUNTED_AT_ONCE = 1000;

/** How many accounts undoing would remove now, and how many it would keep. */
export async function previewUndo(
  { read }: Database,
  { tier }: Pick<AnyCaller, 'tier'>,
  { id }: Pick<Import, 'id'>,
): Promise<{ removable: number; kept: number }> {
  const roles = rolesBelow(tier);
  let [removable, all] = [0, 0];
  for (let from = 0; ; await yieldToEventLoop()) {
    const rows = await listCreatedRows(read, id, from, COUNTED_AT_ONCE);
    const last = rows.at(-1);
    if (last === undefined) return { removable, kept: all - removable };
    const ids = rows.flatMap(({ user_id }) => user_id ?? []);
    removable += await countUntouchedUsers(read, { ids, roles });
    all += rows.length;
    from = last.line;
  }
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

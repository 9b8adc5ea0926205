import { illegalState } from '../../accounts/permissions/act-on-user.ts';
import { requireWhole, seenUser } from '../../accounts/permissions/managed-person.ts';
import { getUser, holdAnyUserRow } from '../../accounts/users/accounts-store.ts';
import { refusingTaken } from '../../accounts/users/address-places.ts';
import { settleHome } from '../../accounts/users/change-membership.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { exchangeWaysIn } from '../../accounts/users/exchange-ways-in.ts';
import { guardingBoth, restoreMemberships } from '../../accounts/users/merge-memberships.ts';
import { findMergedInto, forgetLostActing, unmarkMerged } from '../../accounts/users/merged-users-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { relistWords } from '../../accounts/users/user-words-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { exchangeRows, giveBackRows } from '../../platform/database/merged-rows.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { settlePasskeys } from '../../sign-in/passkeys/settle-passkeys.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { type Merge, undoableUntil } from './merge.ts';
import type { MergingDeps } from './mergeable-pair.ts';
import { findMergeOf, hasLater, isErasureOpen, takeMerge } from './merges-store.ts';
import { mailBoth } from './merging-mails.ts';

/**
 * Gives an account that was merged everything back that is still there: rows, state of memberships, its way in as that is now. All
 * sign-ins of the other end, since either person may be behind them.
 * @throws AppError 404, 403 as `requireWhole`; 409 `merging.over`, `merging.not_last`, `merging.erasure`, `users.email_taken`, `users.state`
 */
export function unmergeUsers({ database, tables }: MergingDeps, call: Call, id: UserId): Promise<void> {
  return database.transaction(async (tx) => {
    const merge = await heldMerge(tx, call, id);
    const merged = { from: id, into: merge.into_id };
    await guardingBoth(tx, merged, () => giveBack(tx, call, merge, tables()));
  });
}

/** Both rows locked in the order of their ids, and the merge taken by this caller alone. */
async function heldMerge(tx: Tx, { caller, at }: Call, id: UserId): Promise<Merge> {
  const into = await findMergedInto(tx, id);
  const ids = [id, into].filter((known) => known !== undefined).toSorted((one, other) => one - other);
  const held = new Map<UserId, User | undefined>();
  for (const one of ids) held.set(one, await holdAnyUserRow(tx, one));
  const owner = held.get(into ?? id);
  requireWhole(caller, await seenUser(tx, caller, owner?.status === 'deleted' ? undefined : owner));
  if (into === undefined) throw illegalState();
  const merge = await findMergeOf(tx, id);
  if (merge === undefined || undoableUntil(merge) <= at) throw new AppError('merging.over');
  if (merge.into_id !== into || (await hasLater(tx, merge))) throw new AppError('merging.not_last');
  if (await isErasureOpen(tx, [id, into])) throw new AppError('merging.erasure');
  if (!(await takeMerge(tx, merge.id))) throw illegalState();
  return merge;
}

async function giveBack(tx: Tx, call: Call, merge: Merge, tables: ReturnType<MergingDeps['tables']>): Promise<void> {
  const { user_id: from, into_id: into, way_in, moved, memberships, followers } = merge;
  const merged = { from, into };
  const { at } = call;
  if (way_in === 'merged') {
    await exchangeRows(tx, tables, merged);
    await exchangeWaysIn(tx, merged);
  }
  await giveBackRows(tx, tables, moved, merged);
  await restoreMemberships(tx, merged, memberships, at);
  const ended = await endSessionsOf(tx, into, 'merged', at);
  const gone = await getUser(tx, from);
  await refusingTaken(() => unmarkMerged(tx, gone, followers));
  for (const id of [from, into]) {
    await settleHome(tx, id, at);
    await settlePasskeys(tx, id, at);
    await forgetLostActing(tx, id);
    await relistWords(tx, await getUser(tx, id));
  }
  await changeUser(tx, into, {}, at);
  const { status } = await getUser(tx, from);
  const meta = { into_id: into, status, sessions_ended: ended };
  await recordAudit(tx, call, { action: 'user.unmerge', about: gone, meta });
  const both = [await getUser(tx, from), await getUser(tx, into)] as const;
  await mailBoth(tx, 'account-unmerged', both, at, (_, other) => ({ other, at }));
}

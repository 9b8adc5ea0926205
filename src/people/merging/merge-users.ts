import { cancelTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { getUser } from '../../accounts/users/accounts-store.ts';
import { settleHome } from '../../accounts/users/change-membership.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { exchangeWaysIn } from '../../accounts/users/exchange-ways-in.ts';
import {
  activateMerged,
  guardingBoth,
  type MembershipBefore,
  type MembershipConflict,
  settleConflicts,
} from '../../accounts/users/merge-memberships.ts';
import { markMerged } from '../../accounts/users/merged-users-store.ts';
import { strongestRole } from '../../accounts/users/strongest-role.ts';
import { isUsable } from '../../accounts/users/usable-password.ts';
import { forgetWords } from '../../accounts/users/user-words-store.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { exchangeRows, type MovedRows, moveRows } from '../../platform/database/merged-rows.ts';
import type { Call } from '../../platform/http/call.ts';
import { type Role, tierOf } from '../../platform/kernel/role.ts';
import { listOwnIdentities } from '../../sign-in/issuers/link-identity.ts';
import { settlePasskeys } from '../../sign-in/passkeys/settle-passkeys.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { closeAbandoned, closeToOthers } from '../user-admin/close-to-others.ts';
import { showMembership } from '../user-admin/member-wire.ts';
import { GIVEN_UP, type Merge, MOVED, undoableUntil } from './merge.ts';
import type { MergingDeps } from './mergeable-pair.ts';
import { holdPair, type Pair, type Wanted } from './mergeable-pair.ts';
import { addMerge } from './merges-store.ts';
import { mailBoth } from './merging-mails.ts';
import type { MergeAnswer } from './merging-wire.ts';

/**
 * Makes two accounts of one person one. Everything is done in one transaction, on both locked rows; a dry run does the same and takes it
 * back, so that what it foretells is what happens.
 * @throws AppError as `holdPair`
 */
export async function mergeUsers(deps: MergingDeps, call: Call, wanted: Wanted): Promise<MergeAnswer> {
  try {
    return await deps.database.transaction(async (tx) => {
      const pair = await holdPair(tx, call.caller, wanted);
      const { from, into } = pair;
      const done = await guardingBoth(tx, { from: from.id, into: into.id }, () => merge(tx, deps, call, pair));
      if (wanted.dry_run === true) throw new Rehearsed({ ...done, merged_at: null, undo_until: null });
      return done;
    });
  } catch (error) {
    if (error instanceof Rehearsed) return error.answer;
    throw error;
  }
}

/** Takes a dry run back. */
class Rehearsed extends Error {
  readonly answer: MergeAnswer;

  constructor(answer: MergeAnswer) {
    super();
    this.answer = answer;
  }
}

async function merge(tx: Tx, deps: MergingDeps, call: Call, pair: Pair): Promise<MergeAnswer> {
  const { from, into, isExchanged } = pair;
  const { at } = call;
  const tables = deps.tables();
  const merged = { from: from.id, into: into.id };
  const before = { [from.id]: await strongestRole(tx, from.id), [into.id]: await strongestRole(tx, into.id) };
  const dropped = await giveUpWayIn(tx, call, pair);
  const conflicts = await settleConflicts(tx, merged, at);
  await closeForOthers(tx, deps, call, pair, before, 'given up');
  const followers = await markMerged(tx, from, into.id);
  if (isExchanged) {
    await exchangeRows(tx, tables, merged);
    await exchangeWaysIn(tx, merged);
  }
  const moved = await moveRows(tx, tables, merged);
  const activated = (await getUser(tx, into.id)).status === 'active' ? await activateMerged(tx, merged, at) : [];
  await forgetWords(tx, await getUser(tx, from.id));
  await settleHome(tx, into.id, at);
  await settlePasskeys(tx, into.id, at);
  await changeUser(tx, into.id, {}, at); // the undoing of an import leaves whoever changed since
  await closeForOthers(tx, deps, call, pair, before, 'stays');
  const memberships = [...conflicts.map(({ ends }) => ends), ...activated].map(beforeOf);
  const way_in = isExchanged ? 'merged' : 'into';
  const done = { user_id: from.id, into_id: into.id, way_in, merged_at: at } as const;
  await addMerge(tx, { ...done, merged_by: call.caller.userId, moved, memberships, followers });
  const counts = Object.fromEntries(moved.map(({ table, keys }) => [table, keys.length]));
  const meta = { into_id: into.id, way_in, moved: counts } as const;
  await recordAudit(tx, call, { action: 'user.merge', about: from, meta });
  const owner = isExchanged ? from : into;
  await mailBoth(tx, 'account-merged', [from, into], at, (user, other) => {
    return { other, sign_in: user === owner ? 'this' : 'other', at, undo_until: undoableUntil(done) };
  });
  return answerOf(tx, { pair, moved, conflicts, dropped, merge: done });
}

const beforeOf = ({ id, state, ended_at }: MembershipBefore): MembershipBefore => ({ id, state, ended_at });

type Dropped = Record<(typeof GIVEN_UP)[number], number>;

/** Ends what the given-up way in opened: its sign-ins and links, and all sign-ins of the account that goes. */
async function giveUpWayIn(tx: Tx, { at }: Call, { from, into, isExchanged }: Pair): Promise<Dropped> {
  const loser = isExchanged ? into : from;
  const identities = (await listOwnIdentities(tx, loser.id)).filter(({ link }) => link !== undefined);
  const links = await cancelTokens(tx, loser.id, ['invite', 'reset'], at);
  const ended = await endSessionsOf(tx, from.id, 'merged', at);
  const also = isExchanged ? await endSessionsOf(tx, into.id, 'merged', at) : 0;
  return {
    address: 1,
    password: Number(isUsable(loser.password_hash)),
    authenticator: Number(loser.two_factor_enabled_at !== null),
    identities: identities.length,
    links,
    sign_ins: ended + also,
  };
}

/** Whoever gets more power by the merge must not be open to others, neither by the way in that stays nor by passkeys of the other. */
async function closeForOthers(
  tx: Tx,
  deps: MergingDeps,
  call: Call,
  { from, into, isExchanged }: Pair,
  before: Readonly<Record<number, Role>>,
  whose: 'given up' | 'stays',
): Promise<void> {
  const owner = isExchanged === (whose === 'stays') ? from : into;
  const roles = [before[from.id], before[into.id]].filter((role) => role !== undefined);
  const after = roles.toSorted((one, other) => tierOf(one) - tierOf(other))[0];
  const was = before[owner.id];
  if (after === undefined || was === undefined) return;
  const raise = { before: was, after };
  if (whose === 'given up') return closeAbandoned({ tx, call, user: owner }, raise);
  await closeToOthers({ tx, call, user: await getUser(tx, into.id) }, raise, deps);
}

interface Done {
  readonly pair: Pair;
  readonly moved: readonly MovedRows[];
  readonly conflicts: readonly MembershipConflict[];
  readonly dropped: Dropped;
  readonly merge: Pick<Merge, 'merged_at'>;
}

async function answerOf(tx: Tx, { pair, moved, conflicts, dropped, merge }: Done): Promise<MergeAnswer> {
  const { from, into, isExchanged } = pair;
  const countOf = (what: string) => moved.find(({ table }) => table === what)?.keys.length ?? 0;
  const named = conflicts.map(async ({ tenant_id, stays, ends }) => ({
    tenant_id,
    tenant_name: (await findTenant(tx, tenant_id))?.name ?? '',
    stays: showMembership(stays),
    ends: showMembership(ends),
  }));
  return {
    id: from.id,
    into: into.id,
    way_in: isExchanged ? from.id : into.id,
    moves: MOVED.map((what) => ({ what, count: countOf(what) })).filter(({ count }) => count > 0),
    conflicts: await Promise.all(named),
    dropped: GIVEN_UP.map((what) => ({ what, count: dropped[what] })).filter(({ count }) => count > 0),
    merged_at: merge.merged_at,
    undo_until: undoableUntil(merge),
  };
}

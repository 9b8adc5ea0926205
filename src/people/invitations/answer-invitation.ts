import { tokenHash } from '../../accounts/action-tokens/issue-action-token.ts';
import {
  cancelInvitation,
  cancelTokens,
  findInvitation,
  spendInvitation,
} from '../../accounts/action-tokens/token-rows-store.ts';
import { findAccount, holdUserRow } from '../../accounts/users/accounts-store.ts';
import { giveMembership } from '../../accounts/users/change-membership.ts';
import { changeStanding } from '../../accounts/users/change-standing.ts';
import type { Membership } from '../../accounts/users/membership.ts';
import { changeMembership, listMembershipsOf } from '../../accounts/users/memberships-store.ts';
import type { User } from '../../accounts/users/user.ts';
import { type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { type InvitationTo, listInvitationsTo } from './joining-invitations-store.ts';

type Deps = Pick<Platform, 'database'>;

/** An invitation, and the token of its link where the caller came by that. */
export interface Answered {
  readonly id: number;
  readonly token: string | undefined;
}

/**
 * The invitations to join that somebody may answer. Whoever was shown a link may have opened the account with it without reading the
 * mailbox: such an account answers by the link in the mail alone.
 */
export async function listOwnInvitations(
  { database }: Deps,
  { caller, at }: Call,
  token: string | undefined,
): Promise<InvitationTo[]> {
  const { read } = database;
  const own = await findAccount(read, caller.userId);
  if (own === undefined) return [];
  return (await listInvitationsTo(read, own.email, at)).filter((one) => isProved(own, one, token));
}

const isProved = (
  { address_proved_at }: Pick<User, 'address_proved_at'>,
  { token_hash }: Pick<InvitationTo, 'token_hash'>,
  token: string | undefined,
): boolean => address_proved_at !== null || (token !== undefined && tokenHash(token) === token_hash);

/**
 * Makes the membership of the record one of the caller’s account. What the account says about the person stays, and the record goes.
 * @throws AppError 404 `joining.not_found`; 409 `memberships.exists`
 */
export function acceptInvitation({ database }: Deps, call: Call, answered: Answered): Promise<void> {
  const { at } = call;
  return database.transaction(async (tx) => {
    const { own, record, membership } = await answerable(tx, call, answered);
    // One statement decides between all who accept, decline, withdraw or renew at once.
    if (!(await spendInvitation(tx, answered.id, at))) throw notFound();
    const { tenant_id, role, reach, since, until, number } = membership;
    if (number !== null) await changeMembership(tx, membership.id, { number: null }, at); // it goes over, and is never anybody else’s
    await removeRecord(tx, record, call);
    const given = await giveMembership(tx, own, { tenant_id, role, reach, since, until, number, pending: false }, at);
    const about = { id: own.id, tenant_id };
    await recordAudit(tx, call, {
      action: 'invitation.accept',
      about,
      meta: { token_id: answered.id, record_id: record.id },
    });
    await recordAudit(tx, call, { action: 'membership.create', about, meta: { membership_id: given.id, role, reach } });
  });
}

/** Ends the invitation and the record. Nobody is named: who declines stays unknown to the tenant. @throws AppError 404 `joining.not_found` */
export function declineInvitation({ database }: Deps, call: Call, answered: Answered): Promise<void> {
  const { at } = call;
  return database.transaction(async (tx) => {
    const { record } = await answerable(tx, call, answered);
    if (!(await cancelInvitation(tx, answered.id, at))) throw notFound();
    const unnamed = byOperator(['invitation.decline', 'user.delete'], at);
    await recordAudit(tx, unnamed, { action: 'invitation.decline', about: record, meta: { token_id: answered.id } });
    await removeRecord(tx, record, unnamed);
  });
}

interface Answerable {
  readonly own: User;
  readonly record: User;
  readonly membership: Membership;
}

/** Both rows, locked in the order of their ids as everybody does who locks several people. @throws AppError 404, 401 */
async function answerable(tx: Tx, { caller, at }: Call, { id, token }: Answered): Promise<Answerable> {
  const recordId = (await findInvitation(tx, id))?.user_id;
  if (recordId === undefined) throw notFound();
  const locked = new Map<number, User>();
  for (const userId of [caller.userId, recordId].toSorted((one, other) => one - other)) {
    const user = await holdUserRow(tx, userId);
    if (user !== undefined) locked.set(userId, user);
  }
  const own = locked.get(caller.userId);
  if (own === undefined) throw new AppError('auth.revoked'); // deleted after the gate’s check
  const record = locked.get(recordId);
  const invitation = (await listInvitationsTo(tx, own.email, at)).find((one) => one.id === id);
  if (record === undefined || invitation === undefined || !isProved(own, invitation, token)) throw notFound();
  const all = await listMembershipsOf(tx, record.id);
  const membership = all.find(({ tenant_id, state }) => tenant_id === record.tenant_id && state !== 'ended');
  if (membership === undefined) throw notFound();
  return { own, record, membership };
}

async function removeRecord(tx: Tx, record: User, call: AuditedCall): Promise<void> {
  const { at } = call;
  await changeStanding(tx, record, { status: 'deleted' }, { at, without: 'more power' });
  await cancelTokens(tx, record.id, ['invite', 'reset'], at);
  const meta = { status: record.status, sessions_ended: 0 };
  await recordAudit(tx, call, { action: 'user.delete', about: record, meta });
}

const notFound = (): AppError => new AppError('joining.not_found');

import type { ActionToken } from '../../accounts/action-tokens/action-token.ts';
import { issueActionToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { cancelTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { findAccountByEmail } from '../../accounts/users/accounts-store.ts';
import { changeProfile } from '../../accounts/users/change-profile.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import { UNUSABLE_HASH } from '../../accounts/users/usable-password.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { epochOf, instantAt } from '../../platform/kernel/clock.ts';
import type { SignInId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { TakeBack, TakenBack } from '../../platform/room/contributions.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endSessionsOf, endTheseSessions } from '../sessions/end-sessions.ts';
import { findDescendants } from '../sessions/sign-in-origins.ts';
import { ADDRESS_LINK_WORKS_FOR, type Alarm } from './alarm.ts';
import { endAddressChangesFrom, findFirstAddressChange, prolongAddressAlarms } from './alarm-links-store.ts';

export interface TakingDeps extends Pick<Platform, 'keys'> {
  /** What every room takes back. */
  readonly takeBackWays: TakeBack;
}

/** What taking back records besides the act itself. */
export const TAKING_BACK = [
  'passkey.remove',
  'google.unlink',
  'identity.unlink',
  '2fa.disable',
  'email.restore',
] as const;

interface Taking {
  /** Locked, and undeleted. */
  readonly user: User;
  /** The sign-ins that were not the owner's. */
  readonly sids: readonly SignInId[];
  /** Whether this address is of the mailbox that says so. */
  readonly isMailbox: (email: string) => boolean;
  /** The change of address to undo; by default the first that these sign-ins made. */
  readonly change?: Alarm | undefined;
  /** Ends the sign-ins that are left, too. */
  readonly endsAll: boolean;
}

export interface TakenBackSignIns {
  readonly ended: readonly SignInId[];
  readonly taken: readonly TakenBack[];
  /** A link for a new password, if the mailbox is that of the account now. */
  readonly reset: ActionToken | undefined;
}

/**
 * Ends sign-ins that were not their owner's, takes back what they added, and so on with whatever was opened through that. From a
 * change of address on, everything may have been opened through the new mailbox. Then the password goes, which they may know.
 */
export async function takeBackSignIns(
  tx: Tx,
  { keys, takeBackWays }: TakingDeps,
  call: AuditedCall,
  { user, sids, isMailbox, endsAll, ...taking }: Taking,
): Promise<TakenBackSignIns> {
  const { at } = call;
  const opened = await findDescendants(tx, user.id, sids);
  const change = taking.change ?? (await findFirstAddressChange(tx, user.id, [...opened]));
  const family = change === undefined ? opened : await findDescendants(tx, user.id, sids, change.created_at);
  // First what is added, then the sign-ins: whoever adds locks in this order, too.
  const taken: TakenBack[] = [...(await takeBackWays(tx, call, user, [...family]))];
  const email = change === undefined ? user.email : await restoreAddress(tx, call, user, change);
  if (email !== user.email) taken.push('address');
  const ended = await endTheseSessions(tx, [...family], 'ended', at);
  if (endsAll) await endSessionsOf(tx, user.id, 'ended', at);
  if (taken.length > 0) {
    const params = { at, taken: taken.join(' ') };
    await enqueueMail(tx, { kind: 'taken-back', to: { ...user, email }, params, at });
  }
  return { ended, taken, reset: isMailbox(email) ? await takePassword(tx, keys, call, user) : undefined };
}

async function takePassword(tx: Tx, keys: Keyring, call: AuditedCall, user: User): Promise<ActionToken | undefined> {
  const { at } = call;
  await cancelTokens(tx, user.id, ['reset'], at);
  if (user.password_hash !== null) await changeUser(tx, user.id, { password_hash: UNUSABLE_HASH }, at);
  if (user.status !== 'active') return undefined;
  const wanted = { userId: user.id, kind: 'reset', now: epochOf(at), createdBy: null, ip: call.context.ip } as const;
  return issueActionToken(tx, keys, wanted);
}

/**
 * Undoes a change of address with all later ones, and tells both mailboxes. Returns the address that the account has then: the
 * present one where another account has taken the old one since.
 */
async function restoreAddress(tx: Tx, call: AuditedCall, user: User, change: Alarm): Promise<string> {
  const { at } = call;
  const email = change.old_email ?? user.email;
  await endAddressChangesFrom(tx, change, at);
  await prolongAddressAlarms(tx, user.id, instantAt(epochOf(at) + ADDRESS_LINK_WORKS_FOR), at);
  if (email === user.email || (await findAccountByEmail(tx, email)) !== undefined) return user.email;
  const before = { email, email_verified_at: change.old_verified_at };
  await changeProfile(tx, user.id, before, { at, without: 'owner' });
  await recordAudit(tx, call, { action: 'email.restore', about: user });
  await enqueueMail(tx, { kind: 'email-restored', to: user, params: { at }, at }); // to the address that goes
  return email;
}

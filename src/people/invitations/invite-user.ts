import { type ActionToken, TOKEN_PATH } from '../../accounts/action-tokens/action-token.ts';
import { issueActionToken, rawToken } from '../../accounts/action-tokens/issue-action-token.ts';
import { limitLinksTo, limitMailsTo, type MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { cancelTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import { heldUser, requireWhole, seenAccount } from '../../accounts/permissions/managed-person.ts';
import { requireReauthForLink } from '../../accounts/permissions/reauth-for-link.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { askForPassword } from '../../accounts/users/changed-users-store.ts';
import type { User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import { type Instant, instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { enqueueMail, type MailToEnqueue, type Recipient } from '../../platform/mail/enqueue-mail.ts';
import type { Platform, Registry } from '../../platform/room/platform.ts';
import { endSessionsOf, holdSignIn } from '../../sign-in/sessions/end-sessions.ts';

/** A new invitation. Its link appears only in the response to the inviter and in the mail. */
export interface Invitation {
  readonly invite_link: string;
  readonly expires_at: Instant;
}

/**
 * Invites a user in any status but deleted: they must choose a password, their sessions end and an older invitation is
 * revoked.
 * @throws AppError 401 as `holdInviter`, 403, 404, 409 as `requireWhole`, 403 as `requireReauthForLink`, 429 `token.too_many`
 */
export async function inviteUser(
  deps: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'> & Pick<Registry, 'findUsersWithWayIn'> & MailLimits,
  call: Call<AnyCaller>,
  userId: UserId,
): Promise<Invitation> {
  const account = await seenAccount(deps.database.read, call.caller, userId);
  requireWhole(call.caller, account);
  if (account !== undefined) await limitMailsTo(deps, account.email);
  return deps.database.transaction(async (tx) => {
    await holdInviter(tx, call.caller);
    const user = requireWhole(call.caller, await heldUser(tx, call.caller, userId));
    await requireReauthForLink(deps, { tx, user, call });
    const now = deps.clock.now();
    await limitLinksTo(tx, user.id, now);
    return sendInvitation(tx, deps, call, { user, now, by: inviterOf(call.caller), shown: true });
  });
}

/** So that whoever takes the inviter's rights away finds every link that they were shown. @throws AppError 401 `auth.revoked` */
export async function holdInviter(tx: Tx, caller: AnyCaller): Promise<void> {
  if (caller.userId !== null) await holdSignIn(tx, caller);
}

export interface InvitationToSend {
  readonly user: User;
  readonly now: Milliseconds;
  /** The inviter; `null` for the operator. */
  readonly by: Inviter | null;
  /** Default: seven days. Shorter when somebody waits at the terminal. */
  readonly lifetime?: Milliseconds;
  /** The link is shown to the inviter. */
  readonly shown?: boolean;
  /** False when the link is shown instead. */
  readonly mail?: boolean;
}

export interface IssuedInvitation extends Invitation {
  readonly token_id: number;
}

/** The caller must have locked the user's row, so that the later of two concurrent invitations revokes the earlier. */
export async function sendInvitation(
  tx: Tx,
  { keys, publicUrl }: Pick<Platform, 'keys' | 'publicUrl'>,
  call: AuditedCall,
  { user, now, by, lifetime, shown, mail = true }: InvitationToSend,
): Promise<IssuedInvitation> {
  const at = instantAt(now);
  await askForPassword(tx, user.id, at);
  const ended = await endSessionsOf(tx, user.id, 'invited', at);
  await cancelTokens(tx, user.id, ['reset'], at);
  const token = await issueActionToken(tx, keys, {
    userId: user.id,
    kind: 'invite',
    now,
    createdBy: by?.id ?? null,
    ip: call.context.ip,
    lifetime,
    shown,
  });
  const { expires_at } = token;
  const meta = { token_id: token.id, expires_at, sessions_ended: ended };
  await recordAudit(tx, call, { action: 'user.invite', about: user, meta });
  if (mail) {
    const tenant = (await findTenant(tx, user.tenant_id))?.name ?? '';
    await enqueueMail(tx, invitationMail({ to: user, tenant, by, token, at }));
  }
  return {
    invite_link: `${publicUrl}${TOKEN_PATH.invite}?token=${rawToken(keys, token)}`,
    expires_at,
    token_id: token.id,
  };
}

interface InvitationMail {
  readonly to: Recipient;
  /** Its name. */
  readonly tenant: string;
  readonly by: Inviter | null;
  readonly token: Pick<ActionToken, 'seed' | 'expires_at'>;
  readonly at: Instant;
}

export const invitationMail = ({ to, tenant, by, token, at }: InvitationMail): MailToEnqueue<'invitation'> => ({
  kind: 'invitation',
  to,
  params: { tenant, invited_by: by?.name ?? '', expires_at: token.expires_at },
  namedId: by?.id ?? null,
  secret: { kind: 'link', path: TOKEN_PATH.invite, seed: token.seed },
  at,
});

/** The inviter as named in the mail. The id is null for a service. */
export interface Inviter {
  readonly id: UserId | null;
  readonly name: string;
}

export const inviterOf = (caller: AnyCaller): Inviter => ({
  id: caller.userId,
  name: caller.userId === null ? caller.service.name : caller.account.full_name,
});

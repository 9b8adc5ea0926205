import { TOKEN_PATH } from '../../accounts/action-tokens/action-token.ts';
import { renewActionToken, type TokenToIssue } from '../../accounts/action-tokens/issue-action-token.ts';
import { limitLinksTo, limitMailsTo, type MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { illegalState } from '../../accounts/permissions/act-on-user.ts';
import { requireWhole, seenUser } from '../../accounts/permissions/managed-person.ts';
import type { Manager } from '../../accounts/permissions/managing-users.ts';
import {
  anyRequiresReauth,
  type ReauthDeps,
  requireReauthForLink,
  WHEN_LINK_REQUIRES_REAUTH,
} from '../../accounts/permissions/reauth-for-link.ts';
import { holdUserRow } from '../../accounts/users/accounts-store.ts';
import { renewEmailCode } from '../../people/own-account/email-code.ts';
import { recordAudit, subjectOf } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { type NewSecret, resendMail } from '../../platform/mail/enqueue-mail.ts';
import { findMail } from '../../platform/mail/listed-mails-store.ts';
import type { OutboxMail } from '../../platform/mail/mail.ts';
import type { Platform, Registry } from '../../platform/room/platform.ts';
import { linkIn, wantsNewSecret } from './mail-actions.ts';

interface ResendDeps extends Pick<Platform, 'database' | 'clock'>, Pick<Registry, 'findUsersWithWayIn'>, MailLimits {}

/**
 * Resends a mail. A link or code in it is replaced and the old one revoked, since somebody else may have read the first mail.
 * @throws AppError 409 `users.state` for a mail that waits already, is blank, or whose secret is obsolete; 403, 404,
 * 409 of `requireWhole`, 403 of `requireReauthForLink`, 429 `token.too_many`
 */
export async function resendManagedMail(
  deps: ResendDeps,
  call: Call,
  mail: OutboxMail,
): Promise<OutboxMail | undefined> {
  const { database, clock } = deps;
  await limitMailsTo(deps, mail.to_address);
  const now = clock.now();
  const at = instantAt(now);
  return database.transaction(async (tx) => {
    const wanted = { mail, createdBy: call.caller.userId, ip: call.context.ip, now };
    const secret = mail.secret_ref === null ? undefined : await renewSecret(tx, deps, call, wanted);
    if (!(await resendMail(tx, mail, at, secret))) throw illegalState();
    const meta = { mail_id: mail.id };
    await recordAudit(tx, call, { action: 'mail.resend', about: subjectOf(mail), tenantId: mail.tenant_id, meta });
    return findMail(tx, mail.id);
  });
}

interface SecretToRenew {
  readonly mail: OutboxMail;
  readonly createdBy: UserId;
  readonly ip: string | null;
  readonly now: number;
}

async function renewSecret(
  tx: Tx,
  deps: Pick<Registry, 'findUsersWithWayIn'> & { readonly keys: Keyring },
  call: Call,
  { mail, ...wanted }: SecretToRenew,
): Promise<NewSecret> {
  const user = requireWhole(call.caller, await seenUser(tx, call.caller, await holdUserRow(tx, mail.user_id ?? -1)));
  if (!wantsNewSecret(mail, user)) throw illegalState();
  await limitLinksTo(tx, user.id, wanted.now);
  const { keys } = deps;
  const kind = linkIn(mail);
  if (kind !== undefined) await requireReauthForLink(deps, { tx, user, call });
  const secret =
    kind === undefined
      ? await renewEmailCode(tx, keys, { userId: user.id, address: mail.to_address, now: wanted.now })
      : await renewLink(tx, keys, { userId: user.id, kind, ...wanted });
  if (secret === undefined) throw illegalState();
  return secret;
}

async function renewLink(tx: Tx, keys: Keyring, wanted: TokenToIssue): Promise<NewSecret | undefined> {
  const token = await renewActionToken(tx, keys, wanted);
  if (token === undefined) return undefined;
  const { seed, expires_at } = token;
  return { secret: { kind: 'link', path: TOKEN_PATH[wanted.kind], seed }, expires_at };
}

/** Requires re-authentication if the mail in the path has a link to an account that requires it. */
export const reauthForMail = (deps: ReauthDeps) => ({
  when: `where the mail brings an invitation or a link for a new password, ${WHEN_LINK_REQUIRES_REAUTH}`,
  applies: async ({ params }: { readonly params: { readonly id: number } }, caller: Manager) => {
    const mail = await findMail(deps.database.read, params.id);
    return mail !== undefined && linkIn(mail) !== undefined && anyRequiresReauth(deps, caller, [mail.user_id ?? 0]);
  },
});

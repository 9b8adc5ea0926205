import { TOKEN_PATH, type TokenKind } from '../action-tokens/action-token.ts';
import { renewActionToken, type TokenToIssue } from '../action-tokens/issue-action-token.ts';
import { recordAudit, subjectOf } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { Call } from '../http/call.ts';
import type { Caller } from '../http/caller.ts';
import { instantAt } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { findMail } from '../mail/list-mails.ts';
import type { MailKind, OutboxMail } from '../mail/mail.ts';
import { type NewSecret, resendMail } from '../mail/resend-mail.ts';
import { renewEmailCode } from '../own-account/renew-email-code.ts';
import { type ActDeps, illegalState } from '../policy/act-on-user.ts';
import { requireMayManage } from '../policy/managing-users.ts';
import { lockUser } from '../users/lock-user.ts';

interface ResendDeps extends ActDeps {
  readonly keys: Keyring;
}

/**
 * Sends a mail once more. A link or code in it is made anew and the older one ends: who asks for a mail again does not know who has
 * read the first.
 * @throws AppError 409 `users.state` for a mail that waits already, is blank, or whose secret nobody needs; 403, 404, 409 of
 *   `requireMayManage` for a mail with one
 */
export async function resendManagedMail(
  { database, clock, keys }: ResendDeps,
  call: Call,
  mail: OutboxMail,
): Promise<OutboxMail | undefined> {
  const now = clock.now();
  const at = instantAt(now);
  return database.transaction(async (tx) => {
    const wanted = { mail, createdBy: call.caller.userId, ip: call.context.ip, now };
    const secret = mail.secret_ref === null ? undefined : await renewSecret(tx, keys, call.caller, wanted);
    if (!(await resendMail(tx, mail, at, secret))) throw illegalState();
    const meta = { mail_id: mail.id };
    await recordAudit(tx, call, { action: 'mail.resend', about: subjectOf(mail), tenantId: mail.tenant_id, meta });
    return findMail(tx, mail.id);
  });
}

interface SecretToRenew {
  readonly mail: OutboxMail;
  readonly createdBy: number;
  readonly ip: string | null;
  readonly now: number;
}

/** A link is for the mailbox that is theirs now; a reset, and a code for another address, for who may sign in. */
async function renewSecret(
  tx: Tx,
  keys: Keyring,
  caller: Caller,
  { mail, ...wanted }: SecretToRenew,
): Promise<NewSecret> {
  const user = requireMayManage(caller, await lockUser(tx, mail.user_id ?? -1));
  const kind = LINK_IN[mail.kind];
  if (kind !== 'invite' && user.status !== 'active') throw illegalState();
  if (kind !== undefined && user.email !== mail.to_address) throw illegalState();
  const secret =
    kind === undefined
      ? await renewEmailCode(tx, keys, { userId: user.id, address: mail.to_address, now: wanted.now })
      : await renewLink(tx, keys, { userId: user.id, kind, ...wanted });
  if (secret === undefined) throw illegalState();
  return secret;
}

const LINK_IN: Partial<Record<MailKind, TokenKind>> = { invitation: 'invite', 'password-reset': 'reset' };

/** Whether resending it makes a link for a new password. */
export const hasRenewableLink = ({ kind }: OutboxMail): boolean => LINK_IN[kind] !== undefined;

async function renewLink(tx: Tx, keys: Keyring, wanted: TokenToIssue): Promise<NewSecret | undefined> {
  const token = await renewActionToken(tx, keys, wanted);
  if (token === undefined) return undefined;
  const { seed, expires_at } = token;
  return { secret: { kind: 'link', path: TOKEN_PATH[wanted.kind], seed }, expires_at };
}

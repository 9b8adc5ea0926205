import { TOKEN_PATH, type TokenKind } from '../action-tokens/action-token.ts';
import { renewActionToken } from '../action-tokens/issue-action-token.ts';
import type { Circumstances } from '../audit/circumstances.ts';
import { recordAudit } from '../audit/record-audit.ts';
import type { Tx } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import { instantAt } from '../kernel/clock.ts';
import type { Keyring } from '../keys/keyring.ts';
import { findMail } from '../mail/list-mails.ts';
import type { MailKind, OutboxMail } from '../mail/mail.ts';
import { type NewLink, resendMail } from '../mail/resend-mail.ts';
import { requireMayManage } from '../policy/managing-users.ts';
import { lockUser } from '../users/lock-user.ts';
import { type ActParts, illegalState } from './act-on-user.ts';

interface ResendParts extends ActParts {
  readonly keys: Keyring;
}

/**
 * Sends a mail once more. A link in it is made anew and the older one ends: who asks for a mail again does not know who has
 * read the first.
 * @throws AppError 409 `users.state` for a mail that waits already, is blank, or whose link nobody needs; 403, 404, 409 of
 *   `requireMayManage` for a mail with a link
 */
export async function resendManagedMail(
  { database, clock, keys }: ResendParts,
  circumstances: Circumstances,
  caller: Caller,
  mail: OutboxMail,
): Promise<OutboxMail | undefined> {
  const now = clock.now();
  const at = instantAt(now);
  return database.transaction(async (tx) => {
    const kind = LINK_IN[mail.kind];
    const wanted = { createdBy: caller.userId, ip: circumstances.ip, now };
    const link = kind && (await renewLink(tx, keys, caller, { mail, kind, ...wanted }));
    if (!(await resendMail(tx, mail, at, link))) throw illegalState();
    const about = { userId: mail.user_id, tenantId: mail.tenant_id, meta: { mail_id: mail.id } };
    await recordAudit(tx, circumstances, { action: 'mail.resend', at, ...about });
    return findMail(tx, mail.id);
  });
}

const LINK_IN: Partial<Record<MailKind, TokenKind>> = { invitation: 'invite', 'password-reset': 'reset' };

interface LinkToRenew {
  readonly mail: OutboxMail;
  readonly kind: TokenKind;
  readonly createdBy: number;
  readonly ip: string | null;
  readonly now: number;
}

/** Only for the mailbox that is theirs now, and only while it would let them in: a reset is for who is active. */
async function renewLink(
  tx: Tx,
  keys: Keyring,
  caller: Caller,
  { mail, kind, ...wanted }: LinkToRenew,
): Promise<NewLink> {
  const user = requireMayManage(caller, await lockUser(tx, mail.user_id ?? -1));
  const isTheirs = user.email === mail.to_address;
  if (!isTheirs || (kind === 'reset' && user.status !== 'active')) throw illegalState();
  const token = await renewActionToken(tx, keys, { userId: user.id, kind, ...wanted });
  if (token === undefined) throw illegalState();
  return { secret: { kind: 'link', path: TOKEN_PATH[kind], seed: token.seed }, expires_at: token.expires_at };
}

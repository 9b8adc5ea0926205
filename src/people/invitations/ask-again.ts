import type { MailLimits } from '../../accounts/action-tokens/mail-limits.ts';
import { findAnyToken } from '../../accounts/action-tokens/redeem-action-token.ts';
import { recordRequest } from '../../accounts/action-tokens/token-rows-store.ts';
import { mayManage, reachedBy } from '../../accounts/permissions/managing-users.ts';
import { findAccount, listContactsIn, listSuperadmins } from '../../accounts/users/accounts-store.ts';
import type { Account, User } from '../../accounts/users/user.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Db } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { tierOf } from '../../platform/kernel/role.ts';
import { unknownAddress } from '../../platform/keys/derived-secret.ts';
import { enqueueMail } from '../../platform/mail/enqueue-mail.ts';
import type { Platform } from '../../platform/room/platform.ts';

/**
 * Somebody whose invitation expired asks for a new one, by its link: the inviter is mailed, once a link. An invitation that was
 * withdrawn, replaced or accepted asks nobody, and no answer tells which it was: like the link itself, it must not become a way to
 * learn about an account.
 */
export async function askAgain(
  { database, keys, mailsPerAddress }: Pick<Platform, 'database'> & Pick<MailLimits, 'keys' | 'mailsPerAddress'>,
  call: AuditedCall,
  rawToken: string,
): Promise<void> {
  const { at } = call;
  const token = await findAnyToken(database.read, rawToken);
  if (token === undefined || token.expires_at > at || token.asked_at !== null) return; // takes no mail of the others
  const invited = await findAccount(database.read, token.user_id);
  if (invited?.status !== 'invited') return;
  const managers = await managersOf(database.read, invited, token.created_by);
  const addressed = await Promise.all(
    managers.map(async (to) => {
      const { allowed } = await mailsPerAddress.take(`asked:${unknownAddress(keys, to.email)}`);
      return { to, withheld: !allowed };
    }),
  );
  await database.transaction(async (tx) => {
    if (!(await recordRequest(tx, token.id, at))) return;
    await recordAudit(tx, call, { action: 'invitation.ask', about: invited, meta: { token_id: token.id } });
    for (const { to, withheld } of addressed)
      await enqueueMail(tx, {
        kind: 'invitation-asked',
        to,
        params: { person: invited.full_name, address: invited.email, tenant: invited.tenant_name, at },
        namedId: invited.id,
        at,
        withheld,
      });
  });
}

/** Administrators who are mailed where the inviter cannot help any more. */
const MOST_MAILED = 3;

/** The inviter, if still one who may invite this person, else administrators of the tenant, else superadmins. */
async function managersOf(db: Db, invited: Account, inviterId: UserId | null): Promise<User[]> {
  const inviter = inviterId === null ? undefined : await findAccount(db, inviterId);
  if (inviter?.status === 'active' && mayInvite(inviter, invited)) return [inviter];
  const contacts = await listContactsIn(db, invited.tenant_id, MOST_MAILED);
  const accounts = await Promise.all(contacts.map(({ id }) => findAccount(db, id)));
  const managers = accounts.filter((account) => account !== undefined).filter((account) => mayInvite(account, invited));
  return managers.length > 0 ? managers : (await listSuperadmins(db)).slice(0, MOST_MAILED);
}

const mayInvite = ({ id, tenant_id, role, ...account }: Account, invited: Account): boolean =>
  mayManage({ userId: id, tenantId: tenant_id, reached: reachedBy(account), tier: tierOf(role) }, invited);

import { issueFirstTokens } from '../../accounts/action-tokens/issue-action-token.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import type { CreatedUser } from '../../accounts/users/create-users.ts';
import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudits } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import type { Milliseconds } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import { enqueueMails } from '../../platform/mail/enqueue-mail.ts';
import { type Inviter, invitationMail } from './invite-user.ts';

interface Inviting {
  readonly now: Milliseconds;
  readonly by: Inviter | null;
  /** Joins the `meta` of every audit record. */
  readonly meta: { readonly import_id: number };
}

/**
 * Invites many people in the transaction that created them; they have no sessions or tokens to end, and `createUsers`
 * has marked them to choose a password. Links go by mail only.
 */
export async function inviteCreated(
  tx: Tx,
  keys: Keyring,
  call: AuditedCall,
  users: readonly CreatedUser[],
  { now, by, meta }: Inviting,
): Promise<void> {
  const at = instantAt(now);
  const { ip } = call.context;
  const wanted = users.map(({ id }) => {
    return { userId: id, kind: 'invite', now, createdBy: by?.id ?? null, ip } as const;
  });
  const tokens = await issueFirstTokens(tx, keys, wanted);
  const tenants = await tenantNames(tx, users);
  const sent = users.flatMap((user) => {
    const token = tokens.get(user.id);
    return token === undefined ? [] : [{ user, token }];
  });
  const entries = sent.map(({ user, token: { id, expires_at } }) => ({
    action: 'user.invite' as const,
    about: user,
    meta: { token_id: id, expires_at, sessions_ended: 0, ...meta },
  }));
  await recordAudits(tx, call, entries);
  const mails = sent.map(({ user, token }) =>
    invitationMail({ to: user, tenant: tenants.get(user.tenant_id) ?? '', by, token, at }),
  );
  await enqueueMails(tx, mails);
}

async function tenantNames(tx: Tx, users: readonly CreatedUser[]): Promise<Map<TenantId, string>> {
  const names = new Map<TenantId, string>();
  for (const id of new Set(users.map(({ tenant_id }) => tenant_id)))
    names.set(id, (await findTenant(tx, id))?.name ?? '');
  return names;
}

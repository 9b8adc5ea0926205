import { cancelTokens } from '../action-tokens/redeem-action-token.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { AppError } from '../kernel/app-error.ts';
import { epochOf } from '../kernel/clock.ts';
import type { TenantId } from '../kernel/entity-id.ts';
import type { Keyring } from '../keys/keyring.ts';
import { askForNewAddress } from '../own-account/change-email.ts';
import type { ActOnUser } from '../policy/act-on-user.ts';
import { reachesEveryTenant } from '../policy/managing-users.ts';
import { policyErrors } from '../policy/policy-errors.ts';
import { endSessionsOf } from '../sessions/end-sessions.ts';
import { findTenant } from '../tenants/find-tenant.ts';
import { changeProfile, type ProfileChange } from '../users/change-profile.ts';
import { checkedEmail, checkedOib, checkedText } from '../users/checked-fields.ts';
import { findAccountByEmail } from '../users/find-account.ts';
import type { Language, User } from '../users/user.ts';
import { userErrors } from '../users/users-errors.ts';
import type { EditUserBody } from './user-admin-wire.ts';

/**
 * Changes the members sent. An invited user's new address applies at once and revokes the invitation sent to the old
 * one, which would verify a mailbox it never reached. Other users must confirm a new address from its mailbox. A change
 * of tenant ends the sessions, since tokens carry it.
 * @throws AppError 403, 404, 409 `users.email_taken`; InvalidRequest 422
 */
export async function editUser(on: ActOnUser, body: EditUserBody, keys: Keyring): Promise<void> {
  const { tx, user, call } = on;
  const { at } = call;
  const change = changeFrom(body, user);
  if (change.tenant_id !== undefined) await requireReachableTenant(on, change.tenant_id);
  const wanted = change.email;
  const confirms = wanted !== undefined && user.status !== 'invited';
  if (confirms) delete change.email;
  const changed = await changeProfile(tx, user.id, change, at);
  if (change.email !== undefined) await cancelTokens(tx, user.id, ['invite', 'reset'], at); // links mailed to the old address
  if (change.tenant_id !== undefined) await endSessionsOf(tx, user.id, 'role', at);
  if (confirms) await requestAddressChange(on, keys, wanted);
  const meta = {
    changed: differences(user, changed?.after ?? user, change),
    ...(confirms ? { email_requested: true } : {}),
  };
  await recordAudit(tx, call, { action: 'user.update', about: user, meta });
}

/** An administrator may learn that the address is taken; a stranger may not. */
async function requestAddressChange({ tx, user, call }: ActOnUser, keys: Keyring, address: string): Promise<void> {
  if ((await findAccountByEmail(tx, address)) !== undefined) throw new AppError(userErrors['users.email_taken']);
  const wish = { user, address, requestedBy: call.caller.userId, now: epochOf(call.at) };
  await askForNewAddress(tx, keys, call, wish);
}

type Change = { -readonly [Member in keyof ProfileChange]: ProfileChange[Member] };

/**
 * Drops unchanged values: sending a whole form back changes nothing. A full name is kept, or a new first name would
 * regenerate it.
 */
function changeFrom(body: EditUserBody, user: User): Change {
  const { ime, prezime, full_name, oib, email, preferred_language, tenant_id } = body;
  const change: Change = {};
  for (const [member, value] of Object.entries({ ime, prezime, full_name, telefon: body.telefon ?? body.phone })) {
    if (value !== undefined) change[member as 'ime'] = checkedText(member, value);
  }
  if (oib !== undefined) change.oib = checkedOib(oib);
  if (email !== undefined) change.email = checkedEmail(email);
  if (preferred_language !== undefined) change.preferred_language = preferred_language as Language;
  if (tenant_id !== undefined) change.tenant_id = tenant_id;
  return Object.fromEntries(
    Object.entries(change).filter(([member, value]) => member === 'full_name' || user[member as keyof User] !== value),
  ) as Change;
}

/** Only a superadmin moves people between tenants. */
async function requireReachableTenant({ tx, call }: ActOnUser, tenantId: TenantId): Promise<void> {
  if (!reachesEveryTenant(call.caller)) throw new AppError(policyErrors['users.tier']);
  if ((await findTenant(tx, tenantId)) === undefined) throw new AppError(policyErrors['users.not_found']);
}

function differences(before: User, after: User, change: Change): Record<string, { before: unknown; after: unknown }> {
  const members = (Object.keys(change) as (keyof User)[]).filter((member) => before[member] !== after[member]);
  return Object.fromEntries(members.map((member) => [member, { before: before[member], after: after[member] }]));
}

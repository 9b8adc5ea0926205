import { cancelTokens } from '../../accounts/action-tokens/token-rows-store.ts';
import type { ActOnUser } from '../../accounts/permissions/act-on-user.ts';
import { type Manager, reachesEveryTenant } from '../../accounts/permissions/managing-users.ts';
import { scopeOf } from '../../accounts/permissions/scope.ts';
import { findTenant } from '../../accounts/tenants/tenants-store.ts';
import { placeOfAddress } from '../../accounts/users/address-places.ts';
import { changeProfile, type ProfileDraft } from '../../accounts/users/change-profile.ts';
import { requireReauthOver } from '../../accounts/users/change-standing.ts';
import { checkedField, checkedProfile } from '../../accounts/users/checked-fields.ts';
import type { User } from '../../accounts/users/user.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { epochOf, type Instant } from '../../platform/kernel/clock.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import { keysOf } from '../../platform/kernel/unchecked.ts';
import type { Keyring } from '../../platform/keys/keyring.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { endSessionsOf } from '../../sign-in/sessions/end-sessions.ts';
import { renewDisplayedLinks, renewInvitation } from '../invitations/renew-invitations.ts';
import { requestNewAddress } from '../own-account/change-email.ts';
import { replaceImportedPassword } from './user-access-acts.ts';
import type { EditUserBody } from './user-admin-wire.ts';

/**
 * Changes the members that were sent. An invited user's new address applies at once, and the invitation sent to the old address
 * is revoked, since it would verify a mailbox it never reached. Other users must confirm a new address from its mailbox. A
 * change of tenant ends the sessions, since tokens contain the tenant, replaces a password from an import and renews an open
 * invitation.
 * @throws AppError 403, 404, 409 `users.email_taken`; as `requireReauthToRaise`; InvalidRequest 422
 */
export async function editUser(
  on: ActOnUser,
  body: EditUserBody,
  deps: Pick<Platform, 'keys' | 'publicUrl'> & { readonly mayMail: boolean },
): Promise<void> {
  const { tx, user, call } = on;
  const { at } = call;
  const change = changeFrom(body, user);
  if (change.tenant_id !== undefined) await requireReachableTenant(on, change.tenant_id);
  const wanted = change.email;
  if (wanted !== undefined) await requireReauthOver(tx, user, call); // whoever has the mailbox can come in as this person
  const confirms = wanted !== undefined && user.status !== 'invited';
  if (confirms) delete change.email;
  else if (wanted !== undefined) change.joining_at = await joiningAt(tx, call, wanted);
  if (Object.keys(change).length === 0 && !confirms) return;
  const changed = await changeProfile(tx, user.id, change, call);
  if (change.email !== undefined) await cancelTokens(tx, user.id, ['invite', 'reset'], at); // links mailed to the old address
  if (change.tenant_id !== undefined) await endSessionsOf(tx, user.id, 'role', at);
  if (confirms) await requestAddressChange(on, deps, wanted);
  const meta = {
    changed: differences(user, changed?.after ?? user, change),
    ...(confirms ? { email_requested: true } : {}),
  };
  await recordAudit(tx, call, { action: 'user.update', about: user, meta });
  if (change.tenant_id === undefined) return;
  const moved = { ...on, user: changed?.after ?? user };
  await replaceImportedPassword(moved, deps.keys);
  await renewInvitation(moved, deps);
  await renewDisplayedLinks(tx, deps, call, user);
}

/** Since when the record waits for the owner of its new address; null for an address that nobody has. @throws AppError `users.email_taken` */
export async function joiningAt(tx: Tx, { caller, at }: Call<Manager>, address: string): Promise<Instant | null> {
  const place = await placeOfAddress(tx, scopeOf(caller), address);
  if (place === 'here') throw new AppError('users.email_taken');
  return place === 'elsewhere' ? at : null;
}

/** That an address within reach is taken, an administrator sees anyway. */
async function requestAddressChange(
  { tx, user, call }: ActOnUser,
  { keys, mayMail }: { readonly keys: Keyring; readonly mayMail: boolean },
  address: string,
): Promise<void> {
  if ((await placeOfAddress(tx, scopeOf(call.caller), address)) === 'here') throw new AppError('users.email_taken');
  const request = { user, address, requestedBy: call.caller.userId, addedBy: null, now: epochOf(call.at), mayMail };
  await requestNewAddress(tx, keys, call, request);
}

/**
 * Drops unchanged values, so that sending a whole form back changes nothing. A full name that was sent is kept even if
 * unchanged, or a new first name would regenerate it.
 */
function changeFrom(body: EditUserBody, user: User): ProfileDraft {
  const { email, tenant_id } = body;
  const change = checkedProfile(body);
  if (email !== undefined) change.email = checkedField('email', email);
  if (tenant_id !== undefined) change.tenant_id = tenant_id;
  for (const member of keysOf(change))
    if (member !== 'full_name' && change[member] === user[member]) delete change[member];
  return change;
}

/** Only a superadmin moves people between tenants. */
async function requireReachableTenant({ tx, call }: ActOnUser, tenantId: TenantId): Promise<void> {
  if (!reachesEveryTenant(call.caller)) throw new AppError('users.tier');
  if ((await findTenant(tx, tenantId)) === undefined) throw new AppError('tenants.not_found');
}

function differences(
  before: User,
  after: User,
  change: ProfileDraft,
): Record<string, { before: unknown; after: unknown }> {
  const members = keysOf(change).filter((member) => before[member] !== after[member]);
  return Object.fromEntries(members.map((member) => [member, { before: before[member], after: after[member] }]));
}

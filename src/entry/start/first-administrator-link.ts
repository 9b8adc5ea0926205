import { getFirstTenant } from '../../accounts/tenants/create-tenant.ts';
import { createUser } from '../../accounts/users/create-user.ts';
import { findAccountByEmail, hasSuperadmin } from '../../accounts/users/find-account.ts';
import { holdUserRow } from '../../accounts/users/hold-user-row.ts';
import type { User } from '../../accounts/users/user.ts';
import { type Invitation, type InvitationDeps, sendInvitation } from '../../people/invitations/invite-user.ts';
import { type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import type { Settings } from '../../platform/config/settings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { hours } from '../../platform/kernel/durations.ts';

/**
 * A set-up link, valid for an hour, for the first superadmin, when the settings name an address without a password.
 * Each start creates a new one until one is used; `undefined` when there is nothing to set up.
 */
export async function firstAdministratorLink(
  deps: InvitationDeps,
  { firstAdmin }: Pick<Settings, 'firstAdmin'>,
): Promise<Invitation | undefined> {
  if (firstAdmin.adminEmail === '' || firstAdmin.adminPassword !== undefined) return undefined;
  const now = deps.clock.now();
  const call = byOperator(['tenant.create', 'user.create', 'user.invite'], instantAt(now));
  return deps.database.transaction(async (tx) => {
    const user = await findOrAddAdministrator(tx, call, firstAdmin.adminEmail);
    return user && sendInvitation(tx, deps, call, { user, now, by: null, lifetime: hours(1), mail: false });
  });
}

/** The administrator waiting for a link; `undefined` once another superadmin exists. */
async function findOrAddAdministrator(tx: Tx, call: AuditedCall, email: string): Promise<User | undefined> {
  const known = await findAccountByEmail(tx, email);
  if (known !== undefined)
    return known.role === 'superadmin' && known.status === 'invited' ? holdUserRow(tx, known.id) : undefined;
  if (await hasSuperadmin(tx)) return undefined;
  const tenant = await getFirstTenant(tx, call, { name: 'Savez' });
  const person = { tenantId: tenant.id, email, ime: 'Glavni', prezime: 'administrator', passwordHash: null };
  return createUser(tx, call, { ...person, role: 'superadmin', status: 'invited' });
}

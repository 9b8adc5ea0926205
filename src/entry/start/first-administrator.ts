import { getFirstTenant } from '../../accounts/tenants/create-tenant.ts';
import { createUser } from '../../accounts/users/create-user.ts';
import { hasSuperadmin } from '../../accounts/users/find-account.ts';
import { userErrors } from '../../accounts/users/users-errors.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { firstAdministratorProblems, type Settings, SettingsError } from '../../platform/config/settings.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { isStoreThere } from '../../platform/database/open-database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, type Instant, nowOf } from '../../platform/kernel/clock.ts';
import type { BreachedPasswords } from '../../sign-in/passwords/breached-passwords.ts';
import type { PasswordHasher } from '../../sign-in/passwords/password-hasher.ts';

export interface FirstAdministratorDeps {
  readonly database: Database;
  readonly clock: Clock;
  readonly passwords: PasswordHasher;
  readonly breachedPasswords: BreachedPasswords;
}

/**
 * Checks the settings before anything is created. With a store on a server only its content tells whether they are needed.
 * @throws SettingsError when there is no store yet and they are unusable
 */
export function requireUsableAdministrator(settings: Settings): void {
  const problems = isStoreThere(settings) ? [] : firstAdministratorProblems(settings);
  if (problems.length > 0) throw new SettingsError(problems);
}

/**
 * Creates the first superadmin from the settings; once one exists the settings have no effect.
 * @throws SettingsError when the settings are needed and unusable
 */
export async function ensureFirstAdministrator(
  { database, clock, passwords, breachedPasswords }: FirstAdministratorDeps,
  settings: Settings,
): Promise<void> {
  const { firstAdmin } = settings;
  const password = firstAdmin.adminPassword?.reveal();
  if (password === undefined || (await hasSuperadmin(database.read))) return;
  const problems = firstAdministratorProblems(settings);
  if (problems.length > 0) throw new SettingsError(problems);
  if (await breachedPasswords.has(password))
    throw new SettingsError(['SVC_ADMIN_PASSWORD must not be one that is known from a breach']);
  const passwordHash = await passwords.hash(password);
  const at = nowOf(clock);
  try {
    await database.transaction((tx) => addAdministrator(tx, { email: firstAdmin.adminEmail, passwordHash, at }));
  } catch (error) {
    // Nodes that start together may all try; the address is unique, so one succeeds.
    const late = error instanceof AppError && error.definition === userErrors['users.email_taken'];
    if (!late || !(await hasSuperadmin(database.read))) throw error;
  }
}

async function addAdministrator(
  tx: Tx,
  { email, passwordHash, at }: { email: string; passwordHash: string; at: Instant },
): Promise<void> {
  const call = byOperator(['tenant.create', 'user.create'], at);
  const tenant = await getFirstTenant(tx, call, { name: 'Savez' });
  const names = { ime: 'Glavni', prezime: 'administrator' };
  const person = { tenantId: tenant.id, email, ...names, passwordHash, emailVerified: true };
  await createUser(tx, call, { ...person, role: 'superadmin', status: 'active' });
}

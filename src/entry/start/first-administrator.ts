import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { getFirstTenant } from '../../accounts/tenants/create-tenant.ts';
import { findAccountByEmail, hasSuperadmin, holdUserRow } from '../../accounts/users/accounts-store.ts';
import { createUser } from '../../accounts/users/create-user.ts';
import type { User } from '../../accounts/users/user.ts';
import { type Invitation, sendInvitation } from '../../people/invitations/invite-user.ts';
import { type AuditedCall, byOperator } from '../../platform/audit/audit-context.ts';
import { firstAdministratorProblems, type Settings, SettingsError } from '../../platform/config/settings.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { isStoreThere } from '../../platform/database/open-database.ts';
import { AppError } from '../../platform/kernel/app-error.ts';
import { type Clock, type Instant, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { hours, seconds } from '../../platform/kernel/durations.ts';
import type { Platform } from '../../platform/room/platform.ts';
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
    const late = error instanceof AppError && error.code === 'users.email_taken';
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

/**
 * A set-up link, valid for an hour, for the first superadmin, when the settings name an address without a password.
 * Each start creates a new one until one is used; `undefined` when there is nothing to set up.
 */
export async function firstAdministratorLink(
  deps: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'>,
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

const FILE = 'setup-link';
const CHECKED_EVERY = seconds(5);

/**
 * Shows the set-up link of the first administrator to whoever started the service: on the terminal, or else in a file that only
 * they can read. It is never logged.
 */
export function showSetupLink({ invite_link, expires_at }: Invitation, dataDir: string, log: Logger): void {
  if (process.stdout.isTTY) {
    console.log(`\n  Set up the first administrator, within the hour:\n  ${invite_link}\n`);
    return;
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 }); // with PostgreSQL nothing else has created it yet
  const file = join(dataDir, FILE);
  rmSync(file, { force: true }); // the mode applies only to a new file, and a symbolic link would be followed
  writeFileSync(file, `${invite_link}\n`, { mode: 0o600, flag: 'wx' });
  log.info({ file, expires_at }, 'the set-up link for the first administrator is in this file');
}

/** Removes the file when its link was used, here or on another node, or when there is nobody to set up any more. */
export function removeUsedSetupLink({
  database,
  settings,
}: {
  readonly database: Database;
  readonly settings: Settings;
}): void {
  const file = join(settings.server.dataDir, FILE);
  if (!existsSync(file)) return;
  const check = async () => {
    const account = await findAccountByEmail(database.read, settings.firstAdmin.adminEmail);
    if (account?.status === 'invited') return;
    rmSync(file, { force: true });
    clearInterval(checking);
  };
  const checking = setInterval(() => void check().catch(() => {}), CHECKED_EVERY).unref(); // an unavailable store is asked again
  void check().catch(() => {});
}

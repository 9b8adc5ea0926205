import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { findAccountByEmail } from '../../accounts/users/find-account.ts';
import type { Invitation } from '../../people/invitations/invite-user.ts';
import { seconds } from '../../platform/kernel/durations.ts';
import type { Service } from './service.ts';

const FILE = 'setup-link';
const LOOKED_EVERY = seconds(5);

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
export function removeUsedSetupLink({ database, settings }: Pick<Service, 'database' | 'settings'>): void {
  const file = join(settings.server.dataDir, FILE);
  if (!existsSync(file)) return;
  const look = async () => {
    const account = await findAccountByEmail(database.read, settings.firstAdmin.adminEmail);
    if (account?.status === 'invited') return;
    rmSync(file, { force: true });
    clearInterval(looking);
  };
  const looking = setInterval(() => void look().catch(() => {}), LOOKED_EVERY).unref(); // an unavailable store is asked again
  void look().catch(() => {});
}

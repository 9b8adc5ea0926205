import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Invitation } from '../invitations/invite-user.ts';

const FILE = 'setup-link';

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

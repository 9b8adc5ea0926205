import { acceptLossCommand } from './accept-loss-command.ts';
import {
  createBackupCommand,
  listBackupsCommand,
  rehearseBackupCommand,
  restoreBackupCommand,
  settleBackupCommand,
  verifyBackupCommand,
} from './backup-commands.ts';
import { buildBreachListCommand } from './build-breach-list-command.ts';
import type { Command } from './command.ts';
import { createUserCommand } from './create-user-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { exportAuditCommand } from './export-audit-command.ts';
import { importCommand } from './import-command.ts';
import { listUsersCommand } from './list-users-command.ts';
import { migrateCommand } from './migrate-command.ts';
import { replayErasuresCommand } from './replay-erasures-command.ts';
import { resetTwoFactorCommand } from './reset-two-factor-command.ts';
import { revokeKeyCommand } from './revoke-key-command.ts';
import { rotateKeysCommand } from './rotate-keys-command.ts';
import { rotateSecretCommand } from './rotate-secret-command.ts';
import { serveCommand } from './serve-command.ts';
import { setupCommand } from './setup-command.ts';
import { suspendUserCommand } from './suspend-user-command.ts';
import { unlockUserCommand } from './unlock-user-command.ts';
import { unsuspendUserCommand } from './unsuspend-user-command.ts';
import { verifyAuditCommand } from './verify-audit-command.ts';
import { workCommand } from './work-command.ts';

/** Every command, in the order of `--help`. */
export const commands: readonly Command[] = [
  setupCommand,
  serveCommand,
  workCommand,
  doctorCommand,
  migrateCommand,
  rotateKeysCommand,
  revokeKeyCommand,
  rotateSecretCommand,
  createUserCommand,
  listUsersCommand,
  suspendUserCommand,
  unsuspendUserCommand,
  unlockUserCommand,
  resetTwoFactorCommand,
  verifyAuditCommand,
  exportAuditCommand,
  acceptLossCommand,
  createBackupCommand,
  verifyBackupCommand,
  restoreBackupCommand,
  settleBackupCommand,
  rehearseBackupCommand,
  listBackupsCommand,
  importCommand,
  replayErasuresCommand,
  buildBreachListCommand,
];

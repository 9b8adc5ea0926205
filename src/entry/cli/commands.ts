import { acceptLossCommand } from './accept-loss-command.ts';
import {
  listUsersCommand,
  resetTwoFactorCommand,
  suspendUserCommand,
  unlockUserCommand,
  unsuspendUserCommand,
} from './account-commands.ts';
import { exportAuditCommand, verifyAuditCommand } from './audit-commands.ts';
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
import { importCommand } from './import-command.ts';
import { revokeKeyCommand, rotateKeysCommand, rotateSecretCommand } from './key-commands.ts';
import { replayErasuresCommand } from './replay-erasures-command.ts';
import { migrateCommand, serveCommand, workCommand } from './serve-commands.ts';
import { setupCommand } from './setup-command.ts';

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

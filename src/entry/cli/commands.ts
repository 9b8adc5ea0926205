import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { systemClock } from '../../platform/kernel/clock.ts';
import { buildBreachList } from '../../sign-in/passwords/build-breach-list.ts';
import { openMigratedAppStore } from '../app/app-schema.ts';
import { readSettings } from '../app/read-settings.ts';
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
import { type Command, defineCommand } from './command.ts';
import { createUserCommand } from './create-user-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { importCommand } from './import-command.ts';
import { revokeKeyCommand, rotateKeysCommand, rotateSecretCommand } from './key-commands.ts';
import { replayErasuresCommand } from './replay-erasures-command.ts';
import { setupCommand } from './setup-command.ts';
import { showingProgress } from './show-progress.ts';

const NOTES = `<from> is what the downloader of Have I Been Pwned writes: one file of lines HASH:COUNT sorted by hash, or a folder of
range files ABCDE.txt with lines SUFFIX:COUNT. Nothing is asked of the network. <to> is written whole or not at all; the
running service keeps the list that it opened until it is started again.`;

const SHOWN_EVERY = 10_000_000;

const buildBreachListCommand = defineCommand({
  name: 'passwords build-breach-list',
  summary: 'Makes the list of breached passwords for SVC_BREACHED_PASSWORDS_FILE from SHA-1 hashes; needs no settings.',
  argument: { name: 'from', about: 'The hashes: a file or a folder.' },
  secondArgument: { name: 'to', about: 'The list to write.' },
  options: {},
  notes: NOTES,
  run: async ({ from, to }) => {
    const begun = performance.now();
    let shown = 0;
    const onProgress = (count: number) => {
      if (count < shown + SHOWN_EVERY) return;
      shown = count;
      console.log(`${inMillions(count)} million hashes`);
    };
    const count = await buildBreachList({ from, to: resolve(to), clock: systemClock, onProgress });
    const took = Math.round((performance.now() - begun) / 1000);
    console.log(`${count} hashes in ${Math.ceil(statSync(to).size / 1024 ** 2)} MiB, in ${took} s: ${to}`);
  },
});

const inMillions = (count: number): number => Math.floor(count / 1_000_000);

const serveCommand = defineCommand({
  name: 'serve',
  summary: 'Serves until it is stopped, as `npm start` does.',
  options: {
    'no-jobs': { kind: 'flag', about: 'Only answers requests; `work`, in another process, does the background work.' },
  },
  run: async ({ 'no-jobs': noJobs }) => {
    const { start } = await import('../start/start.ts'); // the other commands shall not wait for all of the service to load
    await start(readSettings(), noJobs ? 'answer' : 'everything');
  },
});

const workCommand = defineCommand({
  name: 'work',
  summary: 'Does the background work alone (mails, imports, seals, sweeps) and answers only health checks and metrics.',
  options: {},
  run: async () => {
    const { start } = await import('../start/start.ts'); // the other commands shall not wait for all of the service to load
    await start(readSettings(), 'work');
  },
});

const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Creates the database or migrates its schema. Starting the service does the same.',
  options: {},
  run: async () => {
    const settings = readSettings();
    const { database, applied } = await showingProgress((tell) => openMigratedAppStore(settings, { tell }));
    await database.close();
    console.log(applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'The schema is up to date.');
  },
});

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

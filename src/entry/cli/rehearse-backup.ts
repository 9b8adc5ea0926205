import { existsSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { countAccounts } from '../../accounts/users/accounts-store.ts';
import { journalsIn } from '../../operations/backup/read-journals.ts';
import { withScratchFolder } from '../../operations/backup/scratch-folder.ts';
import type { SealedSource } from '../../operations/backup/sealed-file.ts';
import { unpackBackup } from '../../operations/backup/verify-backup.ts';
import { headsPath } from '../../platform/audit/audit-head-file.ts';
import type { Settings } from '../../platform/config/settings.ts';
import { dropLeftDatabases, withEmptyStore } from '../../platform/database/rehearsal-databases.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import { readServiceSecrets } from '../../platform/keys/service-secret.ts';
import { ledgerPath } from '../../privacy/personal-data/erasure-ledger.ts';
import { openAppStore } from '../app/app-schema.ts';
import { requirePassphrase } from './backup-argument.ts';
import { type Restored, requireRestorable, requireSecret, restoreInto } from './restore-steps.ts';

/** Restores a backup into a temporary folder and database, as in an emergency, and removes both. */
export async function rehearse(
  settings: Settings,
  source: SealedSource,
  tell?: TellProgress,
): Promise<Restored & { readonly people: number }> {
  const passphrase = requirePassphrase(settings);
  requireSecret(settings);
  const { dataDir } = settings.server;
  return withScratchFolder(dataDir, 'rehearsal', async (aside) => {
    const unpacked = join(aside, 'unpacked');
    const verified = await unpackBackup(source, passphrase, unpacked, tell);
    // The files that a restore on this machine would find beside the database.
    for (const kept of [headsPath, ledgerPath])
      if (existsSync(kept(dataDir))) await copyFile(kept(dataDir), kept(aside));
    for (const journal of await journalsIn(dataDir)) await copyFile(journal, join(aside, basename(journal)));
    await dropLeftDatabases(settings).catch(() => {}); // doctor names them
    return withEmptyStore(settings, aside, async ({ server, storage }) => {
      const { current, others } = readServiceSecrets(settings);
      const trial: Settings = {
        ...settings,
        server: { ...server, filesDir: join(aside, 'files') },
        files: { ...settings.files, filesUrl: '' }, // a rehearsal must not use the bucket
        storage: { ...storage, redisUrl: undefined },
        keys: { ...settings.keys, secret: current, previousSecret: others[0] },
      };
      const restoring = { unpacked, verified, isRehearsal: true, by: 'a rehearsal', ...(tell && { tell }) };
      await requireRestorable(trial, restoring);
      const restored = await restoreInto(trial, restoring);
      return { ...restored, people: await peopleIn(trial) };
    });
  });
}

async function peopleIn(settings: Settings): Promise<number> {
  const database = await openAppStore(settings);
  try {
    return await countAccounts(database.read);
  } finally {
    await database.close();
  }
}

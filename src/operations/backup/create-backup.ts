import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { headsPath } from '../../platform/audit/audit-head-file.ts';
import { findNewestHead } from '../../platform/audit/single-records-store.ts';
import { withDatabaseLock } from '../../platform/database/database-lock.ts';
import { dumpKind, dumpStore } from '../../platform/database/store-dump.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import { findWrappedKey } from '../../platform/keys/wrapped-signing-key.ts';
import type { Platform } from '../../platform/room/platform.ts';
import { archiveWriter, contentOf, type HashedEntry } from './backup-archive.ts';
import { signManifest } from './backup-manifest.ts';
import { nameAt } from './backup-target.ts';
import { requireBackups } from './find-backup-target.ts';
import { listKept, nextNumber, recordCreation } from './kept-backups.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { type SealedHead, type SealedWriter, sealedWriter } from './sealed-file.ts';
import { countedBytes, fingerprintOf, verifyBackup } from './verify-backup.ts';

export interface BackupDeps extends Pick<Platform, 'settings' | 'database' | 'files' | 'keys' | 'clock'> {
  readonly version: string;
  readonly tell?: TellProgress;
}

export interface MadeBackup {
  /** For people. */
  readonly address: string;
  readonly bytes: number;
  readonly entries: number;
  /** Of the key that signed it: see `fingerprintOf`. */
  readonly fingerprint: string;
  readonly pruned: readonly string[];
}

/**
 * Makes a backup while the service runs, reads it back completely, and only then removes the oldest ones. A failure at any point
 * leaves earlier backups alone.
 * @throws AlreadyRunning while another process makes one of this store
 */
export const createBackup = (deps: BackupDeps): Promise<MadeBackup> =>
  withScratchFolder(deps.settings.server.dataDir, 'backup', (scratch) =>
    withDatabaseLock(deps.settings, ANOTHER, () => createAlone(deps, scratch)),
  );

/** Another node has a data folder of its own. */
const ANOTHER = {
  lock: 'backup',
  refusal: 'Another node runs "backup create" of this database. Wait until it has ended.',
};

async function createAlone(deps: BackupDeps, scratch: string): Promise<MadeBackup> {
  const { settings, clock } = deps;
  const { target, passphrase } = await requireBackups(settings);
  const madeAt = nowOf(clock);
  const number = (await target.check()) === 'there' ? nextNumber(await listKept(target, clock)) : 1;
  const about = { made_at: madeAt, version: deps.version, dump: dumpKind(settings), number };
  let [entries, fingerprint] = [0, ''];
  const { name, bytes } = await target.make(nameAt(madeAt), {
    scratch,
    write: async (write) => {
      entries = await writeBackup(deps, await sealedWriter(write, passphrase, about), { about, scratch });
    },
    check: async (made) => {
      fingerprint = fingerprintOf((await verifyBackup(made, passphrase, undefined, deps.tell)).publicKey);
    },
  });
  const kept = await listKept(target, clock);
  await recordCreation(deps.database, madeAt, kept);
  const old = kept
    .filter((one) => one.name !== name)
    .slice(settings.backup.backupKeep - 1)
    .reverse();
  for (const one of old) await target.remove(one.name);
  return { address: target.place + name, bytes, entries, fingerprint, pruned: old.map((one) => one.name) };
}

async function writeBackup(
  deps: BackupDeps,
  sealed: SealedWriter,
  { about, scratch }: { about: SealedHead; scratch: string },
): Promise<number> {
  const { settings, database, files, keys, tell } = deps;
  const { dataDir } = settings.server;
  const archive = archiveWriter(sealed);
  const counted = countedBytes(tell, 'Writing');
  const entries = new Map<string, HashedEntry>();
  const add = async (path: string, from: string) => {
    const size = await stat(from).then(
      (found) => found.size,
      () => undefined,
    );
    if (size !== undefined) entries.set(path, await archive.add({ path, size }, counted(contentOf(from, size))));
  };
  // Files before the database and again after it, so that the backup has every file that the database refers to.
  const addFiles = async () => {
    for await (const { key } of files.list('')) {
      const path = `files/${key}`;
      // Earlier versions put temporary files beside the files.
      const found = entries.has(path) || key.endsWith('.part') ? undefined : await files.read(key);
      if (found) entries.set(path, await archive.add({ path, size: found.size }, counted(found.body)));
    }
  };
  await addFiles();
  const dump = join(scratch, 'database');
  const head = await findNewestHead(database.read);
  await dumpStore(settings, dump);
  await add('database', dump);
  await addFiles();
  await add('audit-heads.jsonl', headsPath(dataDir));
  await add('erasures.jsonl', join(dataDir, 'erasures.jsonl'));
  const signing = keys.signing();
  const text = Buffer.from(
    signManifest(signing, await findWrappedKey(database.read, signing.kid), {
      format: 1,
      ...about,
      audit_head: head === undefined ? null : { seq: head.seq, hash: head.hash },
      entries: [...entries.values()],
    }),
  );
  await archive.add({ path: 'manifest.json', size: text.length }, [text]);
  await sealed.end();
  return entries.size;
}

import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { headsPath } from '../audit/audit-head-file.ts';
import { findNewestHead } from '../audit/newest-head.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { dumpKind, dumpStore } from '../database/store-dump.ts';
import type { FileStore } from '../files/files.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { type Clock, type Instant, nowOf } from '../kernel/clock.ts';
import type { TellProgress } from '../kernel/progress.ts';
import type { Keyring } from '../keys/keyring.ts';
import { archiveWriter, contentOf, type HashedEntry } from './backup-archive.ts';
import { backupTarget, nameAt, pruneBackups } from './backup-folder.ts';
import { signManifest } from './backup-manifest.ts';
import { noteBackup } from './note-backup.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { sealedWriter } from './sealed-file.ts';
import { toldBytes } from './told-bytes.ts';
import { verifyBackup } from './verify-backup.ts';

export interface BackupDeps {
  readonly settings: Settings;
  readonly database: Database;
  readonly files: FileStore;
  readonly keys: Keyring;
  readonly clock: Clock;
  readonly version: string;
  readonly tell?: TellProgress;
}

export interface MadeBackup {
  readonly path: string;
  readonly bytes: number;
  readonly entries: number;
  readonly pruned: readonly string[];
}

/**
 * Makes a backup beside whoever serves, reads it back whole, and only then lets go of the oldest. Whatever ends it on the way
 * leaves the backups that were there.
 */
export async function createBackup(deps: BackupDeps): Promise<MadeBackup> {
  const { settings, clock } = deps;
  const { folder, passphrase } = backupTarget(settings);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await removeDrafts(folder);
  const madeAt = nowOf(clock);
  const path = join(folder, nameAt(madeAt));
  const draft = `${path}.part`;
  try {
    const file = await open(draft, 'wx', 0o600);
    const entries = await withScratchFolder(settings.server.dataDir, 'backup', (scratch) =>
      writeBackup(deps, file, { madeAt, scratch }),
    ).finally(() => file.close());
    await verifyBackup(draft, passphrase, undefined, deps.tell);
    await rename(draft, path);
    await syncFolder(folder);
    await noteBackup(deps.database, 'made', madeAt);
    const pruned = await pruneBackups(folder, settings.backup.backupKeep);
    return { path, bytes: (await stat(path)).size, entries, pruned };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Of runs that were killed. One that is under way at the same moment then fails, and says so. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) if (name.endsWith('.backup.part')) await rm(join(folder, name));
}

async function writeBackup(
  { settings, database, files, keys, version, tell }: BackupDeps,
  file: Parameters<typeof sealedWriter>[0],
  { madeAt, scratch }: { madeAt: Instant; scratch: string },
): Promise<number> {
  const { passphrase } = backupTarget(settings);
  const { dataDir } = settings.server;
  const about = { made_at: madeAt, version, dump: dumpKind(settings) };
  const sealed = await sealedWriter(file, passphrase, about);
  const archive = archiveWriter(sealed);
  const told = toldBytes(tell, 'Writing');
  const entries = new Map<string, HashedEntry>();
  const add = async (path: string, from: string) => {
    const size = await stat(from).then(
      (found) => found.size,
      () => undefined,
    );
    if (size !== undefined) entries.set(path, await archive.add({ path, size }, told(contentOf(from))));
  };
  // Files before the database and once more after it: whatever the database refers to was there in between.
  const addFiles = async () => {
    for await (const { key } of files.list('')) {
      const path = `files/${key}`;
      // Versions before put drafts beside the files.
      const found = entries.has(path) || key.endsWith('.part') ? undefined : await files.read(key);
      if (found) entries.set(path, await archive.add({ path, size: found.size }, told(found.body)));
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
  const text = Buffer.from(
    signManifest(keys, {
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

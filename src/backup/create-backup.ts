import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { headsPath } from '../audit/audit-head-file.ts';
import { findNewestHead } from '../audit/newest-head.ts';
import type { Settings } from '../config/settings.ts';
import type { Database } from '../database/database.ts';
import { dumpKind, dumpStore } from '../database/store-dump.ts';
import type { FileStore } from '../files/files.ts';
import { type Clock, type Instant, nowOf } from '../kernel/clock.ts';
import type { TellProgress } from '../kernel/progress.ts';
import type { Keyring } from '../keys/keyring.ts';
import { archiveWriter, contentOf, type HashedEntry } from './backup-archive.ts';
import { signManifest } from './backup-manifest.ts';
import { nameAt } from './backup-target.ts';
import { requireBackups } from './find-backup-target.ts';
import { noteBackup } from './note-backup.ts';
import { withScratchFolder } from './scratch-folder.ts';
import { type SealedWriter, sealedWriter } from './sealed-file.ts';
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
  /** For people. */
  readonly address: string;
  readonly bytes: number;
  readonly entries: number;
  readonly pruned: readonly string[];
}

/**
 * Makes a backup while the service runs, reads it back completely, and only then removes the oldest ones. A failure at any point
 * leaves earlier backups alone.
 */
export async function createBackup(deps: BackupDeps): Promise<MadeBackup> {
  const { settings, clock } = deps;
  const { target, passphrase } = await requireBackups(settings);
  const madeAt = nowOf(clock);
  let entries = 0;
  const { name, bytes } = await withScratchFolder(settings.server.dataDir, 'backup', (scratch) =>
    target.make(nameAt(madeAt), {
      scratch,
      write: async (write) => {
        entries = await writeBackup(deps, await sealedWriter(write, passphrase, aboutOf(deps, madeAt)), {
          madeAt,
          scratch,
        });
      },
      check: async (made) => void (await verifyBackup(made, passphrase, undefined, deps.tell)),
    }),
  );
  await noteBackup(deps.database, 'made', madeAt);
  const old = (await target.list()).slice(settings.backup.backupKeep).reverse();
  for (const one of old) await target.remove(one.name);
  return { address: target.place + name, bytes, entries, pruned: old.map((one) => one.name) };
}

const aboutOf = ({ settings, version }: BackupDeps, made_at: Instant) => ({
  made_at,
  version,
  dump: dumpKind(settings),
});

async function writeBackup(
  deps: BackupDeps,
  sealed: SealedWriter,
  { madeAt, scratch }: { madeAt: Instant; scratch: string },
): Promise<number> {
  const { settings, database, files, keys, tell } = deps;
  const { dataDir } = settings.server;
  const archive = archiveWriter(sealed);
  const told = toldBytes(tell, 'Writing');
  const entries = new Map<string, HashedEntry>();
  const add = async (path: string, from: string) => {
    const size = await stat(from).then(
      (found) => found.size,
      () => undefined,
    );
    if (size !== undefined) entries.set(path, await archive.add({ path, size }, told(contentOf(from, size))));
  };
  // Files before the database and again after it, so that the backup has every file that the database refers to.
  const addFiles = async () => {
    for await (const { key } of files.list('')) {
      const path = `files/${key}`;
      // Earlier versions put drafts beside the files.
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
      ...aboutOf(deps, madeAt),
      audit_head: head === undefined ? null : { seq: head.seq, hash: head.hash },
      entries: [...entries.values()],
    }),
  );
  await archive.add({ path: 'manifest.json', size: text.length }, [text]);
  await sealed.end();
  return entries.size;
}

import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import type { Secret } from '../../platform/kernel/secret.ts';
import type { SealedSource } from './sealed-file.ts';
import { type VerifiedBackup, verifyBackup } from './verify-backup.ts';

/**
 * Unpacks a backup into a folder. Use nothing in the folder unless this resolves: only the manifest, which comes last, shows that
 * the backup is complete.
 * @throws BackupFault that describes the problem
 */
export const unpackBackup = (
  source: SealedSource,
  passphrase: Secret,
  folder: string,
  tell?: TellProgress,
): Promise<VerifiedBackup> =>
  verifyBackup(
    source,
    passphrase,
    async ({ path: name }, content) => {
      const to = join(folder, name);
      await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await pipeline(content, createWriteStream(to, { mode: 0o600 }));
    },
    tell,
  );

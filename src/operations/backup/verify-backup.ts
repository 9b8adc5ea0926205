import { hash, type KeyObject } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import type { Secret } from '../../platform/kernel/secret.ts';
import type { ServiceSecrets } from '../../platform/keys/service-secret.ts';
import { publicKeyUnder, type WrappedKey } from '../../platform/keys/wrapped-signing-key.ts';
import { readArchive, type TakeEntry } from './backup-archive.ts';
import { type Manifest, readManifest } from './backup-manifest.ts';
import { BackupFault, openSealed, readSealedHead, type SealedSource } from './sealed-file.ts';

export interface VerifiedBackup {
  readonly manifest: Manifest;
  /** Nothing says yet whose it is: see `requireMadeUnder`. */
  readonly publicKey: KeyObject;
  readonly wrappedKey: WrappedKey;
}

/**
 * Reads a backup to its end and verifies that every chunk is authentic, that the entries are exactly those of the manifest, and
 * that the manifest is signed. `take` gets each entry before what follows it is verified.
 * @throws BackupFault that describes the problem
 */
export async function verifyBackup(
  source: SealedSource,
  passphrase: Secret,
  take: TakeEntry = skip,
  tell?: TellProgress,
): Promise<VerifiedBackup> {
  const counted = countedBytes(tell, take === skip ? 'Verifying' : 'Unpacking', source.size);
  let text: string | undefined;
  const found = await readArchive(counted(openSealed(source, passphrase)), async (entry, content) => {
    if (text !== undefined) throw new BackupFault('something follows its manifest');
    if (entry.path !== 'manifest.json') return take(entry, content);
    const pieces: Buffer[] = [];
    for await (const piece of content) pieces.push(piece);
    text = Buffer.concat(pieces).toString('utf8');
  });
  if (text === undefined) throw new BackupFault('its manifest is missing');
  const { manifest, publicKey, wrappedKey } = readManifest(text);
  const head = await readSealedHead(source);
  // Whoever knows the passphrase can seal another head around the same content.
  for (const member of ['made_at', 'version', 'dump', 'number'] as const)
    if (head[member] !== manifest[member]) throw new BackupFault(`its head differs from its manifest: ${member}`);
  const known = new Map(manifest.entries.map((entry) => [entry.path, entry]));
  for (const { path: name, size, sha256 } of found) {
    if (name === 'manifest.json') continue;
    const wanted = known.get(name);
    if (wanted === undefined) throw new BackupFault(`${name} is not in its manifest`);
    if (wanted.size !== size || wanted.sha256 !== sha256) throw new BackupFault(`${name} differs from its manifest`);
    known.delete(name);
  }
  const [missing] = known.keys();
  if (missing !== undefined) throw new BackupFault(`${missing} is missing`);
  return { manifest, publicKey, wrappedKey };
}

const skip: TakeEntry = async (_entry, content) => {
  for await (const _piece of content);
};

/** Reports progress as bytes pass through; one count for all contents. */
export function countedBytes(
  tell: TellProgress | undefined,
  stage: string,
  total?: number,
): (content: AsyncIterable<Buffer>) => AsyncIterable<Buffer> {
  let done = 0;
  return async function* (content) {
    for await (const piece of content) {
      done += piece.length;
      tell?.({ stage, done, total, unit: 'bytes' });
      yield piece;
    }
  };
}

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

/** What a service can be known by without its secret: SHA-256 of its public signing key (SPKI), for people to keep. */
export const fingerprintOf = (publicKey: KeyObject): string =>
  hash('sha256', publicKey.export({ format: 'der', type: 'spki' }), 'hex');

/**
 * Whoever knows the passphrase can make a backup and sign it with a key of their own. Only a holder of the secret can wrap a key
 * that the secret here opens.
 * @throws BackupFault when a service with another secret made it
 */
export function requireMadeUnder(secrets: ServiceSecrets, { publicKey, wrappedKey }: VerifiedBackup): void {
  if (publicKeyUnder(secrets, wrappedKey)?.equals(publicKey)) return;
  throw new BackupFault(
    `the secret here did not sign it (${wrappedKey.kid}, ${fingerprintOf(publicKey)}): somebody else made it, or it needs the secret of its time`,
  );
}

/** @throws BackupFault when another key signed it */
export function requireSignedBy(fingerprint: string, { publicKey }: VerifiedBackup): void {
  const found = fingerprintOf(publicKey);
  if (found !== fingerprint) throw new BackupFault(`another key signed it: ${found}`);
}

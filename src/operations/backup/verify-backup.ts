import type { KeyObject } from 'node:crypto';
import type { TellProgress } from '../../platform/kernel/progress.ts';
import type { Secret } from '../../platform/kernel/secret.ts';
import type { WrappedKey } from '../../platform/keys/wrapped-signing-key.ts';
import { readArchive, type TakeEntry } from './backup-archive.ts';
import { type Manifest, readManifest } from './backup-manifest.ts';
import { BackupFault, openSealed, readSealedHead, type SealedSource } from './sealed-file.ts';
import { toldBytes } from './told-bytes.ts';

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
  const told = toldBytes(tell, take === skip ? 'Verifying' : 'Unpacking', source.size);
  let text: string | undefined;
  const found = await readArchive(told(openSealed(source, passphrase)), async (entry, content) => {
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

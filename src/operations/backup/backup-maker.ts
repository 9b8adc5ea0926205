import { hash, type KeyObject } from 'node:crypto';
import type { ServiceSecrets } from '../../platform/keys/service-secret.ts';
import { publicKeyUnder } from '../../platform/keys/wrapped-signing-key.ts';
import { BackupFault } from './sealed-file.ts';
import type { VerifiedBackup } from './verify-backup.ts';

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

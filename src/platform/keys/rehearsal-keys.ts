import { randomBytes } from 'node:crypto';
import type { Database } from '../database/database.ts';
import { BEFORE_ALL, type Clock } from '../kernel/clock.ts';
import { Secret } from '../kernel/secret.ts';
import { generateKey } from './data-key.ts';
import { retireSigningKeys } from './data-key-store.ts';
import { addNextKey } from './rotate-keys.ts';
import { rewrapKeys } from './rotate-secret.ts';
import type { ServiceSecrets } from './service-secret.ts';

/**
 * Gives a copy of a store keys for a trial: whatever the copy signs, nothing outside it accepts. Its own keys then verify and
 * decrypt, but a new one signs, and all are wrapped by a secret that only this process ever knows: its rows would open nowhere else.
 */
export async function replaceKeysForRehearsal(
  database: Database,
  secrets: ServiceSecrets,
  clock: Clock,
): Promise<Secret> {
  const secret = new Secret(randomBytes(48).toString('base64url'));
  const material = await generateKey('signing');
  await rewrapKeys(database, secrets, secret, async (tx) => {
    await retireSigningKeys(tx, BEFORE_ALL);
    const now = clock.now();
    await addNextKey(
      tx,
      { current: secret, others: [] },
      { purpose: 'signing', createdAt: now, activeFrom: now },
      material,
    );
  });
  return secret;
}

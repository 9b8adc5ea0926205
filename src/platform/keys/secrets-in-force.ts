import type { Tx } from '../database/database.ts';
import { lockDataKeys } from './data-key-store.ts';
import { unwrapKey } from './key-wrapping.ts';
import type { ServiceSecrets } from './service-secret.ts';

/**
 * The secrets, starting with the one that wraps the keys now: the secret may have been rotated since this process started, and
 * a key wrapped by the old one would be lost. Blocks rotations until the commit.
 */
export async function secretsInForce(tx: Tx, readSecrets: () => ServiceSecrets): Promise<ServiceSecrets> {
  const anchor = await lockDataKeys(tx);
  const { current, others } = readSecrets();
  if (anchor === undefined) return { current, others };
  const inForce = [current, ...others].find((secret) => unwrapKey(anchor.wrapped, anchor.kid, secret) !== undefined);
  if (inForce === undefined) throw new Error('The secret changed meanwhile. Run the command again with the new one.');
  return { current: inForce, others: [current, ...others].filter((secret) => secret !== inForce) };
}

import type { Tx } from '../database/database.ts';
import { lockDataKeys } from './data-key-store.ts';
import { unwrapKey } from './key-wrapping.ts';
import type { ServiceSecrets } from './service-secret.ts';

/**
 * The secrets, with the one that currently wraps the keys first: the secret may have been rotated since this process
 * began, and nobody could unwrap a key under the old one. Blocks rotations until the commit.
 */
export async function secretsInForce(tx: Tx, readSecrets: () => ServiceSecrets): Promise<ServiceSecrets> {
  const anchor = await lockDataKeys(tx);
  const { current, others } = readSecrets();
  if (anchor === undefined) return { current, others };
  const inForce = [current, ...others].find((secret) => unwrapKey(anchor.wrapped, anchor.kid, secret) !== undefined);
  if (inForce === undefined) throw new Error('The secret changed meanwhile. Run the command again with the new one.');
  return { current: inForce, others: [current, ...others].filter((secret) => secret !== inForce) };
}

import type { Db } from '../../../platform/database/database.ts';
import type { Instant } from '../../../platform/kernel/clock.ts';
import type { Keyring } from '../../../platform/keys/keyring.ts';
import type { Subscription } from '../subscription.ts';
import { listPushedTo } from '../subscriptions-store.ts';
import { secretBytes, secretsOf } from '../webhook-signature.ts';

/** Where an application is called with orders. */
export const findOrderAddress = async (db: Db, applicationId: string): Promise<Subscription | undefined> =>
  (await listPushedTo(db, applicationId)).find(({ state }) => state === 'active');

/** The keys with which an application may sign what it answers, whatever the state of its subscriptions. */
export async function answerKeysOf(db: Db, keys: Keyring, applicationId: string, at: Instant): Promise<Buffer[]> {
  const subscriptions = await listPushedTo(db, applicationId);
  return subscriptions.flatMap((one) => secretsOf(keys, one, at).map(secretBytes));
}

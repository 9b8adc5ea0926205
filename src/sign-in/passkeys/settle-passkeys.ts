import { getUser } from '../../accounts/users/accounts-store.ts';
import { changeUser } from '../../accounts/users/changed-users-store.ts';
import type { Tx } from '../../platform/database/database.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { newHandle } from './passkey-options.ts';
import { addOwner, listFactorHosts, recountPasskeys } from './passkeys-store.ts';

/**
 * After passkeys went from one account to another: how many each has, and where they count as a second factor. An account that got its
 * first has a handle of its own for those to come. The caller must have locked the user's row.
 */
export async function settlePasskeys(tx: Tx, userId: UserId, at: Instant): Promise<void> {
  if ((await recountPasskeys(tx, userId)) > 0) {
    await addOwner(tx, userId, newHandle(), at);
    await recountPasskeys(tx, userId);
  }
  const hosts = await listFactorHosts(tx, userId);
  const host = (await getUser(tx, userId)).passkey_host;
  if (host === null ? hosts.length > 0 : !hosts.includes(host))
    await changeUser(tx, userId, { passkey_host: hosts[0] ?? null }, at);
}

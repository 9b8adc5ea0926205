import { reachesTenant } from '../../accounts/policy/managing-users.ts';
import { recordView } from '../../accounts/policy/record-view.ts';
import { findAccount } from '../../accounts/users/find-account.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';

/**
 * Records that somebody read the log of one person: their addresses, devices and times. Lists of many people are not recorded.
 * The record goes to the person's tenant, or to the caller's, whose part of the log of a person that has left it was read.
 */
export async function recordLogRead(
  database: Database,
  call: Call<AnyCaller>,
  { user_id, actor_id }: { readonly user_id?: number; readonly actor_id?: number },
): Promise<void> {
  const { caller } = call;
  for (const id of new Set([user_id, actor_id])) {
    const account = id === undefined ? undefined : await findAccount(database.read, id);
    if (account === undefined) continue;
    const tenant_id = reachesTenant(caller, account.tenant_id) ? account.tenant_id : caller.tenantId;
    await recordView(database, call, { id: account.id, tenant_id });
  }
}

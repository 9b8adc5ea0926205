import type { Static } from 'typebox';
import { seenAccount } from '../../accounts/permissions/managed-person.ts';
import { recordView } from '../../accounts/permissions/record-view.ts';
import type { Scope } from '../../accounts/permissions/scope.ts';
import { findHome } from '../../accounts/users/accounts-store.ts';
import { findNames } from '../../accounts/users/find-names.ts';
import { listIdsOf } from '../../accounts/users/merged-users-store.ts';
import type { ChainedRecord } from '../../platform/audit/audit-chain.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import type { Call } from '../../platform/http/call.ts';
import type { AnyCaller } from '../../platform/http/caller.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { nameDevice } from '../../sign-in/sessions/device-name.ts';
import type { AuditItem } from './audit-log-wire.ts';

/** Makes ids and user agents in records readable. */
interface Known {
  readonly names: ReadonlyMap<UserId, string>;
  /** By `User-Agent`. */
  readonly devices: ReadonlyMap<string, string>;
}

/** One query for all users in these records; each user agent is parsed once. */
export async function lookUp(records: readonly ChainedRecord[], db: Db, scope: Scope): Promise<Known> {
  const people = new Set(records.flatMap(({ actor_id, user_id }) => [actor_id, user_id].filter((id) => id !== null)));
  const agents = new Set(records.map(({ user_agent }) => user_agent).filter((agent) => agent !== null));
  const devices = new Map<string, string>();
  for (const agent of agents) {
    const { browser, os } = await nameDevice(agent);
    devices.set(agent, [browser, os].filter(Boolean).join(', '));
  }
  return { names: await findNames(db, [...people], scope), devices };
}

export const showRecord = ({ meta, ...record }: ChainedRecord, { names, devices }: Known): Static<typeof AuditItem> => {
  const { service = null, ...told } = fromJson(meta);
  return {
    ...record,
    actor_kind: record.actor_id === null ? (service === null ? null : 'service') : 'user',
    service: service as Static<typeof AuditItem>['service'], // written by `recordAudit` alone
    actor_name: names.get(record.actor_id ?? 0) ?? null,
    user_name: names.get(record.user_id ?? 0) ?? null,
    device: devices.get(record.user_agent ?? '') || null,
    meta: told,
  };
};

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
    const [own] = id === undefined ? [] : await listIdsOf(database.read, id);
    const account = own === undefined ? undefined : await findHome(database.read, own);
    if (account === undefined) continue;
    const seen = await seenAccount(database.read, caller, account.id);
    const tenant_id = seen?.tenant_id ?? caller.tenantId;
    await recordView(database, call, { id: account.id, tenant_id });
  }
}

import { findActorRoles } from '../../accounts/users/find-names.ts';
import type { AuditAction } from '../../platform/audit/audit-actions.ts';
import type { ChainedRecord } from '../../platform/audit/audit-chain.ts';
import type { ActorRole } from '../../platform/audit/audit-personal-data.ts';
import { countActsAbout, listActsAbout } from '../../platform/audit/single-records-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { fromJson } from '../../platform/database/json-column.ts';
import type { Instant } from '../../platform/kernel/clock.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import { keysOf, membersOf } from '../../platform/kernel/unchecked.ts';

/** The actions that count as access to somebody's data, and their purposes. */
const PURPOSES = {
  'user.read': 'administration of the account',
  'export.admin': "the person's right of access",
} as const satisfies Partial<Record<AuditAction, string>>;

const ACTIONS = keysOf(PURPOSES);

/** One access to a person's data: the reader's role and tenant, not their identity. */
export interface Access {
  readonly id: number;
  readonly at: Instant;
  readonly action: string;
  readonly purpose: string;
  readonly role: string | null;
  readonly tenant: string | null;
  /** The name of the service, if the reader was not a person. */
  readonly service: string | null;
}

export interface AccessQuery {
  /** All ids of the person. */
  readonly userIds: readonly UserId[];
  readonly before: number | undefined;
  readonly limit: number;
}

/** Who viewed or exported a person's data, newest first. */
export async function listAccesses(db: Db, wanted: AccessQuery): Promise<Access[]> {
  const records = await listActsAbout(db, { ...wanted, actions: ACTIONS });
  const actorRoles = await findActorRoles(db, [...new Set(records.flatMap(({ actor_id }) => actor_id ?? []))]);
  return records.map((record) => accessOf(record, actorRoles));
}

export const countAccesses = (db: Db, userIds: readonly UserId[], most: number): Promise<number> =>
  countActsAbout(db, { userIds, actions: ACTIONS }, most);

function accessOf(
  { id, at, action, actor_id, meta }: ChainedRecord,
  actorRoles: ReadonlyMap<UserId, ActorRole>,
): Access {
  const actorRole = actor_id === null ? undefined : actorRoles.get(actor_id);
  const purpose = PURPOSES[action as keyof typeof PURPOSES];
  const { name: service } = membersOf(fromJson(meta).service);
  return {
    id,
    at,
    action,
    purpose,
    service: typeof service === 'string' ? service : null,
    role: actorRole?.role ?? null,
    tenant: actorRole?.tenant ?? null,
  };
}

import type { Db } from '../database/database.ts';
import { fromJson } from '../database/json-column.ts';
import type { PersonalDataContributor } from '../database/personal-data.ts';
import type { UserId } from '../kernel/entity-id.ts';
import { auditSealsTable, type ChainedRecord } from './audit-chain.ts';
import { auditBurstsTable, auditRecordsTable } from './audit-tables.ts';
import { eraseAuditOf, listRecordsOf } from './person-records-store.ts';
import { listAddressesOf } from './single-records-store.ts';

/** What an export may reveal about an actor: their role and tenant, never their identity. */
export interface ActorRole {
  readonly role: string;
  readonly tenant: string;
}

/** Looks up roles and tenants of users. Injected, since the room that knows users lies above this layer. */
export type FindActorRoles = (db: Db, userIds: readonly UserId[]) => Promise<ReadonlyMap<UserId, ActorRole>>;

/** Records by and about a person. Other people appear only by role, tenant and time. */
export const auditPersonalData = (findActorRoles: FindActorRoles): PersonalDataContributor => ({
  room: 'audit',
  tables: [auditRecordsTable, auditSealsTable, auditBurstsTable],
  exportOf: async (db, userId) => {
    const records = await listRecordsOf(db, userId);
    const actorRoles = await findActorRoles(db, othersIn(records, userId));
    const own = new Set(await listAddressesOf(db, userId));
    return { audit: records.map((record) => presentRecord(record, { userId, actorRoles, own })) };
  },
  erase: eraseAuditOf,
  description: {
    holds:
      'records of what was done by and about a person, with address, client address, device and details (`circumstances`); for two minutes, counts by client address of acts that are only summed up',
    erased:
      'address, client address, device and details, with the salts of their commitments; details of records about others that mention the person',
    stays: {
      what: 'that an act happened: action, time, ids, tenant; commitments, which reveal nothing without their salts',
      ground: 'security and proof of lawful processing (GDPR art. 5(2), 17(3)(b) and (e), 32)',
      until: 'as long as the audit log is kept',
    },
  },
});

function othersIn(records: readonly ChainedRecord[], userId: UserId): UserId[] {
  const ids = new Set(records.flatMap(({ actor_id, user_id }) => [actor_id, user_id]).filter((id) => id !== null));
  ids.delete(userId);
  return [...ids];
}

interface View {
  readonly userId: UserId;
  readonly actorRoles: ReadonlyMap<UserId, ActorRole>;
  readonly own: ReadonlySet<string>;
}

function presentRecord(
  { at, action, actor_id, user_id, ip, user_agent, meta }: ChainedRecord,
  { userId, actorRoles, own }: View,
) {
  const { service } = fromJson(meta);
  const byOther = service !== undefined || (actor_id !== null && actor_id !== userId);
  const aboutOther = user_id !== null && user_id !== userId;
  return {
    at,
    action,
    by: byOther ? otherBy(actor_id, service, actorRoles) : actor_id === userId ? 'me' : 'unknown',
    about: aboutOther ? (actorRoles.get(user_id) ?? null) : user_id === userId ? 'me' : null,
    // An unknown guesser has no rights here: the attempt, and the address it came from, concern the account's owner.
    ...(byOther ? {} : { ip, device: user_agent }),
    ...(aboutOther ? {} : { circumstances: presentable(fromJson(meta), own) }),
  };
}

const otherBy = (actorId: number | null, service: unknown, actorRoles: View['actorRoles']) =>
  actorId === null ? { service } : (actorRoles.get(actorId) ?? null);

/** Names of tokens, ids of sessions and digests would help only an attacker. */
const KEPT_BACK = /hmac|hash|token|seed|^(sid|jti|kid|kids)$/;

/** The value without identifiers of secrets and other people's addresses. */
function presentable(value: unknown, own: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return value.includes('@') && !own.has(value) ? '•••' : value;
  if (Array.isArray(value)) return value.map((member) => presentable(member, own));
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(([key]) => !KEPT_BACK.test(key) && !/_by$|actor|_id$/.test(key));
  return Object.fromEntries(kept.map(([key, member]) => [key, presentable(member, own)]));
}

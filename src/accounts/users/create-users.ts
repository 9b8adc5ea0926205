import type { AuditedCall } from '../../platform/audit/audit-context.ts';
import { recordAudits } from '../../platform/audit/record-audit.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { UserId } from '../../platform/kernel/entity-id.ts';
import type { Role } from '../../platform/kernel/role.ts';
import { zagrebDay } from '../../platform/sheets/zagreb-time.ts';
import { listAddressPlaces } from './joining-store.ts';
import type { Untouched } from './many-users-store.ts';
import * as store from './many-users-store.ts';
import { addMemberships } from './memberships-store.ts';
import { membershipOf, newUserOf, type PreparedPerson } from './person-to-create.ts';
import type { ListScope } from './tenant-people-store.ts';
import type { User } from './user.ts';
import { addWordsOfMany } from './user-words-store.ts';

export type CreatedUser = Omit<User, 'id'> & { readonly id: UserId };

/**
 * Creates many people in a few statements, each with an audit record. People with a taken address are skipped and not
 * returned. `mustChoosePassword` marks those without a password, as `invite` does; a password that is there counts as given by
 * somebody else. Cannot create superadmins, whose count is guarded one by one.
 */
export async function createUsers(
  tx: Tx,
  call: AuditedCall,
  people: readonly PreparedPerson[],
  { mustChoosePassword, meta, within }: CreatingMany,
): Promise<CreatedUser[]> {
  if (people.some(({ role }) => role === 'superadmin')) throw new Error('Superadmins must be created one by one');
  const users = await addOnce(people);
  // An address that was taken meanwhile may be taken elsewhere.
  if (within !== undefined && users.length < people.length) {
    const added = new Set(users.map(({ email }) => email));
    users.push(...(await addOnce(people.filter(({ email }) => !added.has(email)))));
  }
  await addWordsOfMany(tx, users);
  const since = zagrebDay(call.at);
  await addMemberships(
    tx,
    users.map((user) => membershipOf(user, 'imported', call.at, since)),
  );
  const entries = users.map((user) => {
    return { action: 'user.create', about: user, meta: { role: user.role, status: user.status, ...meta } } as const;
  });
  await recordAudits(tx, call, entries);
  return users;

  async function addOnce(some: readonly PreparedPerson[]): Promise<CreatedUser[]> {
    const emails = some.map(({ email }) => email);
    const places = within === undefined ? undefined : await listAddressPlaces(tx, within, emails);
    const rows = some.flatMap((person) => {
      const place = places?.get(person.email);
      const passwordGiven = person.passwordHash !== null;
      const marks = { mustChoosePassword: mustChoosePassword && !passwordGiven, passwordGiven };
      return place === 'here' ? [] : newUserOf(person, call.at, { ...marks, isJoining: place === 'elsewhere' });
    });
    const ids = await store.addUsers(tx, rows);
    return rows.flatMap((row, index) => {
      const id = ids[index];
      return id === undefined ? [] : Object.assign(row, { id }); // not copied: copying would take a tenth of the time
    });
  }
}

interface OfImport {
  readonly import_id: number;
}

interface CreatingMany {
  readonly mustChoosePassword: boolean;
  /** Joins the `meta` of every audit record. */
  readonly meta: OfImport;
  /** An address that an account beyond this scope has makes a record that waits for its owner. */
  readonly within?: ListScope;
}

/**
 * Soft-deletes those of `ids` who were never changed and never signed in, each with an audit record. It is one statement, so
 * that a concurrent sign-in is not missed. Returns the deleted ones.
 */
export async function deleteUntouchedUsers(
  tx: Tx,
  call: AuditedCall,
  ids: readonly number[],
  { roles, meta }: { roles: readonly Role[]; meta: OfImport },
): Promise<number[]> {
  const deleted = await store.deleteUntouched(tx, { ids, roles, at: call.at });
  const entries = deleted.map(({ id, tenant_id, deleted_status }) => ({
    action: 'user.delete' as const,
    about: { id, tenant_id },
    meta: { status: deleted_status, sessions_ended: 0, ...meta },
  }));
  await recordAudits(tx, call, entries);
  return deleted.map(({ id }) => id);
}

/** Why `deleteUntouchedUsers` leaves somebody. `role`: the caller may not delete accounts with that role. */
export type KeptFor = 'deleted' | 'signed_in' | 'role' | 'changed';

/** Whom of `ids` `deleteUntouchedUsers` would leave now, and why. */
export async function listUsersInUse(db: Db, untouched: Untouched): Promise<{ id: UserId; why: KeptFor }[]> {
  return (await store.listTouched(db, untouched)).map((user) => ({ id: user.id, why: reasonToKeep(user, untouched) }));
}

function reasonToKeep({ status, role, last_login_at }: store.TouchedUser, { roles }: Untouched): KeptFor {
  if (status === 'deleted') return 'deleted';
  if (last_login_at !== null) return 'signed_in';
  return roles.includes(role) ? 'changed' : 'role';
}

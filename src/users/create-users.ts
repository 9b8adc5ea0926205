import { sql } from 'kysely';
import type { AuditedCall } from '../audit/audit-context.ts';
import { recordAudits } from '../audit/record-audit.ts';
import type { Db, Engine, Tx } from '../database/database.ts';
import { valuesOf } from '../database/insert-rows.ts';
import type { Role } from '../kernel/role.ts';
import * as store from './many-users-store.ts';
import { isUntouched, type Untouched } from './many-users-store.ts';
import { newUserOf, type PreparedPerson } from './person-to-create.ts';
import type { User } from './user.ts';
import { addWordsOfMany } from './user-words-store.ts';

/** Whoever of many people was created. */
export type CreatedUser = Omit<User, 'id'> & { readonly id: number };

/**
 * Creates many people in a few statements, each with an audit record. Who has an address that is taken is left out, and
 * so has no part in what is returned. `mustChoosePassword` marks those without a password as `invite` does.
 * Not for superadmins: their count is guarded one by one.
 */
export async function createUsers(
  tx: Tx,
  call: AuditedCall,
  people: readonly PreparedPerson[],
  { engine, mustChoosePassword, meta }: CreatingMany,
): Promise<CreatedUser[]> {
  if (people.some(({ role }) => role === 'superadmin')) throw new Error('A superadmin is created one by one');
  const rows = people.map((person) =>
    newUserOf(person, call.at, { mustChoosePassword: mustChoosePassword && person.passwordHash === null }),
  );
  const ids = await store.addUsers(tx, engine, rows);
  const users = rows.flatMap((row, place) => {
    const id = ids[place];
    return id === undefined ? [] : Object.assign(row, { id }); // a copy of each would be a tenth of what is done here
  });
  await addWordsOfMany(tx, engine, users);
  const entries = users.map((user) => {
    return { action: 'user.create', about: user, meta: { role: user.role, status: user.status, ...meta } } as const;
  });
  await recordAudits(tx, engine, call, entries);
  return users;
}

interface CreatingMany {
  readonly engine: Engine;
  readonly mustChoosePassword: boolean;
  /** Joins the `meta` of every audit record. */
  readonly meta: Readonly<Record<string, unknown>>;
}

/** Lists people under the words of their rows, for who has written those. */
export const listUnderWords = addWordsOfMany;

/** Which of these canonical addresses somebody has. */
export async function listTakenEmails(db: Db, engine: Engine, emails: readonly string[]): Promise<Set<string>> {
  const taken = db
    .selectFrom('users')
    .select('email')
    .where('email', 'in', valuesOf(engine, 'text', emails))
    .where('status', '<>', sql.lit('deleted'));
  return new Set((await taken.execute()).map(({ email }) => email));
}

/** How many of these addresses are taken in other tenants than this one. */
export async function countTakenElsewhere(
  db: Db,
  engine: Engine,
  emails: readonly string[],
  tenantId: number,
): Promise<number> {
  const taken = db
    .selectFrom('users')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('email', 'in', valuesOf(engine, 'text', emails))
    .where('status', '<>', sql.lit('deleted'))
    .where('tenant_id', '<>', tenantId);
  return (await taken.executeTakeFirstOrThrow()).count;
}

/**
 * Deletes softly those of `ids` whom nobody has changed and who never signed in, each with an audit record. One statement
 * decides and does it, so that a sign-in at the same moment is not overlooked. Returns whom.
 */
export async function deleteUntouchedUsers(
  tx: Tx,
  call: AuditedCall,
  ids: readonly number[],
  { engine, roles, meta }: { engine: Engine; roles: readonly Role[]; meta: Record<string, unknown> },
): Promise<number[]> {
  const deleted = await store.deleteUntouched(tx, engine, { ids, roles, at: call.at });
  const entries = deleted.map(({ id, tenant_id, deleted_status }) => ({
    action: 'user.delete' as const,
    about: { id, tenant_id },
    meta: { status: deleted_status, sessions_ended: 0, ...meta },
  }));
  await recordAudits(tx, engine, call, entries);
  return deleted.map(({ id }) => id);
}

/** How many of `ids` `deleteUntouchedUsers` would delete now. */
export async function countUntouchedUsers(db: Db, engine: Engine, untouched: Untouched): Promise<number> {
  const counted = db.selectFrom('users').select(({ fn }) => fn.countAll<number>().as('count'));
  return (await counted.where(isUntouched(engine, untouched)).executeTakeFirstOrThrow()).count;
}

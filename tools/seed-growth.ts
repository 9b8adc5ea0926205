import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { Kysely, sql } from 'kysely';
import pg from 'pg';
import { FEMALE_NAMES, MALE_NAMES, SURNAMES } from '../demo/croatian-names.ts';
import { seededRandom } from '../demo/seeded-random.ts';
import { addMemberships, type NewMembership } from '../src/accounts/users/memberships-store.ts';
import { isOib } from '../src/accounts/users/oib.ts';
import { fieldsOf } from '../src/accounts/users/person-fields.ts';
import { PERSON_FIELD_NAMES } from '../src/accounts/users/person-form.ts';
import { membershipOf } from '../src/accounts/users/person-to-create.ts';
import { sortKeyOf, type UserStatus } from '../src/accounts/users/user.ts';
import { describedWords } from '../src/accounts/users/user-words.ts';
import { addWordsOfMany } from '../src/accounts/users/user-words-store.ts';
import { openAppStore } from '../src/entry/app/app-schema.ts';
import { readSettings } from '../src/entry/app/read-settings.ts';
import { PooledPostgres } from '../src/platform/database/each-engine.ts';
import { insertRows } from '../src/platform/database/insert-rows.ts';
import { sqliteFile } from '../src/platform/database/open-sqlite.ts';
import type { Schema } from '../src/platform/database/schema.ts';
import { sqliteDialect } from '../src/platform/database/sqlite-dialect.ts';
import { statementsOf } from '../src/platform/database/sqlite-statements.ts';
import { writerQueue } from '../src/platform/database/writer-queue.ts';
import { type Instant, instantAt } from '../src/platform/kernel/clock.ts';
import { days } from '../src/platform/kernel/durations.ts';
import type { Role } from '../src/platform/kernel/role.ts';
import { folded } from '../src/platform/kernel/text.ts';

/**
 * Fills an empty store with people and audit records to measure growth. It bypasses the use cases, so never use it on a
 * store with real people. Memory stays bounded: each batch is generated, written and dropped.
 */
export interface Growth {
  readonly users: number;
  /** At least one for each person; whoever has a second one is spread evenly among them. */
  readonly memberships: number;
  /** In a tree of four levels. */
  readonly tenants: number;
  readonly records: number;
}

/** One in twelve people, at any size: what a search for a rare name finds. */
export const RARE_SURNAME = 'Zxqvić';
const RARE = 12;
/** The period over which records are spread, up to `SEEDED_UNTIL`. */
const SPAN = days(730);
export const SEEDED_UNTIL = Date.parse('2026-06-30T12:00:00.000Z');
const BATCH = 2000;

type Writer = Kysely<Schema>;
type Report = (done: string) => void;

/** @throws Error when the store has people already */
export async function seedGrowth(env: Record<string, string>, growth: Growth, tell: Report = () => {}): Promise<void> {
  const settings = readSettings(env);
  const database = await openAppStore(settings);
  const { engine } = database;
  const somebody = await database.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
  await database.close();
  if (somebody !== undefined) throw new Error('This store has people in it: growth is seeded into an empty one only');
  const url = settings.storage.databaseUrl;
  const writer = engine === 'postgres' ? postgresWriter(url?.reveal() ?? '') : sqliteWriter(settings.server.dataDir);
  try {
    await addTenants(writer, growth);
    await inBatches(growth.users, (ids) => addUsers(writer, growth, ids), tell, 'users');
    await inBatches(growth.records, (ids) => addRecords(writer, growth, ids), tell, 'records');
    // PostgreSQL would do this later by itself; the embedded store has no statistics in production either.
    if (engine === 'postgres') await sql`vacuum analyze`.execute(writer);
  } finally {
    await writer.destroy();
  }
}

/** Turns off durability for this store, which can be created again. Other stores are not affected. */
function sqliteWriter(dataDir: string): Writer {
  const handle = new DatabaseSync(sqliteFile(dataDir));
  handle.exec('pragma journal_mode = wal; pragma synchronous = off; pragma cache_size = -1000000');
  handle.exec('pragma temp_store = memory; pragma foreign_keys = off; pragma wal_autocheckpoint = 20000');
  return new Kysely<Schema>({
    dialect: sqliteDialect(statementsOf(handle), { writers: writerQueue(), examine: () => {} }),
  });
}

function postgresWriter(url: string): Writer {
  const pool = new pg.Pool({ connectionString: url, max: 1, options: '-c synchronous_commit=off' });
  return new Kysely<Schema>({ dialect: new PooledPostgres({ pool }) });
}

async function inBatches(count: number, add: (ids: number[]) => Promise<void>, tell: Report, what: string) {
  for (let first = 1; first <= count; first += BATCH) {
    await add(Array.from({ length: Math.min(BATCH, count - first + 1) }, (_, index) => first + index));
    if ((first - 1) % (BATCH * 50) === 0) tell(`${what} ${first - 1} of ${count}`);
  }
}

const TENANT_COLUMNS = ['name', 'slug', 'parent_id', 'created_at', 'updated_at'] as const;

async function addTenants(writer: Writer, { tenants }: Growth): Promise<void> {
  const at = instantBefore(SPAN);
  const rows = Array.from({ length: tenants }, (_, index) => ({
    name: `Klub ${index + 1}`,
    slug: `klub-${index + 1}`,
    parent_id: parentOf(index + 1),
    created_at: at,
    updated_at: at,
  }));
  await writer
    .transaction()
    .execute((tx) => insertRows(tx, { table: 'tenants', columns: TENANT_COLUMNS, numbers: ['parent_id'], rows }));
}

/** A federation, twelve associations, five areas in each, and clubs. */
function parentOf(tenant: number): number | null {
  const [associations, areas] = [12, 60];
  if (tenant === 1) return null;
  if (tenant <= 1 + associations) return 1;
  if (tenant <= 1 + associations + areas) return 2 + (tenant % associations);
  return 2 + associations + (tenant % areas);
}

const USER_COLUMNS = [
  'tenant_id',
  ...PERSON_FIELD_NAMES,
  'role',
  'status',
  'password_hash',
  'two_factor_enabled_at',
  'created_at',
  'updated_at',
  'sort_key',
  'words',
  'word_bits',
  'phone_digits',
] as const;

async function addUsers(writer: Writer, growth: Growth, ids: number[]): Promise<void> {
  const people = ids.map((id) => personOf(growth, id));
  const rows: readonly Omit<(typeof people)[number], 'id'>[] = people; // the table numbers them the same
  await writer.transaction().execute(async (tx) => {
    await insertRows(tx, { table: 'users', columns: USER_COLUMNS, numbers: ['tenant_id', 'word_bits'], rows });
    await addWordsOfMany(tx, people);
    await addMemberships(
      tx,
      people.flatMap((person) => membershipsOf(growth, person)),
    );
  });
}

/** What a person is in the tenant of their account, and of some people what they are in another one. */
function membershipsOf(growth: Growth, person: ReturnType<typeof personOf>): NewMembership[] {
  const { id, created_at: at } = person;
  const first = membershipOf(person, 'created', at, at.slice(0, 10));
  const share = Math.max(0, growth.memberships - growth.users) / growth.users;
  if (Math.floor(id * share) === Math.floor((id - 1) * share)) return [first];
  const tenant_id = 1 + ((person.tenant_id + (id % (growth.tenants - 1))) % growth.tenants);
  return [first, { ...first, tenant_id, role: 'member', source: 'added' }];
}

/** The first tenant is the federation, with a fifth of all people; the clubs share the rest evenly. */
const tenantOf = ({ tenants }: Growth, id: number): number =>
  id % 5 === 0 || tenants === 1 ? 1 : 2 + (id % (tenants - 1));

function personOf(growth: Growth, id: number) {
  const chance = seededRandom(id);
  const ime = chance.pick(chance.chance(0.5) ? FEMALE_NAMES : MALE_NAMES);
  const isRare = id % Math.max(1, Math.floor(growth.users / RARE)) === 0;
  const prezime = isRare
    ? RARE_SURNAME
    : `${chance.pick(SURNAMES)}${chance.chance(0.1) ? `-${chance.pick(SURNAMES)}` : ''}`;
  const role: Role =
    id === 1 ? 'superadmin' : chance.chance(0.01) ? 'manager' : chance.chance(0.003) ? 'admin' : 'member';
  const status: UserStatus = chance.chance(0.9) || id === 1 ? 'active' : chance.pick(STANDINGS);
  const at = instantBefore(Math.floor(chance.next() * SPAN));
  const tenant = tenantOf(growth, id);
  const email = `${folded(`${ime}.${prezime}`)}${id}@klub${tenant}.example`;
  const named = { email, ime, prezime, full_name: `${ime} ${prezime}`, telefon: `+385 9${chance.digits(8)}` };
  return {
    id,
    tenant_id: tenant,
    ...fieldsOf({ ...named, oib: oibOf(id) }),
    role,
    status,
    password_hash: null,
    two_factor_enabled_at: chance.chance(0.1) ? at : null,
    created_at: at,
    updated_at: at,
    sort_key: sortKeyOf(named),
    ...describedWords(named),
  };
}

/** An OIB made of the person's number and its check digit. */
export function oibOf(id: number): string {
  const ten = String(id * 7919 + 1_000_000_000).slice(-10);
  for (let digit = 0; digit < 10; digit++) if (isOib(`${ten}${digit}`)) return `${ten}${digit}`;
  throw new Error('Every ten digits have a check digit');
}

/** Deleted people are emptied after a month, so they are few. */
const STANDINGS = [...Array(25).fill('invited'), ...Array(24).fill('suspended'), 'deleted'] as const;

const RECORD_COLUMNS = [
  'at',
  'tenant_id',
  'actor_id',
  'actor_email',
  'user_id',
  'action',
  'ip',
  'user_agent',
  'request_id',
  'meta',
] as const;

const NUMBERS = ['tenant_id', 'actor_id', 'user_id'] as const;

async function addRecords(writer: Writer, growth: Growth, ids: number[]): Promise<void> {
  const rows = ids.map((id) => recordOf(growth, id));
  await writer
    .transaction()
    .execute((tx) => insertRows(tx, { table: 'audit_records', columns: RECORD_COLUMNS, numbers: NUMBERS, rows }));
}

/** Mostly sign-ins and refreshes, as in production; `user.delete` is rare. */
function recordOf(growth: Growth, id: number) {
  const chance = seededRandom(id + 1_000_000_007);
  const user = 1 + chance.below(growth.users);
  const dice = chance.next();
  const action =
    dice < 0.5
      ? 'login.ok'
      : dice < 0.9
        ? 'auth.refresh'
        : dice < 0.95
          ? 'login.fail'
          : dice < 0.9995
            ? 'profile.update'
            : 'user.delete';
  return {
    at: instantBefore(Math.floor(SPAN * (1 - id / growth.records))),
    tenant_id: tenantOf(growth, user),
    actor_id: user,
    actor_email: `osoba${user}@example.hr`,
    user_id: user,
    action,
    ip: `10.${user & 255}.${(user >> 8) & 255}.7`,
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0',
    request_id: `r${id}`,
    meta: '{"sid":"seeded"}',
  };
}

const instantBefore = (age: number): Instant => instantAt(SEEDED_UNTIL - age);

if (import.meta.main) {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({ options: { users: text, memberships: text, tenants: text, records: text } });
  const { users = '10000', memberships = users, tenants = '50', records = '100000' } = values;
  const growth = {
    users: Number(users),
    memberships: Number(memberships),
    tenants: Number(tenants),
    records: Number(records),
  };
  await seedGrowth(process.env as Record<string, string>, growth, (done) => console.log(done));
}

import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, idColumn, type MigrationDb, type MigrationStep, required, textType } from './columns.ts';

interface Watched {
  readonly table: string;
  /** What about it: a name for the trigger. */
  readonly kind: string;
  /** The column that says whose it is. */
  readonly key: string;
  /** Changes of these columns count; `undefined` where a removal does. */
  readonly columns?: readonly string[];
  /** Not where this column changes with them. */
  readonly unless?: string;
}

const WATCHED: readonly Watched[] = [
  { table: 'users', kind: 'standing', key: 'id', columns: ['status', 'role', 'tenant_id'] },
  { table: 'users', kind: 'password', key: 'id', columns: ['password_hash'], unless: 'hash_renewed_at' },
  { table: 'two_factor', kind: 'second-factor', key: 'user_id', columns: ['secret', 'enabled_at', 'last_step'] },
  { table: 'two_factor', kind: 'second-factor', key: 'user_id' },
  { table: 'recovery_codes', kind: 'second-factor', key: 'user_id', columns: ['used_at'] },
  { table: 'recovery_codes', kind: 'second-factor', key: 'user_id' },
  { table: 'passkeys', kind: 'passkeys', key: 'user_id', columns: ['refused_at'] },
  { table: 'passkeys', kind: 'passkeys', key: 'user_id' },
  { table: 'google_links', kind: 'google', key: 'user_id' },
  { table: 'identity_links', kind: 'identities', key: 'user_id' },
  { table: 'applications', kind: 'application', key: 'id', columns: ['secret_digest', 'ends_at'] },
  { table: 'applications', kind: 'application', key: 'id' },
  { table: 'application_consents', kind: 'application-consents', key: 'user_id' },
  { table: 'data_keys', kind: 'key', key: 'kid', columns: ['revoked_at'] },
];

/**
 * Notes whatever a restored backup would undo, in the transaction that changes it; the journal outside the database is written
 * from these notes. Triggers, so that no statement can leave it out: neither one of tomorrow, nor an older build that runs
 * beside, nor an operator's own. Beside them, when backups were last made, rehearsed and complained about.
 */
export const lastWords: MigrationStep = async (db, engine) => {
  const text = textType(engine);
  await idColumn(createTable(db, engine, 'last_words_due'), engine)
    .addColumn('kind', text, required)
    .addColumn('key', text, required)
    .addColumn('at', text, required)
    .execute();
  await createTable(db, engine, 'backup_notes', 'without rowid')
    .addColumn('kind', text, (column) => column.primaryKey().notNull())
    .addColumn('at', text, required)
    .execute();
  // A hash of the same password at a higher cost is no other password.
  await db.schema.alterTable('users').addColumn('hash_renewed_at', text).execute();
  if (engine === 'postgres') await createFunction(db);
  for (const watched of WATCHED) await watch(db, engine, watched);
};

const createFunction = (db: MigrationDb) =>
  sql`
    create function note_last_word() returns trigger language plpgsql as $$
    begin
      insert into last_words_due (kind, key, at) values (
        tg_argv[0],
        case tg_op when 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[1],
        to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'));
      return null;
    end $$`.execute(db);

async function watch(db: MigrationDb, engine: Engine, { table, kind, key, columns, unless }: Watched) {
  const name = sql.id(`${table}__${columns === undefined ? 'removed' : kind}`);
  const differs = engine === 'sqlite' ? sql`is not` : sql`is distinct from`;
  const changed = columns?.map((column) => sql`old.${sql.ref(column)} ${differs} new.${sql.ref(column)}`);
  const same = engine === 'sqlite' ? sql`is` : sql`is not distinct from`;
  const counts = unless === undefined ? sql`` : sql`and old.${sql.ref(unless)} ${same} new.${sql.ref(unless)}`;
  const event = columns === undefined ? sql`delete` : sql`update of ${sql.join(columns.map((one) => sql.ref(one)))}`;
  const when = changed && sql`when ((${sql.join(changed, sql` or `)}) ${counts})`;
  const row = columns === undefined ? sql`old` : sql`new`;
  const act =
    engine === 'sqlite'
      ? sql`begin
          insert into last_words_due (kind, key, at)
          values (${sql.lit(kind)}, cast(${row}.${sql.ref(key)} as text), strftime('%Y-%m-%dT%H:%M:%fZ', 'now'));
        end`
      : sql`execute function note_last_word(${sql.lit(kind)}, ${sql.lit(key)})`;
  const each = engine === 'sqlite' ? sql`` : sql`for each row`;
  await sql`create trigger ${name} after ${event} on ${sql.table(table)} ${each} ${when ?? sql``} ${act}`.execute(db);
}

import { sql } from 'kysely';
import type { Engine } from '../database.ts';
import { createTable, type MigrationDb, textType } from './columns.ts';

/**
 * A row for each owner of applications, which whoever adds one locks, so that two at once cannot both add the last. And the sign-in
 * behind each record of the protocol, which ends with it.
 */
export async function applicationBounds(db: MigrationDb, engine: Engine): Promise<void> {
  await createTable(db, engine, 'application_owners', 'without rowid')
    .addColumn('owner', textType(engine), (column) => column.primaryKey().notNull())
    .execute();
  await db.schema.alterTable('provider_records').addColumn('sid', textType(engine)).execute();
  await fillSids(db, engine);
  await endWithSignIn(db, engine);
}

async function fillSids(db: MigrationDb, engine: Engine): Promise<void> {
  const [account, dot] =
    engine === 'sqlite'
      ? [sql`json_extract(payload, '$.accountId')`, sql`instr`]
      : [sql`(payload::json ->> 'accountId')`, sql`strpos`];
  await sql`
    update provider_records set sid = substr(${account}, ${dot}(${account}, '.') + 1)
    where user_id is not null and ${account} is not null`.execute(db);
  const live = sql`select 1 from sign_ins where sign_ins.sid = provider_records.sid and ended_at is null`;
  await sql`delete from provider_records where sid is not null and not exists (${live})`.execute(db);
  const end = sql`(select expires_at from sign_ins where sign_ins.sid = provider_records.sid)`;
  await sql`update provider_records set expires_at = ${end} where sid is not null and expires_at > ${end}`.execute(db);
}

/** A trigger, so that no way of ending a sign-in can leave it out: neither one of tomorrow nor an older build that runs beside. */
async function endWithSignIn(db: MigrationDb, engine: Engine): Promise<void> {
  const has = sql`when (old.ended_at is null and new.ended_at is not null)`;
  const drop = sql`delete from provider_records where sid = new.sid;`;
  if (engine === 'sqlite') {
    await sql`create trigger sign_ins__ended after update of ended_at on sign_ins ${has} begin ${drop} end`.execute(db);
    return;
  }
  await sql`
    create function end_provider_records() returns trigger language plpgsql as $$
    begin
      ${drop}
      return null;
    end $$`.execute(db);
  await sql`
    create trigger sign_ins__ended after update of ended_at on sign_ins for each row ${has}
    execute function end_provider_records()`.execute(db);
}

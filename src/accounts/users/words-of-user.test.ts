import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { migrate } from '../../platform/database/migrate.ts';
import { migrations } from '../../platform/database/migrations/sequence.ts';
import { connect } from '../../platform/database/open-database.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';
import { listPeople } from '../people-search/list-people.ts';
import { changeProfile } from './change-profile.ts';

const AT = parseInstant('2026-11-01T10:00:00.000Z');

test('people stored before the word bits existed are found by all of their words, also after a change', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const { database, withMigrator } = await connect(readSettings(store.env));
  t.after(() => database.close());
  const engine = database.engine;
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0009'));
  await withMigrator((migrator) => migrate(migrator, engine, before, []));
  await withMigrator(async (writer) => {
    await sql`insert into tenants (name, slug, created_at, updated_at) values ('Savez', 'savez', ${AT}, ${AT})`.execute(
      writer,
    );
    await sql`insert into users (tenant_id, email, ime, prezime, full_name, telefon, preferred_language, oib, role, status, created_at, updated_at, sort_key)
      values (1, 'ana_m@klub.hr', 'Ana', 'Marić', 'Ana Marić', '', 'hr', '', 'member', 'active', ${AT}, ${AT}, 'maric!ana')`.execute(
      writer,
    );
    for (const word of ['ana', 'ana_m@klub.hr', 'klub', 'maric'])
      await sql`insert into user_words (tenant_id, word, user_id) values (1, ${word}, 1)`.execute(writer);
  });
  await withMigrator((migrator) => migrate(migrator, engine));

  const found = async (q: string) => {
    const wanted = { tenantId: undefined, q, byOib: true, sort: 'name', cursor: undefined, limit: 50, at: AT } as const;
    const { rows, counted } = await listPeople(database, wanted);
    assert.equal(counted, rows.length);
    return rows.map(({ id }) => id);
  };
  for (const q of ['ana', 'mar an', 'klub maric ana', 'ana_m@klub.hr']) assert.deepEqual(await found(q), [1], q);
  for (const q of ['mar iva', 'anax@klub.hr', 'n']) assert.deepEqual(await found(q), [], q);

  await database.transaction((tx) => changeProfile(tx, 1, { prezime: 'Horvat' }, { at: AT, without: 'more power' }));
  for (const q of ['ana horvat', 'hor klub']) assert.deepEqual(await found(q), [1], q);
  for (const q of ['mar', 'ana mar']) assert.deepEqual(await found(q), [], q);
  const rows = await database.read.selectFrom('user_words').select('word').orderBy('word').execute();
  assert.deepEqual(
    rows.map(({ word }) => word),
    ['ana_m@klub.hr', 'horvat', 'hr', 'klub', 'm'], // `ana` begins the address
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { migrate } from '../database/migrate.ts';
import { migrations } from '../database/migrations/sequence.ts';
import { connect } from '../database/open-database.ts';

const AT = '2026-11-01T10:00:00.000Z';

test('existing invitations get their inviter from the token of their link', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const { database, withMigrator } = await connect(readSettings(store.env));
  t.after(() => database.close());
  const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0013'));
  await withMigrator((migrator) => migrate(migrator, database.engine, before, []));
  await withMigrator(async (writer) => {
    await sql`insert into tenants (name, slug, created_at, updated_at) values ('Savez', 'savez', ${AT}, ${AT})`.execute(
      writer,
    );
    for (const name of ['a', 'b'])
      await sql`insert into users (tenant_id, email, ime, prezime, full_name, telefon, preferred_language, oib, role, status, created_at, updated_at, sort_key)
        values (1, ${name}, ${name}, '', ${name}, '', 'hr', '', 'member', 'active', ${AT}, ${AT}, ${name})`.execute(
        writer,
      );
    for (const [seed, by] of [
      ['s1', 2],
      ['s2', null],
    ] as const)
      await sql`insert into action_tokens (seed, token_hash, user_id, kind, expires_at, created_at, created_by, meta)
        values (${seed}, ${`h${seed}`}, 1, 'invite', ${AT}, ${AT}, ${by}, '{}')`.execute(writer);
    for (const [id, params, secret] of [
      ['m1', '{"invited_by":"b"}', '{"kind":"link","seed":"s1"}'],
      ['m2', '{"invited_by":""}', '{"kind":"link","seed":"s2"}'],
      ['m3', '{"invited_by":"b"}', '{"kind":"link","seed":"gone"}'],
      ['m4', '{}', null],
    ] as const)
      await sql`insert into mails (message_id, kind, user_id, tenant_id, to_address, language, params, secret_ref, state, attempts, due_at, created_at)
        values (${id}, 'invitation', 1, 1, 'a', 'hr', ${params}, ${secret}, 'sent', 1, ${AT}, ${AT})`.execute(writer);
  });
  await withMigrator((migrator) => migrate(migrator, database.engine));
  const rows = await database.read.selectFrom('mails').select('named_id').orderBy('id').execute();
  assert.deepEqual(
    rows.map(({ named_id }) => named_id),
    [2, null, null, null],
  );
});

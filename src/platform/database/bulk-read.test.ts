// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService } from '../../../test/support/test-service.ts';

const COUNTED = 1_000_000;
const counted = sql<{ count: number }>`
  with recursive numbers(number) as (select 1 union all select number + 1 from numbers where number < ${sql.lit(COUNTED)})
  select count(*) as count from numbers`;

test('others read and write while a long read runs, which sees what was committed before it', async (t) => {
  const { database } = await startTestService(t);
  await database.transaction((tx) => tx.updateTable('tenants').set({ name: 'Savez za sve' }).execute());
  const { rows } = await sql<{ name: string }>`select name from tenants`.execute(database.bulkRead);
  assert.equal(rows[0]?.name, 'Savez za sve');
  const ended: string[] = [];
  const long = counted.execute(database.bulkRead).then(({ rows: [one] }) => ended.push(`long ${one?.count}`));
  await sql`select 1`.execute(database.read).then(() => ended.push('short'));
  await database
    .transaction((tx) => tx.updateTable('tenants').set({ name: 'Savez' }).execute())
    .then(() => ended.push('written'));
  await long;
  assert.deepEqual(ended, ['short', 'written', `long ${COUNTED}`]);
});

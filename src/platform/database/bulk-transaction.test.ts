// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { isUniqueViolation } from './store-errors.ts';

const lengthen = (via: TestService['database']['read'], id: number) =>
  via.executeQuery(sql`update users set ime = ime || 'x' where id = ${id}`.compile(via));

async function nameOf({ database }: TestService, id: number): Promise<string | undefined> {
  const found = await database.read.selectFrom('users').select('ime').where('id', '=', id).executeTakeFirst();
  return found?.ime;
}

test('bulk and plain transactions write one after the other, and each sees what was committed before it', async (t) => {
  const service = await startTestService(t);
  const { database } = service;
  const { id } = await service.addPerson({ ime: 'Iva' });
  const runs = Array.from({ length: 40 }, (_, index) =>
    index % 2 === 0 ? database.transaction : database.bulkTransaction,
  );
  await Promise.all(runs.map((run) => run((tx) => lengthen(tx, id))));
  assert.equal(await nameOf(service, id), `Iva${'x'.repeat(40)}`);
});

test('a bulk transaction that fails leaves nothing behind, tells why, and the next one writes', async (t) => {
  const service = await startTestService(t);
  const { database } = service;
  const [first, second] = [await service.addTenant('Prvi klub'), await service.addTenant('Drugi klub')];
  const { id } = await service.addPerson({ ime: 'Iva' });
  const failing = database.bulkTransaction(async (tx) => {
    await lengthen(tx, id);
    await tx.updateTable('tenants').set({ slug: first.slug }).where('id', '=', second.id).execute();
  });
  await assert.rejects(failing, (error) => isUniqueViolation(error, 'tenants__slug_unique'));
  assert.equal(await nameOf(service, id), 'Iva');
  await database.bulkTransaction((tx) => lengthen(tx, id));
  assert.equal(await nameOf(service, id), 'Ivax');
});

// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import type { Db, Tx } from './database.ts';
import { preparedStatement } from './prepared-statement.ts';

const rename = preparedStatement((tx: Tx, { id, to }: { id: number; to: string | null }) =>
  tx.updateTable('users').set({ ime: 'Iva', avatar_url: to }).where('id', '=', id).returning(['ime', 'avatar_url']),
);

const byAddress = preparedStatement((db: Db, { email }: { email: string }) =>
  db.selectFrom('users').select('id').where('email', '=', email).where('status', '=', 'active'),
);

test('each execution uses its own values, including null, inside and outside a transaction', async (t) => {
  const service = await startTestService(t);
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  const eva = await service.addPerson({ email: 'eva@example.hr' });
  const { database } = service;
  const renamed = await database.transaction(async (tx) => [
    ...(await rename(tx, { id: ana.id, to: 'a.png' })).rows,
    ...(await rename(tx, { id: eva.id, to: null })).rows,
    ...(await rename(tx, { id: -1, to: null })).rows,
  ]);
  assert.deepEqual(
    renamed.map((row) => ({ ...row })),
    [
      { ime: 'Iva', avatar_url: 'a.png' },
      { ime: 'Iva', avatar_url: null },
    ],
  );
  const found = await Promise.all(
    ['eva@example.hr', 'ana@example.hr', "x' or 1=1 --"].map((email) => byAddress(database.read, { email })),
  );
  assert.deepEqual(
    found.map(({ rows }) => rows[0]?.id),
    [eva.id, ana.id, undefined],
  );
});

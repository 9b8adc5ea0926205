// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

test('a queued import does not bring back a person who was erased meanwhile', async (t) => {
  const { service, admin, upload, run, rows } = await openImportFixture(t);
  const { id } = await service.addPerson({ email: 'vesna@example.hr', ime: 'Vesna', prezime: 'Oznaković' });
  const token = await service.tokenOf('vesna@example.hr');
  const csv = 'email,ime,prezime\nnova@example.hr,Nova,Osoba\nVESNA@example.hr,Vesna,Oznaković\n';
  const waiting = await upload(csv);
  assert.equal(waiting.status, 202, waiting.text);
  const request = await service.call('POST /api/users/me/gdpr-erase', { token });
  const approval = `POST /api/admin/gdpr/erasure-requests/${request.body.id}/approve`;
  assert.equal((await service.call(approval, { token: admin })).status, 200);
  await runErasures(service.privacy); // queues the last mail and waits for it
  await service.mail.deliverDue();
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  assert.equal((await service.call(`GET /api/admin/users/${id}`, { token: admin })).body.full_name, '');
  await service.imports.runDue();
  assert.deepEqual(
    (await rows(waiting.body.id)).map(({ line, outcome, column, reason }) => [line, outcome, column, reason]),
    [
      [3, 'failed', 'email', 'erased'],
      [2, 'created', null, null],
    ],
  );
  const { left_out } = await service.database.read.selectFrom('imports').selectAll().executeTakeFirstOrThrow();
  assert.equal(left_out, '[]', 'nothing is kept of it when the import is over');
  // The address is free again: a later import may use it.
  const after = await run(csv);
  assert.deepEqual([after.created, after.skipped, after.failed], [1, 1, 0]);
});

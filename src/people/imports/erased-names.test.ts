// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formBody } from '../../../test/support/form-body.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const requests = '/api/admin/gdpr/erasure-requests';

test('an erasure blanks the name in file names and headings of imports', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'vesna@example.hr', ime: 'Željka', prezime: 'Oznaković' });
  const token = await service.tokenOf('gazda@example.hr');
  const send = async (csv: string, filename: string): Promise<number> => {
    const form = formBody([{ bytes: csv, filename, type: 'text/csv' }]);
    const headers = { ...form.headers, authorization: `Bearer ${token}` };
    const url = '/api/admin/imports?dry_run=1';
    const answer = await service.server.inject({ method: 'POST', url, headers, payload: form.payload });
    assert.equal(answer.statusCode, 202, answer.body);
    await service.imports.runDue();
    return answer.json().id;
  };
  // A file named after a person, and one without headings, whose first row was read as headings.
  const id = await send(
    'email,Željka Oznaković,vesna@example.hr\nnova@example.hr,a,b\n',
    'Pristupnica Željka Oznaković.csv',
  );
  const other = await send('email,ime\ndruga@example.hr,Druga\n', 'popis.csv');
  const told = async (which: number) => (await service.call(`GET /api/admin/imports/${which}`, { token })).body;
  const before = await told(other);

  const asked = await service.call('POST /api/users/me/gdpr-erase', {
    token: await service.tokenOf('vesna@example.hr'),
  });
  assert.equal((await service.call(`POST ${requests}/${asked.body.id}/approve`, { token })).status, 200);
  await runErasures(service.privacy);
  await service.mail.deliverDue(); // the last one to the address, which goes with it
  await runErasures(service.privacy);

  const { file_name, columns } = await told(id);
  assert.equal(file_name, 'Pristupnica •••.csv');
  assert.doesNotMatch(JSON.stringify(columns), /Oznaković|vesna/);
  const rows = await service.database.read.selectFrom('imports').selectAll().where('id', '=', id).execute();
  assert.doesNotMatch(JSON.stringify(rows), /Oznaković|vesna/);
  assert.deepEqual([(await told(other)).file_name, (await told(other)).columns], [before.file_name, before.columns]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../test/support/test-service.ts';
import { days, minutes } from '../kernel/durations.ts';
import { runErasures } from './run-erasures.ts';

const keep = (service: TestService) => service.keepRetention();
const countOf = async (
  { database }: TestService,
  table: 'sign_ins' | 'action_tokens' | 'consents' | 'session_records',
) => (await database.read.selectFrom(table).selectAll().execute()).length;

test('expired data are deleted by rule, with an audit record; recent data stay', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.tokenOf('ana@example.hr');
  await service.call('POST /api/auth/forgot-password', { body: { email: 'ana@example.hr' } });
  await service.call('POST /api/gdpr/consent', { body: { policy_version: '1', categories: { necessary: true } } });
  await service.mail.deliverDue();
  await service.audit.forget();
  await keep(service);
  assert.deepEqual(await service.audit.take(), [], 'nothing was found, so nothing is recorded');
  service.clock.advance(days(31));
  await keep(service);
  const [first] = await service.audit.take();
  assert.deepEqual([first?.action, first?.meta], ['retention.run', { mails: 1, lockouts: 1 }]);
  const [mail] = await service.mails.take();
  assert.deepEqual(mail?.params, {});
  service.clock.advance(days(160));
  await service.tokenOf('ana@example.hr');
  await service.audit.forget();
  await keep(service);
  const [second] = await service.audit.take();
  assert.deepEqual(second?.meta, { action_tokens: 1, sign_ins: 1, consents: 1 });
  assert.deepEqual([await countOf(service, 'sign_ins'), await countOf(service, 'session_records')], [1, 1]);
  assert.deepEqual([await countOf(service, 'action_tokens'), await countOf(service, 'consents')], [0, 0]);
});

test('a person deleted too long ago to be restored is erased, without a mail', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr', ime: 'Anamarka' });
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  await service.call(`DELETE /api/admin/users/${id}`, { token: await service.tokenOf('admin@example.hr') });
  const heir = await service.addPerson({ email: 'ana@example.hr', ime: 'Nova' });
  await service.call('POST /api/auth/forgot-password', { body: { email: heir.email } });
  service.clock.advance(days(29));
  await keep(service);
  await runErasures(service.privacy);
  const nameOf = async (userId: number) =>
    (await service.database.read.selectFrom('users').select('ime').where('id', '=', userId).executeTakeFirst())?.ime;
  assert.equal(await nameOf(id), 'Anamarka');
  service.clock.advance(days(2));
  await service.mails.take();
  await keep(service);
  await keep(service);
  await runErasures(service.privacy);
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  assert.deepEqual([await nameOf(id), await nameOf(heir.id)], ['', 'Nova']);
  const cases = await service.database.read.selectFrom('erasure_requests').selectAll().execute();
  assert.deepEqual(
    cases.map(({ status, origin, user_id }) => [status, origin, user_id]),
    [['completed', 'retention', id]],
  );
  const mails = await service.database.read.selectFrom('mails').select(['to_address', 'user_id']).execute();
  assert.deepEqual(
    mails.map((mail) => ({ ...mail })),
    [{ to_address: 'ana@example.hr', user_id: heir.id }],
    'the address is somebody else’s now',
  );
});

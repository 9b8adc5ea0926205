// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { days, hours, minutes } from '../../platform/kernel/durations.ts';
import { NO_WORDS } from '../../platform/mail/mail.ts';
import { runErasures } from './run-erasures.ts';

const METRICS_TOKEN = 'Jd8sK2mQx7Vt4Rb9Zw3Lh6Yc1Gp5Nf0A';

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

/** A service with a mail and a deleted person, and what is left of them. */
async function withDeletedPerson(t: TestContext) {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '', SVC_METRICS_TOKEN: METRICS_TOKEN });
  const { id } = await service.addPerson({ email: 'ana@example.hr', ime: 'Anamarka' });
  await service.call('POST /api/auth/forgot-password', { body: { email: 'ana@example.hr' } });
  await service.mail.deliverDue();
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  await service.call(`DELETE /api/admin/users/${id}`, { token: await service.tokenOf('admin@example.hr') });
  await service.keepRetentionUnlessDoubtful();
  const left = async () => {
    const erasures = await service.database.read.selectFrom('erasure_requests').select('user_id').execute();
    const mails = await service.database.read.selectFrom('mails').select('params').execute();
    return { erasures: erasures.length, blank: mails.filter(({ params }) => params === NO_WORDS).length };
  };
  return { service, left };
}

/** Whether retention says that it is paused. */
async function pausedOf(service: TestService): Promise<number> {
  const { text } = await service.call('GET /metrics', { token: METRICS_TOKEN });
  return Number(/^iskaznica_retention_paused (\d)$/m.exec(text)?.[1]);
}

const UNTOUCHED = { erasures: 0, blank: 0 };
const DELETED = { erasures: 1, blank: 1 };

test('a clock that is years ahead and set back within a day deletes nothing too early', async (t) => {
  const { service, left } = await withDeletedPerson(t);
  service.clock.advance(days(730));
  await service.keepRetentionUnlessDoubtful();
  assert.equal(await pausedOf(service), 1);
  service.clock.advance(hours(23));
  await service.keepRetentionUnlessDoubtful();
  assert.deepEqual(await left(), UNTOUCHED);
  service.clock.advance(-days(730));
  assert.equal(await pausedOf(service), 0);
  for (let day = 0; day < 29; day++) {
    await service.keepRetentionUnlessDoubtful();
    service.clock.advance(days(1));
  }
  assert.deepEqual(await left(), UNTOUCHED);
  service.clock.advance(days(1));
  await service.keepRetentionUnlessDoubtful();
  assert.deepEqual(await left(), DELETED);
});

test('after weeks of standstill what is due is deleted a day later', async (t) => {
  const { service, left } = await withDeletedPerson(t);
  service.clock.advance(days(40));
  for (let hour = 0; hour < 24; hour++) {
    await service.keepRetentionUnlessDoubtful();
    service.clock.advance(hours(1));
  }
  assert.deepEqual(await left(), UNTOUCHED);
  await service.keepRetentionUnlessDoubtful();
  assert.deepEqual(await left(), DELETED);
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

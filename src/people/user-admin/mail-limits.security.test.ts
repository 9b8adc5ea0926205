import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { hours } from '../../platform/kernel/durations.ts';

const STRANGER = 'stranac@drugdje.example';
const TRIES = 25;
const MOST_CODES = 5;
const MOST_LINKS = 20;

async function open(t: TestContext) {
  const service = await startTestService(t);
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  return { service, boss: await service.tokenOf('gazda@example.hr') };
}

const mailsTo = ({ database }: TestService, address: string) =>
  database.read.selectFrom('mails').select(['kind', 'state']).where('to_address', '=', address).execute();

const waitingFor = async (service: TestService, address: string) =>
  (await mailsTo(service, address)).filter(({ state }) => state === 'queued').length;

test('however often somebody changes the address of others, a stranger gets five mails an hour', async (t) => {
  const { service, boss } = await open(t);
  const people = [];
  for (let count = 0; count < 3; count++) people.push(await service.addPerson());
  for (let tried = 0; tried < TRIES; tried++) {
    const { id } = people[tried % people.length] ?? { id: 0 };
    const changed = await service.call(`PUT /api/admin/users/${id}`, { token: boss, body: { email: STRANGER } });
    assert.equal(changed.status, 200, changed.text);
  }
  const written = await mailsTo(service, STRANGER);
  assert.equal(written.length, TRIES, 'each is recorded');
  assert.equal(await waitingFor(service, STRANGER), MOST_CODES);
  const own = await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf(own.email);
  const asked = await service.call('POST /api/users/me/email', { token, body: { email: STRANGER } });
  assert.equal(asked.status, 200);
  assert.equal(await waitingFor(service, STRANGER), MOST_CODES, 'of people themselves too');
  service.clock.advance(hours(1));
  const later = { token: await service.tokenOf('gazda@example.hr'), body: { email: STRANGER } };
  assert.equal((await service.call(`PUT /api/admin/users/${people[0]?.id}`, later)).status, 200);
  assert.equal(await waitingFor(service, STRANGER), MOST_CODES + 1);
});

test('the code of a changed address is sent again twenty times an hour at most', async (t) => {
  const { service, boss } = await open(t);
  const { id } = await service.addPerson();
  await service.call(`PUT /api/admin/users/${id}`, { token: boss, body: { email: STRANGER } });
  const written = service.database.read.selectFrom('mails').select('id').where('to_address', '=', STRANGER);
  const mail = await written.executeTakeFirstOrThrow();
  const statuses = [];
  for (let tried = 0; tried < TRIES; tried++) {
    await service.database.transaction((tx) => tx.updateTable('mails').set({ state: 'sent' }).execute());
    const sent = await service.call(`POST /api/admin/mails/${mail.id}/resend`, { token: boss });
    statuses.push(sent.status);
    if (sent.status === 429)
      assert.deepEqual([sent.body.code, sent.headers['retry-after']], ['token.too_many', '3600']);
  }
  assert.deepEqual(statuses, [...Array(MOST_LINKS).fill(200), ...Array(TRIES - MOST_LINKS).fill(429)]);
});

test('invitations to one address are counted by the address, whoever it is given to', async (t) => {
  const { service, boss } = await open(t);
  const statuses = [];
  for (let tried = 0; tried < TRIES; tried++) {
    const body = { email: `osoba${tried}@klub.example`, ime: 'Ana', prezime: 'Kos', role: 'member', invite: false };
    const { id } = (await service.call('POST /api/admin/users', { token: boss, body })).body;
    const move = (email: string) => service.call(`PUT /api/admin/users/${id}`, { token: boss, body: { email } });
    assert.equal((await move(STRANGER)).status, 200);
    statuses.push((await service.call(`POST /api/admin/users/${id}/invite`, { token: boss })).status);
    assert.equal((await move(body.email)).status, 200);
  }
  assert.deepEqual(statuses, [...Array(MOST_LINKS).fill(200), ...Array(TRIES - MOST_LINKS).fill(429)]);
  const body = { email: STRANGER, ime: 'Ana', prezime: 'Kos', role: 'member' };
  const made = await service.call('POST /api/admin/users', { token: boss, body });
  assert.deepEqual([made.status, made.body.code], [429, 'token.too_many']);
  assert.equal((await mailsTo(service, STRANGER)).length, MOST_LINKS);
  const quiet = await service.call('POST /api/admin/users', { token: boss, body: { ...body, invite: false } });
  assert.equal(quiet.status, 201, 'without a mail it is created');
});

// engine: both
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { floodAudit } from '../../../test/support/audit-flood.ts';
import { findLeftBehind } from '../../../test/support/left-behind.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';
import { runErasures } from './run-erasures.ts';

const requests = '/api/admin/gdpr/erasure-requests';

/** Two superadmins: one to act, one to be somebody else. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin', ime: 'Petra', prezime: 'Upravić' });
  const token = async () => service.tokenOf('glavna@example.hr');
  return { service, token, ask: asker(service) };
}

const asker =
  (service: TestService) =>
  async (email: string): Promise<number> =>
    (await service.call('POST /api/users/me/gdpr-erase', { token: await service.tokenOf(email) })).body.id;

/** From the request to the end, with the last mail sent. */
async function eraseNow(service: TestService, id: number, token: string): Promise<void> {
  const approved = await service.call(`POST ${requests}/${id}/approve`, { token });
  assert.equal(approved.status, 200, approved.text);
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  const { body } = await service.call(`GET ${requests}/${id}`, { token });
  assert.equal(body.status, 'completed');
}

const metaOf = async ({ database }: TestService, action: string) =>
  (
    await database.read.selectFrom('audit_records').select('meta').where('action', '=', action).orderBy('id').execute()
  ).map(({ meta }) => JSON.parse(meta));

/** The record of an export from before searches were left out. */
const oldExport = ({ database, clock }: TestService, q: string) =>
  floodAudit(database, {
    at: nowOf(clock),
    tenant_id: 1,
    action: 'audit.export',
    ip: null,
    meta: JSON.stringify({ format: 'csv', asked: { q } }),
  });

test('a name is blanked in reasons about other people, in the log, requests, mails and files', async (t) => {
  const { service, token, ask } = await start(t);
  await service.addPerson({ email: 'vesna@example.hr', ime: 'Željka', prezime: 'Oznaković' });
  for (const email of ['bojan@example.hr', 'cvita@example.hr', 'dora@example.hr']) await service.addPerson({ email });
  const bojan = await service.addPerson({ email: 'egon@example.hr' });
  const admin = await token();
  const reason = 'Prijavila ga je ŽELJKA OZNAKOVIĆ (vesna@example.hr)';
  await service.call(`POST /api/admin/users/${bojan.id}/suspend`, { token: admin, body: { reason } });
  const other = await service.addPerson({ email: 'fran@example.hr' });
  await service.call(`POST /api/admin/users/${other.id}/suspend`, { token: admin, body: { reason: 'Članarina' } });
  const [held, extended, rejected] = [
    await ask('bojan@example.hr'),
    await ask('cvita@example.hr'),
    await ask('dora@example.hr'),
  ];
  const hold = { held: true, reason: 'Spor: Oznaković Željka' };
  assert.equal((await service.call(`PUT ${requests}/${held}/legal-hold`, { token: admin, body: hold })).status, 200);
  await service.call(`POST ${requests}/${extended}/extend`, { token: admin, body: { reason } });
  await service.call(`POST ${requests}/${rejected}/reject`, { token: admin, body: { reason } });
  for (const q of ['željka oznaković', 'Oznak', 'vesna@', 'login.fail']) await oldExport(service, q);
  await service.mail.deliverDue();
  const seal = auditSealer(service);
  await seal();
  await eraseNow(service, await ask('vesna@example.hr'), admin);
  assert.deepEqual(await metaOf(service, 'user.suspend'), [{}, { reason: 'Članarina', sessions_ended: 0 }]);
  for (const action of ['erasure.hold', 'erasure.extend', 'erasure.reject'])
    assert.deepEqual(await metaOf(service, action), [{}], action);
  assert.deepEqual(await metaOf(service, 'audit.export'), [{}, {}, {}, { format: 'csv', asked: { q: 'login.fail' } }]);
  const cases = await service.call(`GET ${requests}?status=pending`, { token: admin });
  const reasons = cases.body.items.map(
    (item: Record<string, string>) => item.extension_reason ?? item.legal_hold_reason,
  );
  assert.deepEqual(reasons.sort(), ['Prijavila ga je ••• (•••)', 'Spor: •••']);
  const mails = await service.database.read
    .selectFrom('mails')
    .select('params')
    .where('kind', 'in', ['erasure-extended', 'erasure-rejected'])
    .execute();
  const told = mails.map(({ params }) => JSON.parse(params).reason).filter(Boolean);
  assert.deepEqual(told, ['Prijavila ga je ••• (•••)', 'Prijavila ga je ••• (•••)']);
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  assert.deepEqual(await findLeftBehind({ ...service, log: [] }, ['OZNAKOVI', 'Oznakov', 'vesna@example.hr']), []);
  await seal();
  assert.deepEqual((await verifyAudit(service)).problems, [], 'the chain stays whole');
});

test('a person named like a keyword of the service does not blank other records', async (t) => {
  const { service, token, ask } = await start(t);
  const { id } = await service.addPerson({ email: 'zlo@example.hr' });
  const other = await service.addPerson({ email: 'bojan@example.hr' });
  const admin = await token();
  await service.call(`POST /api/admin/users/${other.id}/suspend`, { token: admin, body: { reason: 'Prijetnje' } });
  await service.signIn('bojan@example.hr', 'krivo');
  const own = await service.tokenOf('zlo@example.hr');
  for (const full_name of ['Prijetnje', 'login fail', 'password', 'reason']) {
    const renamed = await service.call('PUT /api/auth/me', { token: own, body: { full_name } });
    assert.deepEqual([renamed.status, renamed.body.full_name], [200, full_name]);
  }
  await service.call('PUT /api/auth/me', { token: own, body: { ime: 'Prijetnje', prezime: '' } });
  await eraseNow(service, await ask('zlo@example.hr'), admin);
  const [suspended] = await metaOf(service, 'user.suspend');
  assert.equal(suspended.reason, 'Prijetnje');
  const records = await service.database.read
    .selectFrom('audit_records')
    .selectAll()
    .where('user_id', '=', other.id)
    .execute();
  assert.ok(records.every(({ meta }) => meta !== '{}'));
  assert.ok(id > 0);
});

test('a name shared with another person is kept, since it identifies that person too', async (t) => {
  const { service, token, ask } = await start(t);
  const club = await service.addTenant('Klub');
  const twins = { ime: 'Iva', prezime: 'Horvat' };
  await service.addPerson({ ...twins, email: 'iva@example.hr' });
  await service.addPerson({ ...twins, email: 'iva.druga@example.hr', tenantId: club.id });
  const other = await service.addPerson({ email: 'bojan@example.hr' });
  const admin = await token();
  const reason = 'Dogovoreno: iva horvat';
  await service.call(`POST /api/admin/users/${other.id}/suspend`, { token: admin, body: { reason } });
  const left = async () => (await metaOf(service, 'user.suspend'))[0].reason;
  const [first, second] = [await ask('iva@example.hr'), await ask('iva.druga@example.hr')];
  await eraseNow(service, first, admin);
  assert.equal(await left(), reason);
  await eraseNow(service, second, admin);
  assert.equal(await left(), undefined, 'with the last of that name it goes');
});

test('invitations are matched by the sender’s id, not by name', async (t) => {
  const { service, token, ask } = await start(t);
  const name = { ime: 'Iva', prezime: 'Horvat' };
  await service.addPerson({ ...name, email: 'iva@example.hr', role: 'admin' });
  await service.addPerson({ ...name, email: 'druga@example.hr' });
  const inviter = await service.tokenOf('iva@example.hr');
  const people = [await service.addPerson({ status: 'invited' }), await service.addPerson({ status: 'invited' })];
  for (const { id } of people) {
    const invited = await service.call(`POST /api/admin/users/${id}/invite`, { token: inviter });
    assert.equal(invited.status, 200, invited.text);
    // Under another name later on: it is still the same person's invitation.
    await service.call('PUT /api/auth/me', { token: inviter, body: { full_name: 'Iva H. Horvat' } });
  }
  await service.mail.deliverDue();
  const ids = people.map(({ id }) => id);
  const sent = async () => {
    const rows = service.database.read.selectFrom('mails').select(['id', 'params']).where('user_id', 'in', ids);
    const found = await rows.where('kind', '=', 'invitation').orderBy('id').execute();
    const files = readdirSync(join(service.dataDir, 'mail'));
    return found.map(({ id, params }) => [
      JSON.parse(params).invited_by,
      files.some((file) => file.endsWith(`-${id}.eml`)),
    ]);
  };
  const both = [
    ['Iva Horvat', true],
    ['Iva H. Horvat', true],
  ];
  assert.deepEqual(await sent(), both);
  const admin = await token();
  await eraseNow(service, await ask('druga@example.hr'), admin);
  assert.deepEqual(await sent(), both, 'a namesake’s erasure leaves them');
  await eraseNow(service, await ask('iva@example.hr'), admin);
  assert.deepEqual(await sent(), [
    ['', false],
    ['', false],
  ]);
  const named = service.database.read.selectFrom('mails').select('id').where('named_id', 'is not', null);
  assert.deepEqual(await named.execute(), []);
});

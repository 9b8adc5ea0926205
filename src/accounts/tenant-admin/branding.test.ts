// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { picture } from '../../../test/support/avatar-fixture.ts';
import { readMails } from '../../../test/support/mail-box.ts';
import { startTestService } from '../../../test/support/test-service.ts';
import { uploadLogo } from '../../../test/support/upload-logo.ts';

const NOTHING = { color: null, on_light: null, on_dark: null, logo_url: null };

async function openFixture(t: TestContext) {
  const service = await startTestService(t);
  const { id: club } = await service.addTenant('Klub Žar');
  await service.addPerson({ email: 'savez@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club });
  const all = await service.tokenOf('savez@example.hr');
  const own = await service.tokenOf('klub@example.hr');
  const upload = (token: string, id: number, bytes: Buffer | string) =>
    uploadLogo(service, `/api/admin/tenants/${id}/logo`, { token, bytes });
  const color = (token: string, id: number, wanted: unknown) =>
    service.call(`PUT /api/admin/tenants/${id}/color`, { token, body: { color: wanted } });
  return { service, club, all, own, upload, color };
}

test('a colour is stored as chosen and shown in readable shades', async (t) => {
  const { service, club, own, color } = await openFixture(t);
  const { status, body } = await color(own, club, '#FFD400');
  assert.equal(status, 200);
  assert.equal(body.branding.color, '#ffd400');
  assert.match(body.branding.on_light, /^#[0-9a-f]{6}$/);
  assert.notEqual(body.branding.on_light, '#ffd400', 'yellow cannot be read on white');
  assert.equal(body.branding.on_dark, '#ffd400');
  const records = await service.audit.take();
  assert.deepEqual(
    records.map(({ action, meta }) => [action, meta]),
    [['tenant.color', { color: '#ffd400' }]],
  );
  const me = await service.call('GET /api/auth/me', { token: own });
  assert.deepEqual(me.body.tenant_branding, body.branding);
  assert.deepEqual((await color(own, club, null)).body.branding, NOTHING);
  assert.equal((await service.call(`GET /api/admin/tenants/${club}`, { token: own })).body.branding.color, null);
});

test('an invalid colour is refused', async (t) => {
  const { service, club, own, color } = await openFixture(t);
  for (const wrong of ['red', '#fff', '#12345g', '#0b4a7a;background:url(x)', 7, ''])
    assert.equal((await color(own, club, wrong)).status, 422, String(wrong));
  assert.deepEqual(await service.audit.take(), []);
});

test('a logo is re-encoded, served to anybody who knows its name, and replaced', async (t) => {
  const { service, club, own, upload } = await openFixture(t);
  const first = await upload(own, club, await picture('jpeg', { width: 1600, height: 400 }));
  assert.equal(first.status, 200);
  const url: string = first.body.branding.logo_url;
  assert.match(url, /^\/uploads\/logos\/[\w-]{22}\.png$/);
  const served = await service.server.inject({ method: 'GET', url });
  const { format, width, height } = await sharp(served.rawPayload).metadata();
  assert.deepEqual([served.statusCode, format, width, height], [200, 'png', 720, 180]);
  assert.equal(served.headers['content-type'], 'image/png');
  assert.match(String(served.headers['content-security-policy']), /^sandbox/);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta]),
    [['tenant.logo_upload', { bytes: served.rawPayload.length }]],
  );
  const known = { 'if-none-match': String(served.headers.etag) };
  const again = await service.server.inject({ method: 'GET', url, headers: known });
  assert.deepEqual([again.statusCode, again.body], [304, '']);
  const second = await upload(own, club, await picture('png'));
  assert.notEqual(second.body.branding.logo_url, url);
  assert.equal((await service.call(`GET ${url}`)).status, 404, 'the one before is gone');
  const removed = await service.call(`DELETE /api/admin/tenants/${club}/logo`, { token: own });
  assert.deepEqual([removed.status, removed.body.branding], [200, NOTHING]);
  assert.equal((await service.call(`GET ${second.body.branding.logo_url}`)).status, 404);
  assert.deepEqual(await service.audit.actions(), ['tenant.logo_upload', 'tenant.logo_delete']);
  assert.deepEqual(await service.database.read.selectFrom('tenant_logos').selectAll().execute(), []);
});

test('an invalid or too large picture changes nothing', async (t) => {
  const { service, club, own, upload } = await openFixture(t);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  assert.deepEqual((await upload(own, club, svg)).body.code, 'avatars.type');
  assert.equal((await upload(own, club, (await picture('png')).subarray(0, 40))).body.code, 'avatars.unreadable');
  assert.equal((await upload(own, club, Buffer.alloc(3 * 1024 * 1024, 'a'))).status, 413);
  const { body } = await service.call(`GET /api/admin/tenants/${club}`, { token: own });
  assert.deepEqual(body.branding, NOTHING);
  assert.deepEqual(await service.audit.take(), []);
});

test('of two concurrent logos one is kept, and it is the one shown', async (t) => {
  const { service, club, own, upload } = await openFixture(t);
  const [one, other] = [await picture('png'), await picture('jpeg')];
  await Promise.all([upload(own, club, one), upload(own, club, other), upload(own, club, one)]);
  const rows = await service.database.read.selectFrom('tenant_logos').select('name').execute();
  const { body } = await service.call(`GET /api/admin/tenants/${club}`, { token: own });
  assert.deepEqual(
    rows.map(({ name }) => `/uploads/logos/${name}.png`),
    [body.branding.logo_url],
  );
});

test('a guessed or empty name finds no logo', async (t) => {
  const { service } = await openFixture(t);
  for (const file of ['1.png', '', 'AAAAAAAAAAAAAAAAAAAAAA.png', 'AAAAAAAAAAAAAAAAAAAAAA.svg'])
    assert.equal((await service.call(`GET /uploads/logos/${file}`)).status, 404, file);
});

test("the sign-in page shows the publisher's branding, and a link that of its club", async (t) => {
  const { service, club, all, own, color, upload } = await openFixture(t);
  await color(own, club, '#b3261e');
  const { logo_url } = (await upload(own, club, await picture('png'))).body.branding;
  const site = await service.call('GET /api/site');
  assert.deepEqual(site.body.branding, NOTHING, 'a club is not told to everybody');
  await color(all, 1, '#0b4a7a');
  assert.equal((await service.call('GET /api/site')).body.branding.color, '#0b4a7a');
  const body = { email: 'nova@example.hr', ime: 'Nova', prezime: 'Osoba', role: 'member', tenant_id: club };
  const invited = await service.call('POST /api/admin/users', { token: all, body });
  const token = new URL(invited.body.invite_link).searchParams.get('token');
  const link = await service.call(`GET /api/auth/setup-password?token=${token}`);
  assert.deepEqual([link.body.tenant_name, link.body.branding.color], ['Klub Žar', '#b3261e']);
  assert.equal(link.body.branding.logo_url, logo_url);
  await service.addPerson({ email: 'zaboravna@example.hr', tenantId: club });
  await service.call('POST /api/auth/forgot-password', { body: { email: 'zaboravna@example.hr' } });
  await service.mail.deliverDue();
  const [invitation, reset] = readMails(service.dataDir);
  for (const mail of [invitation, reset]) {
    assert.match(mail?.html ?? '', /<img src="cid:logo@iskaznica" alt=""[^>]*>Klub Žar<\/p>/);
    assert.match(mail?.html ?? '', /background:#b3261e;color:#ffffff/);
  }
  const [, resetToken] = /token=([\w-]+)/.exec(reset?.links[0] ?? '') ?? [];
  const resetLink = await service.call(`GET /api/auth/reset-password?token=${resetToken}`);
  assert.deepEqual([resetLink.body.tenant_name, resetLink.body.ime], ['Klub Žar', undefined]);
});

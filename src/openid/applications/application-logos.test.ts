import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { picture } from '../../../test/support/avatar-fixture.ts';
import {
  AppBrowser,
  askFor,
  openAppFixture,
  registerApp,
  relyingParty,
  uidOf,
} from '../../../test/support/relying-party.ts';
import { uploadLogo } from '../../../test/support/upload-logo.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const at = (id: string) => `/api/admin/applications/${id}`;
const NO_APPLICATION = [404, 'applications.not_found'];

test('a logo is drawn anew, served by a name of its own, and replaced', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss: token } = fixture;
  const { id } = await registerApp(fixture);
  const logos = service.database.read.selectFrom('application_logos').select(['name', 'application_id']);
  const first = await uploadLogo(service, `${at(id)}/logo`, {
    token,
    bytes: await picture('jpeg', { width: 1600, height: 400 }),
  });
  assert.equal(first.status, 200, JSON.stringify(first.body));
  const url: string = first.body.logo_url;
  assert.match(url, /^\/uploads\/application-logos\/[\w-]{22}\.png$/);
  assert.deepEqual((await service.call(`GET ${at(id)}`, { token })).body, first.body);
  const served = await service.server.inject({ method: 'GET', url });
  const { format, width, height } = await sharp(served.rawPayload).metadata();
  assert.deepEqual([served.statusCode, format, width, height], [200, 'png', 720, 180]);
  assert.match(String(served.headers['content-security-policy']), /^sandbox/);
  assert.match(String(served.headers['cache-control']), /immutable/);
  const meta = { application_id: id, name: 'Trgovina' };
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta: told }) => [action, told]),
    [['application.logo_upload', { ...meta, bytes: served.rawPayload.length }]],
  );
  const [one, other] = [await picture('png'), await picture('webp')];
  const both = await Promise.all([one, other].map((bytes) => uploadLogo(service, `${at(id)}/logo`, { token, bytes })));
  assert.deepEqual(
    both.map(({ status }) => status),
    [200, 200],
  );
  assert.equal((await service.call(`GET ${url}`)).status, 404, 'the one before is gone');
  const shown = (await service.call(`GET ${at(id)}`, { token })).body.logo_url;
  const kept = await logos.execute();
  assert.deepEqual(
    kept.map(({ name }) => `/uploads/application-logos/${name}.png`),
    [shown],
  );
  assert.equal((await service.call(`PUT ${at(id)}`, { token, body: { name: 'Dućan' } })).body.logo_url, shown);
  const removed = await service.call(`DELETE ${at(id)}/logo`, { token });
  assert.deepEqual([removed.status, removed.body.logo_url, await logos.execute()], [200, null, []]);
  assert.deepEqual(await service.audit.actions(), [
    ...['application.logo_upload', 'application.logo_upload', 'application.update', 'application.logo_delete'],
  ]);
  await uploadLogo(service, `${at(id)}/logo`, { token, bytes: one });
  assert.equal((await service.call(`DELETE ${at(id)}`, { token })).status, 204);
  assert.deepEqual(await logos.execute(), [], 'it goes with the application');
});

test('people see the logo where they are asked, and among the applications that they let in', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member, boss: token } = fixture;
  const app = await registerApp(fixture);
  const waiting = async (browser: AppBrowser) => {
    const { url } = await browser.go((await askFor(await relyingParty(service, app))).url);
    const details = await browser.send(`GET /oidc/interaction/${uidOf(url)}/details`);
    return { url, application: details.body.application };
  };
  assert.equal((await waiting(new AppBrowser(service))).application.logo_url, null);
  const { logo_url } = (await uploadLogo(service, `${at(app.id)}/logo`, { token, bytes: await picture('png') })).body;
  const browser = new AppBrowser(service);
  const { url, application } = await waiting(browser);
  assert.deepEqual(application, { id: app.id, name: 'Trgovina', logo_url });
  assert.equal((await browser.decide(url, member, true)).body.state, 'done');
  const own = await service.call('GET /api/users/me/applications', { token: member });
  assert.deepEqual(
    own.body.items.map(({ logo_url: of }: { logo_url: string }) => of),
    [logo_url],
  );
});

test('a logo is for those who may change the application, lately confirmed, and for no outside address', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, boss } = fixture;
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'klub@example.hr', role: 'admin', tenantId: club.id });
  const klub = await service.tokenOf('klub@example.hr');
  const bytes = await picture('png');
  const tried = async (id: string, token: string, sent: Buffer | string = bytes) => {
    const { status, body } = await uploadLogo(service, `${at(id)}/logo`, { token, bytes: sent });
    return status === 200 ? [200] : [status, body.code];
  };
  const [everybodys, theirs, trusted] = [
    await registerApp(fixture),
    await registerApp(fixture, { tenant_id: club.id }),
    await registerApp(fixture, { tenant_id: club.id, trusted: true }),
  ];
  assert.deepEqual(await tried(everybodys.id, klub), NO_APPLICATION);
  assert.deepEqual(await tried('nema', boss), NO_APPLICATION);
  assert.deepEqual(await tried(trusted.id, klub), [403, 'applications.trusted']);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  assert.deepEqual(await tried(theirs.id, klub, svg), [415, 'avatars.type']);
  assert.deepEqual(await tried(theirs.id, klub, bytes.subarray(0, 40)), [422, 'avatars.unreadable']);
  assert.deepEqual((await tried(theirs.id, klub, Buffer.alloc(3 * 1024 * 1024, 'a')))[0], 413);
  const body = { logo_url: 'https://drugdje.example/znak.png' };
  assert.equal((await service.call(`PUT ${at(theirs.id)}`, { token: klub, body })).body.logo_url, null);
  await service.audit.forget();
  assert.deepEqual(await tried(theirs.id, klub), [200]);
  assert.deepEqual(await service.audit.actions(), ['application.logo_upload']);
  service.clock.advance(minutes(11));
  assert.deepEqual(await tried(theirs.id, klub), [403, 'reauth.required']);
  for (const file of ['1.png', '', 'AAAAAAAAAAAAAAAAAAAAAA.png', 'AAAAAAAAAAAAAAAAAAAAAA.svg'])
    assert.equal((await service.call(`GET /uploads/application-logos/${file}`)).status, 404, file);
});

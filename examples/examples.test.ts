import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { minutes } from '../src/platform/kernel/durations.ts';
import { registerApp } from '../test/support/relying-party.ts';
import { registerService } from '../test/support/service-fixture.ts';
import { freePort } from '../test/support/service-process.ts';
import { openStreet, type Street } from '../test/support/sibling-street.ts';
import { Walker } from '../test/support/walking-browser.ts';
import { listMembers } from './list-members.ts';
import { openShop } from './shop.ts';

async function openingShop(t: TestContext, { service, origin, boss }: Street): Promise<string> {
  const port = await freePort();
  const at = `http://127.0.0.1:${port}`;
  const { id, secret = '' } = await registerApp(
    { service, boss },
    {
      redirect_uris: [`${at}/callback`],
      post_logout_redirect_uris: [at],
      backchannel_logout_uri: `${at}/backchannel-logout`,
      scopes: ['profile', 'email', 'membership', 'offline_access'],
    },
  );
  const shop = openShop({
    issuer: `${origin}/oidc`,
    clientId: id,
    clientSecret: secret,
    origin: at,
    cookieSecret: 'x'.repeat(32),
  });
  const server = shop.listen(port, '127.0.0.1');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  await once(server, 'listening');
  assert.equal((server.address() as AddressInfo).port, port);
  return at;
}

test('the shop signs people in, reads on after its token has run out, and signs them out', async (t) => {
  const street = await openStreet(t);
  const { service, member } = street;
  const at = await openingShop(t, street);
  const ana = new Walker();
  assert.equal(await (await ana.go(at)).answer.text(), 'Not signed in');
  const page = await ana.go(`${at}/account`);
  assert.equal(page.url.pathname, '/prijava-u-aplikaciju');
  const read = async ({ answer }: { answer: Response }) => {
    assert.equal(answer.status, 200);
    const { name, email, tenant } = (await answer.json()) as Record<string, unknown>;
    return { name, email, tenant };
  };
  const seen = { name: 'Ana Čavić', email: 'ana@example.hr', tenant: 'Savez' };
  assert.deepEqual(await read(await ana.enter(page.url, member)), seen);
  service.clock.advance(minutes(11)); // the access token has expired
  assert.deepEqual(await read(await ana.go(`${at}/account`)), seen);
  service.clock.advance(minutes(11));
  assert.deepEqual(await read(await ana.go(`${at}/account`)), seen, 'with the refresh token that came of the first');
  const asked = await ana.go(`${at}/logout`);
  const out = await ana.confirmSignOut(asked);
  assert.deepEqual([out.url.href, await out.answer.text()], [`${at}/`, 'Not signed in']);
  const token = await service.call('GET /api/auth/me', { token: member });
  assert.equal(token.status, 401, 'signed out of everything');
});

test('somebody who signed out of their account reads nothing in the shop any more', async (t) => {
  const street = await openStreet(t);
  const at = await openingShop(t, street);
  const ana = new Walker();
  await ana.enter((await ana.go(`${at}/account`)).url, street.member);
  await street.service.call('POST /api/auth/logout', { token: street.member });
  assert.equal((await ana.go(`${at}/account`)).url.pathname, '/prijava-u-aplikaciju');
});

test('the shop is told when somebody signs out of their account, and ends that session alone', async (t) => {
  const street = await openStreet(t);
  const { service, boss, member } = street;
  const at = await openingShop(t, street);
  const [ana, gazda] = [new Walker(), new Walker()];
  await ana.enter((await ana.go(`${at}/account`)).url, member);
  await gazda.enter((await gazda.go(`${at}/account`)).url, boss);
  const seen = async (who: Walker) => (await (await who.go(at)).answer.text()).replace(/\d+/, 'somebody');
  assert.deepEqual([await seen(ana), await seen(gazda)], ['Signed in as somebody', 'Signed in as somebody']);
  await service.call('POST /api/auth/logout', { token: member });
  await service.logouts.deliverDue();
  assert.deepEqual([await seen(ana), await seen(gazda)], ['Not signed in', 'Signed in as somebody']);
  const [{ id }] = (await service.call('GET /api/admin/applications', { token: boss })).body.items;
  const { items } = (await service.call(`GET /api/admin/applications/${id}/logouts`, { token: boss })).body;
  assert.deepEqual(
    items.map(({ state, attempts }: { state: string; attempts: number }) => [state, attempts]),
    [['delivered', 1]],
  );
});

test('the service lists the members of its tenant, page by page, and of no other', async (t) => {
  const { service, origin, boss } = await openStreet(t);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'iva@klub.hr', tenantId: club.id });
  await service.addPerson({ email: 'pozvan@example.hr', status: 'invited', passwordHash: null });
  const { id, secret } = await registerService({ service, boss }, ['users:read']);
  const emails: string[] = [];
  for await (const { email } of listMembers({ baseUrl: origin, clientId: id, clientSecret: secret }))
    emails.push(email);
  assert.deepEqual(emails.sort(), ['ana@example.hr', 'gazda@example.hr']);
});

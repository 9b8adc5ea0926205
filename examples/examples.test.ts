import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { minutes } from '../src/kernel/durations.ts';
import { registerApp } from '../test/support/relying-party.ts';
import { registerService } from '../test/support/service-desk.ts';
import { freePort } from '../test/support/service-process.ts';
import { startTestService, type TestService } from '../test/support/test-service.ts';
import { listMembers } from './list-members.ts';
import { openShop } from './shop.ts';

interface Street {
  readonly service: TestService;
  /** The address of the accounts service. */
  readonly origin: string;
  readonly boss: string;
  readonly member: string;
}

async function openStreet(t: TestContext): Promise<Street> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const service = await startTestService(
    t,
    { SVC_PUBLIC_URL: origin, SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' },
    { now: Date.now() },
  );
  await service.server.listen({ host: '127.0.0.1', port });
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'ana@example.hr', ime: 'Ana', prezime: 'Čavić' });
  const [boss, member] = [await service.tokenOf('gazda@example.hr'), await service.tokenOf('ana@example.hr')];
  return { service, origin, boss, member };
}

/** A browser that keeps cookies by origin and path, and follows redirects. */
class Walker {
  readonly #cookies = new Map<string, { host: string; path: string; pair: string }>();

  async go(address: string, init: RequestInit = {}): Promise<{ url: URL; answer: Response }> {
    let [url, next] = [new URL(address), init];
    for (let hops = 0; hops < 20; hops++) {
      const answer = await this.send(url, next);
      const location = answer.headers.get('location');
      if (location === null) return { url, answer };
      [url, next] = [new URL(location, url), {}];
      if (url.pathname === '/prijava-u-aplikaciju') return { url, answer };
    }
    throw new Error('Too many redirects');
  }

  async send(url: URL, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    const own = [...this.#cookies.values()].filter(
      ({ host, path }) => host === url.host && url.pathname.startsWith(path),
    );
    if (own.length > 0) headers.set('cookie', own.map(({ pair }) => pair).join('; '));
    const answer = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(/; */);
      const [name = '', value = ''] = pair.split(/=(.*)/s);
      const path = attributes.find((one) => /^path=/i.test(one))?.slice(5) ?? '/';
      const key = `${name} ${url.host} ${path}`;
      const isGone = value === '' || attributes.some((one) => /^(expires=thu, 01 jan 1970|max-age=0)/i.test(one));
      if (isGone) this.#cookies.delete(key);
      else this.#cookies.set(key, { host: url.host, path, pair });
    }
    return answer;
  }

  /** Does what the accounts service's page does; returns where the person is sent. */
  async enter(page: URL, token: string): Promise<{ url: URL; answer: Response }> {
    const decided = await this.send(new URL(`/oidc/interaction/${page.searchParams.get('uid')}`, page), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ consent: true }),
    });
    const { state, redirect_to } = (await decided.json()) as { state: string; redirect_to: string };
    assert.equal(state, 'done');
    return this.go(redirect_to);
  }
}

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
  const html = await asked.answer.text();
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(html) ?? [];
  assert.notEqual(xsrf, '', html);
  const out = await ana.go(new URL('/oidc/logout/confirm', asked.url).href, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ xsrf, logout: 'yes' }).toString(),
  });
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

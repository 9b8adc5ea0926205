import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { type OidcBrowser, oidcBrowser, providerBody } from '../../../test/support/oidc-browser.ts';
import { OIDC_ENV, type OidcHabits, type OidcIssuer, startOidcIssuer } from '../../../test/support/oidc-issuer.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

const ANA = 'ana@klub.hr';

interface Setting {
  readonly service: TestService;
  readonly issuer: OidcIssuer;
  readonly browser: OidcBrowser;
  readonly token: string;
}

async function start(t: TestContext): Promise<Setting> {
  const service = await startTestService(t, OIDC_ENV);
  const issuer = await startOidcIssuer(t, service.clock);
  await service.addPerson({ email: 'gazda@savez.hr', role: 'superadmin' });
  const token = await service.tokenOf('gazda@savez.hr');
  await addProvider(service, issuer, token);
  await service.addPerson({ email: ANA });
  await service.audit.forget();
  return { service, issuer, token, browser: oidcBrowser(service, issuer) };
}

async function addProvider(service: TestService, issuer: OidcIssuer, token: string, key = 'klub'): Promise<void> {
  const body = providerBody(issuer, { key, linking: 'verified_email', domains: ['klub.hr'] });
  assert.equal((await service.call('POST /api/admin/identity-providers', { token, body })).status, 201);
  await service.audit.forget();
}

const epoch = (service: TestService, offset = 0) => Math.floor(service.clock.now() / 1000) + offset;

test('an answer with any flaw proves nobody, and the record says which check failed', async (t) => {
  const { service, issuer, browser } = await start(t);
  const flaws: readonly (readonly [string, OidcHabits, string])[] = [
    ['another issuer’s token', { claims: { iss: 'https://somebody.example' } }, 'iss'],
    ['a slash more', { claims: { iss: `${issuer.issuer}/` } }, 'iss'],
    ['no issuer', { claims: { iss: undefined } }, 'iss'],
    ['another client’s token', { claims: { aud: 'another' } }, 'aud'],
    ['several audiences without us as party', { claims: { aud: ['iskaznica', 'another'], azp: 'another' } }, 'azp'],
    ['another nonce', { claims: { nonce: 'another' } }, 'nonce'],
    ['no nonce', { claims: { nonce: undefined } }, 'nonce'],
    ['expired', { claims: { exp: epoch(service, -31) } }, 'exp'],
    ['never expires', { claims: { exp: undefined } }, 'exp'],
    ['not yet', { claims: { nbf: epoch(service, 60) } }, 'nbf'],
    ['no subject', { claims: { sub: undefined } }, 'sub'],
    ['a subject of another type', { claims: { sub: 7 } }, 'sub'],
    ['a subject with spaces', { claims: { sub: 'a b' } }, 'sub'],
    ['unsigned', { signing: 'none' }, 'signature'],
    ['signed by our own secret', { signing: 'HS256' }, 'signature'],
    ['signed by a stranger', { signing: 'forged' }, ''],
    ['an error', { error: 'server_error' }, 'server_error'],
    ['an error that is a text of its own', { error: '<b>tajna</b>' }, ''],
    ['mixed up with another issuer', { iss: 'https://somebody.example' }, ''],
    ['its issuer left out', { iss: null }, ''],
  ];
  for (const [what, habits, flaw] of flaws) {
    issuer.habits = habits;
    await service.audit.forget();
    assert.equal(`${await browser.travel()}`, 'error=refused', what);
    const [entry, ...rest] = await service.audit.take();
    assert.deepEqual([entry?.action, entry?.meta.reason, rest.length], ['login.fail', 'identity.invalid', 0], what);
    const told = String(entry?.meta.flaw);
    assert.match(told, /^\w+$/, what);
    if (flaw !== '') assert.match(told, new RegExp(`^${flaw}$|^OAUTH_`), what);
    assert.equal(entry?.user_id, null, what);
  }
  assert.deepEqual(await service.database.read.selectFrom('identity_links').selectAll().execute(), []);
});

test('algorithms that the issuer lists do not make worthless signatures good', async (t) => {
  const { service, issuer, browser } = await start(t);
  for (const signing of ['none', 'HS256'] as const) {
    service.clock.advance(minutes(11)); // discovered afresh
    const metadata = { id_token_signing_alg_values_supported: ['none', 'HS256', 'RS256'] };
    issuer.habits = { signing, metadata };
    assert.equal(`${await browser.travel()}`, 'error=refused', signing);
  }
});

test('a discovery document that leads elsewhere is not followed', async (t) => {
  const { service, issuer, browser } = await start(t);
  const path = '/.well-known/openid-configuration';
  const afresh = () => service.clock.advance(minutes(11));
  for (const metadata of [
    { issuer: 'https://somebody.example' },
    { authorization_endpoint: 'javascript:alert(1)' },
    { authorization_endpoint: 'http://10.0.0.1/authorize' },
  ]) {
    afresh();
    issuer.habits = { metadata };
    assert.match(await browser.leave(), /\/login#error=unavailable$/, JSON.stringify(metadata));
  }
  for (const metadata of [{ token_endpoint: 'https://169.254.169.254/token' }, { jwks_uri: 'http://10.0.0.1/jwks' }]) {
    afresh();
    issuer.habits = { metadata };
    assert.equal(`${await browser.travel()}`, 'error=unavailable', JSON.stringify(metadata));
  }
  issuer.habits = {};
  for (const answer of [
    (_request: unknown, response: import('node:http').ServerResponse) =>
      void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (_request: unknown, response: import('node:http').ServerResponse) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(10 * 1024 * 1024, 32)),
    () => {},
  ]) {
    afresh();
    issuer.answerWith(path, answer);
    assert.match(await browser.leave(), /\/login#error=unavailable$/);
  }
});

test('what comes back counts once, however often and however many bring it', async (t) => {
  const { service, issuer, browser } = await start(t);
  issuer.habits = { forgetful: true };
  const back = issuer.agree(await browser.leave());
  const told = await Promise.all(Array.from({ length: 8 }, () => browser.comeBack(back)));
  assert.equal(told.filter((said) => said.has('ticket')).length, 1);
  assert.equal(told.filter((said) => said.get('error') === 'stale').length, 7);
  assert.equal(`${await browser.comeBack(back)}`, 'error=stale');
  assert.equal(issuer.asked.filter((path) => path === '/token').length, 1, 'nor is the code sent again');
  assert.deepEqual(await service.audit.take(), []);
});

test('what was begun in another browser, at another provider, or long ago does not count', async (t) => {
  const { service, issuer, browser, token } = await start(t);
  const other = await startOidcIssuer(t, service.clock);
  await addProvider(service, other, token, 'drugi');
  const stranger = oidcBrowser(service, issuer);
  const back = issuer.agree(await browser.leave());
  assert.equal(`${await stranger.comeBack(back)}`, 'error=stale', 'a browser that never left');
  await stranger.leave();
  assert.equal(`${await stranger.comeBack(back)}`, 'error=stale', 'a browser that left itself');
  const elsewhere = back.replace('/login/with/klub/', '/login/with/drugi/');
  assert.equal(`${await browser.comeBack(elsewhere)}`, 'error=stale', 'another provider’s address');
  for (const state of ['', 'x', 'x.y', `${'a'.repeat(200)}.${'b'.repeat(43)}`]) {
    const forged = new URL(back);
    forged.searchParams.set('state', state);
    assert.equal(`${await browser.comeBack(forged.href)}`, 'error=stale', state);
  }
  const fine = await browser.comeBack(back);
  assert.ok(fine.has('ticket'), 'and none of these spent it');
  const late = issuer.agree(await browser.leave());
  service.clock.advance(minutes(10));
  assert.equal(`${await browser.comeBack(late)}`, 'error=stale');
  const twice = issuer.agree(await browser.leave());
  assert.equal((await browser.call(`GET ${twice.slice(twice.indexOf('/login'))}&state=x`)).status, 422);
  assert.deepEqual((await service.audit.take()).length, 0);
});

test('a code of one issuer is not redeemed at another that shares its provider’s name', async (t) => {
  const { service, issuer, browser, token } = await start(t);
  const back = issuer.agree(await browser.leave());
  const path = '/api/admin/identity-providers';
  assert.equal((await service.call(`DELETE ${path}/klub`, { token })).status, 204);
  const other = await startOidcIssuer(t, service.clock);
  await addProvider(service, other, token);
  assert.equal(`${await browser.comeBack(back)}`, 'error=unknown');
  assert.deepEqual(other.asked, []);
});

test('a ticket opens one sign-in, in its own browser, within its minute', async (t) => {
  const { service, issuer, browser } = await start(t);
  const ticketOf = async (goal?: 'link') => (await browser.travel(goal)).get('ticket') ?? '';
  const refused = async (from: OidcBrowser, ticket: string, what: string) => {
    const answer = await from.call('POST /api/auth/login', { body: { ticket } });
    assert.deepEqual([answer.status, answer.body.code], [401, 'identity.invalid'], what);
    assert.equal(answer.headers['cache-control'], 'no-store');
  };
  const ticket = await ticketOf();
  const stranger = oidcBrowser(service, issuer);
  await refused(stranger, ticket, 'a browser without a cookie');
  await stranger.leave();
  await refused(stranger, ticket, 'another browser');
  await refused(browser, `${ticket}x`, 'changed');
  await refused(browser, ticket.slice(0, -1), 'cut');
  const state = new URL(await browser.leave()).searchParams.get('state') ?? '';
  await refused(browser, state, 'a state');
  await service.audit.forget();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => browser.call('POST /api/auth/login', { body: { ticket } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(401)]);
  const actions = await service.audit.actions();
  assert.deepEqual(actions.toSorted(), ['identity.link', 'identity.login', ...Array(7).fill('login.fail')]);
  await refused(browser, ticket, 'spent');
  const old = await ticketOf();
  service.clock.advance(minutes(1));
  await refused(browser, old, 'a minute old');
  await refused(browser, await ticketOf('link'), 'given for linking');
});

test('different tickets of one first use, at the same time, link once', async (t) => {
  const { service, issuer } = await start(t);
  const browsers = Array.from({ length: 6 }, () => oidcBrowser(service, issuer));
  const tickets = await Promise.all(browsers.map(async (browser) => (await browser.travel()).get('ticket')));
  const answers = await Promise.all(
    browsers.map((browser, index) => browser.call('POST /api/auth/login', { body: { ticket: tickets[index] } })),
  );
  for (const { status, text } of answers) assert.ok([200, 503].includes(status), text);
  const actions = await service.audit.actions();
  assert.equal(actions.filter((action) => action === 'identity.link').length, 1);
  assert.equal((await service.database.read.selectFrom('identity_links').selectAll().execute()).length, 1);
});

test('a ticket to link with is of no use to another browser, twice, or to sign in by', async (t) => {
  const { service, issuer, browser } = await start(t);
  const token = await service.tokenOf(ANA);
  const path = '/api/users/me/identities';
  const ticket = (await browser.travel('link')).get('ticket');
  const refused = async (from: OidcBrowser, sent: string | null, what: string) => {
    const answer = await from.call(`POST ${path}`, { token, body: { ticket: sent } });
    assert.deepEqual([answer.status, answer.body.code], [401, 'identity.invalid'], what);
  };
  await refused(oidcBrowser(service, issuer), ticket, 'another browser');
  await refused(browser, (await browser.travel()).get('ticket'), 'a ticket to sign in by');
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => browser.call(`POST ${path}`, { token, body: { ticket } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(5).fill(401)]);
  assert.deepEqual(await service.audit.actions(), ['identity.link']);
  const old = (await browser.travel('link')).get('ticket');
  service.clock.advance(minutes(5));
  await refused(browser, old, 'five minutes old');
});

test('an issuer that changes its keys is believed after a minute', async (t) => {
  const { service, issuer, browser } = await start(t);
  assert.equal((await browser.enter()).status, 200);
  await issuer.rotate();
  service.clock.advance(minutes(11)); // its documents are fetched afresh, and its keys with them
  assert.equal((await browser.enter()).status, 200);
});

test('clocks may differ by half a minute', async (t) => {
  const { service, issuer, browser } = await start(t);
  issuer.habits = { claims: { exp: epoch(service, -25), nbf: epoch(service, 25) } };
  assert.equal((await browser.enter()).status, 200);
  service.clock.advance(seconds(1));
});

test('refusals at the callback block the address they come from', async (t) => {
  const { service, issuer, browser } = await start(t);
  issuer.habits = { signing: 'forged' };
  const from = '10.8.8.8';
  let told = '';
  for (let count = 0; count < 40 && told !== 'error=blocked'; count++) {
    const { pathname, search } = new URL(issuer.agree(await browser.leave()));
    const answer = await browser.call(`GET ${pathname}${search}`, { from });
    told = new URL(String(answer.headers.location)).hash.slice(1);
  }
  assert.equal(told, 'error=blocked');
  const elsewhere = await service.call('POST /api/auth/login', { from, body: { email: ANA, password: 'x' } });
  assert.equal(elsewhere.status, 429, 'one window for every way in');
});

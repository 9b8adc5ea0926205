import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { SignJWT, UnsecuredJWT } from 'jose';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { GOOGLE_CLIENT, type GoogleIssuer, startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { type Answer, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

const ANA = 'ana@gmail.com';
const IN_PARALLEL = 20;

interface Setting {
  readonly issuer: GoogleIssuer;
  readonly service: TestService;
  readonly send: (credential: string, more?: Record<string, unknown>, from?: string) => Promise<Answer>;
}

async function start(t: TestContext, env: Record<string, string> = {}): Promise<Setting> {
  const issuer = await startGoogleIssuer(t);
  const service = await startTestService(t, { ...issuer.env, ...env });
  const send: Setting['send'] = (credential, more = {}, from) =>
    service.call('POST /api/auth/google', { body: { credential, ...more }, ...(from ? { from } : {}) });
  return { issuer, service, send };
}

async function assertNothingHappened({ database, mails }: TestService): Promise<void> {
  for (const table of ['identity_links', 'google_credentials_used', 'sign_ins'] as const)
    assert.deepEqual(await database.read.selectFrom(table).selectAll().execute(), [], table);
  assert.deepEqual(await mails.take(), []);
}

test('a token with any wrong claim is refused, and the record says which', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const now = service.clock.now() / 1000;
  const cases: readonly [string, Record<string, unknown>][] = [
    ['iss', { iss: 'https://accounts.example.hr' }],
    ['iss', { iss: 'https://accounts.google.com/' }],
    ['iss', { iss: ['https://accounts.google.com'] }],
    ['iss', { iss: undefined }],
    ['aud', { aud: 'another-client' }],
    ['aud', { aud: ['another-client', GOOGLE_CLIENT] }],
    ['aud', { aud: [GOOGLE_CLIENT] }],
    ['aud', { aud: undefined }],
    ['aud', { azp: 'another-client' }],
    ['exp', { exp: now - 30, iat: now - 3630 }],
    ['exp', { exp: undefined }],
    ['exp', { exp: String(now + 60) }],
    ['iat', { iat: now + 31 }],
    ['iat', { iat: undefined }],
    ['iat', { iat: now - 7231, exp: now + 60 }],
    ['nbf', { nbf: now + 31 }],
    ['email_verified', { email_verified: false }],
    ['email_verified', { email_verified: 'true' }],
    ['email_verified', { email_verified: undefined }],
    ['sub', { sub: undefined }],
    ['sub', { sub: '' }],
    ['sub', { sub: 104857600000000 }],
    ['sub', { sub: 'x'.repeat(256) }],
    ['sub', { sub: 'x\u0000y' }],
    ['email', { email: undefined }],
    ['email', { email: 'no address' }],
    ['email', { email: { toString: 'ana@gmail.com' } }],
    ['nonce', { nonce: 'asked-for' }],
  ];
  for (const [flaw, claims] of cases) {
    const answer = await send(await issuer.token(service.clock, claims));
    assert.deepEqual([answer.status, answer.body.code], [401, 'google.invalid'], JSON.stringify(claims));
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
    const [entry, ...rest] = await service.audit.take();
    assert.deepEqual([entry?.action, entry?.user_id, entry?.meta.flaw, rest.length], ['login.fail', null, flaw, 0]);
    assert.equal(entry?.meta.reason, 'google.invalid');
  }
  await assertNothingHappened(service);
});

test('clocks may differ by half a minute, not more', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const now = service.clock.now() / 1000;
  assert.equal((await send(await issuer.token(service.clock, { iat: now + 30 }))).status, 200);
  assert.equal((await send(await issuer.token(service.clock, { iat: now - 3600, exp: now - 29 }))).status, 200);
});

test('only RS256 by a published key, in its one form', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const { clock } = service;
  const genuine = await issuer.token(clock);
  const [header = '', payload = '', signature = ''] = genuine.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const pem = new TextEncoder().encode(await issuer.publicPem());
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const otherClaims = encode({ ...claims, sub: 'somebody-else' });
  const forged = await issuer.forge();
  const bad: Record<string, string> = {
    'HS256 with the public key as the secret': await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: 'key-1' })
      .sign(pem),
    unsigned: new UnsecuredJWT(claims).encode(),
    'unsigned, but with a signature': `${encode({ alg: 'none', kid: 'key-1' })}.${payload}.${signature}`,
    'other claims under the signature': `${header}.${otherClaims}.${signature}`,
    'another header': `${encode({ alg: 'RS256', kid: 'key-1' })}.${payload}.${signature}`,
    'a key nobody published': await issuer.token(clock, {}, { kid: forged }),
    'a key nobody published under the name of one': await issuer.token(
      clock,
      {},
      { kid: forged, header: { kid: 'key-1' } },
    ),
    'a key of its own in the header': await issuer.token(
      clock,
      {},
      { kid: forged, header: { jwk: {}, jku: 'http://x/' } },
    ),
    'no key id': await issuer.token(clock, {}, { header: { kid: undefined } }),
    'a key id that is no text': await issuer.token(clock, {}, { header: { kid: 1 as never /* wrong on purpose */ } }),
    'another type': await issuer.token(clock, {}, { header: { typ: 'secevent+jwt' } }),
    'a critical extension': await issuer.token(
      clock,
      {},
      { header: { crit: ['test-extension'], 'test-extension': 1 } },
    ),
    padded: `${genuine}=`,
    'with white space': ` ${genuine}`,
    'in two pieces': `${header}.${payload}`,
    'in four pieces': `${genuine}.${signature}`,
    'without a signature': `${header}.${payload}.`,
    'not a token': 'credential',
  };
  for (const [name, credential] of Object.entries(bad)) {
    const answer = await send(credential);
    assert.deepEqual([answer.status, answer.body.code], [401, 'google.invalid'], name);
  }
  const tooLong = await send(`${genuine}${'A'.repeat(4096)}`);
  assert.deepEqual([tooLong.status, tooLong.body.code], [422, 'request.invalid']);
  await assertNothingHappened(service);
  assert.equal((await send(genuine)).status, 200, 'it was good all the time');
});

test('forged key ids make one fetch in a cool-down', async (t) => {
  const { issuer, service, send } = await start(t);
  const { clock } = service;
  const forged = await issuer.forge();
  const flood = async () => {
    const tokens = await Promise.all(
      Array.from({ length: IN_PARALLEL }, (_, index) =>
        issuer.token(clock, {}, { kid: forged, header: { kid: `made-up-${index}` } }),
      ),
    );
    const answers = await Promise.all(tokens.map((token) => send(token)));
    assert.ok(answers.every(({ status }) => status === 401));
  };
  await flood();
  await flood();
  assert.equal(issuer.fetches(), 1);
  clock.advance(seconds(30));
  await flood();
  assert.equal(issuer.fetches(), 2);
});

test('Google changes its keys, and nobody notices', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  assert.equal((await send(await issuer.token(service.clock))).status, 200);
  await issuer.rotate();
  service.clock.advance(minutes(1));
  assert.equal((await send(await issuer.token(service.clock))).status, 200);
  assert.equal((await send(await issuer.token(service.clock, {}, { kid: 'key-1' }))).status, 200);
  await issuer.rotate({ dropping: true });
  service.clock.advance(minutes(61));
  const withdrawn = await send(await issuer.token(service.clock, {}, { kid: 'key-1' }));
  assert.equal(withdrawn.body.code, 'google.invalid');
});

test('a token works once, however many send it at the same time', async (t) => {
  const { issuer, service, send } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  for (const round of [1, 2, 3]) {
    const credential = await issuer.token(service.clock);
    const answers = await Promise.all(Array.from({ length: IN_PARALLEL }, () => send(credential)));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1, `round ${round}`);
    for (const { status, body } of answers)
      assert.ok(status === 200 || body.code === 'google.invalid' || body.code === 'attempts.busy', body.code);
    const sessions = await service.database.read.selectFrom('sign_ins').selectAll().execute();
    assert.equal(sessions.length, round);
  }
  const links = await service.database.read.selectFrom('identity_links').select('user_id').execute();
  assert.deepEqual(
    links.map(({ user_id }) => user_id),
    [id],
  );
  assert.equal((await service.mails.take()).length, 1);
  const logins = (await service.audit.actions()).filter((action) => action !== 'login.fail');
  assert.deepEqual(logins, ['google.link', 'google.login', 'google.login', 'google.login']);
});

test('different tokens of one first use, at the same time, link once', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const tokens = await Promise.all(Array.from({ length: 8 }, () => issuer.token(service.clock)));
  const answers = await Promise.all(tokens.map((token) => send(token)));
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
  const actions = await service.audit.actions();
  assert.equal(actions.filter((action) => action === 'google.link').length, 1);
  assert.equal((await service.mails.take()).length, 1);
});

test('a spent token stays spent in another spelling, at the other address, and nobody can lock the account with it', async (t) => {
  const { issuer, service, send } = await start(t);
  const app = authenticatorApp(t);
  await service.addPerson({ email: ANA });
  const token = await service.tokenOf(ANA);
  const { secret } = await enrolSecondFactor(service, app, token);
  const credential = await issuer.token(service.clock);
  assert.equal((await send(credential, { totp: app.codeAt(secret, service.clock.now()) })).status, 200);
  await service.audit.forget();
  // The last character of 256 bytes in base64url has four bits to spare: sixteen spellings of one signature.
  const respelled = ['A', 'B', 'C', 'Q', 'g', 'w'].map((last) => credential.slice(0, -1) + last);
  for (const attempt of [credential, ...respelled, credential, credential])
    for (const more of [{}, { totp: '000000' }]) assert.equal((await send(attempt, more)).body.code, 'google.invalid');
  const linked = await service.call('POST /api/users/me/google', { token, body: { credential } });
  assert.deepEqual([linked.status, linked.body.code], [401, 'google.invalid']);
  const trail = await service.audit.take();
  assert.deepEqual(new Set(trail.map(({ action }) => action)), new Set(['login.fail']));
  service.clock.advance(seconds(30));
  const code = app.codeAt(secret, service.clock.now());
  assert.equal((await service.signIn(ANA, undefined, code)).status, 200, 'not locked, not even counted');
});

test('wrong codes behind a good token count like those behind a password', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  await enrolSecondFactor(service, authenticatorApp(t), await service.tokenOf(ANA));
  await service.audit.forget();
  const credential = await issuer.token(service.clock);
  for (let count = 1; count <= 3; count++)
    assert.match((await send(credential, { totp: '000000' })).body.detail, new RegExp(`\\(${count}/5\\)`));
  assert.match((await service.signIn(ANA, 'not the one')).body.detail, /\(4\/5\)/);
  assert.match((await send(credential, { totp: '000000' })).body.detail, /\(5\/5\)/);
  const locked = await send(credential, { totp: '000000' });
  assert.equal(locked.status, 423);
  assert.ok(locked.body.locked_until);
  assert.deepEqual(await service.audit.actions(), [
    ...['login.2fa_fail', 'login.2fa_fail', 'login.2fa_fail', 'login.fail', 'login.2fa_fail', 'login.locked'],
    'login.fail',
  ]);
});

test('worthless tokens block the address that sends them, and no account', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const bad = await issuer.token(service.clock, { aud: 'another-client' });
  const from = '192.0.2.7';
  for (let count = 1; count <= 10; count++) assert.equal((await send(bad, {}, from)).status, 401, `${count}`);
  const blocked = await send(bad, {}, from);
  assert.deepEqual([blocked.status, blocked.body.code], [429, 'attempts.address_blocked']);
  assert.ok(Number(blocked.headers['retry-after']) > 0);
  const genuine = await issuer.token(service.clock);
  assert.equal((await send(genuine, {}, from)).status, 429, 'a good one too');
  const actions = await service.audit.actions();
  assert.deepEqual(actions.slice(-2), ['login.ratelimit.ip', 'login.ratelimit.ip']);
  assert.equal((await send(genuine, {}, '192.0.2.8')).status, 200);
  assert.equal((await service.signIn(ANA)).status, 200);
});

test('a nonce must be the one that was asked with, on both sides or none', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const withNonce = await issuer.token(service.clock, { nonce: 'one' });
  assert.equal((await send(withNonce)).body.code, 'google.invalid');
  assert.equal((await send(withNonce, { nonce: 'two' })).body.code, 'google.invalid');
  assert.equal((await send(await issuer.token(service.clock), { nonce: 'one' })).body.code, 'google.invalid');
  assert.equal((await send(withNonce, { nonce: 'one' })).status, 200);
  const token = await service.tokenOf(ANA);
  const link = async (body: object) => service.call('POST /api/users/me/google', { token, body });
  const another = await issuer.token(service.clock, { nonce: 'three' });
  assert.equal((await link({ credential: another })).status, 401);
  assert.equal((await link({ credential: another, nonce: 'three' })).status, 200);
});

test('a picture is kept only from where Google keeps them', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const pictures: readonly unknown[] = [
    ...['http://lh3.googleusercontent.com/a', 'https://googleusercontent.com.example.hr/a', 'javascript:alert(1)'],
    ...[
      'https://example.hr/a',
      'https://evilgoogleusercontent.com/a',
      `https://lh3.googleusercontent.com/${'a'.repeat(500)}`,
    ],
    ...['https://x@lh3.googleusercontent.com/a', 'https://lh3.googleusercontent.com:8443/a', 7, null, ''],
  ];
  for (const picture of pictures) {
    const { status, body } = await send(await issuer.token(service.clock, { picture }));
    assert.deepEqual([status, body.user.google_picture], [200, null], String(picture));
  }
});

test('a Google token opens nothing else, and no token of ours is one', async (t) => {
  const { issuer, service, send } = await start(t);
  await service.addPerson({ email: ANA });
  const { access_token, refresh_token } = (await service.signIn(ANA)).body;
  const credential = await issuer.token(service.clock);
  const asBearer = await service.call('GET /api/auth/me', { token: credential });
  assert.deepEqual([asBearer.status, asBearer.body.code], [401, 'auth.invalid']);
  const asRefresh = await service.call('POST /api/auth/refresh', { body: { refresh_token: credential } });
  assert.deepEqual([asRefresh.status, asRefresh.body.code], [401, 'refresh.invalid']);
  for (const ours of [access_token, refresh_token]) assert.deepEqual((await send(ours)).body.code, 'google.invalid');
  for (const target of ['POST /api/users/me/google', 'DELETE /api/users/me/google'])
    assert.equal((await service.call(target, { body: { credential } })).status, 401, target);
  assert.equal((await send(credential)).status, 200);
});

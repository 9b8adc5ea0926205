import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { type GoogleIssuer, startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { readMails } from '../../../test/support/mail-box.ts';
import { oidcBrowser, providerBody } from '../../../test/support/oidc-browser.ts';
import { OIDC_ENV, startOidcIssuer } from '../../../test/support/oidc-issuer.ts';
import { type PasskeyFixture, passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import { enter, type RegisteredApp, registerApp } from '../../../test/support/relying-party.ts';
import { testBrowser } from '../../../test/support/test-browser.ts';
import { type Answer, PASSWORD } from '../../../test/support/test-service.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

const ONE = 'urn:iskaznica:acr:1';
const TWO = 'urn:iskaznica:acr:2';

/** Every way in, and what an application is told about it. */
interface Fixture extends PasskeyFixture {
  readonly app: RegisteredApp;
  readonly google: GoogleIssuer;
  /** Of a superadmin. */
  readonly boss: string;
  /** `amr` and `acr` of an ID token in the sign-in that this answer opened. */
  told(answer: Answer): Promise<unknown[]>;
  claims(answer: Answer): Promise<Record<string, unknown>>;
}

async function open(t: TestContext): Promise<Fixture> {
  const google = await startGoogleIssuer(t);
  const fixture = await passkeyFixture(t, { ...google.env, ...OIDC_ENV }, { isToday: true });
  const { token: boss } = await fixture.person({ role: 'superadmin', email: 'gazda@example.hr' });
  const { service } = fixture;
  const app = await registerApp({ service, boss }, { trusted: true });
  const claims = async ({ body, status, text }: Answer) => {
    assert.equal(status, 200, text);
    const { tokens } = await enter({ service, boss, member: body.access_token, memberId: body.user.id }, app);
    return { ...tokens.claims() };
  };
  const told = async (answer: Answer) => {
    const { amr, acr } = await claims(answer);
    return [amr, acr];
  };
  return { ...fixture, app, google, boss, told, claims };
}

test('password, code of an app and recovery code are told as such, in one call or in two', async (t) => {
  const { service, person, login, told } = await open(t);
  const { user, token } = await person();
  assert.deepEqual(await told(await service.signIn(user.email)), [['pwd'], ONE]);
  const app = authenticatorApp(t);
  const { secret, recoveryCodes } = await enrolSecondFactor(service, app, token);
  const code = () => app.codeAt(secret, service.clock.now());
  assert.deepEqual(await told(await service.signIn(user.email, PASSWORD, code())), [['pwd', 'otp', 'mfa'], TWO]);
  const pendingNow = async () => (await service.signIn(user.email)).body.pending;
  service.clock.advance(seconds(30));
  const later = await login({ pending: await pendingNow(), totp: code() });
  assert.deepEqual(await told(later), [['pwd', 'otp', 'mfa'], TWO], 'the first proof is not forgotten');
  const recovered = await login({ pending: await pendingNow(), totp: recoveryCodes[0] });
  assert.deepEqual(await told(recovered), [['pwd', 'otp', 'mfa'], TWO]);
});

test('a passkey is a key that somebody holds, both factors where it verified its user, and never a code', async (t) => {
  const { service, person, authenticator, add, signIn, login, told } = await open(t);
  const { user, token } = await person();
  const key = authenticator();
  assert.equal((await add(token, key)).status, 201);
  assert.deepEqual(await told(await signIn(key)), [['pop', 'user', 'mfa'], TWO]);
  assert.deepEqual(await told(await signIn(key, { isVerified: false })), [['pop', 'user'], ONE]);
  const app = authenticatorApp(t);
  const { secret } = await enrolSecondFactor(service, app, token);
  const half = (await signIn(key, { isVerified: false })).body;
  const withCode = await login({ pending: half.pending, totp: app.codeAt(secret, service.clock.now()) });
  assert.deepEqual(await told(withCode), [['otp', 'pop', 'user', 'mfa'], TWO]);
  const { pending, challenge_id, options } = (await service.signIn(user.email)).body;
  const second = await login({ pending, challenge_id, passkey: key.get(options, { isVerified: false }) });
  assert.deepEqual(await told(second), [['pwd', 'pop', 'user', 'mfa'], TWO]);
});

test('a mailed code is one factor, and a code of an app after it the second', async (t) => {
  const { service, person, told } = await open(t);
  const { user, token } = await person({ email: 'ana@example.hr' });
  const byMail = async (more: object = {}) => {
    const browser = testBrowser(service, { agent: 'Preglednik', from: '10.1.1.1' });
    const { email } = user;
    assert.equal((await browser.call('POST /api/auth/login', { body: { email, send_code: true } })).status, 202);
    await service.mail.deliverDue();
    const code = readMails(service.dataDir)
      .findLast(({ subject }) => /^\d{6}/.test(subject))
      ?.subject.slice(0, 6);
    return browser.call('POST /api/auth/login', { body: { email, code, ...more } });
  };
  assert.deepEqual(await told(await byMail()), [['otp'], ONE]);
  const app = authenticatorApp(t);
  const { secret } = await enrolSecondFactor(service, app, token);
  const totp = app.codeAt(secret, service.clock.now());
  assert.deepEqual(await told(await byMail({ totp })), [['otp', 'mfa'], TWO]);
});

test('of whom another service vouches for, and of a link by mail, nothing is claimed', async (t) => {
  const { service, person, google, boss, told } = await open(t);
  await person({ email: 'ana@gmail.com' });
  const byGoogle = async (more: object = {}) => {
    const credential = await google.token(service.clock, { email: 'ana@gmail.com' });
    return service.call('POST /api/auth/google', { body: { credential, ...more } });
  };
  const entered = await byGoogle();
  assert.deepEqual(await told(entered), [undefined, ONE]);
  const app = authenticatorApp(t);
  const { secret } = await enrolSecondFactor(service, app, entered.body.access_token);
  const totp = app.codeAt(secret, service.clock.now());
  assert.deepEqual(await told(await byGoogle({ totp })), [['otp', 'mfa'], TWO]);

  await person({ email: 'ana@klub.hr' });
  const issuer = await startOidcIssuer(t, service.clock);
  const body = providerBody(issuer, { linking: 'verified_email', domains: ['klub.hr'] });
  assert.equal((await service.call('POST /api/admin/identity-providers', { token: boss, body })).status, 201);
  assert.deepEqual(await told(await oidcBrowser(service, issuer).enter()), [undefined, ONE]);

  const { user } = await person({ email: 'link@example.hr' });
  const reset = await service.call(`POST /api/admin/users/${user.id}/reset-password`, { token: boss, body: {} });
  assert.equal(reset.status, 200, reset.text);
  await service.mail.deliverDue();
  const link = readMails(service.dataDir).findLast(({ to }) => to === user.email)?.links[0] ?? '';
  const token = new URL(link).searchParams.get('token');
  const chosen = { token, new_password: 'sasvim nova lozinka', sign_in: true };
  assert.deepEqual(await told(await service.call('POST /api/auth/reset-password', { body: chosen })), [undefined, ONE]);
});

test('whoever shows again who they are adds how, at that time, and makes no second factor of it', async (t) => {
  const { service, person, google, claims } = await open(t);
  const { user } = await person({ email: 'ana@gmail.com' });
  const credential = await google.token(service.clock, { email: user.email });
  const entered = await service.call('POST /api/auth/google', { body: { credential } });
  const { access_token: token } = entered.body;
  const before = await claims(entered);
  service.clock.advance(minutes(5));
  const again = await service.call('POST /api/auth/reauthenticate', { token, body: { password: PASSWORD } });
  assert.equal(again.status, 200, again.text);
  const after = await claims(entered);
  assert.deepEqual([after.amr, after.acr], [['pwd'], ONE]);
  assert.equal(Number(after.auth_time) - Number(before.auth_time), 300);
});

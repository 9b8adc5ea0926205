// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAhead, nowOf } from '../../src/platform/kernel/clock.ts';
import { days, minutes, seconds } from '../../src/platform/kernel/durations.ts';
import { deriveCode, deriveToken } from '../../src/platform/keys/derived-secret.ts';
import { readChallenge, signChallenge } from '../../src/sign-in/login/signed-challenge.ts';
import { intruderFixture } from '../support/intruder-fixture.ts';
import { registerService, serviceToken } from '../support/service-fixture.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** A server that started with a wrong clock, until NTP set it right. */
const AHEAD = days(20);
const ANA = 'ana@example.hr';

/** Makes something while the clock is ahead, and sets it right. */
async function ahead<Made>(service: TestService, make: () => Promise<Made>): Promise<Made> {
  service.clock.advance(AHEAD);
  const made = await make();
  service.clock.advance(minutes(1) - AHEAD); // later than before, as clocks go
  return made;
}

test('nodes whose clocks differ by less than a minute accept each other’s tokens', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: ANA });
  service.clock.advance(seconds(59));
  const { access_token: token, refresh_token } = (await service.signIn(ANA)).body;
  service.clock.advance(-seconds(59));
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 200);
  assert.equal((await service.call('POST /api/auth/refresh', { body: { refresh_token } })).status, 200);
  const now = nowOf(service.clock);
  service.clock.advance(minutes(1));
  assert.equal(isAhead(nowOf(service.clock), now), false);
  service.clock.advance(1);
  assert.equal(isAhead(nowOf(service.clock), now), true);
});

test('access and refresh tokens', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: ANA });
  const { access_token: token, refresh_token } = await ahead(service, async () => (await service.signIn(ANA)).body);
  const used = await service.call('GET /api/auth/me', { token });
  assert.deepEqual([used.status, used.body.code], [401, 'auth.expired']);
  const refreshed = await service.call('POST /api/auth/refresh', { body: { refresh_token } });
  assert.deepEqual([refreshed.status, refreshed.body.code], [401, 'refresh.invalid']);
  assert.equal((await service.signIn(ANA)).status, 200);
});

test('a refresh token that was spent by a clock that was ahead has no grace for weeks', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: ANA });
  const { refresh_token } = (await service.signIn(ANA)).body;
  const next = await ahead(service, () => service.call('POST /api/auth/refresh', { body: { refresh_token } }));
  assert.equal(next.status, 200);
  const again = await service.call('POST /api/auth/refresh', { body: { refresh_token } });
  assert.deepEqual([again.status, again.body.code], [401, 'refresh.reused']);
  const lost = await service.call('GET /api/auth/me', { token: next.body.access_token });
  assert.equal(lost.status, 401);
});

test('links that set a password', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: ANA });
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const { id } = await service.addPerson({ email: 'bruno@example.hr', status: 'invited', passwordHash: null });
  const admin = await ahead(service, async () => {
    await service.call('POST /api/auth/forgot-password', { body: { email: ANA } });
    const token = await service.tokenOf('glavna@example.hr');
    return service.call(`POST /api/admin/users/${id}/invite`, { token });
  });
  assert.equal(admin.status, 200, admin.text);
  const seeds = (await service.mails.take()).map(({ secret_ref }) => (secret_ref as { seed: string } | null)?.seed);
  const tokens = seeds.filter((seed) => seed !== undefined).map((seed) => deriveToken(service.keys, seed));
  assert.equal(tokens.length, 2);
  for (const token of tokens)
    for (const kind of ['reset', 'setup']) {
      const seen = await service.call(`GET /api/auth/${kind}-password?token=${token}`);
      assert.deepEqual([seen.status, seen.body.code], [400, 'token.invalid']);
      const body = { token, new_password: 'burno more stoji' };
      const used = await service.call(`POST /api/auth/${kind}-password`, { body });
      assert.deepEqual([used.status, used.body.code], [400, 'token.invalid']);
    }
});

test('links of “that was not me”', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  await fixture.owner(ANA);
  const links = await ahead(service, async () => {
    const { token, link } = await fixture.intrude(ANA);
    assert.equal((await fixture.add(token, fixture.authenticator())).status, 201);
    return { device: link, way: await fixture.linkIn('passkey-added', ANA) };
  });
  assert.equal((await fixture.disown(links.device)).status, 400);
  assert.equal((await fixture.takeBack(links.way)).status, 400);
});

test('mailed codes: to sign in, and for a new address', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: ANA });
  await service.addPerson({ email: 'eva@example.hr' });
  const cookie = await ahead(service, async () => {
    const body = { email: ANA, send_code: true };
    const asked = await service.call('POST /api/auth/login', { body });
    await service.call('POST /api/users/me/email', {
      token: await service.tokenOf('eva@example.hr'),
      body: { email: 'nova@example.hr' },
    });
    return String([asked.headers['set-cookie']].flat()[0]).split(';')[0] ?? '';
  });
  const mails = await service.mails.take();
  const codeOf = (kind: string) => {
    const mail = mails.find((one) => one.kind === kind) ?? assert.fail(kind);
    const { seed, digits } = mail.secret_ref as { seed: string; digits?: 6 | 8 };
    return deriveCode(service.keys, seed, digits);
  };
  const entered = await service.call('POST /api/auth/login', {
    body: { email: ANA, code: codeOf('sign-in-code') },
    headers: { cookie },
  });
  assert.deepEqual([entered.status, entered.body.code], [401, 'login.wrong']);
  const token = await service.tokenOf('eva@example.hr');
  const body = { code: codeOf('email-change-code') };
  assert.equal((await service.call('POST /api/users/me/email/confirm', { token, body })).body.code, 'email.code_wrong');
});

test('challenges, and with them what is pending', async (t) => {
  const service = await startTestService(t);
  const { keys } = service;
  const text = await ahead(service, async () =>
    signChallenge(keys, { purpose: 'x', at: nowOf(service.clock), validFor: days(30), data: 1 }),
  );
  assert.equal(readChallenge(keys, 'x', text, nowOf(service.clock)), undefined);
  service.clock.advance(AHEAD);
  assert.equal(readChallenge(keys, 'x', text, nowOf(service.clock))?.data, 1);
  const fresh = signChallenge(keys, { purpose: 'x', at: nowOf(service.clock), validFor: minutes(5), data: 2 });
  service.clock.advance(-seconds(30));
  assert.equal(readChallenge(keys, 'x', fresh, nowOf(service.clock))?.data, 2);
});

test('tokens of services', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const boss = await service.tokenOf('glavna@example.hr');
  const registered = await registerService({ service, boss }, ['users:read']);
  const token = await ahead(service, () => serviceToken(service, registered));
  const listed = await service.call('GET /api/admin/users', { token });
  assert.deepEqual([listed.status, listed.body.code], [401, 'auth.expired']);
  const fresh = await serviceToken(service, registered);
  assert.equal((await service.call('GET /api/admin/users', { token: fresh })).status, 200);
});

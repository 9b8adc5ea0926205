// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';
import { twoFactorPersonalData } from './two-factor-room.ts';

const EMAIL = 'ana@example.hr';

test('a second factor is set up, verified, used at sign-in and disabled', async (t) => {
  const service = await startTestService(t);
  const app = authenticatorApp(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const status = async () => (await service.call('GET /api/auth/2fa/status', { token })).body;
  assert.deepEqual(await status(), { enabled: false, recovery_codes_left: 0 });

  const setup = await service.call('POST /api/auth/2fa/setup', { token });
  assert.equal(setup.status, 200);
  assert.equal(setup.headers['cache-control'], 'no-store');
  assert.deepEqual(Object.keys(setup.body).sort(), ['otpauth_url', 'qr_code', 'recovery_codes', 'secret']);
  assert.equal(new URL(setup.body.otpauth_url).searchParams.get('secret'), setup.body.secret);
  assert.equal(setup.body.recovery_codes.length, 8);
  assert.deepEqual(await status(), { enabled: false, recovery_codes_left: 0 }, 'nothing is in force yet');
  assert.equal((await service.signIn(EMAIL)).status, 200, 'nor asked for');
  assert.deepEqual(await service.audit.actions(), ['2fa.setup', 'login.ok']);
  assert.deepEqual(await service.mails.take(), []);

  const code = app.codeAt(setup.body.secret, service.clock.now());
  const verified = await service.call('POST /api/auth/2fa/verify', { token, body: { code } });
  assert.deepEqual([verified.status, verified.body], [200, { enabled: true }]);
  assert.equal(verified.headers['cache-control'], 'no-store');
  assert.deepEqual(await service.audit.take(), [{ action: '2fa.verify.ok', user_id: id, actor_id: id, meta: {} }]);
  const at = nowOf(service.clock);
  const [mail, ...further] = await service.mails.take();
  assert.deepEqual(
    [mail?.kind, mail?.to_address, mail?.user_id, mail?.params.at],
    ['two-factor-enabled', EMAIL, id, at],
  );
  assert.equal(further.length, 0);
  assert.deepEqual(await status(), { enabled: true, recovery_codes_left: 8 });
  assert.equal((await service.call('GET /api/auth/me', { token })).body.two_factor_enabled, true);

  service.clock.advance(seconds(30));
  const without = await service.signIn(EMAIL);
  assert.deepEqual([without.status, without.body.detail], [401, '2FA_REQUIRED']);
  const next = app.codeAt(setup.body.secret, service.clock.now());
  const signedIn = await service.signIn(EMAIL, PASSWORD, `${next.slice(0, 3)} ${next.slice(3)}`);
  assert.equal(signedIn.status, 200);
  assert.equal(signedIn.body.user.two_factor_enabled, true);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_required', 'login.ok']);

  const disabled = await service.call('POST /api/auth/2fa/disable', { token });
  assert.deepEqual([disabled.status, disabled.body], [200, { enabled: false }]);
  assert.deepEqual(await service.audit.take(), [{ action: '2fa.disable', user_id: id, actor_id: id, meta: {} }]);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['two-factor-disabled'],
  );
  assert.deepEqual(await status(), { enabled: false, recovery_codes_left: 0 });
  assert.equal((await service.signIn(EMAIL)).status, 200);
  for (const table of ['two_factor', 'recovery_codes'] as const)
    assert.deepEqual(await service.database.read.selectFrom(table).selectAll().execute(), [], table);
});

test('the image is a PNG that decodes', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: EMAIL });
  const { body } = await service.call('POST /api/auth/2fa/setup', { token: await service.tokenOf(EMAIL) });
  const [, data] = /^data:image\/png;base64,([A-Za-z0-9+/]+=*)$/.exec(body.qr_code) ?? [];
  const { info, data: pixels } = await sharp(Buffer.from(data ?? '', 'base64'))
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  assert.equal(info.width, info.height);
  assert.ok(info.width >= 200, `${info.width} pixels`);
  assert.deepEqual([...new Set(pixels)].sort(), [0, 255], 'black and white');
  assert.equal(pixels[0], 255, 'with a quiet zone');
});

test('a recovery code works for one sign-in instead of a code, in any spelling', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const { recoveryCodes } = await enrolSecondFactor(service, authenticatorApp(t), token);
  const [first = '', second = ''] = recoveryCodes;
  await service.audit.forget();
  assert.equal((await service.signIn(EMAIL, PASSWORD, first)).status, 200);
  assert.equal((await service.signIn(EMAIL, PASSWORD, second.replaceAll('-', ' ').toUpperCase())).status, 200);
  const [one] = await service.audit.take();
  assert.deepEqual([one?.action, one?.user_id, one?.meta.second_factor], ['login.ok', id, true]);
  const { body } = await service.call('GET /api/auth/2fa/status', { token });
  assert.deepEqual(body, { enabled: true, recovery_codes_left: 6 });
  for (const used of [first, second]) assert.equal((await service.signIn(EMAIL, PASSWORD, used)).status, 401);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_fail', 'login.2fa_fail']);
});

test('renewing recovery codes revokes the old ones and notifies the owner', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const renew = () => service.call('POST /api/auth/2fa/recovery-codes', { token });
  const early = await renew();
  assert.deepEqual([early.status, early.body.code], [409, '2fa.not_enabled']);
  const { recoveryCodes: old } = await enrolSecondFactor(service, authenticatorApp(t), token);
  await service.signIn(EMAIL, PASSWORD, old[7]);
  await service.audit.forget();
  await service.mails.take();
  const renewed = await renew();
  assert.equal(renewed.status, 200);
  assert.equal(new Set([...old, ...renewed.body.recovery_codes]).size, 16);
  assert.deepEqual(await service.audit.take(), [{ action: '2fa.recovery_codes', user_id: id, actor_id: id, meta: {} }]);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [['recovery-codes-renewed', EMAIL]],
  );
  assert.equal((await service.signIn(EMAIL, PASSWORD, old[0])).status, 401);
  assert.equal((await service.signIn(EMAIL, PASSWORD, renewed.body.recovery_codes[0])).status, 200);
});

test('an unfinished set-up can be repeated; an enabled factor must be disabled first', async (t) => {
  const service = await startTestService(t);
  const app = authenticatorApp(t);
  await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  const post = (act: string, body?: unknown) => service.call(`POST /api/auth/2fa/${act}`, { token, body });
  const codeOf = (secret: string) => app.codeAt(secret, service.clock.now());
  assert.equal((await post('verify', { code: '123456' })).body.code, '2fa.not_set_up');
  const { body: abandoned } = await post('setup');
  const { body: setup } = await post('setup');
  assert.notEqual(abandoned.secret, setup.secret);
  assert.equal((await post('verify', { code: codeOf(abandoned.secret) })).status, 401);
  assert.equal((await post('verify', { totp: codeOf(setup.secret) })).status, 200, '`totp` is another name of `code`');
  for (const [act, body] of [['setup'], ['verify', { code: codeOf(setup.secret) }]] as const) {
    const refused = await post(act, body);
    assert.deepEqual([refused.status, refused.body.code], [409, '2fa.already_enabled'], act);
  }
  service.clock.advance(seconds(30));
  assert.equal((await service.signIn(EMAIL, PASSWORD, abandoned.recovery_codes[0])).status, 401);
  assert.equal((await service.signIn(EMAIL, PASSWORD, setup.recovery_codes[0])).status, 200);
  await service.audit.forget();
  for (const _ of ['ended', 'ended already']) assert.deepEqual((await post('disable')).body, { enabled: false });
  assert.deepEqual(await service.audit.actions(), ['2fa.disable']);
  await post('setup');
  assert.deepEqual((await post('disable')).body, { enabled: false });
  assert.equal((await post('verify', { code: '123456' })).body.code, '2fa.not_set_up');
  assert.deepEqual(await service.audit.actions(), ['2fa.setup']);
});

test('a body without a code, or with one of the wrong type, is 422 and not counted', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  await service.call('POST /api/auth/2fa/setup', { token });
  for (const body of [{}, { code: 123456 }, { code: '' }, { code: null }, { code: '1'.repeat(65) }, undefined]) {
    const refused = await service.call('POST /api/auth/2fa/verify', { token, body });
    assert.equal(refused.status, 422, JSON.stringify(body));
  }
  const wrong = await service.call('POST /api/auth/2fa/verify', { token, body: { code: 'abc' } });
  assert.match(wrong.body.detail, /\(1\/5\)/);
});

test('a person who must enrol can do nothing before, and everything afterwards', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '1' });
  await service.addPerson({ email: EMAIL, role: 'admin' });
  await service.addPerson({ email: 'iva@example.hr', role: 'manager' });
  const token = await service.tokenOf(EMAIL);
  const rename = (by: string) => service.call('PUT /api/auth/me', { token: by, body: { ime: 'Ana' } });
  assert.equal((await rename(await service.tokenOf('iva@example.hr'))).status, 200, 'another tier need not');
  for (const target of [
    ...['PUT /api/auth/me', 'POST /api/auth/2fa/disable', 'POST /api/auth/2fa/recovery-codes'],
    ...['POST /api/users/me/email', 'POST /api/users/me/email/confirm'],
  ]) {
    const refused = await service.call(target, { token, body: { email: 'nova@example.hr', code: 'ABCD2345' } });
    assert.deepEqual([refused.status, refused.body.code], [403, '2fa.enrol_required'], target);
  }
  assert.deepEqual(await service.mails.take(), []);
  assert.deepEqual((await service.call('GET /api/auth/2fa/status', { token })).body.enabled, false);
  await enrolSecondFactor(service, authenticatorApp(t), token);
  assert.equal((await rename(token)).status, 200);
  assert.equal((await service.call('POST /api/auth/2fa/disable', { token })).status, 200);
  assert.equal((await rename(token)).body.code, '2fa.enrol_required');
});

test('before enrolment a person may re-authenticate, end sign-ins, and use their privacy rights', async (t) => {
  const service = await startTestService(t, { SVC_2FA_REQUIRED_TIER: '1' });
  await service.addPerson({ email: EMAIL, role: 'admin' });
  const token = await service.tokenOf(EMAIL);
  const necessary = { policy_version: '1', categories: { necessary: true } };
  const next = 'sasvim druga rečenica';
  for (const [target, body] of [
    ['GET /api/auth/me'],
    ['GET /api/auth/2fa/status'],
    ['POST /api/auth/reauthenticate', { password: PASSWORD }],
    ['GET /api/users/me/sessions'],
    ['DELETE /api/users/me/sessions'],
    ['POST /api/gdpr/consent', necessary],
    ['GET /api/users/me/gdpr-consent'],
    ['GET /api/users/me/access-log'],
    ['GET /api/users/me/gdpr-export'],
    ['POST /api/users/me/erasure'],
    ['GET /api/users/me/erasure'],
    ['POST /api/auth/change-password', { current_password: PASSWORD, new_password: next }],
    ['POST /api/auth/logout'],
  ] as const) {
    const answer = await service.call(target, { token, ...(body === undefined ? {} : { body }) });
    assert.equal(answer.status, 200, `${target}: ${answer.text}`);
  }
});

test('critical acts require a sign-in within the last ten minutes', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: EMAIL });
  const token = await service.tokenOf(EMAIL);
  service.clock.advance(minutes(11));
  for (const act of ['setup', 'verify', 'disable', 'recovery-codes']) {
    const refused = await service.call(`POST /api/auth/2fa/${act}`, { token, body: { code: '123456' } });
    assert.deepEqual([refused.status, refused.body.code], [403, 'reauth.required'], act);
  }
  assert.equal((await service.call('GET /api/auth/2fa/status', { token })).status, 200);
  await service.call('POST /api/auth/reauthenticate', { token, body: { password: PASSWORD } });
  assert.equal((await service.call('POST /api/auth/2fa/setup', { token })).status, 200);
});

test('an export says that there is a second factor but not its secret; an erasure removes it', async (t) => {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: EMAIL });
  const exported = () => twoFactorPersonalData.exportOf(service.database.read, id);
  const none = { two_factor: null };
  assert.deepEqual(await exported(), none);
  const enabledAt = nowOf(service.clock);
  await enrolSecondFactor(service, authenticatorApp(t), await service.tokenOf(EMAIL));
  const some = { two_factor: { enabled: true, enabled_at: enabledAt, recovery_codes_left: 8 } };
  assert.deepEqual(await exported(), some);
  const erase = () => service.database.transaction((tx) => twoFactorPersonalData.erase(tx, id, nowOf(service.clock)));
  for (const _ of ['once', 'and again']) {
    await erase();
    assert.deepEqual(await exported(), none);
    for (const table of ['two_factor', 'recovery_codes'] as const)
      assert.deepEqual(await service.database.read.selectFrom(table).selectAll().execute(), [], table);
  }
  assert.equal((await service.signIn(EMAIL)).body.user.two_factor_enabled, false);
});

test('a code that is empty or null was not sent: the second factor is asked for, and nothing counts as a wrong one', async (t) => {
  const service = await startTestService(t);
  const app = authenticatorApp(t);
  await service.addPerson({ email: EMAIL });
  await enrolSecondFactor(service, app, await service.tokenOf(EMAIL));
  await service.audit.forget();
  for (const totp of ['', '  ', null]) {
    const { status, body } = await service.call('POST /api/auth/login', {
      body: { email: EMAIL, password: PASSWORD, totp },
    });
    assert.deepEqual([status, body.detail, body.methods], [401, '2FA_REQUIRED', ['totp']], JSON.stringify(totp));
    const second = await service.call('POST /api/auth/login', { body: { pending: body.pending, totp } });
    assert.deepEqual([second.status, second.body.detail], [401, '2FA_REQUIRED'], JSON.stringify(totp));
  }
  assert.deepEqual(new Set(await service.audit.actions()), new Set(['login.2fa_required']));
  await service.addPerson({ email: 'iva@example.hr' });
  const none = { email: 'iva@example.hr', password: PASSWORD, totp: '' };
  assert.equal((await service.call('POST /api/auth/login', { body: none })).status, 200, 'who has none needs none');
});

test('a code counts as it was meant: whatever a program or a person put between its characters', async (t) => {
  const service = await startTestService(t);
  const app = authenticatorApp(t);
  await service.addPerson({ email: EMAIL });
  const { secret, recoveryCodes } = await enrolSecondFactor(service, app, await service.tokenOf(EMAIL));
  const typed = (code: string) => `\u202a\u200b${[...code].join('\u2060')}\u00a0\u202c`;
  service.clock.advance(seconds(30));
  assert.equal((await service.signIn(EMAIL, PASSWORD, typed(app.codeAt(secret, service.clock.now())))).status, 200);
  for (const [index, dash] of ['\u2011', '\u2212', '\u200b', ' \u2013 '].entries()) {
    const code = recoveryCodes[index]?.replaceAll('-', dash).toUpperCase();
    const answer = await service.signIn(EMAIL, PASSWORD, code);
    assert.equal(answer.status, 200, `${JSON.stringify(dash)}: ${answer.text}`);
  }
});

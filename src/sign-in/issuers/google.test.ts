// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { type GoogleIssuer, startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';
import { identityPersonalData } from './issuers-personal-data.ts';

const ANA = 'ana@gmail.com';
const PICTURE = 'https://lh3.googleusercontent.com/a/ana=s96-c';

interface Setting {
  readonly issuer: GoogleIssuer;
  readonly service: TestService;
  /** Signs in with a token from the test issuer. */
  readonly enter: (claims?: Record<string, unknown>, more?: Record<string, unknown>) => ReturnType<TestService['call']>;
  readonly link: (token: string, claims?: Record<string, unknown>) => ReturnType<TestService['call']>;
}

async function start(t: TestContext): Promise<Setting> {
  const issuer = await startGoogleIssuer(t);
  const service = await startTestService(t, issuer.env);
  const enter: Setting['enter'] = async (claims, more = {}) => {
    const credential = await issuer.token(service.clock, claims);
    return service.call('POST /api/auth/google', { body: { credential, ...more } });
  };
  const link: Setting['link'] = async (token, claims) => {
    const credential = await issuer.token(service.clock, claims);
    return service.call('POST /api/users/me/google', { token, body: { credential } });
  };
  return { issuer, service, enter, link };
}

test('at first use the owner of a Gmail address is linked and signed in; later just signed in', async (t) => {
  const { service, enter } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  const at = nowOf(service.clock);
  const first = await enter();
  assert.equal(first.status, 200);
  assert.equal(first.headers['cache-control'], 'no-store');
  assert.deepEqual(Object.keys(first.body), ['access_token', 'refresh_token', 'token_type', 'expires_in', 'user']);
  assert.deepEqual([first.body.user.id, first.body.user.google_picture], [id, PICTURE]);
  assert.equal(first.body.user.last_login_at, at);
  const trail = await service.audit.take();
  const sid = trail[1]?.meta.sid;
  assert.deepEqual(trail, [
    { action: 'google.link', user_id: id, actor_id: id, meta: { first_use: true } },
    { action: 'google.login', user_id: id, actor_id: id, meta: { sid, second_factor: false, linked: true } },
  ]);
  const [mail, ...further] = await service.mails.take();
  assert.deepEqual([mail?.kind, mail?.to_address, mail?.params.at, further.length], ['google-linked', ANA, at, 0]);
  const me = await service.call('GET /api/auth/me', { token: first.body.access_token });
  assert.deepEqual(me.body, first.body.user);
  const refreshed = await service.call('POST /api/auth/refresh', { body: { refresh_token: first.body.refresh_token } });
  assert.equal(refreshed.status, 200);
  await service.audit.forget();

  const again = await enter({ picture: undefined, email: 'another@gmail.com' });
  assert.deepEqual([again.status, again.body.user.id, again.body.user.email], [200, id, ANA], 'found by `sub` alone');
  assert.equal(again.body.user.google_picture, PICTURE);
  const [login, ...rest] = await service.audit.take();
  assert.deepEqual([login?.action, login?.meta.linked, rest.length], ['google.login', false, 0]);
  assert.deepEqual(await service.mails.take(), []);
});

test('a Workspace is the authority for addresses of its own domain', async (t) => {
  const { service, enter } = await start(t);
  const { id } = await service.addPerson({ email: 'ivo@klub.hr' });
  const refused = await enter({ sub: '7', email: 'ivo@klub.hr' });
  assert.deepEqual([refused.status, refused.body.code], [401, 'google.not_linked'], 'Google only knows the address');
  const elsewhere = await enter({ sub: '7', email: 'ivo@klub.hr', hd: 'savez.hr' });
  assert.equal(elsewhere.body.code, 'google.not_linked');
  const accepted = await enter({ sub: '7', email: 'Ivo@klub.hr', hd: 'Klub.hr' });
  assert.deepEqual([accepted.status, accepted.body.user.id], [200, id]);
});

test('nobody is linked at first use without an active account of that very address below tier 1', async (t) => {
  const { service, enter } = await start(t);
  const people = [
    { email: 'gazda@gmail.com', role: 'superadmin' },
    { email: 'admin@gmail.com', role: 'admin' },
    { email: 'gost@gmail.com', status: 'suspended' },
    { email: 'novi@gmail.com', status: 'invited', passwordHash: null },
  ] as const;
  const known = await Promise.all(people.map((person) => service.addPerson(person)));
  for (const [index, { email, id }] of known.entries()) {
    const answer = await enter({ sub: `tier-${index}`, email });
    assert.deepEqual([answer.status, answer.body.code], [401, 'google.not_linked'], email);
    const [entry, ...rest] = await service.audit.take();
    assert.deepEqual([entry?.action, entry?.user_id, entry?.actor_id, rest.length], ['login.fail', id, null, 0]);
    const { lock_minutes, ...meta } = entry?.meta ?? {};
    assert.deepEqual(meta, { reason: 'google.not_linked', fail_count: 0, locked: false });
    assert.equal(lock_minutes, 5);
  }
  for (const email of ['nitko@gmail.com', 'gos.t@gmail.com', 'gost+1@gmail.com']) {
    const answer = await enter({ sub: email, email });
    assert.deepEqual([answer.status, answer.body.code], [401, 'google.not_linked'], email);
    const [entry] = await service.audit.take();
    assert.equal(entry?.user_id, null);
    assert.match(String(entry?.meta.address_hmac), /^[\w-]{22}$/);
    assert.ok(!JSON.stringify(entry).includes(email));
  }
  assert.equal((await service.database.read.selectFrom('identity_links').selectAll().execute()).length, 0);
  assert.equal((await service.database.read.selectFrom('users').select('id').execute()).length, people.length);
  assert.deepEqual(await service.mails.take(), []);
});

test('an administrator links while signed in, whatever the address, and then signs in with Google', async (t) => {
  const { service, enter, link } = await start(t);
  const { id } = await service.addPerson({ email: 'admin@savez.hr', role: 'admin' });
  const token = await service.tokenOf('admin@savez.hr');
  const linked = await link(token);
  assert.deepEqual(linked.body, { email: ANA, linked_at: nowOf(service.clock) });
  assert.equal(linked.status, 200);
  assert.deepEqual(await service.audit.take(), [
    { action: 'google.link', user_id: id, actor_id: id, meta: { first_use: false } },
  ]);
  const [mail] = await service.mails.take();
  assert.deepEqual([mail?.kind, mail?.to_address], ['google-linked', 'admin@savez.hr']);
  assert.equal((await service.call('GET /api/auth/me', { token })).body.google_picture, PICTURE);
  const entered = await enter();
  assert.deepEqual([entered.status, entered.body.user.id], [200, id]);
  await service.audit.forget();

  const same = await link(token);
  assert.deepEqual([same.status, same.body], [200, linked.body], 'the same one again changes nothing');
  const other = await link(token, { sub: 'another', email: 'second@gmail.com' });
  assert.deepEqual([other.status, other.body.code], [409, 'google.linked_already']);
  await service.addPerson({ email: 'ivo@klub.hr' });
  const taken = await link(await service.tokenOf('ivo@klub.hr'));
  assert.deepEqual([taken.status, taken.body.code], [409, 'google.taken']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
});

test('a link is taken away once, with its picture, and then opens nothing', async (t) => {
  const { service, enter, link } = await start(t);
  const { id } = await service.addPerson({ email: 'ivo@klub.hr' });
  const token = await service.tokenOf('ivo@klub.hr');
  await link(token);
  await service.audit.forget();
  await service.mails.take();
  const unlink = () => service.call('DELETE /api/users/me/google', { token });
  const answers = await Promise.all(Array.from({ length: 5 }, unlink));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 404, 404, 404, 404]);
  assert.equal((await unlink()).body.code, 'google.no_link');
  assert.deepEqual(await service.audit.take(), [{ action: 'google.unlink', user_id: id, actor_id: id, meta: {} }]);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [['google-unlinked', 'ivo@klub.hr']],
  );
  assert.equal((await service.call('GET /api/auth/me', { token })).body.google_picture, null);
  assert.equal((await enter()).body.code, 'google.not_linked');
});

test('the only way in stays', async (t) => {
  const { service, enter, link } = await start(t);
  const { id } = await service.addPerson({ email: 'ivo@klub.hr' });
  const token = await service.tokenOf('ivo@klub.hr');
  await link(token);
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ password_hash: null }).where('id', '=', id).execute(),
  );
  await service.audit.forget();
  await service.mails.take();
  const kept = await service.call('DELETE /api/users/me/google', { token });
  assert.deepEqual([kept.status, kept.body.code], [409, 'google.last_way_in']);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
  const again = await enter();
  assert.deepEqual([again.status, again.body.user.google_picture], [200, PICTURE], 'with its picture');
});

test('linking and unlinking are grave', async (t) => {
  const { service, link } = await start(t);
  await service.addPerson({ email: 'ivo@klub.hr' });
  const token = await service.tokenOf('ivo@klub.hr');
  service.clock.advance(minutes(10));
  const unlinked = await service.call('DELETE /api/users/me/google', { token });
  assert.deepEqual([(await link(token)).body.code, unlinked.body.code], ['reauth.required', 'reauth.required']);
});

test('a second factor is asked for, and the token waits for it', async (t) => {
  const { issuer, service } = await start(t);
  const app = authenticatorApp(t);
  const { id } = await service.addPerson({ email: ANA });
  const { secret, recoveryCodes } = await enrolSecondFactor(service, app, await service.tokenOf(ANA));
  await service.audit.forget();
  await service.mails.take();
  const credential = await issuer.token(service.clock);
  const send = (totp?: string) =>
    service.call('POST /api/auth/google', { body: { credential, ...(totp === undefined ? {} : { totp }) } });
  const without = await send();
  assert.deepEqual(
    [without.status, without.body.detail, without.body.code],
    [401, '2FA_REQUIRED', 'login.2fa_required'],
  );
  const wrong = await send('000000');
  assert.deepEqual([wrong.status, wrong.body.code], [401, 'login.wrong']);
  assert.match(wrong.body.detail, /\(1\/5\)/);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_required', 'login.2fa_fail']);
  assert.equal((await service.database.read.selectFrom('identity_links').selectAll().execute()).length, 0);
  const right = await send(app.codeAt(secret, service.clock.now()));
  assert.deepEqual([right.status, right.body.user.id], [200, id]);
  const [linked, login] = await service.audit.take();
  assert.deepEqual([linked?.action, login?.action, login?.meta.second_factor], ['google.link', 'google.login', true]);
  const next = await issuer.token(service.clock);
  const byRecovery = await service.call('POST /api/auth/google', {
    body: { credential: next, totp: recoveryCodes[0] },
  });
  assert.equal(byRecovery.status, 200);
});

test('status and obligations apply as after a password', async (t) => {
  const { service, enter } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  assert.equal((await enter()).status, 200);
  const setUser = (change: Record<string, unknown>) =>
    service.database.transaction((tx) => tx.updateTable('users').set(change).where('id', '=', id).execute());
  await service.audit.forget();
  for (const status of ['suspended', 'invited'] as const) {
    await setUser({ status });
    const refused = await enter();
    assert.deepEqual([refused.status, refused.body.code], [403, `account.${status}`]);
    assert.deepEqual(await service.audit.take(), [
      {
        action: 'login.fail',
        user_id: id,
        actor_id: null,
        meta: { reason: status, fail_count: 0, locked: false, lock_minutes: 5 },
      },
    ]);
  }
  await setUser({ status: 'active', must_change_pwd_at: nowOf(service.clock) });
  const { access_token: token } = (await enter()).body;
  const profile = await service.call('PUT /api/auth/me', { token, body: {} });
  assert.deepEqual([profile.status, profile.body.code], [403, 'password.change_required']);
  assert.equal((await service.call('DELETE /api/users/me/google', { token })).status, 204);
});

test('a deleted account opens no more, and its Google account may be linked anew', async (t) => {
  const { service, enter } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  assert.equal((await enter()).status, 200);
  await service.database.transaction((tx) =>
    tx.updateTable('users').set({ status: 'deleted' }).where('id', '=', id).execute(),
  );
  assert.equal((await enter()).body.code, 'google.not_linked');
  const successor = await service.addPerson({ email: ANA });
  const entered = await enter();
  assert.deepEqual([entered.status, entered.body.user.id], [200, successor.id]);
});

test('without a client id it is off', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: ANA });
  const token = await service.tokenOf(ANA);
  const body = { credential: 'x.y.z' };
  const others = ['GET', 'POST', 'DELETE'].map((method) => `${method} /api/users/me/google`);
  for (const target of ['POST /api/auth/google', ...others]) {
    const answer = await service.call(target, { token, ...(target.startsWith('POST') ? { body } : {}) });
    assert.deepEqual([answer.status, answer.body.code], [404, 'google.off'], target);
  }
  for (const target of ['POST /api/auth/google', 'POST /api/users/me/google']) {
    for (const body of [undefined, '', '{}', 'null', '{', { credential: 7 }]) {
      const answer = await service.call(target, { token, body });
      assert.deepEqual([answer.status, answer.body.code], [404, 'google.off'], `${target} ${JSON.stringify(body)}`);
    }
  }
  const stranger = await service.call('POST /api/users/me/google', { body: {} });
  assert.deepEqual([stranger.status, stranger.body.code], [401, 'auth.missing']);
  assert.deepEqual(await service.audit.take(), []);
});

test('a second Google account with the address of an account that is linked to another one is a stranger', async (t) => {
  const { service, enter } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  assert.equal((await enter()).status, 200);
  await service.audit.forget();
  await service.mails.take();
  for (let turn = 1; turn <= 2; turn++) {
    const second = await enter({ sub: '205714400000000000002' });
    assert.deepEqual([second.status, second.body.code], [401, 'google.not_linked']);
    assert.equal(second.headers['retry-after'], undefined);
  }
  const trail = await service.audit.take();
  assert.deepEqual(
    trail.map(({ action, user_id, meta }) => [action, user_id, meta.reason]),
    [1, 2].map(() => ['login.fail', id, 'google.not_linked']),
  );
  assert.deepEqual(await service.mails.take(), []);
  assert.equal((await enter()).status, 200, 'the one that is linked goes on');
});

test('the owner sees whether the account is linked, and to what', async (t) => {
  const { service, link } = await start(t);
  await service.addPerson({ email: 'ivo@klub.hr' });
  const token = await service.tokenOf('ivo@klub.hr');
  const ask = () => service.call('GET /api/users/me/google', { token });
  assert.deepEqual((await ask()).body, { linked: false, email: null, linked_at: null });
  await link(token);
  const linkedAt = nowOf(service.clock);
  assert.deepEqual((await ask()).body, { linked: true, email: ANA, linked_at: linkedAt });
  await service.call('DELETE /api/users/me/google', { token });
  await service.audit.forget();
  assert.deepEqual((await ask()).body, { linked: false, email: null, linked_at: null });
  assert.deepEqual(await service.audit.take(), []);
});

test('Google away: 503 with the time of the next try, nothing counted', async (t) => {
  const { issuer, service, enter } = await start(t);
  await service.addPerson({ email: ANA });
  issuer.answerWith((request) => void request.socket.destroy());
  const answer = await enter();
  assert.deepEqual([answer.status, answer.body.code], [503, 'google.unavailable']);
  assert.equal(answer.headers['retry-after'], '30');
  assert.deepEqual(await service.audit.take(), []);
  issuer.answerWith(undefined);
  service.clock.advance(minutes(1));
  assert.equal((await enter()).status, 200);
});

test('used tokens are forgotten when no node would take them any more', async (t) => {
  const { service, enter } = await start(t);
  await service.addPerson({ email: ANA });
  const used = () => service.database.read.selectFrom('google_credentials_used').selectAll().execute();
  await enter();
  await enter();
  assert.equal((await used()).length, 2);
  service.clock.advance(hours(1));
  await enter();
  assert.equal((await used()).length, 3, 'not at the very moment');
  service.clock.advance(minutes(6));
  await enter();
  assert.equal((await used()).length, 2);
});

test('a link is exported and erased', async (t) => {
  const { service, enter, link } = await start(t);
  const { id } = await service.addPerson({ email: ANA });
  const other = await service.addPerson({ email: 'ivo@klub.hr' });
  await enter();
  await link(await service.tokenOf('ivo@klub.hr'), { sub: 'ivo', email: 'ivo@gmail.com' });
  const at = nowOf(service.clock);
  const mine = { subject: '104857600000000000001', email: ANA, linked_at: at };
  assert.deepEqual(await identityPersonalData.exportOf(service.database.read, id), {
    google_account: mine,
    linked_identities: [],
  });
  for (let turn = 0; turn < 2; turn++)
    await service.database.transaction((tx) => identityPersonalData.erase(tx, id, at));
  assert.deepEqual(await identityPersonalData.exportOf(service.database.read, id), {
    google_account: null,
    linked_identities: [],
  });
  const left = await service.database.read.selectFrom('identity_links').select('user_id').execute();
  assert.deepEqual(
    left.map(({ user_id }) => user_id),
    [other.id],
  );
});

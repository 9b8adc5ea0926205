// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { intruderFixture } from '../../../test/support/intruder-fixture.ts';
import { testBrowser } from '../../../test/support/test-browser.ts';
import { days, hours } from '../../platform/kernel/durations.ts';

const ANA = 'ana@example.hr';
const THEIRS = 'tuda@example.hr';

test('the old address restores itself: every sign-in ends, and a new password is asked for', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user, token: own } = await fixture.owner(ANA);
  const was = await fixture.waysOf(user.id);
  const { token } = await fixture.intrude(ANA);
  await fixture.changeAddress(token, THEIRS);
  const changed = (await service.mails.take()).slice(-2);
  assert.deepEqual(
    changed.map(({ kind, to_address, params, secret_ref }) => [
      kind,
      to_address,
      'until' in params,
      secret_ref !== null,
    ]),
    [
      ['email-changed', ANA, true, true],
      ['email-changed', THEIRS, false, false],
    ],
  );
  const link = await fixture.linkIn('email-changed', ANA);
  const { access_token: further } = (await service.signIn(THEIRS)).body;
  const key = fixture.authenticator();
  assert.equal((await fixture.add(further, key)).status, 201);
  await service.audit.forget();
  await service.mails.take();

  for (const _ of [1, 2]) {
    const { status, body } = await service.call(`GET /login/take-back?token=${link}`);
    assert.deepEqual([status, body.restores_address, body.email], [200, true, 'a•••@example.hr']);
  }
  assert.deepEqual(await service.audit.take(), [], 'a GET changes nothing');
  const answers = await Promise.all(Array.from({ length: 5 }, () => fixture.takeBack(link)));
  const used = answers.filter(({ status }) => status === 200);
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400, 400, 400]);
  const { body } = used[0] ?? assert.fail();
  assert.deepEqual(body.taken_back, ['passkey', 'address']);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id, actor_id }) => [action, user_id, actor_id]).slice(0, 3),
    ['passkey.remove', 'email.restore', 'account.take_back'].map((action) => [action, user.id, null]),
  );
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [
      ['email-restored', THEIRS],
      ['taken-back', ANA],
    ],
  );
  const { passkeys, account } = await fixture.waysOf(user.id);
  assert.deepEqual([passkeys, account], [[], was.account]);
  for (const ended of [token, further, own])
    assert.equal((await service.call('GET /api/auth/me', { token: ended })).status, 401);
  for (const email of [ANA, THEIRS]) assert.equal((await service.signIn(email)).status, 401);
  assert.equal((await fixture.signIn(key)).status, 401);
  const reset = { token: body.reset_token, new_password: 'burno more stoji' };
  assert.equal((await service.call('POST /api/auth/reset-password', { body: reset })).status, 200);
  assert.equal((await service.signIn(ANA, 'burno more stoji')).status, 200);
});

test('whoever had the address before wins over who had it after', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user } = await fixture.owner(ANA);
  const addressOf = async () =>
    (await service.database.read.selectFrom('users').select('email').where('id', '=', user.id).executeTakeFirst())
      ?.email;
  const { token } = await fixture.intrude(ANA);
  await fixture.changeAddress(token, THEIRS);
  const owners = await fixture.linkIn('email-changed', ANA);
  service.clock.advance(hours(71));
  const { token: later } = { token: (await service.signIn(THEIRS)).body.access_token };
  await fixture.changeAddress(later, 'treca@example.hr');
  const thiefs = await fixture.linkIn('email-changed', THEIRS);
  service.clock.advance(hours(71)); // the later link still works, and so does the earlier one
  assert.equal((await fixture.takeBack(thiefs)).status, 200);
  assert.equal(await addressOf(), THEIRS);
  service.clock.advance(hours(71));
  const { status, body } = await fixture.takeBack(owners);
  assert.deepEqual([status, typeof body.reset_token], [200, 'string']);
  assert.equal(await addressOf(), ANA);

  await service.call('POST /api/auth/reset-password', {
    body: { token: body.reset_token, new_password: 'burno more stoji' },
  });
  const own = (await service.signIn(ANA, 'burno more stoji')).body.access_token;
  await fixture.changeAddress(own, 'prva@example.hr');
  const first = await fixture.linkIn('email-changed', ANA);
  await fixture.changeAddress(own, 'druga@example.hr');
  const second = await fixture.linkIn('email-changed', 'prva@example.hr');
  assert.equal((await fixture.takeBack(first)).status, 200);
  const dead = await fixture.takeBack(second);
  assert.deepEqual([dead.status, dead.body.code], [400, 'token.invalid'], 'a later change went with the earlier one');
});

test('the link works for 72 hours, and not for an address that somebody else has by now', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  await fixture.owner(ANA);
  await fixture.changeAddress((await fixture.intrude(ANA)).token, THEIRS);
  const late = await fixture.linkIn('email-changed', ANA);
  service.clock.advance(hours(72));
  const expired = await fixture.takeBack(late);
  assert.deepEqual([expired.status, expired.body.code], [400, 'token.invalid']);

  const { user } = await fixture.owner('eva@example.hr');
  const { token } = await fixture.intrude('eva@example.hr');
  await fixture.changeAddress(token, 'evina@example.hr');
  const link = await fixture.linkIn('email-changed', 'eva@example.hr');
  await service.addPerson({ email: 'eva@example.hr' });
  const { status, body } = await fixture.takeBack(link);
  assert.deepEqual([status, body.ended, body.taken_back, body.reset_token], [200, 1, [], null]);
  assert.equal((await service.call('GET /api/auth/me', { token })).status, 401);
  const { account } = await fixture.waysOf(user.id);
  assert.deepEqual(
    account?.map((row) => (row as { email: string }).email),
    ['evina@example.hr'],
  );
});

test('an owner’s second factor stays, and the new password leads nobody around it', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { user, token: own } = await fixture.owner(ANA);
  const { secret } = await enrolSecondFactor(service, fixture.app, own);
  service.clock.advance(days(1));
  const code = fixture.app.codeAt(secret, service.clock.now());
  const { body: pair } = await service.call('POST /api/auth/login', {
    body: { email: ANA, password: 'mirno more plovi', totp: code },
  });
  await fixture.changeAddress(pair.access_token, 'nova@example.hr'); // by the owner: a thief has the old mailbox
  const { body } = await fixture.takeBack(await fixture.linkIn('email-changed', ANA));
  assert.deepEqual(body.taken_back, ['address']);
  assert.equal((await fixture.waysOf(user.id)).authenticator?.length, 1);
  const reset = { token: body.reset_token, new_password: 'burno more stoji', sign_in: true };
  const answer = await service.call('POST /api/auth/reset-password', { body: reset });
  assert.deepEqual([answer.status, answer.body.access_token], [200, undefined]);
  const wrong = await service.signIn(ANA, 'burno more stoji');
  assert.equal(wrong.body.code, 'login.2fa_required');
});

test('what let the intruder in goes with the address, if it was added in the week before', async (t) => {
  for (const [age, left] of [
    [days(3), 0],
    [days(8), 1],
  ] as const) {
    const fixture = await intruderFixture(t);
    const { user } = await fixture.owner(ANA);
    const key = fixture.authenticator();
    assert.equal((await fixture.add((await fixture.intrude(ANA)).token, key)).status, 201);
    fixture.service.clock.advance(age);
    await fixture.changeAddress((await fixture.signIn(key)).body.access_token, THEIRS);
    assert.equal((await fixture.takeBack(await fixture.linkIn('email-changed', ANA))).status, 200);
    assert.equal((await fixture.waysOf(user.id)).passkeys?.length, left);
  }
});

test('a mailbox that the owner has left ends what a mail there was about, and no more', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  const { token: own } = await fixture.owner(ANA);
  const { token: second, link } = await fixture.intrude(ANA);
  await fixture.changeAddress(own, 'nova@example.hr');
  service.clock.advance(hours(73));
  const { access_token: later } = (await service.signIn('nova@example.hr')).body;
  const { status, body } = await fixture.disown(link);
  assert.deepEqual([status, body.ended, body.taken_back, body.reset_token], [200, true, [], null]);
  assert.equal((await service.call('GET /api/auth/me', { token: second })).status, 401);
  const alive = await service.call('GET /api/auth/me', { token: later });
  assert.deepEqual([alive.status, alive.body.email], [200, 'nova@example.hr']);
  assert.equal((await service.signIn('nova@example.hr')).status, 200, 'the password stays');
});

test('mails about added ways in carry a link of their own, worth nothing elsewhere', async (t) => {
  const fixture = await intruderFixture(t);
  const { service } = fixture;
  await fixture.owner(ANA);
  const home = testBrowser(service, { agent: 'Doma', from: '10.1.1.1' });
  const { access_token: token } = (await home.signIn(ANA)).body;
  const added = async () => {
    assert.equal((await fixture.add(token, fixture.authenticator())).status, 201);
    return fixture.linkIn('passkey-added', ANA);
  };
  const link = await added();
  for (const route of ['reset-password', 'setup-password']) {
    const body = { token: link, new_password: 'burno more stoji' };
    assert.equal((await service.call(`POST /api/auth/${route}`, { body })).body.code, 'token.invalid');
  }
  assert.equal((await fixture.disown(link)).status, 400);
  await service.audit.forget();
  assert.equal((await fixture.takeBack('izmišljena')).status, 400);
  const { status, body } = await fixture.takeBack(link);
  assert.deepEqual([status, body.ended, body.taken_back], [200, 1, ['passkey']]);
  const again = await fixture.takeBack(link);
  assert.deepEqual([again.status, again.body.code], [400, 'token.invalid']);
  assert.equal((await service.audit.actions()).at(-1), 'account.take_back.fail');
  service.clock.advance(days(8));
  assert.equal((await fixture.takeBack(link)).status, 400);
});

// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startGoogleIssuer } from '../../../test/support/google-issuer.ts';
import { readMails } from '../../../test/support/mail-box.ts';
import { testBrowser } from '../../../test/support/test-browser.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { days, hours, minutes } from '../../platform/kernel/durations.ts';

const ON = { SVC_NEW_DEVICE_MAIL: '1' };
const ANA = 'ana@example.hr';
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

const kinds = async (service: TestService) => (await service.mails.take()).map(({ kind }) => kind);

test('a sign-in from an unknown browser is mailed to the owner, except the first sign-in ever', async (t) => {
  const service = await startTestService(t, ON);
  const { id } = await service.addPerson({ email: ANA });
  const home = testBrowser(service, { agent: 'Doma', from: '10.1.1.1' });
  assert.equal((await home.signIn(ANA)).status, 200);
  assert.deepEqual(await service.audit.actions(), ['login.ok']);
  assert.equal((await home.signIn(ANA)).status, 200, 'and again, with its cookie');
  assert.deepEqual([await service.audit.actions(), await kinds(service)], [['login.ok'], []]);
  const elsewhere = testBrowser(service, { agent: CHROME, from: '203.0.113.7' });
  assert.equal((await elsewhere.signIn(ANA)).status, 200);
  const [signedIn, told, ...others] = await service.audit.take();
  assert.deepEqual(
    [signedIn?.action, told, others],
    ['login.ok', { action: 'device.new', user_id: id, actor_id: id, meta: { sid: signedIn?.meta.sid } }, []],
  );
  const [mail, ...more] = await service.mails.take();
  assert.deepEqual(more, []);
  assert.deepEqual([mail?.kind, mail?.to_address], ['new-device', ANA]);
  assert.deepEqual(mail?.params, {
    name: 'Ana Čavić 1',
    at: '2026-03-01T10:00:00.000Z',
    device: 'Chrome 142, Windows',
    ip: '203.0.113.7',
    expires_at: '2026-03-08T10:00:00.000Z',
  });
  for (const _ of [1, 2]) assert.equal((await elsewhere.signIn(ANA)).status, 200);
  assert.deepEqual(await kinds(service), [], 'now it is known');
});

test('a browser is recognised by a cookie that scripts cannot read, and stored as digests', async (t) => {
  const service = await startTestService(t, { ...ON, SVC_PUBLIC_URL: 'https://iskaznica.example.hr' });
  await service.addPerson({ email: ANA });
  await service.addPerson({ email: 'bruno@example.hr' });
  const shared = testBrowser(service, { agent: 'Zajednički', from: '10.1.1.1' });
  assert.equal((await shared.signIn(ANA, 'kriva lozinka')).headers['set-cookie'], undefined);
  const { headers } = await shared.signIn(ANA);
  assert.match(
    String(headers['set-cookie']),
    /^__Host-svc_device=[\w-]{22}; Path=\/; Max-Age=63072000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const cookie = shared.cookie('__Host-svc_device');
  await shared.signIn('bruno@example.hr');
  assert.equal(shared.cookie('__Host-svc_device'), cookie, 'one for a browser, whoever signs in');
  const rows = await service.database.read.selectFrom('known_devices').selectAll().execute();
  assert.equal(new Set(rows.map(({ digest }) => digest)).size, 2);
  assert.ok(!JSON.stringify(rows).includes(cookie ?? '?'));
  const planted = await service.call('POST /api/auth/login', {
    body: { email: ANA, password: 'mirno more plovi' },
    headers: { cookie: `svc_device=${cookie}` },
  });
  assert.equal(planted.status, 200);
  assert.deepEqual(await kinds(service), ['new-device'], 'one that another host could set is not it');
});

test('the owner gets one mail a day per browser and network, three a day in all', async (t) => {
  const service = await startTestService(t, ON);
  await service.addPerson({ email: ANA });
  const program = (agent: string, from: string) => testBrowser(service, { agent, from, keepsCookies: false });
  const script = program('curl/8', '10.1.1.1');
  await script.signIn(ANA);
  for (let turn = 0; turn < 5; turn++) await script.signIn(ANA);
  assert.deepEqual(await kinds(service), ['new-device'], 'without cookies every sign-in is new, the mail is not');
  await program('curl/8', '10.1.1.77').signIn(ANA);
  assert.deepEqual(await kinds(service), [], 'from the same network');
  await program('curl/8', '10.1.2.1').signIn(ANA);
  await program('curl/9', '10.1.1.1').signIn(ANA);
  await program('curl/10', '10.1.1.1').signIn(ANA);
  assert.deepEqual(await kinds(service), ['new-device', 'new-device'], 'three in all');
  const rows = await service.database.read.selectFrom('known_devices').select('id').execute();
  assert.equal(rows.length, 8, 'a program without cookies has five rows for each place');
  service.clock.advance(hours(23));
  await script.signIn(ANA);
  assert.deepEqual(await kinds(service), []);
  service.clock.advance(hours(1));
  await script.signIn(ANA);
  assert.deepEqual(await kinds(service), ['new-device']);
});

test('twenty browsers are known; those that never sent their cookie are dropped first', async (t) => {
  const service = await startTestService(t, ON);
  await service.addPerson({ email: ANA });
  const home = testBrowser(service, { agent: 'Doma', from: '10.1.1.1' });
  for (const _ of [1, 2]) await home.signIn(ANA);
  for (let turn = 0; turn < 25; turn++) {
    service.clock.advance(days(1));
    await testBrowser(service, { agent: `Program ${turn}`, from: '10.1.1.1' }).signIn(ANA);
  }
  const rows = await service.database.read.selectFrom('known_devices').select('user_agent').execute();
  assert.equal(rows.length, 20);
  assert.ok(rows.some(({ user_agent }) => user_agent === 'Doma'));
  await service.mails.take();
  await home.signIn(ANA);
  assert.deepEqual(await kinds(service), []);
});

test('the link shows the sign-in, ends it on request, and leads to a new password', async (t) => {
  const service = await startTestService(t, ON);
  const { id } = await service.addPerson({ email: ANA });
  const home = testBrowser(service, { agent: 'Doma', from: '10.1.1.1' });
  const own = (await home.signIn(ANA)).body.access_token;
  const thief = testBrowser(service, { agent: CHROME, from: '203.0.113.7' });
  const stolen = (await thief.signIn(ANA)).body.access_token;
  await service.mail.deliverDue();
  const [mail] = readMails(service.dataDir);
  const link = new URL(mail?.links.find((found) => found.includes('/nova-prijava')) ?? '');
  const token = link.searchParams.get('token') ?? '';
  assert.match(mail?.text ?? '', /Chrome 142, Windows/);
  await service.audit.forget();
  await service.mails.take();

  for (const _ of [1, 2]) {
    const shown = await service.call(`GET /login/new-device?token=${token}`);
    assert.equal(shown.status, 200, shown.text);
    const { branding, ...rest } = shown.body;
    assert.deepEqual(rest, {
      at: '2026-03-01T10:00:00.000Z',
      expires_at: '2026-03-08T10:00:00.000Z',
      device: 'desktop',
      browser: 'Chrome 142',
      os: 'Windows',
      ip: '203.0.113.7',
      email: 'a•••@example.hr',
      tenant_name: 'Savez',
    });
  }
  assert.equal((await service.call('GET /api/auth/me', { token: stolen })).status, 200, 'a GET changes nothing');
  assert.deepEqual(await service.audit.take(), []);

  const ended = await service.call('POST /login/new-device', { body: { token } });
  assert.equal(ended.status, 200, ended.text);
  assert.deepEqual([ended.body.ended, ended.body.expires_at], [true, '2026-03-01T12:00:00.000Z']);
  const [act, ...others] = await service.audit.take();
  assert.deepEqual(others, []);
  assert.deepEqual([act?.action, act?.user_id, act?.actor_id, act?.meta.ended], ['device.disown', id, null, true]);
  assert.equal((await service.call('GET /api/auth/me', { token: stolen })).status, 401);
  assert.equal((await service.call('GET /api/auth/me', { token: own })).status, 200);
  await thief.signIn(ANA);
  assert.deepEqual(await kinds(service), [], 'forgotten, but of this browser the owner has been told today');

  const again = await service.call('POST /login/new-device', { body: { token } });
  assert.deepEqual([again.status, again.body.code], [400, 'token.invalid']);
  assert.deepEqual((await service.audit.actions()).at(-1), 'device.disown.fail');
  const reset = { token: ended.body.reset_token, new_password: 'burno more stoji' };
  assert.equal((await service.call('POST /api/auth/reset-password', { body: reset })).status, 200);
  assert.equal((await service.signIn(ANA)).status, 401);
});

test('a link is invalid after its expiry and as another kind; after a change of address, or for a suspended account, it leads to no password', async (t) => {
  const service = await startTestService(t, ON);
  const { id } = await service.addPerson({ email: ANA });
  const linkOf = async (agent: string) => {
    service.clock.advance(days(1));
    await testBrowser(service, { agent, from: '10.1.1.1' }).signIn(ANA);
    await service.mail.deliverDue();
    const links = readMails(service.dataDir).flatMap((mail) => mail.links);
    const token = new URL(links.findLast((link) => link.includes('/nova-prijava')) ?? '').searchParams.get('token');
    await service.audit.forget();
    return token ?? '';
  };
  const change = (values: Record<string, string>) =>
    service.database.transaction((tx) => tx.updateTable('users').set(values).where('id', '=', id).execute());
  const isDead = async (token: string) => {
    for (const [target, body] of [
      [`GET /login/new-device?token=${token}`, undefined],
      ['POST /login/new-device', { token }],
    ] as const) {
      const { status, body: told } = await service.call(target, body === undefined ? {} : { body });
      assert.deepEqual([status, told.code], [400, 'token.invalid'], target);
    }
    await service.audit.forget();
  };
  await service.signIn(ANA);
  const late = await linkOf('Prvi');
  for (const path of ['reset-password', 'setup-password']) {
    const body = { token: late, new_password: 'burno more stoji' };
    assert.equal((await service.call(`POST /api/auth/${path}`, { body })).body.code, 'token.invalid');
    await service.audit.forget();
  }
  service.clock.advance(days(7));
  await isDead(late);
  const moved = await linkOf('Drugi');
  await change({ email: 'ana.nova@example.hr' });
  const elsewhere = await service.call('POST /login/new-device', { body: { token: moved } });
  assert.deepEqual([elsewhere.status, elsewhere.body.ended, elsewhere.body.reset_token], [200, true, null]);
  await isDead(moved);
  await change({ email: ANA });
  const suspended = await linkOf('Treći');
  await change({ status: 'suspended' });
  const { status, body } = await service.call('POST /login/new-device', { body: { token: suspended } });
  assert.deepEqual([status, body.ended, body.reset_token], [200, true, null]);
  await change({ status: 'active' });
  const deleted = await linkOf('Četvrti');
  await change({ status: 'deleted' });
  await isDead(deleted);
  await isDead('izmišljena');
});

test('of concurrent uses of a link one ends the sign-in', async (t) => {
  const service = await startTestService(t, ON);
  await service.addPerson({ email: ANA });
  await service.signIn(ANA);
  await testBrowser(service, { agent: CHROME, from: '203.0.113.7' }).signIn(ANA);
  await service.mail.deliverDue();
  const links = readMails(service.dataDir).flatMap((mail) => mail.links);
  const token = new URL(links.find((link) => link.includes('/nova-prijava')) ?? '').searchParams.get('token');
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => service.call('POST /login/new-device', { body: { token } })),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(7).fill(400)]);
});

test('people list and forget their own browsers only; these are exported and erased', async (t) => {
  const service = await startTestService(t, ON);
  const ana = await service.addPerson({ email: ANA });
  await service.addPerson({ email: 'bruno@example.hr' });
  const home = testBrowser(service, { agent: CHROME, from: '10.1.1.1' });
  const { access_token: token } = (await home.signIn(ANA)).body;
  service.clock.advance(minutes(5));
  const phone = testBrowser(service, { agent: 'Mobitel', from: '203.0.113.7' });
  await phone.signIn(ANA);
  const stranger = await service.tokenOf('bruno@example.hr');
  const list = async () => (await home.call('GET /api/users/me/devices', { token })).body.items;
  const [newer, older] = await list();
  assert.deepEqual(older, {
    id: older.id,
    device: 'desktop',
    browser: 'Chrome 142',
    os: 'Windows',
    ip: '10.1.1.1',
    current: true,
    first_seen_at: '2026-03-01T10:00:00.000Z',
    last_seen_at: '2026-03-01T10:00:00.000Z',
  });
  assert.deepEqual([newer.ip, newer.current], ['203.0.113.7', false]);
  const forget = (by: string) => service.call(`DELETE /api/users/me/devices/${newer.id}`, { token: by });
  await service.audit.forget();
  assert.deepEqual([(await forget(stranger)).status, await service.audit.take()], [404, []]);
  assert.equal((await forget(token)).status, 204);
  const [entry] = await service.audit.take();
  assert.deepEqual([entry?.action, entry?.user_id, entry?.meta], ['device.forget', ana.id, { device_id: newer.id }]);
  assert.deepEqual([(await forget(token)).body.code, (await list()).length], ['devices.not_found', 1]);

  const exported = (await service.call('GET /api/users/me/gdpr-export', { token })).body;
  assert.deepEqual(
    [exported.known_devices.length, exported.known_devices[0].device, exported.new_device_notices[0].ip],
    [1, CHROME, '203.0.113.7'],
  );
  const contributor = service.privacy.contributors.find(({ room }) => room === 'known-devices');
  await service.database.transaction((tx) => contributor?.erase(tx, ana.id, ana.created_at) ?? Promise.resolve());
  assert.deepEqual(await list(), []);
  assert.deepEqual(await service.database.read.selectFrom('device_notices').selectAll().execute(), []);
});

test('every way to sign in notes the browser, and none does when this is off', async (t) => {
  const issuer = await startGoogleIssuer(t);
  const service = await startTestService(t, { ...issuer.env, ...ON });
  await service.addPerson({ email: 'eva@gmail.com' });
  await service.signIn('eva@gmail.com');
  await service.audit.forget();
  const credential = await issuer.token(service.clock, { sub: '77', email: 'eva@gmail.com' });
  const home = testBrowser(service, { agent: CHROME, from: '10.1.1.1' });
  assert.equal((await home.call('POST /api/auth/google', { body: { credential } })).status, 200);
  assert.deepEqual(await service.audit.actions(), ['google.link', 'google.login', 'device.new']);
  assert.deepEqual(await kinds(service), ['google-linked', 'new-device']);

  const off = await startTestService(t);
  await off.addPerson({ email: ANA });
  for (const _ of [1, 2]) assert.equal((await off.signIn(ANA)).headers['set-cookie'], undefined);
  assert.deepEqual(await off.mails.take(), []);
  assert.deepEqual(await off.database.read.selectFrom('known_devices').selectAll().execute(), []);
});

test('twenty concurrent sign-ins cause at most three mails, and the limit of known browsers holds', async (t) => {
  const service = await startTestService(t, ON);
  await service.addPerson({ email: ANA });
  await service.signIn(ANA);
  const storm = async (agentOf: (turn: number) => string) => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, turn) =>
        testBrowser(service, { agent: agentOf(turn), from: '10.1.1.1' }).signIn(ANA),
      ),
    );
    return answers.filter(({ status }) => status === 200).length;
  };
  assert.ok((await storm(() => 'isti')) > 1);
  assert.equal((await service.mails.take()).length, 1);
  assert.ok((await storm((turn) => `Program ${turn}`)) > 3);
  assert.equal((await service.mails.take()).length, 2);
  const rows = await service.database.read.selectFrom('known_devices').select('id').execute();
  assert.ok(rows.length <= 20);
});

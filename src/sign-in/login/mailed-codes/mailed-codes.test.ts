// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../../test/support/authenticator-app.ts';
import { type ReceivedMail, readMails } from '../../../../test/support/mail-box.ts';
import { setRole } from '../../../../test/support/set-role.ts';
import { type TestBrowser, testBrowser } from '../../../../test/support/test-browser.ts';
import { startTestService, type TestService } from '../../../../test/support/test-service.ts';
import { hours, minutes } from '../../../platform/kernel/durations.ts';

const ANA = 'ana@example.hr';

async function withAna(t: TestContext, env: Record<string, string> = {}) {
  const service = await startTestService(t, env);
  const { id } = await service.addPerson({ email: ANA });
  let browsers = 0;
  const browser = (): TestBrowser => testBrowser(service, { agent: 'Preglednik', from: `10.1.1.${++browsers}` });
  return { service, id, browser };
}

const askFor = (browser: TestBrowser, email = ANA) =>
  browser.call('POST /api/auth/login', { body: { email, send_code: true } });

const enter = (browser: TestBrowser, code: string, more: Record<string, unknown> = {}) =>
  browser.call('POST /api/auth/login', { body: { email: ANA, code, ...more } });

const codeIn = ({ subject }: ReceivedMail): string => /^\d{6}/.exec(subject)?.[0] ?? '';

/** The code that was mailed last. */
async function mailedCode(service: TestService): Promise<string> {
  await service.mail.deliverDue();
  return codeIn(readMails(service.dataDir).findLast((mail) => codeIn(mail) !== '') as ReceivedMail);
}

const wrongOf = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

test('a mailed code signs in once, in the browser that asked for it', async (t) => {
  const { service, id, browser } = await withAna(t);
  const home = browser();
  const asked = await askFor(home, ' ANA@example.hr ');
  assert.equal(asked.status, 202, asked.text);
  assert.deepEqual(Object.keys(asked.body), ['detail']);
  assert.match(
    String(asked.headers['set-cookie']),
    /^svc_code=[\w-]{22}; Path=\/; Max-Age=600; HttpOnly; SameSite=Strict$/,
  );
  assert.deepEqual(
    (await service.audit.take()).map(({ action, user_id, actor_id, meta }) => ({ action, user_id, actor_id, meta })),
    [{ action: 'login.code.issue', user_id: id, actor_id: null, meta: {} }],
  );
  const code = await mailedCode(service);
  const [mail] = readMails(service.dataDir);
  assert.equal(mail?.subject, `${code} je Vaš kod za prijavu`);
  assert.ok(mail?.text.includes(`${code.slice(0, 3)} ${code.slice(3)}`));
  const rows = await service.database.read.selectFrom('mailed_codes').selectAll().execute();
  assert.ok(!JSON.stringify(rows).includes(code));

  const elsewhere = await enter(browser(), code);
  assert.deepEqual([elsewhere.status, elsewhere.body.code, elsewhere.body.count], [401, 'login.wrong', 1]);
  const [failure] = await service.audit.take();
  assert.deepEqual([failure?.action, failure?.user_id, failure?.meta.reason], ['login.fail', id, 'code']);
  const signedIn = await enter(home, code);
  assert.equal(signedIn.status, 200, signedIn.text);
  assert.equal(signedIn.body.user.id, id);
  const [entry, ...others] = await service.audit.take();
  assert.deepEqual([entry?.action, entry?.meta.by, entry?.meta.second_factor, others], ['login.ok', 'code', false, []]);
  const { access_token: token } = signedIn.body;
  const history = await service.call('GET /api/users/me/sign-in-history', { token });
  assert.deepEqual([history.status, history.body.items[0].way], [200, 'code']);
  assert.equal((await enter(home, code)).status, 401, 'once');
});

test('whom no code is mailed gets the same answer, bytes and cookie', async (t) => {
  const { service, browser } = await withAna(t);
  for (const [email, more] of [
    ['gazda@example.hr', { role: 'superadmin' }],
    ['uprava@example.hr', { role: 'admin' }],
    ['novi@example.hr', { status: 'invited', passwordHash: null }],
  ] as const)
    await service.addPerson({ email, ...more });
  const addresses = [
    ANA,
    'gazda@example.hr',
    'uprava@example.hr',
    'novi@example.hr',
    'nitko@example.hr',
    'nije adresa',
  ];
  const seen = new Set<string>();
  for (const email of addresses) {
    const { status, text, headers } = await askFor(browser(), email);
    const cookie = String(headers['set-cookie']).replace(/=[\w-]{22}/, '');
    seen.add(JSON.stringify([status, text, cookie, headers['content-length']]));
  }
  assert.equal(seen.size, 1, [...seen].join('\n'));
  const trail = (await service.audit.take()).map(({ action, meta }) => [action, meta.reason]);
  assert.deepEqual(trail, [
    ['login.code.issue', undefined],
    ['login.code.miss', 'not_allowed'],
    ['login.code.miss', 'not_allowed'],
    ['login.code.miss', 'invited'],
    ['login.code.miss', 'unknown'],
    ['login.code.miss', 'unknown'],
  ]);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address }) => [kind, to_address]),
    [['sign-in-code', ANA]],
  );
});

test('a wrong code counts in the lockout, known and unknown alike, whatever else was right', async (t) => {
  const { service, browser } = await withAna(t);
  const home = browser();
  await askFor(home);
  const code = await mailedCode(service);
  const told = async (email: string) => {
    const answers: unknown[] = [];
    for (let turn = 0; turn < 6; turn++) {
      const from = `10.2.${email.length}.${turn}`; // the window of one address would close
      const { status, body } = await home.call('POST /api/auth/login', {
        body: { email, code: wrongOf(code) },
        from,
      });
      answers.push([status, body.code, body.detail, body.count]);
    }
    return answers;
  };
  const known = await told(ANA);
  assert.deepEqual(
    known.map((answer) => (answer as unknown[])[0]),
    [401, 401, 401, 401, 401, 423],
  );
  assert.deepEqual(await told('nitko@example.hr'), known);
  assert.equal((await enter(home, code)).status, 423);
  service.clock.advance(minutes(5));
  assert.equal((await enter(home, code)).status, 401, 'five tries, also after the lock');
});

test('guesses in another browser use up no tries of the code', async (t) => {
  const { service, browser } = await withAna(t, { SVC_LOGIN_LOCK_THRESHOLD: '20' });
  const [home, stranger] = [browser(), browser()];
  await askFor(stranger);
  await askFor(home);
  const code = await mailedCode(service);
  for (let guess = 0; guess < 6; guess++) assert.equal((await enter(stranger, wrongOf(code))).status, 401);
  assert.equal((await enter(home, code)).status, 200);
});

test('a code is worthless after ten minutes, after a newer one, after a change of the account', async (t) => {
  const { service, id, browser } = await withAna(t, { SVC_LOGIN_LOCK_THRESHOLD: '20' });
  const home = browser();
  const change = (values: Record<string, string>) =>
    service.database.transaction((tx) => tx.updateTable('users').set(values).where('id', '=', id).execute());
  const fresh = async () => {
    service.clock.advance(hours(1));
    await askFor(home);
    return mailedCode(service);
  };
  const late = await fresh();
  service.clock.advance(minutes(10));
  assert.equal((await enter(home, late)).status, 401);
  const first = await fresh();
  const second = await fresh();
  assert.equal((await enter(home, first)).status, first === second ? 200 : 401);
  const promoted = await fresh();
  await service.database.transaction((tx) => setRole(tx, 'admin', [id]));
  assert.equal((await enter(home, promoted)).body.code, 'login.wrong');
  await service.database.transaction((tx) => setRole(tx, 'member', [id]));
  const suspended = await fresh();
  await change({ status: 'suspended' });
  assert.equal((await enter(home, suspended)).body.code, 'account.suspended');
  await change({ status: 'active' });
  const moved = await fresh();
  await change({ email: 'ana.nova@example.hr' });
  assert.equal((await enter(home, moved, { email: 'ana.nova@example.hr' })).status, 401);
});

test('a code is one factor: who has a second one is asked for it', async (t) => {
  const { service, browser } = await withAna(t);
  const app = authenticatorApp(t);
  const { secret, recoveryCodes } = await enrolSecondFactor(service, app, await service.tokenOf(ANA));
  const home = browser();
  await askFor(home);
  const code = await mailedCode(service);
  service.clock.advance(minutes(1));
  await service.audit.forget();
  const half = await enter(home, code);
  assert.deepEqual([half.status, half.body.detail, half.body.methods], [401, '2FA_REQUIRED', ['totp']]);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_required']);
  assert.equal((await enter(home, code, { totp: '000000' })).status, 401);
  assert.deepEqual(await service.audit.actions(), ['login.2fa_fail']);
  const { pending } = half.body;
  const whole = await service.call('POST /api/auth/login', {
    body: { pending, totp: app.codeAt(secret, service.clock.now()) },
  });
  assert.equal(whole.status, 200, whole.text);
  const [entry] = await service.audit.take();
  assert.deepEqual([entry?.action, entry?.meta.by, entry?.meta.second_factor], ['login.ok', 'code', true]);
  assert.equal((await enter(home, code, { totp: recoveryCodes[0] })).status, 401, 'the code is spent');
});

test('of many who enter one code at once one is signed in', async (t) => {
  const { service, browser } = await withAna(t);
  const home = browser();
  await askFor(home);
  const code = await mailedCode(service);
  const answers = await Promise.all(Array.from({ length: 12 }, () => enter(home, code)));
  assert.equal(answers.filter(({ status }) => status === 200).length, 1);
});

test('mails are bounded for an address, silently', async (t) => {
  const { service, browser } = await withAna(t);
  for (let turn = 0; turn < 7; turn++) assert.equal((await askFor(browser())).status, 202);
  assert.equal((await service.mails.take()).length, 5);
  const limited = (await service.audit.take()).filter(({ action }) => action === 'login.code.miss');
  assert.deepEqual(
    limited.map(({ meta }) => meta.reason),
    ['limit', 'limit'],
  );
});

test('a body brings one proof, of the right shape; switched off there is no such way in', async (t) => {
  const { browser } = await withAna(t);
  const send = (body: object) => browser().call('POST /api/auth/login', { body });
  for (const body of [
    { email: ANA, send_code: false },
    { email: ANA, send_code: 'true' },
    { email: ANA, code: '12345' },
    { email: ANA, code: 123456 },
    { email: ANA, code: '123456', send_code: true },
    { email: ANA, code: '123456', password: 'mirno more plovi' },
  ])
    assert.equal((await send(body)).status, 422, JSON.stringify(body));
  const off = await startTestService(t, { SVC_MAIL_CODES: '0' });
  await off.addPerson({ email: ANA });
  for (const body of [
    { email: ANA, send_code: true },
    { email: ANA, code: '123456' },
  ])
    assert.equal((await off.call('POST /api/auth/login', { body })).status, 422);
  assert.equal((await off.call('GET /api/site')).body.mail_codes, false);
});

test('to ask for a code keeps the consents that a guest gave', async (t) => {
  const { service, browser } = await withAna(t);
  const home = browser();
  const body = { policy_version: '1', categories: { necessary: true } };
  await home.call('POST /api/gdpr/consent', { body });
  const guest = home.cookie('svc_guest');
  await askFor(home);
  assert.equal(home.cookie('svc_guest'), guest);
  await service.audit.forget();
  assert.equal((await enter(home, await mailedCode(service))).status, 200);
  assert.deepEqual(await service.audit.actions(), ['login.ok', 'consent.record']);
});

test('mailed codes are exported and erased with their person', async (t) => {
  const { service, id, browser } = await withAna(t);
  const home = browser();
  await askFor(home);
  const { access_token: token } = (await enter(home, await mailedCode(service))).body;
  const exported = (await service.call('GET /api/users/me/gdpr-export', { token })).body;
  assert.deepEqual(exported.mailed_codes, [
    {
      created_at: '2026-03-01T10:00:00.000Z',
      expires_at: '2026-03-01T10:10:00.000Z',
      used_at: '2026-03-01T10:00:00.000Z',
    },
  ]);
  const contributor = service.privacy.contributors.find(({ room }) => room === 'sign-in-code');
  const at = exported.mailed_codes[0].created_at;
  await service.database.transaction((tx) => contributor?.erase(tx, id, at) ?? Promise.resolve());
  assert.deepEqual(await service.database.read.selectFrom('mailed_codes').selectAll().execute(), []);
});

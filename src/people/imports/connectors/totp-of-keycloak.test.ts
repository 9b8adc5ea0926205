// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Secret } from 'otpauth';
import { pino } from 'pino';
import { authenticatorApp } from '../../../../test/support/authenticator-app.ts';
import { type ImportFixture, openImportFixture } from '../../../../test/support/import-fixture.ts';
import { minutes, seconds } from '../../../platform/kernel/durations.ts';

const PASSWORD = 'lètmein vèslo';
/** As Keycloak makes it: letters and digits, whose bytes are the secret. */
const VALUE = 'kYq3mT8sLw2ZxR7vBn4J';
const IN_BASE32 = Secret.fromUTF8(VALUE).base32;

const CREDENTIAL = {
  type: 'password',
  secretData: JSON.stringify({
    value: 'PeRUD/wbt6caA2gRPVw1Khe8aynidCxcFcBnLpqWeiaIC5DOSEi5jPpLkuEwIn13lRx0kEHKiGt1mhlQyeAQmQ==',
    salt: 'MDEyMzQ1Njc4OWFiY2RlZg==',
  }),
  credentialData: JSON.stringify({ hashIterations: 2750, algorithm: 'pbkdf2-sha256' }),
};

const USUAL = { subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' };
const otp = (facts: object = {}, value: unknown = VALUE) => ({
  type: 'otp',
  userLabel: 'Mobitel',
  secretData: JSON.stringify({ value }),
  credentialData: JSON.stringify({ ...USUAL, ...facts }),
});

const addressOf = (name: string) => `${name}@drugdje.example.hr`;
const userOf = (name: string, credentials: readonly object[], more: object = {}) => ({
  username: name,
  email: addressOf(name),
  firstName: 'Željko',
  lastName: 'Šimić',
  enabled: true,
  createdTimestamp: 1700000000000,
  credentials,
  ...more,
});
const fileOf = (...users: readonly object[]) => JSON.stringify({ realm: 'savez', users });

const factorsOf = async ({ service }: ImportFixture) =>
  service.database.read
    .selectFrom('users')
    .leftJoin('two_factor', 'two_factor.user_id', 'users.id')
    .select(['users.email', 'users.two_factor_enabled_at', 'two_factor.secret'])
    .where('users.email', 'like', '%@drugdje.example.hr')
    .orderBy('users.email')
    .execute();

async function open(t: TestContext) {
  const fixture = await openImportFixture(t);
  return { ...fixture, app: authenticatorApp(t) };
}

test('whoever had an authenticator app in Keycloak signs in with its code, which counts and is spent as one of ours', async (t) => {
  const { app, ...fixture } = await open(t);
  const { service } = fixture;
  const done = await fixture.run(
    fileOf(
      userOf('ana', [CREDENTIAL, otp()]),
      userOf('iva', [CREDENTIAL, otp({ secretEncoding: 'base32' }, IN_BASE32)]),
      userOf('mate', [CREDENTIAL, otp({ algorithm: 'HmacSHA256' }), otp()]),
    ),
  );
  assert.deepEqual([done.created, done.failed, done.problems], [3, 0, []], JSON.stringify(done.problems));
  const actions = ['import.start', 'user.create', 'user.create', 'user.create', 'import.finish'];
  assert.deepEqual((await service.audit.actions()).slice(-5), actions);
  assert.deepEqual(await service.mails.take(), []);
  const codeNow = () => app.codeAt(IN_BASE32, service.clock.now());
  const atOnce = await service.signIn(addressOf('ana'), PASSWORD, codeNow());
  assert.equal(atOnce.status, 401, 'what the other system took of these codes is unknown');
  service.clock.advance(minutes(1));
  for (const name of ['ana', 'iva', 'mate']) {
    const email = addressOf(name);
    await service.audit.forget();
    const without = await service.signIn(email, PASSWORD);
    assert.deepEqual([without.status, without.body.detail], [401, '2FA_REQUIRED']);
    const code = codeNow();
    const wrong = await service.signIn(email, PASSWORD, code === '000000' ? '000001' : '000000');
    assert.equal(wrong.status, 401);
    assert.notEqual(wrong.body.detail, '2FA_REQUIRED');
    const signedIn = await service.signIn(email, PASSWORD, code);
    assert.equal(signedIn.status, 200, signedIn.text);
    assert.equal(signedIn.body.user.two_factor_enabled, true);
    assert.equal((await service.signIn(email, PASSWORD, code)).status, 401, 'spent');
    assert.deepEqual(await service.audit.actions(), [
      'login.2fa_required',
      'login.2fa_fail',
      'login.ok',
      'login.2fa_fail',
    ]);
    const token = signedIn.body.access_token;
    const status = await service.call('GET /api/auth/2fa/status', { token });
    assert.deepEqual(status.body, { enabled: true, recovery_codes_left: 0 });
  }
});

test('wrong codes lock whoever came with an authenticator app', async (t) => {
  const { app, ...fixture } = await open(t);
  const { service } = fixture;
  await fixture.run(fileOf(userOf('ana', [CREDENTIAL, otp()])));
  service.clock.advance(minutes(2));
  const statuses: number[] = [];
  for (let tries = 0; tries < 5; tries++)
    statuses.push((await service.signIn(addressOf('ana'), PASSWORD, '000000')).status);
  assert.deepEqual(statuses, [401, 401, 401, 401, 401]);
  const code = app.codeAt(IN_BASE32, service.clock.now());
  assert.equal((await service.signIn(addressOf('ana'), PASSWORD, code)).status, 423);
});

const LEFT: Readonly<Record<string, object>> = {
  counted: otp({ subType: 'hotp', period: 0 }),
  eight: otp({ digits: 8 }),
  sha256: otp({ algorithm: 'HmacSHA256' }),
  minute: otp({ period: 60 }),
  short: otp({}, 'abc'),
  empty: otp({}, ''),
  none: otp({}, null),
  broken: otp({ secretEncoding: 'base32' }, 'not base32!'),
  unknown: otp({ secretEncoding: 'rot13' }),
  strange: { type: 'otp', secretData: '{', credentialData: '[]' },
  proto: otp({ algorithm: '__proto__', subType: 'constructor' }),
};

test('an authenticator app of another kind is left behind, and everybody whose it is is named', async (t) => {
  const { app: _, ...fixture } = await open(t);
  const { service } = fixture;
  const file = fileOf(
    ...Object.entries(LEFT).map(([name, credential]) => userOf(name, [CREDENTIAL, credential])),
    userOf('codes', [CREDENTIAL, { type: 'recovery-authn-codes', secretData: '{}', credentialData: '{}' }]),
  );
  const many = Object.keys(LEFT).length;
  for (const query of ['?dry_run=1', '']) {
    const done = await fixture.run(file, { query });
    assert.deepEqual([done.created, done.failed], [many + 1, 0]);
    const detail =
      'Drugi korak prijave nije prenesen: prima se samo aplikacija sa šest znamenki svakih 30 sekundi (TOTP, SHA-1).';
    assert.deepEqual(done.problems, [{ column: 'totp', reason: 'totp', count: many, detail }]);
    const rows = (await fixture.rows(done.id)).sort((one, other) => one.line - other.line);
    assert.deepEqual(
      rows.map(({ outcome, column, reason }) => [outcome, column, reason]),
      [...Array.from({ length: many }, () => ['created', 'totp', 'totp']), ['created', null, null]],
    );
    const report = await service.call(`GET /api/admin/imports/${done.id}/report.csv`, { token: fixture.admin });
    assert.equal(report.text.split(`;totp;"${detail}"`).length - 1, many, report.text);
    if (query === '') continue;
    const cells = await service.call(`GET /api/admin/imports/${done.id}/cells`, { token: fixture.admin });
    const left = cells.body.rows.map((row: { cells: string[] }) => row.cells.at(-1));
    assert.deepEqual(left.slice(0, 3), ['otp', 'otp', 'otp']);
  }
  assert.deepEqual(
    (await factorsOf(fixture)).map(({ two_factor_enabled_at: at, secret }) => [at, secret]),
    Array.from({ length: many + 1 }, () => [null, null]),
  );
  assert.equal((await service.signIn(addressOf('counted'), PASSWORD)).status, 200);
});

test('nobody sees the secret: neither in cells, faulty rows, reports, exports and logs, nor in the database', async (t) => {
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line) => void logged.push(line) });
  const fixture = await openImportFixture(t, {}, { log });
  const { service } = fixture;
  const file = fileOf(
    userOf('ana', [CREDENTIAL, otp()]),
    userOf('iva', [CREDENTIAL, otp()], { email: 'none' }),
    userOf('eva', [CREDENTIAL, otp({ digits: 8 })], { firstName: `otpauth://totp/x?secret=${IN_BASE32}` }),
  );
  const checked = await fixture.run(file, { query: '?dry_run=1' });
  const token = fixture.admin;
  const seen: string[] = [JSON.stringify(checked)];
  const look = async (id: number) => {
    for (const path of ['', '/cells', '/faulty.csv', '/faulty.csv?language=en', '/rows', '/report.csv', '/undo'])
      seen.push((await service.call(`GET /api/admin/imports/${id}${path}`, { token })).text);
  };
  await look(checked.id);
  const run = await service.call(`POST /api/admin/imports/${checked.id}/run`, { token, body: {} });
  assert.equal(run.status, 202, run.text);
  await service.imports.runDue();
  await look(run.body.id);
  const [ana] = await service.database.read
    .selectFrom('users')
    .select('id')
    .where('email', '=', addressOf('ana'))
    .execute();
  seen.push((await service.call(`GET /api/admin/users/${ana?.id}`, { token })).text);
  seen.push(JSON.stringify(await service.audit.take()), JSON.stringify(await service.mails.take()));
  seen.push(JSON.stringify(await factorsOf(fixture)), logged.join(''));
  for (const secret of [VALUE, IN_BASE32]) for (const text of seen) assert.ok(!text.includes(secret), text);
});

test('undoing takes the second factor of whoever did not sign in, without a trace', async (t) => {
  const { app, ...fixture } = await open(t);
  const { service, admin: token } = fixture;
  const done = await fixture.run(fileOf(userOf('ana', [CREDENTIAL, otp()]), userOf('iva', [CREDENTIAL, otp()])));
  service.clock.advance(minutes(1) + seconds(1));
  const code = app.codeAt(IN_BASE32, service.clock.now());
  assert.equal((await service.signIn(addressOf('iva'), PASSWORD, code)).status, 200);
  await service.call(`POST /api/admin/imports/${done.id}/undo`, { token });
  await service.imports.runDue();
  const undone = await service.call(`GET /api/admin/imports/${done.id}`, { token });
  assert.deepEqual([undone.body.undone, undone.body.kept], [1, 1]);
  assert.deepEqual(
    (await factorsOf(fixture)).map((one) => [one.email, one.two_factor_enabled_at !== null, one.secret !== null]),
    [
      [addressOf('ana'), false, false],
      [addressOf('iva'), true, true],
    ],
  );
});

test('a table may hold such secrets as addresses that apps read; of people who exist nothing is changed', async (t) => {
  const { app, ...fixture } = await open(t);
  const { service } = fixture;
  const hash = '$2b$04$abcdefghijklmnopqrstuurmttAVRpFVfRsWxAPtUB.aPfDF0sQvi';
  await service.addPerson({ email: addressOf('mate') });
  const row = (name: string, uri: string) => `${addressOf(name)};${hash};${uri}\n`;
  const uri = `otpauth://totp/Klub:ana?secret=${IN_BASE32.toLowerCase()}&issuer=Klub`;
  const csv = `email;password_hash;totp\n${row('ana', uri)}${row('iva', '')}${row('mate', uri)}${row('eva', IN_BASE32)}`;
  const done = await fixture.run(csv);
  assert.deepEqual([done.created, done.skipped], [3, 1]);
  assert.deepEqual(
    (await factorsOf(fixture)).map((one) => [one.email, one.two_factor_enabled_at !== null]),
    [
      [addressOf('ana'), true],
      [addressOf('eva'), false],
      [addressOf('iva'), false],
      [addressOf('mate'), false],
    ],
  );
  service.clock.advance(minutes(1));
  const code = app.codeAt(IN_BASE32, service.clock.now());
  assert.equal((await service.signIn(addressOf('ana'), PASSWORD, code)).status, 200);
});

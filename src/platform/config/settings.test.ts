// engine: none
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { inspect } from 'node:util';
import { pino } from 'pino';
import { readSettings, unknownSettings } from '../../entry/app/read-settings.ts';
import type { Environment } from './setting.ts';
import { SettingsError } from './settings.ts';

const SECRET = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
const DATABASE = 'postgres://iskaznica:tajna-lozinka@db/iskaznica';

function problemsOf(env: Environment): readonly string[] {
  try {
    readSettings(env);
    return [];
  } catch (error) {
    assert.ok(error instanceof SettingsError, String(error));
    for (const problem of error.problems) assert.ok(error.message.includes(problem));
    return error.problems;
  }
}

function fileWith(t: TestContext, text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'iskaznica-settings-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'secret');
  writeFileSync(path, text);
  return path;
}

test('without any setting the service serves this machine alone, from an embedded store', () => {
  const { server, storage, keys, signIn, sessions, passwords } = readSettings({});
  assert.equal(server.host, '127.0.0.1');
  assert.equal(server.port, 8080);
  assert.equal(server.publicUrl, 'http://localhost:8080');
  assert.equal(readSettings({ SVC_HOST: '::1' }).server.publicUrl, 'http://localhost:8080');
  assert.equal(readSettings({ SVC_HOST: '10.0.0.7' }).server.publicUrl, 'http://10.0.0.7:8080');
  assert.equal(server.filesDir, join(server.dataDir, 'files'));
  assert.deepEqual([server.trustedProxies, server.corsOrigins], [[], []]);
  assert.equal(storage.databaseUrl, undefined);
  assert.equal(keys.secret, undefined);
  assert.deepEqual(signIn, { lockThreshold: 5, lockMinutes: 5, addressThreshold: 10, addressWindowSeconds: 300 });
  const lives = { accessMinutes: 15, refreshDays: 30, signInDays: 90, refreshGraceSeconds: 10 };
  assert.deepEqual(sessions, { ...lives, mostSignIns: 1000 });
  assert.equal(passwords.bcryptCost, 12);
});

test('an empty or blank variable counts as not set', () => {
  const blank = {
    SVC_PORT: '',
    SVC_PUBLIC_URL: ' ',
    SVC_SECRET: '',
    SVC_SECRET_FILE: '',
    SVC_LOGIN_LOCK_MINUTES: '\t',
  };
  assert.deepEqual(readSettings(blank), readSettings({}));
});

test('every problem is listed at once, with the name of the setting and its valid values', () => {
  const problems = problemsOf({
    SVC_HOST: 'not a host',
    SVC_PORT: '80 80',
    SVC_PUBLIC_URL: 'https://example.hr/path',
    SVC_LOGIN_LOCK_THRESHOLD: '0',
    SVC_BCRYPT_COST: '9',
    SVC_TRUSTED_PROXIES: '10.0.0.0/8, everybody',
    SVC_CORS_ORIGINS: '*',
    SVC_LOG_LEVEL: 'loud',
    SVC_DATABASE_URL: 'mysql://x',
    SVC_REDIS_URL: 'http://x',
    SVC_SECRET: 'change-me',
    SVC_ADMIN_PASSWORD: 'x',
    SVC_REFRESH_TTL_DAYS: '91',
  });
  const named = problems.map((problem) => problem.split(' ')[0]).sort();
  assert.deepEqual(named, [
    ...['SVC_ADMIN_PASSWORD', 'SVC_ADMIN_PASSWORD'], // too short, and for nobody
    ...['SVC_BCRYPT_COST', 'SVC_CORS_ORIGINS', 'SVC_DATABASE_URL', 'SVC_HOST'],
    ...['SVC_LOGIN_LOCK_THRESHOLD', 'SVC_LOG_LEVEL', 'SVC_PORT', 'SVC_PUBLIC_URL', 'SVC_REDIS_URL'],
    ...['SVC_REFRESH_TTL_DAYS', 'SVC_SECRET', 'SVC_TRUSTED_PROXIES'],
  ]);
  assert.ok(problems.includes('SVC_BCRYPT_COST must be a whole number in 10–15'));
});

const WHOLE = ['10.0.0.1,::/0', '0.0.0.0/0', '::ffff:10.0.0.0/8', '0.0.0.0/1, 128.0.0.0/1', '2000::/3'];

test('invalid values of single settings are refused', () => {
  const refused: Record<string, string[]> = {
    SVC_PORT: ['0', '-1', '65536', '1e3', '0x50', '8080.0', '٣', '99999999999'],
    SVC_HOST: ['a b', 'http://x', 'x/y', '[::1]', 'x:80', '-x', 'a_b', 'x?'],
    SVC_PUBLIC_URL: ['example.hr', 'ftp://x', 'https://', 'https://a@b', 'https://x?y', 'https://x#y', 'javascript:x'],
    SVC_CORS_ORIGINS: ['*', 'https://x/path', 'null', 'https://x, *'],
    SVC_TRUSTED_PROXIES: ['10.0.0.0/33', '::/129', '10.0.0.0/', '10.0.0', 'localhost', '10.0.0.1/8/8', ...WHOLE],
    SVC_LOGIN_LOCK_THRESHOLD: ['0', '21', '1000000', 'five'],
    SVC_LOGIN_IP_WINDOW_SEC: ['0', '86401'],
    SVC_REFRESH_GRACE_SEC: ['61', '-1'],
    SVC_BCRYPT_COST: ['9', '16'],
    SVC_POLICY_VERSION: ['2026/1 v2', '2026 1', 'č', 'v'.repeat(41), '1\n2'],
    SVC_SECRET: ['short', 'a'.repeat(64), `${SECRET.slice(0, 20)}password1234`, 'iskaznica-iskaznica-iskaznica-9x'],
    SVC_REDIS_URL: ['localhost:6379', 'redis://h:port'],
  };
  for (const [name, values] of Object.entries(refused)) {
    for (const value of values) {
      const problems = problemsOf({ [name]: value });
      assert.ok(
        problems.length === 1 && problems[0]?.startsWith(name),
        `${name}=${value}: ${JSON.stringify(problems)}`,
      );
    }
  }
  const taken = {
    SVC_HOST: '::',
    SVC_PORT: '1',
    SVC_TRUSTED_PROXIES: '10.0.0.0/8,::1,::ffff:192.168.0.0/112',
    SVC_CORS_ORIGINS: 'https://A.hr/',
  };
  const { server } = readSettings(taken);
  assert.deepEqual(server.corsOrigins, ['https://a.hr']);
  assert.equal(server.publicUrl, 'http://[::]:1');
});

test('problems of the first administrator are listed with others, and alone prevent no start', () => {
  const elsewhere = 'SVC_PORT must be a whole number in 1–65535';
  const besides = (env: Record<string, string>) => {
    const [first, ...others] = problemsOf({ SVC_PORT: '99999', ...env });
    assert.equal(first, elsewhere);
    return others;
  };
  assert.deepEqual(besides({ SVC_ADMIN_EMAIL: 'foo', SVC_ADMIN_PASSWORD: 'x', SVC_PASSWORD_MIN: '10' }), [
    'SVC_ADMIN_EMAIL must be an e-mail address: name@domain',
    'SVC_ADMIN_PASSWORD must have 10–256 characters',
  ]);
  assert.deepEqual(problemsOf({ SVC_ADMIN_EMAIL: 'foo' }).length, 1);
  assert.deepEqual(besides({ SVC_ADMIN_PASSWORD: 'mirno more plovi' }), ['SVC_ADMIN_PASSWORD needs SVC_ADMIN_EMAIL']);
  const of = (password: string) => besides({ SVC_ADMIN_EMAIL: 'ana.horvat@klub.hr', SVC_ADMIN_PASSWORD: password });
  assert.deepEqual(of('mirno more plovi'), []);
  assert.deepEqual(of('x'.repeat(257)), ['SVC_ADMIN_PASSWORD must have 8–256 characters']);
  assert.deepEqual(of('Ana.Horvat'), ['SVC_ADMIN_PASSWORD must not be SVC_ADMIN_EMAIL or its beginning']);
  assert.deepEqual(of('password'), ['SVC_ADMIN_PASSWORD must not be one that many people choose']);
  assert.deepEqual(
    problemsOf({ SVC_PASSWORD_MIN: '7', SVC_ADMIN_EMAIL: 'ana@klub.hr', SVC_ADMIN_PASSWORD: 'x' }).length,
    1,
    'without a least length nothing is said of one',
  );
  for (const alone of [{ SVC_ADMIN_EMAIL: 'ana@klub.hr' }, {}])
    assert.deepEqual(problemsOf({ ...alone, SVC_ADMIN_PASSWORD: 'x' }), [], 'it may be there already');
  assert.equal(readSettings({ SVC_ADMIN_EMAIL: 'Ana@Klub.HR' }).firstAdmin.adminEmail, 'ana@klub.hr');
});

test('the metrics token must be strong, valid in a header, and different from other secrets', () => {
  const token = 'Jd8sK2mQx7Vt4Rb9Zw3Lh6Yc1Gp5Nf0A';
  assert.equal(readSettings({ SVC_METRICS_TOKEN: token, SVC_SECRET: SECRET }).server.metricsToken?.reveal(), token);
  for (const [wrong, problem] of [
    [token.slice(0, 31), 'must have 32 characters or more'],
    ['a'.repeat(64), 'repeats too few characters'],
    [`${token} ${token}`, 'must have no spaces and only ASCII'],
    [`${token}č`, 'must have no spaces and only ASCII'],
    [SECRET, 'must not be SVC_SECRET: monitoring must not open the keys'],
  ])
    assert.deepEqual(problemsOf({ SVC_METRICS_TOKEN: wrong, SVC_SECRET: SECRET }), [`SVC_METRICS_TOKEN ${problem}`]);
});

test('a published secret stops the start, whatever it is set for, unless one is leaving it', () => {
  const published = '09d25e094faa6ca2556c818166b7a9563b93f7099f6f0f4caa6cf63b88e8d3e7';
  assert.deepEqual(problemsOf({ SVC_SECRET: SECRET, SVC_SECRET_PREVIOUS: published }), []);
  for (const name of ['SVC_SECRET', 'SVC_METRICS_TOKEN', 'SVC_BACKUP_PASSPHRASE'])
    assert.deepEqual(problemsOf({ [name]: published }), [
      `${name} is published, and attackers try it; make one with \`openssl rand -base64 48\``,
    ]);
});

test('PostgreSQL needs a secret of its own', () => {
  assert.deepEqual(problemsOf({ SVC_DATABASE_URL: DATABASE }), [
    'SVC_SECRET must be set with PostgreSQL: every node needs the same',
  ]);
  assert.deepEqual(problemsOf({ SVC_DATABASE_URL: DATABASE, SVC_SECRET: SECRET }), []);
  for (const url of [
    'postgres://h:port/db',
    'postgres://h1,h2:port/db',
    'postgres://h1,,h2/db',
    'postgres://h1,h2/db?target_session_attrs=any',
  ])
    assert.equal(problemsOf({ SVC_DATABASE_URL: url, SVC_SECRET: SECRET }).length, 1, url);
  for (const url of ['postgres://a:b@h1,[::1]:5433/db?target_session_attrs=read-write', 'postgres:///db?host=/run/pg'])
    assert.deepEqual(problemsOf({ SVC_DATABASE_URL: url, SVC_SECRET: SECRET }), [], url);
  for (const url of [
    'redis+sentinel://h1,h2',
    'redis://h1,h2',
    'rediss+sentinel://h1/name?sslca=x',
    'redis://h:port',
    'redis://h/x',
  ])
    assert.equal(problemsOf({ SVC_REDIS_URL: url }).length, 1, url);
  for (const url of ['redis+sentinel://:pw@h1,h2:26380,[::1]/name', 'rediss://u:p@h:6380/3?sslrootcert=/ca'])
    assert.deepEqual(problemsOf({ SVC_REDIS_URL: url }), [], url);
});

test('a secret may come from a file, but not from two places', (t) => {
  const path = fileWith(t, `${SECRET}\n`);
  assert.equal(readSettings({ SVC_SECRET_FILE: path }).keys.secret?.reveal(), SECRET);
  assert.deepEqual(problemsOf({ SVC_SECRET_FILE: path, SVC_SECRET: SECRET }), [
    'SVC_SECRET and SVC_SECRET_FILE are both set; set one',
  ]);
  assert.deepEqual(problemsOf({ SVC_SECRET_FILE: '/nowhere/at/all' }), ['SVC_SECRET_FILE cannot be read: ENOENT']);
  assert.deepEqual(problemsOf({ SVC_SECRET_FILE: tmpdir() }), ['SVC_SECRET_FILE cannot be read: EISDIR']);
  assert.equal(readSettings({ SVC_SECRET_FILE: fileWith(t, ' \n') }).keys.secret, undefined);
  assert.deepEqual(problemsOf({ SVC_SECRET_FILE: fileWith(t, 'weak') }), [
    'SVC_SECRET must have 32 characters or more',
  ]);
  const db = readSettings({ SVC_DATABASE_URL_FILE: fileWith(t, DATABASE), SVC_SECRET: SECRET });
  assert.equal(db.storage.databaseUrl?.reveal(), DATABASE);
  assert.equal(readSettings({ SVC_PORT_FILE: path } as Environment).server.port, 8080, 'only secrets have such a twin');
});

test('neither printing the settings nor an error about them shows a secret', () => {
  const env = {
    SVC_SECRET: SECRET,
    SVC_DATABASE_URL: DATABASE,
    SVC_REDIS_URL: 'redis://:tajna-lozinka@redis:6379',
    SVC_ADMIN_EMAIL: 'ana@example.hr',
    SVC_ADMIN_PASSWORD: 'tajna-lozinka-2',
  };
  const settings = readSettings(env);
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  log.info({ settings, secret: settings.keys.secret }, 'started');
  const printed = [
    ...[JSON.stringify(settings), inspect(settings, { depth: 9, showHidden: true }), `${settings.keys.secret}`],
    ...[String(settings.storage.databaseUrl), `${Object.entries(settings.keys)}`, ...lines],
    inspect(structuredCloneOf(settings)),
  ].join('\n');
  assert.doesNotMatch(printed, /tajna-lozinka|mV3xT9/);
  assert.match(printed, /\[secret\]/);
  const failing = {
    ...env,
    SVC_PORT: 'x',
    SVC_DATABASE_URL: 'mysql://a:tajna-lozinka@b',
    SVC_REDIS_URL: 'tajna-lozinka',
  };
  try {
    readSettings({ ...failing, SVC_SECRET: 'tajna-lozinka' });
    assert.fail('refused');
  } catch (error) {
    assert.ok(error instanceof SettingsError);
    assert.doesNotMatch(`${inspect(error, { depth: 9 })}${error.stack}${JSON.stringify(error)}`, /tajna-lozinka/);
  }
});

/** The members that a clone keeps; the private one is not among them. */
const structuredCloneOf = ({ keys }: ReturnType<typeof readSettings>): unknown => structuredClone({ ...keys.secret });

test('unknown names are reported, so that typing errors are noticed', () => {
  const env = { SVC_PROT: '80', SVC_SECRET_FILE: '/x', SVC_PORT: '80', SVC_PORT_FILE: '/x', PATH: '/bin', SVC_: '' };
  assert.deepEqual(unknownSettings(env).sort(), ['SVC_', 'SVC_PORT_FILE', 'SVC_PROT']);
});

test('the two settings of inactive accounts are checked together: both or neither, far enough apart, and longer than a session', () => {
  const days = (warn: string, suspend: string, more: Environment = {}) =>
    problemsOf({ SVC_INACTIVE_WARN_DAYS: warn, SVC_INACTIVE_SUSPEND_DAYS: suspend, ...more }).map((text) =>
      text.replace(/(must exceed|must be at least|are set together).*/, '$1'),
    );
  const together = 'SVC_INACTIVE_WARN_DAYS and SVC_INACTIVE_SUSPEND_DAYS are set together';
  const later = 'SVC_INACTIVE_SUSPEND_DAYS must be at least';
  const longer = 'SVC_INACTIVE_WARN_DAYS must exceed';
  for (const fine of [days('0', '0'), days('', ''), days('335', '365'), days('91', '98')]) assert.deepEqual(fine, []);
  assert.deepEqual([days('335', '0'), days('0', '365')], [[together], [together]]);
  assert.deepEqual(
    [days('365', '335'), days('365', '365'), days('365', '371'), days('90', '365')],
    [[later], [later], [later], [longer]],
  );
  assert.deepEqual(days('40', '60', { SVC_SESSION_MAX_DAYS: '30', SVC_REFRESH_TTL_DAYS: '30' }), []);
  assert.deepEqual(days('-1', '9999').length, 2);
});

// engine: both
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { type TestContext, test } from 'node:test';
import pg from 'pg';
import { breachListOf } from '../../../test/support/breach-fixture.ts';
import { runCommandProcess } from '../../../test/support/command-process.ts';
import { makeCertificate } from '../../../test/support/mail-certificate.ts';
import { startSmtpServer } from '../../../test/support/mail-smtp-server.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { startOtlpReceiver } from '../../../test/support/otlp-receiver.ts';
import { seedStore } from '../../../test/support/seeded-store.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { unprivilegedUser } from '../../../tools/test-run/throwaway-postgres.ts';
import { auditSealer } from '../../platform/audit/seal-audit.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { type Instant, instantAt, nowOf, systemClock } from '../../platform/kernel/clock.ts';
import { hours } from '../../platform/kernel/durations.ts';
import { readSettings } from '../app/read-settings.ts';
import { examineNetwork } from './doctor-command.ts';

const COMMAND = join(import.meta.dirname, '../../../bin/iskaznica.js');

/** The lines of doctor about one topic, and its exit code. */
async function examine(env: Record<string, string>, about: string): Promise<{ code: number | null; lines: string[] }> {
  // Node.js reads this one once, when it starts.
  const run = env.NODE_EXTRA_CA_CERTS === undefined ? runCommand : runCommandProcess;
  const { code, out, err } = await run('doctor', env);
  assert.notEqual(out, '', err);
  const lines = out.split('\n').flatMap((line) => {
    const [, verdict, text] = new RegExp(`^(ok|warn|WRONG) +${about} +(.*)$`).exec(line) ?? [];
    return verdict === undefined ? [] : `${verdict}: ${text}`;
  });
  return { code, lines };
}

const store = async (t: TestContext) => {
  const { env, dataDir, service, database } = await seedStore(t, { people: 1, env: { SVC_TRUSTED_PROXIES: '' } });
  return { env: { ...env } as Record<string, string>, dataDir, service, database };
};

test('the mail server is contacted as configured, and gets no mail', { timeout: 60_000 }, async (t) => {
  const { env } = await store(t);
  assert.match((await examine(env, 'mail')).lines.join(), /^ok: recorded as files/);
  const away = { ...env, SVC_PUBLIC_URL: 'https://racun.example.hr' };
  assert.match((await examine(away, 'mail')).lines.join(), /^warn: recorded as files/);

  const certificate = makeCertificate();
  if (certificate === undefined) return t.diagnostic('!!! openssl is not installed: TLS was not tried !!!');
  const trusted = join(env.SVC_DATA_DIR ?? '', 'smtp-ca.pem');
  writeFileSync(trusted, certificate.cert);
  const smtp = await startSmtpServer(t, { ...certificate, authOptional: false });
  const mail = { SVC_SMTP_HOST: 'localhost', SVC_SMTP_PORT: String(smtp.port), SVC_SMTP_USER: 'savez' };
  const right = { ...env, ...mail, SVC_SMTP_PASSWORD: 'tajna pošte', SVC_SMTP_TLS: 'starttls' };
  const good = await examine({ ...right, NODE_EXTRA_CA_CERTS: trusted }, 'mail');
  assert.deepEqual(good, { code: 0, lines: [`ok: localhost:${smtp.port} answers; TLS starttls, signed in as savez`] });
  const stranger = await examine(right, 'mail');
  assert.deepEqual([stranger.code, /^WRONG: .*(self.signed|certificate)/i.test(stranger.lines.join())], [1, true]);
  const mistyped = await examine({ ...right, NODE_EXTRA_CA_CERTS: trusted, SVC_SMTP_PASSWORD: 'krivo-krivo' }, 'mail');
  assert.match(mistyped.lines.join(), /^WRONG: .*535/);
  assert.ok(!mistyped.lines.join().includes('krivo-krivo'));
  assert.deepEqual([smtp.taken, smtp.steps.includes('data'), smtp.steps.includes('recipient')], [[], false, false]);
  const clear = await startSmtpServer(t, { disabledCommands: ['STARTTLS'] });
  const refused = { ...env, SVC_SMTP_HOST: 'localhost', SVC_SMTP_PORT: String(clear.port), SVC_SMTP_TLS: 'starttls' };
  assert.match((await examine(refused, 'mail')).lines.join(), /^WRONG: .*TLS/);
});

test('an unreachable or silent mail server is reported', { timeout: 60_000 }, async (t) => {
  const { env } = await store(t);
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  t.after(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const asked = await examine({ ...env, SVC_SMTP_HOST: '127.0.0.1', SVC_SMTP_PORT: String(port) }, 'mail');
  assert.deepEqual(
    [asked.code, /^WRONG: .*(greeting|ETIMEDOUT)/i.test(asked.lines.join())],
    [1, true],
    asked.lines.join(),
  );
  const away = await examine({ ...env, SVC_SMTP_HOST: '127.0.0.1', SVC_SMTP_PORT: '1' }, 'mail');
  assert.match(away.lines.join(), /^WRONG: .*ECONNREFUSED/);
});

test('missing, unrehearsed and damaged backups are reported', { timeout: 60_000 }, async (t) => {
  const { env, dataDir } = await store(t);
  assert.deepEqual((await examine(env, 'backups')).lines, []);
  const away = { ...env, SVC_PUBLIC_URL: 'https://racun.example.hr' };
  assert.match(
    (await examine(away, 'backups')).lines.join(),
    /^warn: neither SVC_BACKUP_DIR nor SVC_BACKUP_URL is set/,
  );
  const folder = join(dataDir, 'backups');
  const wanted = { ...env, SVC_BACKUP_DIR: folder };
  assert.match((await examine(wanted, 'backups')).lines.join(), /^WRONG: SVC_BACKUP_PASSPHRASE is not set/);
  const full = { ...wanted, SVC_BACKUP_PASSPHRASE: 'Hx7vQ2mLw9Zt4Rb6Kc8Yp3Nf5Gd1Sj0A' };
  assert.match((await examine(full, 'backups')).lines.join(), /^warn: .* is not there yet/);
  mkdirSync(folder, { mode: 0o700 });
  assert.match((await examine(full, 'backups')).lines.join(), /^warn: there is none in /);
  const name = 'iskaznica-2026-03-01T10-00-00-000Z.backup';
  writeFileSync(join(folder, name), 'no backup');
  const damaged = await examine(full, 'backups');
  assert.deepEqual(
    [damaged.code, damaged.lines],
    [1, [`WRONG: ${name}: it is no backup, or its first bytes are damaged`]],
  );
});

test('a collector of traces is checked, whether it accepts, refuses or is unreachable', {
  timeout: 60_000,
}, async (t) => {
  const { env } = await store(t);
  const receiver = await startOtlpReceiver(t);
  assert.deepEqual((await examine({ ...env, ...receiver.env }, 'traces')).lines, [
    `ok: ${receiver.url}/v1/traces takes them`,
  ]);
  assert.equal(receiver.headers[0]?.authorization, 'Bearer abc');
  const elsewhere = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/elsewhere` };
  assert.match((await examine(elsewhere, 'traces')).lines.join(), /^WRONG: .* answers with 404$/);
  const away = { ...env, OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
  assert.match((await examine(away, 'traces')).lines.join(), /^WRONG: .* does not answer: /);
});

test('inconsistent addresses and proxies are reported', { timeout: 60_000 }, async (t) => {
  const { env } = await store(t);
  const said = async (more: Record<string, string>) => (await examine({ ...env, ...more }, 'network')).lines;
  const url = 'https://racun.example.hr';
  assert.deepEqual(await said({ SVC_PUBLIC_URL: url, SVC_TRUSTED_PROXIES: '10.0.0.0/8' }), [
    `ok: ${url}, listening on 127.0.0.1`,
  ]);
  assert.match((await said({ SVC_PUBLIC_URL: url })).join(), /^warn: https ends at a proxy/);
  assert.match((await said({ SVC_PUBLIC_URL: 'http://racun.example.hr' })).join(), /^warn: .*is not https/);
  assert.match((await said({ SVC_HOST: '0.0.0.0', SVC_PUBLIC_URL: 'http://localhost' })).join(), /^warn: listens on 0/);
});

test('a store on another machine without TLS is reported', () => {
  const said = (more: Record<string, string>) =>
    examineNetwork(
      readSettings({ SVC_SECRET: 'wQ7rT2yUiP9aSdF4gHjK6lZxC8vBnM3e', SVC_PUBLIC_URL: 'http://localhost', ...more }),
    )
      .map(({ verdict, text }) => `${verdict}: ${text}`)
      .join();
  const database = 'postgres://a:b@db.example.hr/x';
  assert.match(said({ SVC_DATABASE_URL: database }), /^warn: PostgreSQL is on another machine without sslmode/);
  assert.match(said({ SVC_REDIS_URL: 'redis://cache.example.hr' }), /^warn: Redis is on another machine/);
  for (const require of ['require', 'require&sslrootcert=system'])
    assert.match(said({ SVC_DATABASE_URL: `${database}?sslmode=${require}` }), /^warn: PostgreSQL .* verifies nobody/);
  for (const mode of ['verify-ca', 'require'])
    assert.match(
      said({ SVC_DATABASE_URL: `postgres://a:b@localhost,db.example.hr/x?sslmode=${mode}&sslrootcert=/etc/ca.crt` }),
      /^warn: PostgreSQL .* does not compare its name/,
    );
  const safe = { SVC_DATABASE_URL: `${database}?sslmode=verify-full`, SVC_REDIS_URL: 'rediss://cache.example.hr' };
  assert.match(said(safe), /^ok: /);
  assert.match(said({ SVC_DATABASE_URL: 'postgres://a:b@127.0.0.1/x', SVC_REDIS_URL: 'redis://localhost' }), /^ok: /);
});

test('the end of the audit chain is checked, also against the heads outside the database', {
  timeout: 60_000,
}, async (t) => {
  const { env, dataDir, service } = await store(t);
  assert.deepEqual((await examine(env, 'audit chain')).lines, ['ok: nothing is sealed yet']);
  await auditSealer(service)();
  assert.match((await examine(env, 'audit chain')).lines.join(), /^ok: ends whole at 2, signed /);
  const heads = join(dataDir, 'audit-heads.jsonl');
  const [newest = ''] = readFileSync(heads, 'utf8').trim().split('\n').slice(-1);
  appendFileSync(heads, `${JSON.stringify({ ...JSON.parse(newest), seq: 99 })}\n`);
  const cut = await examine(env, 'audit chain');
  assert.deepEqual([cut.code, /^WRONG: the newest head outside/.test(cut.lines.join())], [1, true]);
});

test('a data folder of another user is reported as such, and nothing is said of what is in it', {
  skip: process.getuid?.() !== 0,
}, async (t) => {
  const { env, dataDir } = await store(t);
  const other = unprivilegedUser();
  if (other?.uid === undefined) return t.skip('there is no user postgres');
  chmodSync(dataDir, 0o700);
  const doctor = spawn(process.execPath, [COMMAND, 'doctor'], {
    ...other,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', ...env },
  });
  const [out] = await Promise.all([text(doctor.stdout), once(doctor, 'close')]);
  const about = out.split('\n').filter((line) => /^(ok|warn|WRONG) +(data folder|store|secret|disk) /.test(line));
  assert.deepEqual(
    about.map((line) => line.replace(/ {2,}/g, ' ')).filter((line) => !/SVC_SECRET/.test(line)),
    [
      `WRONG data folder ${dataDir} cannot be written to: EACCES; it belongs to user 0, and this runs as user ${other.uid}: run it as the service does`,
      // PostgreSQL itself answers, but journal, ledger and heads lie in that folder.
      ...(testEngine === 'sqlite' ? [] : [`WRONG store EACCES: permission denied, open '${dataDir}/journal.jsonl'`]),
    ],
  );
});

test('folders and an interrupted rotation of the secret are reported', { timeout: 60_000 }, async (t) => {
  const { env, dataDir } = await store(t);
  const files = join(dataDir, 'volume');
  const elsewhere = { ...env, SVC_FILES_DIR: files };
  assert.match((await examine(elsewhere, 'files')).lines.join(), /^warn: .*is not there yet/);
  mkdirSync(files);
  const disks = (await examine(elsewhere, 'disk')).lines.map((line) => line.replace(/\d+ MiB/, 'some'));
  assert.deepEqual(
    disks.map((line) => line.replace(/^(ok|warn)/, 'free')),
    [`free: some free for ${dataDir}`, `free: some free for ${files}`],
  );
  const secret = env.SVC_SECRET ?? readFileSync(join(dataDir, 'secret'), 'utf8').trim();
  const replaced = { ...env, SVC_SECRET: secret, SVC_SECRET_PREVIOUS: 'wQ7rT2yUiP9aSdF4gHjK6lZxC8vBnM3e' };
  assert.deepEqual((await examine(replaced, 'secret')).lines, [
    'ok: SVC_SECRET is long and varied enough',
    'warn: SVC_SECRET_PREVIOUS is set: finish with "secret rotate", then take it away',
  ]);
});

test('a clock that went on by days between two runs of retention is reported, with what follows', async (t) => {
  const { env, database } = await store(t);
  const trusted_from = instantAt(systemClock.now() + hours(20));
  const seen = { job: 'retention', seen_at: nowOf(systemClock), trusted_from };
  await database.transaction((tx) => tx.insertInto('watched_clocks').values(seen).execute());
  const { code, lines } = await examine(env, 'clock');
  const said = `warn: went on by days between two runs: retention deletes nothing until ${trusted_from}`;
  assert.deepEqual([code, lines.at(-1)], [0, said]);
});

test('a rebuild of search words under way is told with its progress', async (t) => {
  const { env, database } = await store(t);
  const row = {
    what: 'people',
    version: 1,
    round: 1,
    after_id: 400,
    done: 400,
    total: 1000,
    renewed: 3,
    ended_at: null,
  } as const;
  await database.transaction((tx) => tx.insertInto('rebuilds').values(row).execute());
  const { code, lines } = await examine(env, 'rebuild');
  assert.deepEqual([code, lines], [0, ['ok: search words of people: 400 of 1000 done; meanwhile some are not found']]);
});

if (testEngine === 'postgres')
  test("the clock is compared with PostgreSQL's", { timeout: 60_000 }, async (t) => {
    const { env } = await store(t);
    assert.match((await examine(env, 'clock')).lines.at(-1) ?? '', /^ok: \d+ ms apart from PostgreSQL's$/);
    // A server whose clock appears to be an hour ahead.
    const client = new pg.Client({ connectionString: env.SVC_DATABASE_URL });
    await client.connect();
    await client.query(
      "create function clock_timestamp() returns timestamptz language sql as $$ select pg_catalog.clock_timestamp() + interval '1 hour' $$",
    );
    await client.query(
      `alter database ${new URL(env.SVC_DATABASE_URL ?? '').pathname.slice(1)} set search_path = public, pg_catalog`,
    );
    await client.end();
    const wrong = await examine(env, 'clock');
    assert.deepEqual(
      [wrong.code, /^WRONG: 3[56]\d{5} ms apart/.test(wrong.lines.at(-1) ?? '')],
      [1, true],
      wrong.lines.join(),
    );
  });

test('the list of breached passwords is read completely, and reported with its date', async (t) => {
  const { env } = await store(t);
  assert.deepEqual((await examine(env, 'breach list')).lines, [], 'nothing is said where there is none');
  const file = await breachListOf(t, ['jedan', 'dva', 'tri']);
  const listed = { ...env, SVC_BREACHED_PASSWORDS_FILE: file };
  const whole = await examine(listed, 'breach list');
  assert.match(whole.lines.join(), /^ok: 3 passwords, of \d{4}-\d\d-\d\d; the checksum is right$/);
  assert.equal(whole.code, 0);
  const bytes = readFileSync(file);
  writeFileSync(file, bytes.fill(7, 130, 131));
  assert.deepEqual(await examine(listed, 'breach list'), {
    code: 1,
    lines: [`WRONG: ${file} is damaged: its checksum differs`],
  });
  writeFileSync(file, bytes.subarray(0, 100));
  assert.match((await examine(listed, 'breach list')).lines.join(), /^WRONG: .* too short$/);
});

test('passkeys that do not work with the host of SVC_PUBLIC_URL are reported', async (t) => {
  const { env, database } = await store(t);
  const at = '2026-01-01T00:00:00.000Z' as Instant;
  const told = async (url: string, more = {}) =>
    (await examine({ ...env, SVC_PUBLIC_URL: url, ...more }, 'passkeys')).lines;
  assert.deepEqual(await told('https://clanovi.example.hr'), [], 'nothing is said where there are none');
  const user = await database.read.selectFrom('users').select('id').executeTakeFirstOrThrow();
  const keys = ['clanovi.example.hr', 'clanovi.example.hr', 'drugdje.example.hr'].map((rp_id, number) => ({
    user_id: user.id,
    credential_id: `k${number}`,
    public_key: 'x',
    counter: 0,
    device_type: 'multiDevice' as const,
    transports: toJson<readonly string[]>([]),
    aaguid: '',
    rp_id,
    name: 'Ključ',
    created_at: at,
  }));
  await database.transaction((tx) => tx.insertInto('passkeys').values(keys).execute());
  const stranded = (count: number, url: string) => [
    `warn: ${count} are bound to another host than that of SVC_PUBLIC_URL (${url}): they open nothing`,
  ];
  for (const [url, count] of [
    ['https://clanovi.example.hr', 1],
    ['https://clanovi.example.hr:8443', 1],
    ['https://www.clanovi.example.hr', 3],
    ['https://example.hr', 3],
    ['http://127.0.0.1:8080', 3],
  ] as const)
    assert.deepEqual(await told(url), stranded(count, url));
  await database.transaction((tx) => tx.deleteFrom('passkeys').where('rp_id', '=', 'drugdje.example.hr').execute());
  assert.deepEqual(await told('https://clanovi.example.hr'), []);

  const change = (set: { purpose?: 'second_step'; refused_at?: Instant | null }, credential_id?: string) =>
    database.transaction((tx) => {
      const changed = tx.updateTable('passkeys').set(set);
      return (credential_id ? changed.where('credential_id', '=', credential_id) : changed).execute();
    });
  const shutOut = 'warn: people who cannot sign in, since their only second step is a key that opens nothing: 1';
  const required = { SVC_2FA_REQUIRED_TIER: '4' };
  assert.deepEqual(await told('https://clanovi.example.hr', required), []);
  assert.deepEqual(await told('https://example.hr', required), [...stranded(2, 'https://example.hr'), shutOut]);
  await change({ purpose: 'second_step' }, 'k0');
  assert.deepEqual(await told('https://clanovi.example.hr'), []);
  assert.deepEqual(await told('https://example.hr'), [...stranded(2, 'https://example.hr'), shutOut]);
  await change({ refused_at: at }, 'k0');
  assert.deepEqual(await told('https://clanovi.example.hr'), [], 'there is another one');
  await change({ refused_at: at });
  assert.deepEqual(await told('https://clanovi.example.hr'), [shutOut]);
});

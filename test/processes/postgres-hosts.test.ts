// engine: none
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { connect } from '../../src/platform/database/open-database.ts';
import { startThrowawayPostgres, unprivilegedUser } from '../../tools/test-run/throwaway-postgres.ts';
import { countedLooks } from '../support/counted-looks.ts';
import { makeAuthority } from '../support/own-authority.ts';
import { addressOf, ownPostgres, startPostgresPair } from '../support/postgres-pair.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';

const SECRET = 'mV3xT9qLr7Zk2wPn8sYdB5hJc4gFtA6u';
const EMAIL = 'glavna@example.hr';
const PASSWORD = 'mirno more plovi';

async function until(holds: () => Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; !(await holds()); await pause(50))
    assert.ok(performance.now() < giveUpAt, what);
}

function environment(t: TestContext, url: string): Record<string, string> {
  const dataDir = mkdtempSync(join(tmpdir(), 'iskaznica-test-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }));
  const admin = { SVC_ADMIN_EMAIL: EMAIL, SVC_ADMIN_PASSWORD: PASSWORD, SVC_BCRYPT_COST: '10' };
  return { SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: url, SVC_SECRET: SECRET, ...admin, SVC_LOG_LEVEL: 'warn' };
}

const phoneOf = async (node: ServiceProcess, token: string): Promise<string | number> => {
  const { status, body } = await node.call('GET /api/auth/me', { token });
  if (status !== 200) assert.deepEqual([status, body.code], [503, 'store.unavailable'], JSON.stringify(body));
  return status === 200 ? body.telefon : status;
};

test('a frozen primary is detected, its successor used, and the old one not used when it resumes', async (t) => {
  const pair = await startPostgresPair(t);
  if (pair === undefined) return t.diagnostic('!!! PostgreSQL is not installed: NOT RUN !!!');
  const { primary, standby } = pair;
  const env = environment(t, addressOf(standby, primary)); // the standby is named first, and passed over
  const node = await startProcess(t, env);
  const { body } = await node.signIn(EMAIL, PASSWORD);
  const token: string = body.access_token;
  const change = (telefon: string) => node.call('PUT /api/auth/me', { token, body: { telefon } });
  assert.equal((await change('091 111 1111')).status, 200);
  assert.match(
    (await node.call('GET /metrics')).body,
    new RegExp(`store_server\\{server="${new URL(primary.url).host}",role="primary"\\} 1`),
  );
  await until(
    async () => (await standby.ask("select 1 from users where telefon like '%111%1111%'")).length === 1,
    'it follows',
  );

  primary.freeze();
  const asks = () => Promise.all(Array.from({ length: 15 }, () => phoneOf(node, token)));
  const { result: asked, looks } = await countedLooks(asks);
  t.diagnostic(`refused after ${looks} looks at the latest`);
  assert.deepEqual([...new Set(asked)], [503]);
  assert.ok(looks < 32, `${looks} looks: 12 where nothing else is to do`);
  const again = await countedLooks(() => phoneOf(node, token));
  assert.equal(again.result, 503);
  assert.ok(again.looks < 6, 'at once, now that it is known');

  await standby.ask('select pg_promote()');
  await until(async () => (await phoneOf(node, token)) !== 503, 'its successor is found');
  assert.equal((await change('091 222 2222')).status, 200);

  primary.thaw(); // it believes that it is the primary still
  assert.equal((await primary.ask('select pg_is_in_recovery() as is_standby'))[0]?.is_standby, false);
  for (let asks = 0; asks < 30; asks++) assert.match(String(await phoneOf(node, token)), /222/);
  const late = await connect(readSettings(environment(t, addressOf(primary, standby))));
  t.after(() => late.database.close());
  const { telefon } = await late.database.read.selectFrom('users').select('telefon').executeTakeFirstOrThrow();
  assert.match(String(telefon), /222/, 'who begins now takes the one that was promoted');
  assert.match((await node.call('GET /metrics')).body, /^iskaznica_store_losses_total [1-9]/m);
  assert.match(node.output(), /PostgreSQL is unavailable/);
});

test('a standby is never used, and one promoted beside its primary is used instead of it', async (t) => {
  const pair = await startPostgresPair(t);
  if (pair === undefined) return t.diagnostic('!!! PostgreSQL is not installed: NOT RUN !!!');
  const { primary, standby } = pair;
  const open = async (url: string) => {
    const { database } = await connect(readSettings(environment(t, url)));
    t.after(() => database.close());
    return database;
  };
  const alone = await open(standby.url);
  await assert.rejects(alone.check(), /takes no writes/);
  await assert.rejects(sql`select 1`.execute(alone.read), /takes no writes|is away/);
  const both = await open(addressOf(standby, primary));
  await both.check();
  assert.equal(both.server?.().name, new URL(primary.url).host);
  await standby.ask('select pg_promote()');
  await until(async () => both.server?.().name === new URL(standby.url).host, 'it moves, though its primary answers');
  await both.check();
});

test('TLS with a private authority and a client certificate works', async (t) => {
  const owner = unprivilegedUser();
  const authority = makeAuthority(t, owner === undefined ? {} : { owner });
  if (authority === undefined) return t.diagnostic('!!! openssl is not installed: NOT RUN !!!');
  const { ca, server, client } = authority;
  const rules = join(dirname(ca), 'hba.conf');
  writeFileSync(rules, 'hostssl all iskaznica 127.0.0.1/32 cert\nhost all root 127.0.0.1/32 trust\n', { mode: 0o644 });
  const files = { ssl_ca_file: ca, ssl_cert_file: server.cert, ssl_key_file: server.key };
  const started = await startThrowawayPostgres({ settings: { ssl: 'on', ...files, hba_file: rules } });
  if (started === undefined) return t.diagnostic('!!! PostgreSQL is not installed: NOT RUN !!!');
  const own = await ownPostgres(t, started);
  await own.ask('create role iskaznica login superuser');
  const address = `postgres://iskaznica@${new URL(own.url).host}/postgres`;
  const isEncrypted = async (query: string) => {
    const { database } = await connect(readSettings(environment(t, `${address}?${query}`)));
    try {
      const asked = sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
      return (await asked.execute(database.read)).rows[0]?.ssl;
    } finally {
      await database.close();
    }
  };
  const certificate = `sslcert=${client.cert}&sslkey=${client.key}`;
  assert.equal(await isEncrypted(`sslmode=verify-full&sslrootcert=${ca}&${certificate}`), true);
  assert.equal(
    await isEncrypted(`sslmode=require&${certificate}`),
    true,
    'as libpq: encrypted, and nobody is verified',
  );
  await assert.rejects(isEncrypted(`sslmode=verify-full&sslrootcert=${ca}`), /certificate/, 'without its own');
  await assert.rejects(isEncrypted(`sslmode=verify-full&${certificate}`), 'of an unknown authority');
  await assert.rejects(
    isEncrypted('sslmode=verify-full&sslrootcert=/nema/takve'),
    /SVC_DATABASE_URL cannot be used: .*ENOENT/,
  );
});

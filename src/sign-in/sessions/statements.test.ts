// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { keptPlan } from '../../../test/support/kept-plan.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { listenToStatements } from '../../../test/support/statements.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { openUnmigratedAppStore } from '../../entry/app/app-schema.ts';
import { parseInstant } from '../../platform/kernel/clock.ts';

const isEmbedded = testEngine === 'sqlite';

test('a call queries the store once: its version if the session is cached, else the session', async (t) => {
  const service = await startTestService(t);
  const { email } = await service.addPerson();
  const token = await service.tokenOf(email);
  const statements = listenToStatements(t);
  const me = async () => {
    assert.equal((await service.call('GET /api/auth/me', { token })).status, 200);
    return statements.taken();
  };
  assert.deepEqual(await me(), isEmbedded ? ['pragma', 'select'] : ['select']);
  assert.deepEqual(await me(), isEmbedded ? ['pragma'] : ['select']);
  await service.addTenant('Drugi savez');
  statements.taken();
  assert.deepEqual(await me(), isEmbedded ? ['pragma', 'select'] : ['select'], 'whatever was committed');
});

test('concurrent calls share one query, and each gets its own caller', async (t) => {
  const service = await startTestService(t);
  const people = await Promise.all(Array.from({ length: 20 }, () => service.addPerson()));
  const tokens = await Promise.all(people.map(({ email }) => service.tokenOf(email)));
  const [ended = ''] = tokens;
  assert.equal((await service.call('POST /api/auth/logout', { token: ended })).status, 200);
  const statements = listenToStatements(t);
  // The first person's other sign-in, and one token twice.
  const asked = [...tokens, await service.tokenOf(people[0]?.email ?? ''), tokens[1]];
  statements.taken();
  const answers = await Promise.all(asked.map((token) => service.call('GET /api/auth/me', { token: token ?? '' })));
  const seen = answers.map(({ status, body }) => (status === 200 ? body.email : body.code));
  const emails = people.map(({ email }) => email);
  assert.deepEqual(seen, ['auth.revoked', ...emails.slice(1), emails[0], emails[1]]);
  const selects = statements.taken().filter((verb) => verb === 'select').length;
  assert.ok(selects <= (isEmbedded ? 22 : 3), `${selects} reads`);
});

test('a cached session is not used after a commit, by this process, another connection or a command', async (t) => {
  const service = await startTestService(t);
  const other = await openUnmigratedAppStore(service.settings);
  t.after(() => other.database.close());
  const { id, email } = await service.addPerson();
  const ended_at = parseInstant('2026-01-01T00:00:00.000Z');
  const end = (database: typeof other.database) => () =>
    database.transaction((tx) => tx.updateTable('sign_ins').set({ ended_at }).where('user_id', '=', id).execute());
  const suspend = async () => assert.equal((await runCommand(`user suspend --email ${email}`, service.env)).code, 0);
  for (const endAll of [end(service.database), end(other.database), suspend]) {
    const token = await service.tokenOf(email);
    const me = async () => (await service.call('GET /api/auth/me', { token })).status;
    assert.deepEqual([await me(), await me()], [200, 200]);
    await endAll();
    assert.deepEqual([await me(), await me()], [401, 401]);
  }
});

test("a person's own data are read from the store at every call", async (t) => {
  const service = await startTestService(t);
  const other = await openUnmigratedAppStore(service.settings);
  t.after(() => other.database.close());
  const { id, email } = await service.addPerson({ ime: 'Ana' });
  const token = await service.tokenOf(email);
  for (const ime of ['Iva', 'Eva', 'Mia']) {
    await other.database.transaction((tx) => tx.updateTable('users').set({ ime }).where('id', '=', id).execute());
    assert.equal((await service.call('GET /api/auth/me', { token })).body.ime, ime);
  }
});

test('a refresh and a sign-in take a fixed number of statements', async (t) => {
  const service = await startTestService(t);
  const { email } = await service.addPerson();
  const { refresh_token } = (await service.signIn(email)).body;
  const statements = listenToStatements(t);
  assert.equal((await service.call('POST /api/auth/refresh', { body: { refresh_token } })).status, 200);
  const inSteps = ['begin', 'update', 'insert', 'update', 'insert', 'commit'];
  const refresh = isEmbedded ? ['pragma', 'select', ...inSteps] : ['select', 'with'];
  assert.deepEqual(statements.taken(), refresh);
  assert.equal((await service.signIn(email)).status, 200);
  const attempt = ['select', 'begin', 'insert', 'commit'];
  const passkeys = ['select'];
  const session = ['begin', 'update', 'update', 'insert', 'insert', 'update', 'insert', 'commit', 'select'];
  assert.deepEqual(statements.taken(), [...attempt, ...passkeys, ...session]);
});

// SQLite always looks up.
if (!isEmbedded)
  test('calls that share a query look their sessions up, even by a plan made while the tables were small', async (t) => {
    const service = await startTestService(t);
    const people = await Promise.all(Array.from({ length: 4 }, () => service.addPerson()));
    const tokens = await Promise.all(people.map(({ email }) => service.tokenOf(email)));
    await addSignIns(service);
    const statements = listenToStatements(t);
    const answers = await Promise.all(tokens.map((token) => service.call('GET /api/auth/me', { token })));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    const [shared = ''] = statements.takenTexts().filter((text) => text.includes('unnest'));
    const plan = await keptPlan(service.database, shared, ['text[]']);
    assert.match(plan, /Index Scan using session_records_pkey/);
    assert.doesNotMatch(plan, /Seq Scan on (session_records|sign_ins|users)/);
  });

/** So few that PostgreSQL would read them all rather than look up a list of keys. */
const addSignIns = ({ database }: TestService) =>
  database.transaction(async (tx) => {
    const { sid, ...signIn } = await tx.selectFrom('sign_ins').selectAll().limit(1).executeTakeFirstOrThrow();
    const { jti, ...record } = await tx
      .selectFrom('session_records')
      .selectAll()
      .where('sid', '=', sid)
      .executeTakeFirstOrThrow();
    const copies = Array.from({ length: 300 }, (_, number) => `${sid}-${number}` as typeof sid);
    await tx
      .insertInto('sign_ins')
      .values(copies.map((copy) => ({ ...signIn, sid: copy })))
      .execute();
    await tx
      .insertInto('session_records')
      .values(copies.map((copy) => ({ ...record, sid: copy, jti: `${jti}-${copy}` as typeof jti })))
      .execute();
    await sql`analyze`.execute(tx);
  });

// engine: both

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { instantAt } from '../../src/platform/kernel/clock.ts';
import { days } from '../../src/platform/kernel/durations.ts';
import { startLogoutReceiver } from '../support/logout-receiver.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { startProcess } from '../support/service-process.ts';
import { setRoleOf } from '../support/set-role.ts';
import { timeFor } from '../support/test-rounds.ts';

const PATIENCE_MS = 20_000;

async function until(isSo: () => Promise<boolean> | boolean, what: string): Promise<void> {
  for (const giveUpAt = performance.now() + PATIENCE_MS; !(await isSo()); await pause(20))
    assert.ok(performance.now() < giveUpAt, what);
}

test('kill -9 while an application is being notified of a logout: it is notified after the restart', {
  timeout: timeFor(120_000),
}, async (t) => {
  const receiver = await startLogoutReceiver(t, 'never');
  const store = await seedStore(t, { people: 2, env: { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' } });
  const { database, emails, env } = store;
  const [member = '', boss = ''] = emails;
  await database.transaction((tx) => setRoleOf(tx, 'superadmin', [boss]));
  const first = await startProcess(t, env);
  const { access_token: token } = (await first.signIn(boss, PROCESS_PASSWORD)).body;
  const body = { name: 'Trgovina', kind: 'spa', redirect_uris: ['http://127.0.0.1:9/'] };
  const made = await first.call('POST /api/admin/applications', {
    token,
    body: { ...body, backchannel_logout_uri: receiver.url },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const own = (await first.signIn(member, PROCESS_PASSWORD)).body.access_token;
  const claims = JSON.parse(Buffer.from(own.split('.')[1], 'base64url').toString());
  const entered = {
    sid: claims.sid,
    application_id: made.body.id,
    user_id: Number(claims.sub),
    subject: claims.sub,
    session_id: 'prijava',
    logout_uri: receiver.url,
    expires_at: instantAt(Date.now() + days(1)),
  };
  await database.transaction((tx) => tx.insertInto('application_sign_ins').values(entered).execute());
  assert.equal((await first.call('POST /api/auth/logout', { token: own })).status, 200);
  await until(() => receiver.bodies.length === 1, 'the first process is telling it');
  await first.kill();
  const row = () => database.read.selectFrom('logout_notices').selectAll().executeTakeFirstOrThrow();
  assert.deepEqual([(await row()).state, (await row()).attempts], ['sending', 1]);
  const lapsed = { leased_until: instantAt(Date.now() - 1) }; // as two minutes later
  await database.transaction((tx) => tx.updateTable('logout_notices').set(lapsed).execute());
  receiver.answerWith(200);
  await startProcess(t, env);
  await until(async () => (await row()).state === 'delivered', 'the second process has told it');
  assert.deepEqual([(await row()).attempts, receiver.bodies.length], [2, 2]);
});

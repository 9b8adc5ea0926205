// engine: both

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { type ServiceProcess, startProcess } from '../support/service-process.ts';
import { setRoleOf } from '../support/set-role.ts';
import { timeFor } from '../support/test-rounds.ts';

const DEVICE = '/api/users/me/applications/device';
const GRANT = 'urn:ietf:params:oauth:grant-type:device_code';

const post = async ({ port }: ServiceProcess, path: string, form: Record<string, string>) => {
  const answer = await fetch(`http://127.0.0.1:${port}/oidc${path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, string> };
};

test('kill -9 between the decision about a device and its response: all of it happened, or nothing', {
  timeout: timeFor(180_000),
}, async (t) => {
  const { database, emails, env } = await seedStore(t, { people: 2 });
  const [member = '', boss = ''] = emails;
  await database.transaction((tx) => setRoleOf(tx, 'superadmin', [boss]));
  let node = await startProcess(t, env);
  const { access_token: admin } = (await node.signIn(boss, PROCESS_PASSWORD)).body;
  const body = { name: 'Semafor', kind: 'device', redirect_uris: [] };
  const { id: client_id } = (await node.call('POST /api/admin/applications', { token: admin, body })).body;
  const entries = async () => {
    const entered = database.read.selectFrom('audit_records').select('id').where('action', '=', 'application.enter');
    return (await entered.execute()).length;
  };
  const fates = new Set<string>();
  for (const afterMs of [0, 3, 8, 20, 60]) {
    const { access_token: token } = (await node.signIn(member, PROCESS_PASSWORD)).body;
    const { user_code = '', device_code = '' } = (await post(node, '/device/auth', { client_id })).body;
    const before = await entries();
    const { shown } = (await node.call(`POST ${DEVICE}`, { token, body: { user_code } })).body;
    const decision = { token, body: { user_code, allow: true, shown } };
    const answered = node.call(`POST ${DEVICE}/decision`, decision).catch(() => undefined);
    await pause(afterMs);
    await node.kill();
    const told = (await answered)?.status;
    node = await startProcess(t, env);
    const poll = { client_id, device_code, grant_type: GRANT };
    const isIn = (await entries()) === before + 1;
    fates.add(isIn ? 'all' : 'nothing');
    if (told === 204) assert.ok(isIn, 'what was answered has happened');
    if (!isIn) {
      assert.equal((await post(node, '/token', poll)).body.error, 'authorization_pending');
      assert.equal((await node.call(`POST ${DEVICE}/decision`, decision)).status, 204, 'it can be decided again');
    } else assert.equal((await node.call(`POST ${DEVICE}/decision`, decision)).status, 404, 'decided already');
    const given = await post(node, '/token', poll);
    assert.equal(given.status, 200, JSON.stringify(given.body));
    assert.equal((await post(node, '/token', poll)).body.error, 'invalid_grant', 'once');
    assert.equal(await entries(), before + 1);
  }
  t.diagnostic([...fates].join(', '));
});

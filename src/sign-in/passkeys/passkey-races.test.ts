// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startNodes } from '../../../test/support/node-processes.ts';
import { passkeyFixture } from '../../../test/support/passkey-fixture.ts';
import { roundsOr } from '../../../test/support/test-rounds.ts';

const OWN = '/api/users/me/passkeys';
const ROUNDS = roundsOr(3);
const AT_ONCE = 12;
const UNLIMITED = { SVC_LOGIN_LOCK_THRESHOLD: '20', SVC_LOGIN_IP_THRESHOLD: '1000' };

test('of many answers to one challenge, one signs in', async (t) => {
  const { service, holder, login, options } = await passkeyFixture(t, UNLIMITED);
  const { key } = await holder({ isSynced: true, counts: false });
  for (let round = 0; round < ROUNDS; round++) {
    const { challenge_id, options: asked } = await options();
    const passkey = key.get(asked);
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => login({ challenge_id, passkey })));
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    for (const { status, body } of answers)
      assert.ok(status === 200 || body.code === 'passkey.invalid' || status === 503, `${status} ${body.code}`);
  }
  assert.equal((await service.audit.actions()).filter((action) => action === 'login.ok').length, ROUNDS);
});

test('of a key and its copy that sign in at once with one counter, one does, and the key is shut', async (t) => {
  const { service, holder, login, options } = await passkeyFixture(t, UNLIMITED);
  for (let round = 0; round < ROUNDS; round++) {
    const { key } = await holder();
    const copies = Array.from({ length: 4 }, () => key.copied());
    const asked = await Promise.all(copies.map(() => options()));
    const answers = await Promise.all(
      copies.map((copy, index) => {
        const { challenge_id, options: its } = asked[index] ?? { challenge_id: '', options: { challenge: '' } };
        return login({ challenge_id, passkey: copy.get(its) });
      }),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const mails = (await service.mails.take()).filter(({ kind }) => kind === 'passkey-refused');
    assert.equal(mails.length, 1, 'told once');
  }
});

test('twenty are not exceeded by many who add at once', async (t) => {
  const { service, person, authenticator, addOptions, add } = await passkeyFixture(t);
  const { token } = await person();
  for (let count = 0; count < 16; count++) assert.equal((await add(token, authenticator())).status, 201);
  const asked = await Promise.all(Array.from({ length: AT_ONCE }, () => addOptions(token)));
  const answers = await Promise.all(
    asked.map(({ challenge_id, options }) =>
      service.call(`POST ${OWN}`, { token, body: { challenge_id, passkey: authenticator().create(options) } }),
    ),
  );
  assert.equal(answers.filter(({ status }) => status === 201).length, 4);
  assert.equal((await service.call(`GET ${OWN}`, { token })).body.items.length, 20);
});

test('of the last two, removed at once, one stays', async (t) => {
  const { service, holder, authenticator, add } = await passkeyFixture(t);
  for (let round = 0; round < ROUNDS; round++) {
    const { user, token, id } = await holder();
    const other = await add(token, authenticator());
    await service.database.transaction((tx) =>
      tx.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute(),
    );
    const answers = await Promise.all(
      [id, other.body.id].map((one: number) => service.call(`DELETE ${OWN}/${one}`, { token })),
    );
    assert.deepEqual(answers.map(({ status }) => status).sort(), [204, 409]);
  }
});

test('of one answer sent to two processes at once, one signs in', async (t) => {
  const { service, holder, options } = await passkeyFixture(t, UNLIMITED);
  const { key } = await holder({ isSynced: true, counts: false });
  const nodes = await startNodes(t, service, 2);
  await Promise.all(nodes.map((node) => node.keepTime()));
  for (let round = 0; round < ROUNDS; round++) {
    const { challenge_id, options: asked } = await options();
    const body = JSON.stringify({ challenge_id, passkey: key.get(asked) });
    const sent = [...nodes, ...nodes].map(async ({ url }) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(`${url}/api/auth/login`, { method: 'POST', headers, body });
      const { code } = (await answer.json()) as { code?: string };
      return answer.status === 200 ? 'in' : String(code);
    });
    const outcomes = await Promise.all(sent);
    assert.equal(outcomes.filter((outcome) => outcome === 'in').length, 1, outcomes.join());
    for (const outcome of outcomes) assert.match(outcome, /^(in|passkey\.invalid|attempts\.busy)$/);
  }
  assert.equal((await service.audit.actions()).filter((action) => action === 'login.ok').length, ROUNDS);
});

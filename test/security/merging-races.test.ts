// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertMembershipsAgree } from '../support/memberships-agree.ts';
import { type RacedCall, startRace } from '../support/raced-calls.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { PASSWORD, startTestService } from '../support/test-service.ts';

const rounds = roundsOr(20);
const ENV = { SVC_ACCESS_TTL_MIN: '1440', SVC_2FA_REQUIRED_TIER: '', SVC_REAUTH_MIN: '1440' };

async function start(t: TestContext) {
  const service = await startTestService(t, ENV);
  const run = await startRace(t, service);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const admin = await service.tokenOf('glavna@example.hr');
  const pair = async (round: number) => {
    const [one, other] = [
      await service.addPerson({ email: `a${round}@example.hr` }),
      await service.addPerson({ email: `b${round}@example.hr` }),
    ];
    await service.audit.forget();
    return { one, other };
  };
  const merge = (id: number, into: number): RacedCall => ({
    name: `merge ${id}`,
    target: `POST /api/admin/users/${id}/merge`,
    token: admin,
    body: { into },
  });
  return { service, run, pair, merge, admin };
}

const won = (answers: readonly string[]): string[] => answers.filter((answer) => / 20\d$/.test(answer));

test('of two accounts that are merged into each other at once, one goes and one remains', {
  timeout: timeFor(240_000),
}, async (t) => {
  const { service, run, pair, merge, admin } = await start(t);
  for (let round = 0; round < rounds; round++) {
    const { one, other } = await pair(round);
    const back = merge(other.id, one.id);
    const answers = await run([merge(one.id, other.id), back, merge(one.id, other.id), back]);
    assert.equal(won(answers).length, 1, answers.join());
    for (const loser of answers.filter((answer) => !won(answers).includes(answer)))
      assert.match(loser, / 410 users.merged$/, answers.join());
    assert.deepEqual(await service.audit.actions(), ['user.merge']);
    const gone = won(answers)[0]?.split(' ')[1];
    const undo = { name: 'unmerge', target: `POST /api/admin/users/${gone}/unmerge`, token: admin };
    const undone = await run([undo, undo, undo]);
    assert.equal(won(undone).length, 1, undone.join());
    assert.deepEqual(await service.audit.actions(), ['user.unmerge']);
  }
  await assertMembershipsAgree(service.database.read);
});

test('a sign-in beside a merge is ended by it or refused', { timeout: timeFor(240_000) }, async (t) => {
  const { service, run, pair, merge } = await start(t);
  for (let round = 0; round < rounds; round++) {
    const { one, other } = await pair(round);
    const body = { email: one.email, password: PASSWORD };
    const signIn = { name: 'login', target: 'POST /api/auth/login', body };
    const answers = await run([signIn, merge(one.id, other.id), signIn, signIn]);
    assert.deepEqual(
      won(answers).filter((answer) => answer.startsWith('merge')),
      [`merge ${one.id} 200`],
      answers.join(),
    );
    const { read } = service.database;
    const live = read.selectFrom('sign_ins').select('sid').where('user_id', 'in', [one.id, other.id]);
    assert.deepEqual(await live.where('ended_at', 'is', null).execute(), [], answers.join());
    assert.deepEqual(await read.selectFrom('sign_ins').select('sid').where('user_id', '=', one.id).execute(), []);
  }
});

test('a request for erasure beside a merge is of an account that is still there, or comes too late', {
  timeout: timeFor(240_000),
}, async (t) => {
  const { service, run, pair, merge } = await start(t);
  for (let round = 0; round < rounds; round++) {
    const { one, other } = await pair(round);
    const token = await service.tokenOf(one.email);
    const erase = { name: 'erase', target: 'POST /api/users/me/erasure', token };
    const answers = await run([erase, merge(one.id, other.id)]);
    assert.equal(won(answers).length, 1, answers.join());
    assert.match(
      answers.find((answer) => !won(answers).includes(answer)) ?? '',
      /401 auth.revoked|409 merging.erasure/,
    );
    const open = service.database.read.selectFrom('erasure_requests').select('id').where('user_id', '=', one.id);
    const gone = service.database.read.selectFrom('users').select('merged_into').where('id', '=', one.id);
    const [requests, user] = [await open.execute(), await gone.executeTakeFirstOrThrow()];
    assert.equal(requests.length === 1, user.merged_into === null, answers.join());
  }
});

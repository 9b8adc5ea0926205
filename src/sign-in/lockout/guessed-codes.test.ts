// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { authenticatorApp, enrolSecondFactor } from '../../../test/support/authenticator-app.ts';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';
import { hours, minutes, seconds } from '../../platform/kernel/durations.ts';

const ANA = 'ana@example.hr';
const WRONG = 'ovo nije lozinka';
const WRONG_CODE = '000000';

async function start(t: TestContext, env: Record<string, string> = {}) {
  const service = await startTestService(t, env);
  const app = authenticatorApp(t);
  const { id } = await service.addPerson({ email: ANA });
  const { secret } = await enrolSecondFactor(service, app, await service.tokenOf(ANA));
  await service.audit.forget();
  await service.mails.take();
  const guess = async (times: number): Promise<number[]> => {
    const statuses: number[] = [];
    for (let turn = 0; turn < times; turn++) statuses.push((await service.signIn(ANA, PASSWORD, WRONG_CODE)).status);
    return statuses;
  };
  const enter = async () => {
    service.clock.advance(seconds(30));
    return (await service.signIn(ANA, PASSWORD, app.codeAt(secret, service.clock.now()))).status;
  };
  return { service, id, guess, enter };
}

test('five wrong codes after the right password: the owner is notified, once a day at most', async (t) => {
  const { service, id, guess, enter } = await start(t);
  assert.deepEqual(await guess(4), [401, 401, 401, 401]);
  assert.deepEqual(await service.mails.take(), []);
  assert.deepEqual(await guess(1), [401]);
  const at = new Date(service.clock.now()).toISOString();
  const [mail, ...more] = await service.mails.take();
  assert.deepEqual(more, []);
  assert.deepEqual(mail, {
    kind: 'second-factor-guessed',
    to_address: ANA,
    user_id: id,
    language: 'hr',
    params: { name: 'Ana Čavić 1', at },
    secret_ref: null,
  });
  assert.deepEqual(await service.audit.actions(), [...Array(5).fill('login.2fa_fail'), 'login.locked']);
  for (let round = 0; round < 20; round++) {
    service.clock.advance(minutes(30));
    if (round % 3 === 0) assert.equal(await enter(), 200);
    assert.deepEqual(await guess(5), [401, 401, 401, 401, 401]);
  }
  assert.deepEqual(await service.mails.take(), []);
  service.clock.advance(hours(15));
  await guess(5);
  assert.equal((await service.mails.take()).length, 1, 'the next day');
});

test('wrong codes are counted across locks, and a wrong password in between does not reset them', async (t) => {
  const { service, guess } = await start(t, { SVC_LOGIN_LOCK_THRESHOLD: '3' });
  await guess(2);
  await service.signIn(ANA, WRONG);
  service.clock.advance(minutes(5));
  await guess(2);
  await service.signIn(ANA, WRONG);
  assert.deepEqual(await service.mails.take(), []);
  service.clock.advance(minutes(5));
  await guess(1);
  assert.deepEqual(
    (await service.mails.take()).map(({ kind }) => kind),
    ['second-factor-guessed'],
  );
});

test('wrong passwords alone, and typing errors with sign-ins in between, notify nobody', async (t) => {
  const { service, guess, enter } = await start(t);
  for (let turn = 0; turn < 5; turn++) await service.signIn(ANA, WRONG, WRONG_CODE);
  service.clock.advance(minutes(5));
  await guess(4);
  assert.equal(await enter(), 200);
  await guess(4);
  assert.deepEqual(await service.mails.take(), []);
});

test('of forty concurrent codes at most 20 are checked', async (t) => {
  const { service } = await start(t, { SVC_LOGIN_LOCK_THRESHOLD: '20' });
  const answers = await Promise.all(Array.from({ length: 40 }, () => service.signIn(ANA, PASSWORD, WRONG_CODE)));
  assert.ok(answers.filter(({ status }) => status === 401).length <= 20);
  const looked = (await service.audit.actions()).filter((action) => action === 'login.2fa_fail');
  assert.ok(looked.length <= 20, `${looked.length}`);
});

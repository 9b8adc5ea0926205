// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type LogoutReceiver, startLogoutReceiver } from '../../../../test/support/logout-receiver.ts';
import {
  type AppDesk,
  enter,
  openAppDesk,
  type RegisteredApp,
  registerApp,
} from '../../../../test/support/relying-party.ts';
import { instantAt } from '../../../platform/kernel/clock.ts';
import { days, hours, minutes, seconds } from '../../../platform/kernel/durations.ts';
import { dropTurnsBefore, takeTurn } from './logout-turns-store.ts';

const PRIVATE = { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' };
const DEAD = 10;

const until = async (isSo: () => boolean | Promise<boolean>, what: string, patience = seconds(20)) => {
  for (const giveUpAt = performance.now() + patience; !(await isSo()); await pause(20))
    assert.ok(performance.now() < giveUpAt, what);
};

const notices = async ({ service }: AppDesk) =>
  service.database.read.selectFrom('logout_notices').selectAll().orderBy('id').execute();

/** The token of somebody who has entered these applications. */
async function personIn(desk: AppDesk, email: string, apps: readonly RegisteredApp[], tenantId?: number) {
  await desk.service.addPerson({ email, ...(tenantId === undefined ? {} : { tenantId }) });
  const member = await desk.service.tokenOf(email);
  for (const app of apps) await enter({ ...desk, member }, app);
  return member;
}

const signOut = async ({ service }: AppDesk, token: string) =>
  assert.equal((await service.call('POST /api/auth/logout', { token })).status, 200);

async function open(t: TestContext) {
  const desk = await openAppDesk(t, PRIVATE);
  const register = async (receiver: LogoutReceiver, tenant_id?: number) =>
    registerApp(desk, {
      backchannel_logout_uri: receiver.url,
      trusted: true,
      ...(tenant_id === undefined ? {} : { tenant_id }),
    });
  return { desk, register };
}

test('ten dead applications of one tenant do not hold up the live one of another', async (t) => {
  const { desk, register } = await open(t);
  const club = await desk.service.addTenant('Klub');
  const [dead, live] = [await startLogoutReceiver(t, 'never'), await startLogoutReceiver(t)];
  const deadOnes = [];
  for (let count = 0; count < DEAD; count++) deadOnes.push(await register(dead, club.id));
  const leavers = [];
  for (const email of ['bruno@klub.hr', 'cvita@klub.hr', 'dora@klub.hr'])
    leavers.push(await personIn(desk, email, deadOnes, club.id));
  const own = await personIn(desk, 'eva@savez.hr', [await register(live)]);
  for (const token of leavers) await signOut(desk, token);
  desk.service.logouts.start();
  await until(() => dead.bodies.length === DEAD, 'every dead one has its turn');
  const left = performance.now();
  await signOut(desk, own);
  await until(() => live.bodies.length === 1, 'the live one is told');
  assert.ok(performance.now() - left < seconds(2), `after ${performance.now() - left} ms`);
  assert.equal(dead.bodies.length, DEAD, 'who has never answered has one place');
  const isPutOff = async () => (await notices(desk)).filter(({ state }) => state === 'sending').length === 0;
  await until(isPutOff, 'the dead ones are given up for now');
  await desk.service.logouts.deliverDue();
  assert.equal(dead.bodies.length, DEAD, 'the whole application is put off, not a notice');
});

test('an application has two places while it answers, one after it did not, and none while it is put off', async (t) => {
  const { desk, register } = await open(t);
  const receiver = await startLogoutReceiver(t);
  const app = await register(receiver);
  const leave = async (count: number) => {
    const tokens = [];
    for (let index = 0; index < count; index++)
      tokens.push(await personIn(desk, `${crypto.randomUUID()}@savez.hr`, [app]));
    for (const token of tokens) await signOut(desk, token);
  };
  await leave(3);
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 3);
  receiver.answerWith('never');
  receiver.bodies.length = 0;
  await leave(5);
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 2);
  const [turn] = await desk.service.database.read.selectFrom('logout_turns').selectAll().execute();
  assert.deepEqual([turn?.failures, turn?.quick_since], [1, null], 'two failures at once are one');
  desk.service.clock.advance(seconds(12));
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 3);
  receiver.answerWith(200);
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 3, 'put off');
  desk.service.clock.advance(hours(1));
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 8, 'the rest is told at once when it answers');
  assert.ok((await notices(desk)).every(({ state }) => state === 'delivered'));
});

test('what nobody tried for three days is given up with what was tried', async (t) => {
  const { desk, register } = await open(t);
  const receiver = await startLogoutReceiver(t, 503);
  const app = await register(receiver);
  for (const email of ['bruno@savez.hr', 'cvita@savez.hr', 'dora@savez.hr'])
    await signOut(desk, await personIn(desk, email, [app]));
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1);
  desk.service.clock.advance(days(3));
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 2);
  const kept = await notices(desk);
  assert.deepEqual(
    kept.map(({ state, subject, session_id, last_error }) => [state, subject, session_id, last_error]),
    Array(3).fill(['failed', '', '', 'HTTP 503']),
  );
});

test('notices of the version before, which gave no turns, are delivered too', async (t) => {
  const { desk, register } = await open(t);
  const receiver = await startLogoutReceiver(t);
  await signOut(desk, await personIn(desk, 'bruno@savez.hr', [await register(receiver)]));
  await desk.service.database.transaction((tx) => tx.deleteFrom('logout_turns').execute());
  await desk.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1);
});

test('of twenty at once, two have a place at an application that answers, and one at another', async (t) => {
  const { desk, register } = await open(t);
  const { database, clock } = desk.service;
  const app = await register(await startLogoutReceiver(t));
  const leavers = [];
  for (let count = 0; count < 6; count++) leavers.push(await personIn(desk, `osoba${count}@savez.hr`, [app]));
  for (const token of leavers) await signOut(desk, token);
  const now = instantAt(clock.now());
  const [until, longest] = [instantAt(clock.now() + minutes(2)), instantAt(clock.now() + minutes(3))];
  for (const [line, places] of [
    ['slow', 1],
    ['quick', 2],
  ] as const) {
    await database.transaction(async (tx) => {
      await tx
        .updateTable('logout_turns')
        .set({ quick_since: line === 'quick' ? now : null })
        .execute();
      await tx.updateTable('logout_notices').set({ state: 'queued', leased_until: null }).execute();
    });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => database.transaction((tx) => takeTurn(line)(tx, { now, until, longest }))),
    );
    assert.equal(all.filter((taken) => taken !== undefined).length, places, line);
  }
});

test('a turn goes with the last notice, and not before', async (t) => {
  const { desk, register } = await open(t);
  const app = await register(await startLogoutReceiver(t));
  await signOut(desk, await personIn(desk, 'bruno@savez.hr', [app]));
  const { database, clock, logouts } = desk.service;
  await logouts.deliverDue();
  clock.advance(days(31));
  const before = instantAt(clock.now() - days(30));
  const turns = async () => (await database.read.selectFrom('logout_turns').selectAll().execute()).length;
  await database.transaction((tx) => dropTurnsBefore(tx, before));
  assert.equal(await turns(), 1);
  await database.transaction((tx) => tx.deleteFrom('logout_notices').execute());
  await database.transaction((tx) => dropTurnsBefore(tx, before));
  assert.equal(await turns(), 0);
});

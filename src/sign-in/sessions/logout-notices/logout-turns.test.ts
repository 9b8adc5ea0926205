// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type LogoutReceiver, startLogoutReceiver } from '../../../../test/support/logout-receiver.ts';
import {
  type AppFixture,
  enter,
  openAppFixture,
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

const notices = async ({ service }: AppFixture) =>
  service.database.read.selectFrom('logout_notices').selectAll().orderBy('id').execute();

/** The token of somebody who has entered these applications. */
async function personIn(fixture: AppFixture, email: string, apps: readonly RegisteredApp[], tenantId?: number) {
  await fixture.service.addPerson({ email, ...(tenantId === undefined ? {} : { tenantId }) });
  const member = await fixture.service.tokenOf(email);
  for (const app of apps) await enter({ ...fixture, member }, app);
  return member;
}

const signOut = async ({ service }: AppFixture, token: string) =>
  assert.equal((await service.call('POST /api/auth/logout', { token })).status, 200);

async function open(t: TestContext) {
  const fixture = await openAppFixture(t, PRIVATE);
  const register = async (receiver: LogoutReceiver, tenant_id?: number) =>
    registerApp(fixture, {
      backchannel_logout_uri: receiver.url,
      trusted: true,
      ...(tenant_id === undefined ? {} : { tenant_id }),
    });
  return { fixture, register };
}

test('ten dead applications of one tenant do not hold up the live one of another', async (t) => {
  const { fixture, register } = await open(t);
  const club = await fixture.service.addTenant('Klub');
  const [dead, live] = [await startLogoutReceiver(t, 'never'), await startLogoutReceiver(t)];
  const deadOnes = [];
  for (let count = 0; count < DEAD; count++) deadOnes.push(await register(dead, club.id));
  const leavers = [];
  for (const email of ['bruno@klub.hr', 'cvita@klub.hr', 'dora@klub.hr'])
    leavers.push(await personIn(fixture, email, deadOnes, club.id));
  const own = await personIn(fixture, 'eva@savez.hr', [await register(live)]);
  for (const token of leavers) await signOut(fixture, token);
  fixture.service.logouts.start();
  await until(() => dead.bodies.length === DEAD, 'every dead one has its turn');
  const left = performance.now();
  await signOut(fixture, own);
  await until(() => live.bodies.length === 1, 'the live one is told');
  assert.ok(performance.now() - left < seconds(2), `after ${performance.now() - left} ms`);
  assert.equal(dead.bodies.length, DEAD, 'who has never answered has one place');
  const isPutOff = async () => (await notices(fixture)).filter(({ state }) => state === 'sending').length === 0;
  await until(isPutOff, 'the dead ones are given up for now');
  await fixture.service.logouts.deliverDue();
  assert.equal(dead.bodies.length, DEAD, 'the whole application is put off, not a notice');
});

test('an application has two places while it answers, one after it did not, and none while it is put off', async (t) => {
  const { fixture, register } = await open(t);
  const receiver = await startLogoutReceiver(t);
  const app = await register(receiver);
  const leave = async (count: number) => {
    const tokens = [];
    for (let index = 0; index < count; index++)
      tokens.push(await personIn(fixture, `${crypto.randomUUID()}@savez.hr`, [app]));
    for (const token of tokens) await signOut(fixture, token);
  };
  await leave(3);
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 3);
  receiver.answerWith('never');
  receiver.bodies.length = 0;
  await leave(5);
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 2);
  const [turn] = await fixture.service.database.read.selectFrom('logout_turns').selectAll().execute();
  assert.deepEqual([turn?.failures, turn?.quick_since], [1, null], 'two failures at once are one');
  fixture.service.clock.advance(seconds(12));
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 3);
  receiver.answerWith(200);
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 3, 'put off');
  fixture.service.clock.advance(hours(1));
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 8, 'the rest is told at once when it answers');
  assert.ok((await notices(fixture)).every(({ state }) => state === 'delivered'));
});

test('what nobody tried for three days is given up with what was tried', async (t) => {
  const { fixture, register } = await open(t);
  const receiver = await startLogoutReceiver(t, 503);
  const app = await register(receiver);
  for (const email of ['bruno@savez.hr', 'cvita@savez.hr', 'dora@savez.hr'])
    await signOut(fixture, await personIn(fixture, email, [app]));
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1);
  fixture.service.clock.advance(days(3));
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 2);
  const kept = await notices(fixture);
  assert.deepEqual(
    kept.map(({ state, subject, session_id, last_error }) => [state, subject, session_id, last_error]),
    Array(3).fill(['failed', '', '', 'HTTP 503']),
  );
});

test('notices of the version before, which gave no turns, are delivered too', async (t) => {
  const { fixture, register } = await open(t);
  const receiver = await startLogoutReceiver(t);
  await signOut(fixture, await personIn(fixture, 'bruno@savez.hr', [await register(receiver)]));
  await fixture.service.database.transaction((tx) => tx.deleteFrom('logout_turns').execute());
  await fixture.service.logouts.deliverDue();
  assert.equal(receiver.bodies.length, 1);
});

test('of twenty at once, two have a place at an application that answers, and one at another', async (t) => {
  const { fixture, register } = await open(t);
  const { database, clock } = fixture.service;
  const app = await register(await startLogoutReceiver(t));
  const leavers = [];
  for (let count = 0; count < 6; count++) leavers.push(await personIn(fixture, `osoba${count}@savez.hr`, [app]));
  for (const token of leavers) await signOut(fixture, token);
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
    const take = () => database.transaction((tx) => takeTurn(line)(tx, { now, until, longest }));
    const all = await Promise.all(Array.from({ length: 20 }, take));
    // Who finds the turn locked goes on without waiting, so that of all at once fewer may have taken a place.
    all.push(await take(), await take());
    assert.equal(all.filter((taken) => taken !== undefined).length, places, line);
  }
});

test('a turn goes with the last notice, and not before', async (t) => {
  const { fixture, register } = await open(t);
  const app = await register(await startLogoutReceiver(t));
  await signOut(fixture, await personIn(fixture, 'bruno@savez.hr', [app]));
  const { database, clock, logouts } = fixture.service;
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

// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { freshSeed, openOutbox, testSmtpTransport } from '../../../test/support/mail-outbox.ts';
import { startSmtpServer } from '../../../test/support/mail-smtp-server.ts';
import type { JsonText } from '../database/json-column.ts';
import { instantAt, nowOf } from '../kernel/clock.ts';
import { days, hours, minutes, seconds } from '../kernel/durations.ts';
import type { MailWords, SecretRef } from './mail.ts';
import type { Delivery, MailTransport } from './mail-transport.ts';

/** A transport that records its mails and returns the given results. */
function recorder(answer: (to: string) => Delivery | Promise<Delivery> = () => ({ outcome: 'sent' })) {
  const sent: string[] = [];
  const transport: MailTransport = {
    deliver: async (mail, { to }) => {
      sent.push(mail.message_id);
      return answer(to.address);
    },
  };
  return { transport, sent };
}

const noTransport = recorder().transport;

test('two nodes with four workers each share 200 mails; each is sent once', async (t) => {
  const smtp = await startSmtpServer(t, { disabledCommands: ['STARTTLS'] });
  const { worker, anotherWorker, enqueue, clock, database } = await openOutbox(t, testSmtpTransport(smtp.port));
  const at = nowOf(clock);
  for (let number = 0; number < 200; number++) {
    await enqueue('password-changed', { at }, { to: { email: `clan${number}@example.hr` } });
  }
  await Promise.all([worker.deliverDue(), anotherWorker().deliverDue()]);
  const states = await database.read.selectFrom('mails').select(['state', 'attempts']).execute();
  assert.deepEqual(new Set(states.map(({ state, attempts }) => `${state} ${attempts}`)), new Set(['sent 1']));
  assert.deepEqual([smtp.taken.length, new Set(smtp.taken.map(({ to }) => to)).size], [200, 200]);
});

test('a node that dies while sending causes at most one duplicate, with the same Message-ID', async (t) => {
  const alive = recorder();
  const { worker, anotherWorker, notify, row, clock } = await openOutbox(t, alive.transport);
  const id = await notify('ana@example.hr');
  const dying = silent();
  void anotherWorker(dying).deliverDue();
  while (dying.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  await worker.deliverDue();
  clock.advance(minutes(2) - 1);
  await worker.deliverDue();
  assert.deepEqual([(await row(id)).state, alive.sent], ['sending', []], 'leased');
  clock.advance(1);
  await worker.deliverDue();
  assert.deepEqual([(await row(id)).state, (await row(id)).attempts], ['sent', 2]);
  assert.deepEqual(alive.sent, dying.sent);
  dying.letGo();
});

/** A transport that takes a mail and says nothing, until the test lets it go or it is told to stop. */
function silent(): { transport: MailTransport; sent: string[]; letGo: () => void } {
  const { promise, resolve } = Promise.withResolvers<Delivery>();
  const letGo = () => resolve({ outcome: 'retry', error: 'EABORT' });
  const { transport, sent } = recorder(() => promise);
  const deliver: MailTransport['deliver'] = (mail, composed, stop) => {
    stop.addEventListener('abort', letGo);
    return transport.deliver(mail, composed, stop);
  };
  return { transport: { deliver }, sent, letGo };
}

/** A node whose lease of a mail is over while the transport has not answered it yet. */
async function loseLease(t: TestContext) {
  let answer = (_: Delivery) => {};
  const slow = recorder(() => new Promise<Delivery>((resolve) => (answer = resolve)));
  const outbox = await openOutbox(t, slow.transport);
  const id = await outbox.notify('ana@example.hr');
  const late = outbox.worker.deliverDue();
  while (slow.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  outbox.clock.advance(minutes(2));
  const failLate = async () => {
    answer({ outcome: 'failed', error: 'too late' });
    await late;
  };
  return { ...outbox, id, failLate };
}

test('a node that lost its lease no longer changes the mail', async (t) => {
  const { anotherWorker, row, id, failLate } = await loseLease(t);
  await anotherWorker({ transport: recorder().transport }).deliverDue();
  const after = await row(id);
  await failLate();
  assert.deepEqual(await row(id), after);
  assert.equal(after.state, 'sent');
});

test('a node that lost its lease does not end a mail that another one is sending', async (t) => {
  const { anotherWorker, row, id, failLate } = await loseLease(t);
  const second = silent();
  const sending = anotherWorker(second).deliverDue();
  while (second.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const during = await row(id);
  await failLate();
  assert.deepEqual(await row(id), during);
  assert.deepEqual([during.state, during.attempts], ['sending', 2]);
  second.letGo();
  await sending;
  assert.equal((await row(id)).state, 'queued', 'whoever has the lease decides');
});

test('what a clock wrote that was years ahead is sent when it is right again', async (t) => {
  const { transport, sent } = recorder();
  const { worker, anotherWorker, notify, row, clock } = await openOutbox(t, transport);
  clock.advance(days(800));
  const tried = await notify('ana@example.hr');
  const refused = recorder(() => ({ outcome: 'retry', error: 'ECONNECTION down' }));
  await anotherWorker(refused).deliverDue();
  const leased = await notify('iva@example.hr');
  const dying = silent();
  void anotherWorker(dying).deliverDue();
  while (dying.sent.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const waiting = await notify('eva@example.hr');
  clock.advance(-days(800));
  await worker.deliverDue();
  for (const id of [tried, leased, waiting]) {
    const { state, created_at } = await row(id);
    assert.deepEqual([id, state, created_at], [id, 'sent', nowOf(clock)]);
  }
  assert.equal(sent.length, 3);
  dying.letGo();
});

test('a mail is retried for three days with growing pauses, and then fails', async (t) => {
  const { transport, sent } = recorder(() => ({ outcome: 'retry', error: 'ECONNECTION down' }));
  const { worker, notify, row, clock } = await openOutbox(t, transport);
  const id = await notify('ana@example.hr');
  const start = clock.now();
  const pauses: number[] = [];
  await worker.deliverDue();
  for (let mail = await row(id); mail.state === 'queued'; mail = await row(id)) {
    pauses.push(Date.parse(mail.due_at) - clock.now());
    clock.advance(pauses.at(-1) ?? 0);
    await worker.deliverDue();
  }
  assert.equal((await row(id)).state, 'failed');
  assert.equal((await row(id)).last_error, 'ECONNECTION down');
  assert.ok(clock.now() - start >= days(3) && clock.now() - start < days(3) + hours(1));
  assert.ok((pauses[0] as number) <= seconds(15) && Math.max(...pauses) <= hours(1), String(pauses));
  assert.ok(sent.length < 130, String(sent.length));
});

test('a row that cannot be rendered is parked and does not delay other mails', async (t) => {
  const { transport, sent } = recorder();
  const { worker, notify, row, database } = await openOutbox(t, transport);
  const broken = [await notify('a@example.hr'), await notify('b@example.hr'), await notify('c@example.hr')];
  const spoilt = [
    { params: 'nije JSON' as JsonText<MailWords> },
    { kind: 'nepoznato' as 'invitation' },
    { secret_ref: '{"kind":"link"' as JsonText<SecretRef> },
  ];
  for (const [at, values] of spoilt.entries()) {
    const id = broken[at] as number;
    await database.transaction((tx) => tx.updateTable('mails').set(values).where('id', '=', id).execute());
  }
  const good = await notify('dobra@example.hr');
  await worker.deliverDue();
  for (const id of broken) assert.equal((await row(id)).state, 'failed');
  assert.equal((await row(good)).state, 'sent');
  assert.equal(sent.length, 1);
});

test('a mail whose link was replaced, or whose link or code expired, is cancelled unsent', async (t) => {
  const { transport, sent } = recorder();
  const { worker, enqueue, row, clock } = await openOutbox(t, transport, {
    asOfNow: async (mail) => (mail.to_address === 'zamijenjena@example.hr' ? undefined : mail),
  });
  const expires_at = instantAt(clock.now() + hours(2));
  const reset = (email: string) =>
    enqueue(
      'password-reset',
      { expires_at, by_administrator: 'no' },
      { to: { email }, secret: { kind: 'link', path: '/reset-password', seed: freshSeed() } },
    );
  const replaced = await reset('zamijenjena@example.hr');
  const good = await reset('dobra@example.hr');
  await worker.deliverDue();
  const late = [await reset('kasna@example.hr')];
  late.push(await enqueue('email-change-code', { expires_at }, { secret: { kind: 'code', seed: freshSeed() } }));
  clock.advance(hours(2));
  await worker.deliverDue();
  assert.deepEqual([(await row(replaced)).state, (await row(good)).state], ['cancelled', 'sent']);
  for (const id of late) assert.equal((await row(id)).state, 'cancelled');
  assert.equal(sent.length, 1);
});

test('a mail waits while the store cannot say whether it is still wanted', async (t) => {
  const { worker, notify, row } = await openOutbox(t, noTransport, {
    asOfNow: () => Promise.reject(new Error('away')),
  });
  const id = await notify('ana@example.hr');
  await worker.deliverDue();
  assert.equal((await row(id)).state, 'queued');
});

test('a started worker sends enqueued mails, and none after it was closed', async (t) => {
  const { transport, sent } = recorder();
  const { worker, notify, row } = await openOutbox(t, transport);
  worker.start();
  const first = await notify('ana@example.hr');
  for (let turn = 0; turn < 300 && (await row(first)).state !== 'sent'; turn++)
    await new Promise((resolve) => setTimeout(resolve, 10));
  assert.equal((await row(first)).state, 'sent');
  await worker.close();
  const second = await notify('ana@example.hr');
  await worker.deliverDue();
  await new Promise((resolve) => setTimeout(resolve, 700));
  assert.equal((await row(second)).state, 'queued');
  assert.equal(sent.length, 1);
});

test('the log contains no address', async (t) => {
  const { transport } = recorder((to) => ({ outcome: 'failed', error: `EENVELOPE 550 <${to}> unknown` }));
  const { worker, notify, log } = await openOutbox(t, transport);
  await notify('ana@example.hr');
  await worker.deliverDue();
  assert.match(log.join(), /"state":"failed","reason":"EENVELOPE"/);
  assert.doesNotMatch(log.join(), /example\.hr/);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freshSeed, openOutbox } from '../../../test/support/mail-outbox.ts';
import { parseInstant } from '../kernel/clock.ts';
import { mailPersonalData } from './mail-personal-data.ts';
import type { Delivery } from './mail-transport.ts';

const AT = parseInstant('2026-03-01T10:00:00.000Z');
const sent = async (): Promise<Delivery> => ({ outcome: 'sent' });

test('an export lists the mails sent to the person, without their secrets', async (t) => {
  const { worker, enqueue, database } = await openOutbox(t, { deliver: sent });
  const secret = { kind: 'link', path: '/reset-password', seed: freshSeed() } as const;
  await enqueue(
    'password-reset',
    { expires_at: parseInstant('2026-03-01T12:00:00.000Z'), by_administrator: 'no' },
    { secret },
  );
  await enqueue('password-changed', { at: AT }, { to: { id: 2 } });
  await worker.deliverDue();
  assert.deepEqual(await mailPersonalData.exportOf(database.read, 1), {
    mails: [
      { to: 'ana@example.hr', kind: 'password-reset', language: 'hr', state: 'sent', created_at: AT, sent_at: AT },
    ],
  });
});

test('an erasure blanks the mails of one person and cancels those that are not sent yet', async (t) => {
  const { worker, enqueue, notify, row, database } = await openOutbox(t, { deliver: sent });
  const gone = await notify('ana@example.hr');
  await worker.deliverDue();
  const secret = { kind: 'code', seed: freshSeed() } as const;
  const waiting = await enqueue(
    'email-change-code',
    { expires_at: parseInstant('2026-03-01T12:00:00.000Z') },
    { secret },
  );
  const other = await enqueue('password-changed', { at: AT }, { to: { id: 2, email: 'marko@example.hr' } });
  const before = await row(other);
  for (let turn = 0; turn < 2; turn++) await database.transaction((tx) => mailPersonalData.erase(tx, 1, AT));
  const blank = { to_address: 'erased-1@erased.invalid', params: '{}', secret_ref: null, last_error: null };
  for (const [id, state] of [
    [gone, 'sent'],
    [waiting, 'cancelled'],
  ] as const) {
    const after = await row(id);
    assert.deepEqual(after, { ...after, ...blank, state });
  }
  assert.deepEqual(await row(other), before);
  await worker.deliverDue();
  assert.deepEqual([(await row(waiting)).state, (await row(other)).state], ['cancelled', 'sent']);
});

test('a mail in progress while its recipient is erased is not restored', async (t) => {
  let answer = (_: Delivery) => {};
  const { worker, notify, row, database } = await openOutbox(t, {
    deliver: () => new Promise<Delivery>((resolve) => (answer = resolve)),
  });
  const id = await notify('ana@example.hr');
  const done = worker.deliverDue();
  while ((await row(id)).state !== 'sending') await new Promise((resolve) => setTimeout(resolve, 5));
  await new Promise((resolve) => setTimeout(resolve, 50));
  await database.transaction((tx) => mailPersonalData.erase(tx, 1, AT));
  const erased = await row(id);
  answer({ outcome: 'retry', error: 'ECONNECTION ana@example.hr' });
  await done;
  assert.deepEqual(await row(id), erased);
});

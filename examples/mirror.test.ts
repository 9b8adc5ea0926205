import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { auditSealer } from '../src/platform/audit/seal-audit.ts';
import { minutes } from '../src/platform/kernel/durations.ts';
import { runErasures } from '../src/privacy/personal-data/run-erasures.ts';
import { startEventReceiver } from '../test/support/event-receiver.ts';
import { scratchFolder } from '../test/support/scratch-folder.ts';
import { registerService } from '../test/support/service-fixture.ts';
import { freePort } from '../test/support/service-process.ts';
import { openStreet, type Street } from '../test/support/sibling-street.ts';
import { openMirror } from './mirror.ts';

const CASES = '/api/admin/gdpr/erasure-requests';

async function subscribe({ service, boss }: Street, url: string, more: Record<string, unknown> = {}) {
  const registered = await registerService({ service, boss }, ['users:read', 'events:read'], { tenant_id: 1 });
  await auditSealer(service)(); // people so far are read from the list
  const body = { application_id: registered.id, form: 'push', url, ...more };
  const made = await service.call('POST /api/admin/subscriptions', { token: boss, body });
  assert.equal(made.status, 201, made.text);
  return { ...registered, webhookSecret: made.body.secret as string };
}

async function startMirror(t: TestContext, street: Street) {
  const port = await freePort();
  const file = join(scratchFolder(t), 'mirror.db');
  const { id, secret, webhookSecret } = await subscribe(street, `http://127.0.0.1:${port}/`, {
    purpose: 'Popis članova',
  });
  const options = { baseUrl: street.origin, clientId: id, clientSecret: secret, secret: webhookSecret, file };
  const mirror = await openMirror(options);
  mirror.listen(port, '127.0.0.1');
  await once(mirror, 'listening');
  const db = new DatabaseSync(file);
  t.after(() => {
    db.close();
    mirror.closeAllConnections();
    mirror.close();
  });
  const seal = auditSealer(street.service);
  return {
    deliver: async () => {
      await seal();
      await street.service.events.deliverDue();
      await street.service.orders.deliverDue();
    },
    people: () =>
      db
        .prepare('SELECT email, name, may_enter FROM people ORDER BY email')
        .all()
        .map((row) => Object.values(row)),
    answered: () =>
      db
        .prepare('SELECT answered_at, body FROM orders')
        .all()
        .map((row) => Object.values(row)),
  };
}

test('the mirror knows its people from the list and from events, and erases on order, with a receipt', async (t) => {
  const street = await openStreet(t);
  const { service, boss, member } = street;
  const { deliver, people, answered } = await startMirror(t, street);
  const gazda = ['gazda@example.hr', 'Ana Čavić 1', 1];
  assert.deepEqual(people(), [['ana@example.hr', 'Ana Čavić', 1], gazda]);
  const { id } = (await service.call('GET /api/auth/me', { token: member })).body;
  const iva = { email: 'iva@example.hr', ime: 'Iva', prezime: 'Đukić', role: 'member' };
  assert.equal((await service.call('POST /api/admin/users', { token: boss, body: iva })).status, 201);
  await service.call(`PUT /api/admin/users/${id}`, { token: boss, body: { prezime: 'Šarić' } });
  await service.call(`POST /api/admin/users/${id}/suspend`, { token: boss, body: {} });
  await deliver();
  const withIva = [gazda, ['iva@example.hr', 'Iva Đukić', 1]];
  assert.deepEqual(people(), [['ana@example.hr', 'Ana Šarić', 0], ...withIva]);
  await service.call(`POST /api/admin/users/${id}/unsuspend`, { token: boss, body: {} });
  await deliver();
  assert.deepEqual(people()[0], ['ana@example.hr', 'Ana Šarić', 1]);

  const asked = await service.call('POST /api/users/me/gdpr-erase', { token: await service.tokenOf('ana@example.hr') });
  const approved = await service.call(`POST ${CASES}/${asked.body.id}/approve`, { token: boss });
  assert.equal(approved.status, 200, approved.text);
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  service.clock.advance(minutes(2));
  await runErasures(service.privacy);
  await deliver();
  assert.deepEqual(people(), withIva);
  for (let tries = 0; answered()[0]?.[0] === null && tries < 100; tries++) await pause(20);
  const [[answeredAt, body] = []] = answered();
  assert.ok(typeof answeredAt === 'string', 'the receipt was taken');
  assert.equal(body, '', 'and nothing of the order is kept but its id');
  const states = await service.database.read.selectFrom('recipient_orders').select(['answer']).execute();
  assert.deepEqual(
    states.map(({ answer }) => answer),
    ['done'],
  );
});

test('of two accounts that became one the mirror lets one in, and both again once that is undone', async (t) => {
  const street = await openStreet(t);
  const { service, boss, member } = street;
  const { deliver, people } = await startMirror(t, street);
  const { id } = (await service.call('GET /api/auth/me', { token: member })).body;
  const iva = { email: 'iva@example.hr', ime: 'Iva', prezime: 'Đukić', role: 'member' };
  const { body: made } = await service.call('POST /api/admin/users', { token: boss, body: iva });
  const act = async (verb: string, body: object) => {
    const answer = await service.call(`POST /api/admin/users/${made.id}/${verb}`, { token: boss, body });
    assert.ok(answer.status < 300, answer.text);
    await deliver();
    return people().flatMap(([email, , mayEnter]) => (mayEnter === 1 ? [email] : []));
  };
  const others = ['ana@example.hr', 'gazda@example.hr'];
  await service.call(`POST /api/admin/users/${made.id}/suspend`, { token: boss, body: {} });
  assert.deepEqual(await act('unsuspend', {}), [...others, 'iva@example.hr']);
  assert.deepEqual(await act('merge', { into: id }), others);
  assert.deepEqual(await act('unmerge', {}), others, 'she has not accepted her invitation');
});

test('Python verifies what arrives with nothing but its own library', async (t) => {
  const street = await openStreet(t);
  const receiver = await startEventReceiver(t);
  const { webhookSecret } = await subscribe(street, receiver.url);
  const [{ id }] = (await street.service.call('GET /api/admin/subscriptions', { token: street.boss })).body.items;
  await street.service.call(`POST /api/admin/subscriptions/${id}/test`, { token: street.boss });
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
  const given = ['id', 'timestamp', 'signature'].map((name) => String(headers[`webhook-${name}`]));
  const verify = (secret: string, input: string) =>
    spawnSync('python3', [join(import.meta.dirname, 'verify-webhook.py'), secret, ...given], { input }).status;
  const other = `whsec_${Buffer.alloc(32).toString('base64')}`;
  assert.deepEqual([verify(webhookSecret, body), verify(webhookSecret, `${body} `), verify(other, body)], [0, 1, 1]);
});

// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { readEvents, type ServerEvent } from '../../../client/event-stream.ts';
import { openEventFixture, openReader, SUBSCRIPTIONS } from '../../../test/support/event-fixture.ts';
import type { ReceivedEvent } from '../../../test/support/event-receiver.ts';
import { startEventReceiver } from '../../../test/support/event-receiver.ts';
import { assertProper, problemsOf } from '../../../test/support/proper-answer.ts';
import { registerApp } from '../../../test/support/relying-party.ts';
import { registerService, serviceToken } from '../../../test/support/service-fixture.ts';
import { trimAudit } from '../../platform/audit/trim-audit.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { days, hours, minutes } from '../../platform/kernel/durations.ts';
import { runErasures } from '../../privacy/personal-data/run-erasures.ts';

const verified = ({ body, headers }: ReceivedEvent, secret: string) =>
  new Webhook(secret).verify(body, headers as Record<string, string>);

test('a subscription is made, read, changed, paused, resumed and ended, on record', async (t) => {
  const { service, boss, appId, receiver } = await openEventFixture(t);
  await service.audit.forget();
  const body = { application_id: appId, form: 'push', url: receiver.url, types: ['user.suspend'] };
  const made = await service.call(`POST ${SUBSCRIPTIONS}`, { token: boss, body });
  assertProper(made, SUBSCRIPTIONS);
  assert.equal(made.status, 201, made.text);
  const { id, secret, created_at, updated_at, starts_after, ...rest } = made.body;
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  assert.equal(created_at, updated_at);
  assert.ok(starts_after > 0);
  assert.deepEqual(rest, {
    application_id: appId,
    form: 'push',
    url: receiver.url,
    types: ['user.suspend'],
    purpose: null,
    state: 'active',
    position: starts_after,
    last_seq: starts_after,
    behind: 0,
    failing_since: null,
    next_attempt_at: null,
    previous_until: null,
  });
  const { rows } = await service.database.transaction(async (tx) => ({
    rows: await tx.selectFrom('event_subscriptions').selectAll().execute(),
  }));
  assert.ok(!JSON.stringify(rows).includes(secret.slice('whsec_'.length)), 'the secret is sealed');
  const act = (target: string, sent?: object) =>
    service.call(target, { token: boss, ...(sent === undefined ? {} : { body: sent }) });
  const changed = await act(`PUT ${SUBSCRIPTIONS}/${id}`, { types: null, purpose: ' Popis članova ' });
  assert.deepEqual([changed.body.types, changed.body.purpose], [null, 'Popis članova']);
  assert.equal((await act(`POST ${SUBSCRIPTIONS}/${id}/pause`)).body.state, 'paused');
  assert.equal((await act(`POST ${SUBSCRIPTIONS}/${id}/resume`)).body.state, 'active');
  assert.equal((await act(`GET ${SUBSCRIPTIONS}/${id}`)).body.purpose, 'Popis članova');
  const list = await act(`GET ${SUBSCRIPTIONS}?application_id=${appId}`);
  assert.deepEqual([list.body.total, list.body.items[0].id], [1, id]);
  assert.equal((await act(`DELETE ${SUBSCRIPTIONS}/${id}`)).status, 204);
  assert.equal((await act(`GET ${SUBSCRIPTIONS}/${id}`)).body.code, 'subscriptions.not_found');
  const which = { subscription_id: id, application_id: appId };
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta]),
    [
      ['subscription.create', { ...which, form: 'push', names: false }],
      ['subscription.update', { ...which, changed: ['types', 'purpose'] }],
      ['subscription.update', { ...which, changed: ['state'], state: 'paused' }],
      ['subscription.update', { ...which, changed: ['state'], state: 'active' }],
      ['subscription.delete', which],
    ],
  );
});

test('events arrive signed, in the order of the chain, each with its place and hash, and name the one before', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { id, secret } = await fixture.subscribe();
  const { body: made } = await service.call(`GET ${SUBSCRIPTIONS}/${id}`, { token: boss });
  for (const act of ['suspend', 'unsuspend', 'suspend'])
    await service.call(`POST /api/admin/users/${memberId}/${act}`, { token: boss, body: {} });
  await fixture.deliver();
  const events = fixture.arrived();
  assert.deepEqual(
    events.map(({ type }) => type),
    ['user.suspend', 'user.unsuspend', 'user.suspend'],
  );
  for (const one of receiver.received) assert.deepEqual(verified(one, secret), JSON.parse(one.body));
  const seals = await service.database.read.selectFrom('audit_seals').select(['seq', 'hash']).execute();
  let previous = made.last_seq;
  for (const { data } of events) {
    assert.equal(data.previous_seq, previous);
    assert.equal(seals.find(({ seq }) => seq === data.seq)?.hash, data.hash);
    previous = data.seq;
  }
  const { timestamp, data } = events[0];
  assert.match(timestamp, /^\d{4}-.*Z$/);
  const { seq: _, hash: __, previous_seq: ___, ...thin } = data;
  assert.deepEqual(thin, { version: 1, tenant_id: 1, sub: String(memberId), details: {} });
  await fixture.deliver();
  assert.equal(receiver.received.length, 3, 'once');
  assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 3);
  const attempts = await service.call(`GET ${SUBSCRIPTIONS}/${id}/attempts`, { token: boss });
  assert.deepEqual(
    [attempts.body.total, attempts.body.items[0].status, attempts.body.items[0].seq],
    [3, 204, previous],
  );
});

test('names and addresses are sent only for a purpose, and only of people of the tenant', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId } = fixture;
  await fixture.subscribe({ purpose: 'Popis članova' });
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: { reason: 'Tajni razlog' } });
  await fixture.deliver();
  const person = { ime: 'Ana', prezime: 'Čavić', email: 'ana@example.hr' };
  assert.deepEqual(fixture.arrived()[0].data.person, person);
  assert.doesNotMatch(fixture.receiver.received[0]?.body ?? '', /Tajni/);

  const other = await service.addTenant('Drugi savez');
  const unsuspended = await service.call(`POST /api/admin/users/${memberId}/unsuspend`, { token: boss, body: {} });
  assert.equal(unsuspended.status, 200, unsuspended.text);
  const moved = await service.call(`PUT /api/admin/users/${memberId}`, { token: boss, body: { tenant_id: other.id } });
  assert.equal(moved.status, 200, moved.text);
  await fixture.deliver();
  const later = fixture.arrived().slice(1);
  const told = later.map(({ type, data }) => [type, data.person]);
  assert.deepEqual(told[0], ['user.unsuspend', null], 'whoever has gone to another tenant is not shown');
});

test('an erasure blanks what receivers answered to events about the person', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { id } = await fixture.subscribe({ purpose: 'Popis članova', types: ['user.suspend', 'user.unsuspend'] });
  const other = await service.addPerson({ email: 'bruno@example.hr' });
  receiver.answerWith({ status: 200, body: 'Primljeno: Ana Čavić' });
  for (const about of [memberId, other.id])
    await service.call(`POST /api/admin/users/${about}/suspend`, { token: boss, body: {} });
  await service.call(`POST /api/admin/users/${memberId}/unsuspend`, { token: boss, body: {} });
  await fixture.deliver();
  const token = await service.tokenOf('ana@example.hr');
  const { body: asked } = await service.call('POST /api/users/me/gdpr-erase', { token });
  const approved = await service.call(`POST /api/admin/gdpr/erasure-requests/${asked.id}/approve`, { token: boss });
  assert.equal(approved.status, 200, approved.text);
  await runErasures(service.privacy);
  await service.mail.deliverDue();
  await runErasures(service.privacy);
  const { body } = await service.call(`GET ${SUBSCRIPTIONS}/${id}/attempts`, { token: boss });
  assert.deepEqual(
    body.items.map(({ excerpt }: { excerpt: string }) => excerpt),
    ['', 'Primljeno: Ana Čavić', ''],
    'what was said of others stays its seven days',
  );
});

test('only events of the tenant at the time of the event arrive, and only of the types asked for', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId } = fixture;
  const other = await service.addTenant('Drugi savez');
  const stranger = await service.addPerson({ tenantId: other.id });
  await fixture.subscribe({ types: ['user.suspend'] });
  for (const id of [stranger.id, memberId])
    await service.call(`POST /api/admin/users/${id}/suspend`, { token: boss, body: {} });
  await service.call(`POST /api/admin/users/${memberId}/unsuspend`, { token: boss, body: {} });
  await fixture.deliver();
  assert.deepEqual(
    fixture.arrived().map(({ type, data }) => [type, data.sub]),
    [['user.suspend', String(memberId)]],
  );
});

test('events of what is below arrive where the application reaches it', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, appId } = fixture;
  const body = { name: 'Klub Neretva', parent_id: 1 };
  const club = (await service.call('POST /api/admin/tenants', { token: boss, body })).body;
  const beside = await service.addTenant('Drugi savez');
  const [inside, stranger] = [
    await service.addPerson({ tenantId: club.id }),
    await service.addPerson({ tenantId: beside.id }),
  ];
  await fixture.subscribe({ types: ['user.suspend', 'user.unsuspend'] });
  const act = async (name: string) => {
    for (const { id } of [stranger, inside])
      await service.call(`POST /api/admin/users/${id}/${name}`, { token: boss, body: {} });
    await fixture.deliver();
  };
  const reach = (below: boolean) =>
    service.call(`PUT /api/admin/applications/${appId}`, { token: boss, body: { who: { below } } });
  await act('suspend');
  assert.deepEqual(fixture.arrived(), []);
  await reach(true);
  await act('unsuspend');
  await reach(false);
  await act('suspend');
  assert.deepEqual(
    fixture.arrived().map(({ type, data }) => [type, data.sub, data.tenant_id]),
    [['user.unsuspend', String(inside.id), club.id]],
  );
});

test('an application of another kind of trust knows people by pairwise identifiers, in events too', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, appId } = fixture;
  await service.call(`PUT /api/admin/applications/${appId}`, { token: boss, body: { foreign: true } });
  await fixture.subscribe();
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} });
  await fixture.deliver();
  assert.match(fixture.arrived()[0].data.sub, /^[\w-]{43}$/);
});

test('both secrets sign for a day after a rotation, and then only the new one', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { id, secret } = await fixture.subscribe();
  const rotated = await service.call(`POST ${SUBSCRIPTIONS}/${id}/secret`, { token: boss });
  assert.deepEqual(await service.audit.actions(), ['subscription.secret']);
  const arrives = async (act: string) => {
    await service.call(`POST /api/admin/users/${memberId}/${act}`, { token: boss, body: {} });
    await fixture.deliver();
    return receiver.received.at(-1) as ReceivedEvent; // it has arrived
  };
  const within = await arrives('suspend');
  for (const one of [secret, rotated.body.secret]) verified(within, one);
  service.clock.advance(days(1));
  const token = await service.tokenOf('gazda@example.hr');
  await service.call(`POST /api/admin/users/${memberId}/unsuspend`, { token, body: {} });
  await fixture.deliver();
  const [later] = receiver.received.slice(-1) as [ReceivedEvent]; // it has arrived
  assert.equal(String(later.headers['webhook-signature']).split(' ').length, 1);
  // The library compares with the real time, so the signature is checked at the time it was made.
  t.mock.timers.enable({ apis: ['Date'], now: service.clock.now() });
  verified(later, rotated.body.secret);
  assert.throws(() => verified(later, secret));
});

test('a foreign verifier accepts ours and refuses each of 20 forgeries', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { secret } = await fixture.subscribe();
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} });
  await fixture.deliver();
  const [{ body, headers }] = receiver.received as [ReceivedEvent]; // it has arrived
  const id = String(headers['webhook-id']);
  const timestamp = String(headers['webhook-timestamp']);
  const signature = String(headers['webhook-signature']);
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature };
  const accepts = (changes: object = {}, text = body, key = secret) =>
    new Webhook(key).verify(text, { ...signed, ...changes } as Record<string, string>);
  assert.deepEqual(accepts(), JSON.parse(body));
  const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const later = String(Number(timestamp) + 1);
  const old = new Date((Number(timestamp) - 600) * 1000);
  const ahead = new Date((Number(timestamp) + 600) * 1000);
  const raw = signature.slice('v1,'.length);
  const forgeries: [string, () => unknown][] = [
    ['another secret', () => accepts({}, body, other)],
    ['another id', () => accepts({ 'webhook-id': `${id}x` })],
    ['an empty id', () => accepts({ 'webhook-id': '' })],
    ['another time', () => accepts({ 'webhook-timestamp': later })],
    ['no time', () => accepts({ 'webhook-timestamp': '' })],
    ['a time in words', () => accepts({ 'webhook-timestamp': 'danas' })],
    ['an old message', () => accepts({ 'webhook-timestamp': String(old.getTime() / 1000) })],
    [
      'an old message, signed then',
      () =>
        accepts({
          'webhook-timestamp': String(old.getTime() / 1000),
          'webhook-signature': new Webhook(secret).sign(id, old, body),
        }),
    ],
    [
      'one from the future, signed then',
      () =>
        accepts({
          'webhook-timestamp': String(ahead.getTime() / 1000),
          'webhook-signature': new Webhook(secret).sign(id, ahead, body),
        }),
    ],
    ['another event', () => accepts({}, body.replace('user.suspend', 'user.unsuspend'))],
    ['another person', () => accepts({}, body.replace(`"sub":"${memberId}"`, '"sub":"1"'))],
    ['another place', () => accepts({}, body.replace(/"seq":\d+/, '"seq":1'))],
    ['another hash', () => accepts({}, body.replace(/"hash":"./, '"hash":"_'))],
    ['a space more', () => accepts({}, `${body} `)],
    ['the same members written anew', () => accepts({}, JSON.stringify(JSON.parse(body), undefined, 1))],
    ['no signature', () => accepts({ 'webhook-signature': '' })],
    ['a signature without version', () => accepts({ 'webhook-signature': raw })],
    ['another version', () => accepts({ 'webhook-signature': `v2,${raw}` })],
    ['half a signature', () => accepts({ 'webhook-signature': signature.slice(0, -10) })],
    [
      'a signature of another secret',
      () => accepts({ 'webhook-signature': new Webhook(other).sign(id, new Date(Number(timestamp) * 1000), body) }),
    ],
  ];
  assert.equal(forgeries.length, 20);
  for (const [what, forged] of forgeries) assert.throws(forged, Error, what);
});

test('a receiver that fails gets the same event again, later and later, and nothing is skipped', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { id } = await fixture.subscribe();
  receiver.answerWith({ status: 500, body: `Ne radi ${'x'.repeat(2000)}\0` });
  for (const act of ['suspend', 'unsuspend'])
    await service.call(`POST /api/admin/users/${memberId}/${act}`, { token: boss, body: {} });
  await fixture.deliver();
  assert.equal(receiver.received.length, 1, 'the second waits for the first');
  await fixture.deliver();
  assert.equal(receiver.received.length, 1, 'it is left alone for a while');
  service.clock.advance(minutes(1));
  receiver.answerWith(200);
  await fixture.deliver();
  const events = fixture.arrived();
  assert.deepEqual(
    events.map(({ type }) => type),
    ['user.suspend', 'user.suspend', 'user.unsuspend'],
  );
  const [first, again] = receiver.received;
  assert.equal(first?.headers['webhook-id'], again?.headers['webhook-id']);
  assert.equal(first?.body, again?.body);
  const { body } = await service.call(`GET ${SUBSCRIPTIONS}/${id}/attempts`, { token: boss });
  assert.deepEqual(
    body.items.map(({ status }: { status: number }) => status),
    [200, 200, 500],
  );
  assert.equal(Buffer.byteLength(body.items[2].excerpt), 1024);
});

test('after a day its owner is mailed, after three days it stops; resumed, it gets everything', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { id } = await fixture.subscribe();
  receiver.answerWith(503);
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} });
  await fixture.deliver();
  await service.mails.take();
  const mailed: [number, string, string][] = [];
  for (let hour = 1; hour <= 75; hour++) {
    service.clock.advance(hours(1));
    await fixture.deliver();
    for (const { kind, to_address, params } of await service.mails.take())
      if (kind === 'subscription-failing') mailed.push([hour, to_address, params.ended === '' ? 'tried' : 'ended']);
  }
  assert.deepEqual(mailed, [
    [24, 'gazda@example.hr', 'tried'],
    [72, 'gazda@example.hr', 'ended'],
  ]);
  const stopped = (await service.audit.take()).filter(({ action }) => action === 'subscription.end');
  assert.deepEqual(
    stopped.map(({ meta, actor_id }) => [meta.reason, actor_id]),
    [['given_up', null]],
  );
  const token = await service.tokenOf('gazda@example.hr');
  const ended = await service.call(`GET ${SUBSCRIPTIONS}/${id}`, { token });
  assert.equal(ended.body.state, 'given_up');
  const calls = receiver.received.length;
  assert.ok(calls > 60 && calls < 110, `${calls} calls`);
  receiver.answerWith(200);
  await fixture.deliver();
  assert.equal(receiver.received.length, calls);
  await service.call(`POST ${SUBSCRIPTIONS}/${id}/resume`, { token });
  await fixture.deliver();
  assert.equal(fixture.arrived().at(-1).type, 'user.suspend');
});

test('410 ends a subscription at once; redirects are not followed', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const elsewhere = await startEventReceiver(t);
  const { id } = await fixture.subscribe();
  receiver.answerWith({ status: 307, location: elsewhere.url });
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} });
  await fixture.deliver();
  assert.deepEqual([receiver.received.length, elsewhere.received.length], [1, 0]);
  const attempts = await service.call(`GET ${SUBSCRIPTIONS}/${id}/attempts`, { token: boss });
  assert.deepEqual([attempts.body.items[0].status, attempts.body.items[0].problem], [null, 'redirected']);
  service.clock.advance(minutes(1));
  receiver.answerWith(410);
  await fixture.deliver();
  const ended = await service.call(`GET ${SUBSCRIPTIONS}/${id}`, { token: boss });
  assert.equal(ended.body.state, 'gone');
  assert.ok((await service.audit.actions()).includes('subscription.end'));
  assert.deepEqual(
    (await service.mails.take())
      .filter(({ kind }) => kind === 'subscription-failing')
      .map(({ params }) => params.reason),
    ['HTTP 410'],
  );
  service.clock.advance(hours(2));
  await fixture.deliver();
  assert.equal(receiver.received.length, 2);
});

test('ten receivers that never answer delay no other', { timeout: 60_000 }, async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId } = fixture;
  const dead = await startEventReceiver(t, 'never');
  for (let made = 0; made < 9; made++) await fixture.subscribe({ url: dead.url });
  await fixture.subscribe();
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} });
  await fixture.seal();
  const began = performance.now();
  const all = service.events.deliverDue();
  while (fixture.receiver.received.length === 0 && performance.now() - began < 10_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(fixture.receiver.received.length, 1);
  assert.ok(performance.now() - began < 5000, 'while the others wait for an answer');
  await all;
  assert.equal(dead.received.length, 9);
});

test('whatever a tenant’s receivers do, those of another are called', { timeout: 60_000 }, async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId } = fixture;
  const club = await service.addTenant('Klub Neretva');
  const { id: stranger } = await service.addPerson({ tenantId: club.id });
  const dead = await startEventReceiver(t, 'never');
  for (let apps = 0; apps < 2; apps++) {
    const { id } = await registerApp(fixture, { tenant_id: club.id });
    for (let made = 0; made < 10; made++) await fixture.subscribe({ application_id: id, url: dead.url });
  }
  await fixture.subscribe();
  for (const id of [stranger, memberId])
    await service.call(`POST /api/admin/users/${id}/suspend`, { token: boss, body: {} });
  await fixture.seal();
  const began = performance.now();
  const all = service.events.deliverDue();
  while (fixture.receiver.received.length === 0 && performance.now() - began < 12_000)
    await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(fixture.receiver.received.length, 1, 'while the others hold all that is theirs');
  assert.ok(dead.received.length <= 12, `${dead.received.length} at once`);
  await service.events.close();
  await all;
});

test('asleep for a week, with its secret replaced meanwhile, a receiver gets everything by the new one', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { id, secret } = await fixture.subscribe();
  receiver.answerWith(503);
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} });
  await fixture.deliver();
  const rotated = await service.call(`POST ${SUBSCRIPTIONS}/${id}/secret`, { token: boss });
  assert.equal(rotated.status, 200, rotated.text);
  await service.call(`POST /api/admin/users/${memberId}/unsuspend`, { token: boss, body: {} });
  service.clock.advance(days(7)); // the service slept, not the receiver: nothing was tried
  receiver.answerWith(503);
  await fixture.deliver();
  const token = await service.tokenOf('gazda@example.hr');
  const { body: stopped } = await service.call(`GET ${SUBSCRIPTIONS}/${id}`, { token });
  assert.equal(stopped.state, 'given_up', 'the first failure is a week old');
  receiver.answerWith(200);
  receiver.received.length = 0;
  assert.equal((await service.call(`POST ${SUBSCRIPTIONS}/${id}/resume`, { token })).status, 200);
  await fixture.deliver();
  const events = fixture.arrived().filter(({ data }) => data.sub === String(memberId));
  assert.deepEqual(
    events.map(({ type }) => type),
    ['user.suspend', 'user.unsuspend'],
  );
  t.mock.timers.enable({ apis: ['Date'], now: service.clock.now() });
  for (const one of receiver.received) {
    assert.equal(String(one.headers['webhook-signature']).split(' ').length, 1, 'the day of both is over');
    verified(one, rotated.body.secret);
    assert.throws(() => verified(one, secret));
  }
});

test('a test event is sent at once and says nothing', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, receiver } = fixture;
  const { id, secret } = await fixture.subscribe();
  receiver.answerWith({ status: 202, body: 'Stiglo' });
  const tested = await service.call(`POST ${SUBSCRIPTIONS}/${id}/test`, { token: boss });
  assert.deepEqual([tested.status, tested.body.status, tested.body.excerpt], [200, 202, 'Stiglo']);
  const [sent] = receiver.received as [ReceivedEvent]; // it has arrived
  verified(sent, secret);
  assert.equal(JSON.parse(sent.body).type, 'events.test');
  assert.deepEqual(await service.audit.actions(), []);
});

test('a replay sends the same events again under the same ids; what was trimmed is told as a gap', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId, receiver } = fixture;
  const { id } = await fixture.subscribe();
  for (const act of ['suspend', 'unsuspend'])
    await service.call(`POST /api/admin/users/${memberId}/${act}`, { token: boss, body: {} });
  await fixture.deliver();
  const before = receiver.received.map(({ headers }) => headers['webhook-id']);
  const { starts_after: after } = (await service.call(`GET ${SUBSCRIPTIONS}/${id}`, { token: boss })).body;
  await service.audit.forget();
  const replay = (place: number) =>
    service.call(`POST ${SUBSCRIPTIONS}/${id}/replay`, { token: boss, body: { after: place } });
  assert.equal((await replay(after)).status, 200);
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta.after]),
    [['subscription.replay', after]],
  );
  await fixture.deliver();
  assert.deepEqual(
    receiver.received.slice(2).map(({ headers }) => headers['webhook-id']),
    before,
  );
  assert.equal((await replay(1_000_000)).body.code, 'events.ahead');
  receiver.received.length = 0;
  await replay(0);
  await fixture.deliver();
  const [gap] = fixture.arrived();
  assert.deepEqual([gap.type, gap.data.details], ['events.gap', { after: 0, up_to: after, reason: 'before_start' }]);
  await trimAudit(service, instantAt(service.clock.now() + 1));
  receiver.received.length = 0;
  await replay(0);
  await fixture.deliver();
  assert.equal(fixture.arrived()[0].data.details.reason, 'trimmed');
});

test('a service reads events after the last that it has, and gets the same again for the same question', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId } = fixture;
  const reader = await openReader(fixture);
  const none = await service.call('GET /api/events', { token: reader.token });
  assert.deepEqual([none.status, none.body.code], [404, 'subscriptions.not_found']);
  await fixture.seal();
  await fixture.subscribe({ application_id: reader.id, form: 'pull', url: null });
  for (const act of ['suspend', 'unsuspend', 'suspend'])
    await service.call(`POST /api/admin/users/${memberId}/${act}`, { token: boss, body: {} });
  await fixture.seal();
  const read = (query = '') => service.call(`GET /api/events${query}`, { token: reader.token });
  const first = await read('?limit=2');
  assertProper(first, '/api/events');
  assert.deepEqual(
    first.body.items.map(({ type }: { type: string }) => type),
    ['user.suspend', 'user.unsuspend'],
  );
  assert.deepEqual((await read('?limit=2')).body, first.body);
  const rest = await read(`?after=${first.body.next_after}`);
  assert.deepEqual([rest.body.items.length, rest.body.behind], [1, 0]);
  assert.equal(rest.body.items[0].data.previous_seq, first.body.next_after);
  const end = await read(`?after=${rest.body.next_after}`);
  assert.deepEqual([end.body.items, end.body.next_after], [[], rest.body.next_after]);
  assert.equal((await read('?after=999999')).body.code, 'events.ahead');
  const again = await read('?after=0');
  assert.deepEqual([again.body.items[0].type, again.body.items[0].data.details.reason], ['events.gap', 'before_start']);
});

test('what a subscription may be is checked', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, appId } = fixture;
  const made = (body: object) =>
    service.call(`POST ${SUBSCRIPTIONS}`, { token: boss, body: { application_id: appId, form: 'push', ...body } });
  for (const [body, problem] of [
    [{}, 'body.url missing'],
    [{ url: 'ftp://primatelj.hr/' }, 'body.url address'],
    [{ url: 'http://primatelj.hr/' }, 'body.url address'],
    [{ url: 'https://ana:tajna@primatelj.hr/' }, 'body.url address'],
    [{ url: 'https://primatelj.hr/', purpose: ' ' }, 'body.purpose missing'],
    [{ form: 'pull' }, 'body.form service'],
  ] as const)
    assert.deepEqual(problemsOf(await made(body)), [problem], JSON.stringify(body));
  assert.equal((await made({ url: 'https://primatelj.hr/', types: ['login.fail'] })).status, 422);
  for (let count = 0; count < 10; count++) await fixture.subscribe();
  assert.equal((await made({ url: fixture.receiver.url })).body.code, 'subscriptions.too_many');
  const reader = await openReader(fixture);
  await fixture.subscribe({ application_id: reader.id, form: 'pull', url: null });
  const second = await made({ application_id: reader.id, form: 'pull' });
  assert.equal(second.body.code, 'subscriptions.pull_taken');
});

test('a service follows its events as they come, from the last that it has, until its secret is taken away', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, memberId } = fixture;
  const reader = await openReader(fixture);
  await fixture.subscribe({ application_id: reader.id, form: 'pull', url: null });
  const origin = await service.server.listen({ host: '127.0.0.1', port: 0 });
  const follow = async (headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${reader.token}`;
    const { status, body } = await fetch(`${origin}/api/events/stream`, { headers: { authorization, ...headers } });
    assert.ok(status === 200 && body);
    return readEvents(body);
  };
  const act = async (name: string) => {
    await service.call(`POST /api/admin/users/${memberId}/${name}`, { token: boss, body: {} });
    await fixture.seal();
  };
  const next = async (stream: AsyncGenerator<ServerEvent>) => {
    const { value, done } = await stream.next();
    return done ? undefined : JSON.parse(value.data);
  };
  const stream = await follow();
  await act('suspend');
  const suspended = await next(stream);
  assert.equal(suspended.type, 'user.suspend');
  await act('unsuspend');
  assert.equal((await next(stream)).data.previous_seq, suspended.data.seq);
  const again = await follow({ 'last-event-id': String(suspended.data.seq) });
  assert.equal((await next(again)).type, 'user.unsuspend');
  const gone = await service.call(`DELETE /api/admin/applications/${reader.id}`, { token: boss });
  assert.equal(gone.status, 204, gone.text);
  assert.deepEqual([await next(stream), await next(again)], [undefined, undefined]);
});

test('whoever reads without the scope, or as a person, gets nothing', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss } = fixture;
  const blind = await serviceToken(service, await registerService(fixture, ['users:read']));
  const reader = await openReader(fixture);
  await fixture.subscribe({ application_id: reader.id, form: 'pull', url: null });
  for (const path of ['/api/events', '/api/events/stream']) {
    const as = async (token: string) => {
      const { status, body } = await service.call(`GET ${path}`, { token });
      return [status, body.code];
    };
    assert.deepEqual(await as(blind), [403, 'access.scope']);
    assert.deepEqual(await as(boss), [403, 'access.role']);
    assert.equal((await service.call(`GET ${path}`)).status, 401);
  }
});

test('subscriptions are listed page by page, newest first, none twice and none left out', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss } = fixture;
  const made: string[] = [];
  for (const later of [0, 0, 0, minutes(1)]) {
    service.clock.advance(later); // three in one instant
    made.push((await fixture.subscribe()).id);
  }
  const listed: string[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await service.call(`GET ${SUBSCRIPTIONS}?limit=2${cursor}`, { token: boss });
    assert.equal(body.total, 4);
    listed.push(...body.items.map(({ id }: { id: string }) => id));
    if (body.next_cursor === null) break;
    cursor = `&cursor=${body.next_cursor}`;
  }
  assert.deepEqual(listed, [made[3], ...made.slice(0, 3).sort()]);
});

// engine: both
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { compactVerify, createLocalJWKSet, SignJWT } from 'jose';
import { Webhook } from 'standardwebhooks';
import { addMembershipFor } from '../../../../test/support/add-membership.ts';
import {
  type EventFixture,
  openEventFixture,
  openReader,
  SUBSCRIPTIONS,
} from '../../../../test/support/event-fixture.ts';
import { type EventReceiver, startEventReceiver } from '../../../../test/support/event-receiver.ts';
import { findLeftBehind } from '../../../../test/support/left-behind.ts';
import { assertProper, problemsOf } from '../../../../test/support/proper-answer.ts';
import { enter, registerApp } from '../../../../test/support/relying-party.ts';
import { subjectOf } from '../../../openid/applications/provider-ids.ts';
import { days, minutes } from '../../../platform/kernel/durations.ts';
import { type ErasureCertificate, signCertificate } from '../../../privacy/personal-data/erasure-certificate.ts';
import { runErasures } from '../../../privacy/personal-data/run-erasures.ts';

const RECIPIENTS = '/api/admin/recipients';
const CASES = '/api/admin/gdpr/erasure-requests';
const NAMES = ['Markerica', 'Oznaković', 'ana@example.hr', '69435151530'];

interface Subscriber {
  readonly id: string;
  readonly subscription: string;
  readonly secret: string;
  readonly receiver: EventReceiver;
}

interface Fixture extends EventFixture {
  /** A superadmin's fresh token: clocks go on by days. */
  boss2(): Promise<string>;
  subscriber(members?: Record<string, unknown>, app?: Record<string, unknown>): Promise<Subscriber>;
  erase(email?: string): Promise<number>;
  sign(secret: string, claims: Record<string, unknown>, options?: { typ?: string; iat?: number }): Promise<string>;
}

async function openFixture(t: TestContext): Promise<Fixture> {
  const fixture = await openEventFixture(t);
  const { service } = fixture;
  const boss2 = () => service.tokenOf('gazda@example.hr');
  return {
    ...fixture,
    boss2,
    subscriber: async (members = {}, app = {}) => {
      const receiver = await startEventReceiver(t, 202);
      const { id } = await registerApp(fixture, { tenant_id: 1, ...app });
      const { id: subscription, secret } = await fixture.subscribe({
        application_id: id,
        url: receiver.url,
        ...members,
      });
      return { id, subscription, secret, receiver };
    },
    erase: async (email = 'ana@example.hr') => {
      const token = await service.tokenOf(email);
      const { body } = await service.call('POST /api/users/me/gdpr-erase', { token });
      const approved = await service.call(`POST ${CASES}/${body.id}/approve`, { token: await boss2() });
      assert.equal(approved.status, 200, approved.text);
      await runErasures(service.privacy);
      await service.mail.deliverDue();
      await runErasures(service.privacy);
      service.clock.advance(minutes(2));
      await runErasures(service.privacy);
      await service.mails.take();
      await service.audit.forget();
      return body.id;
    },
    sign: (secret, claims, { typ = 'iskaznica-receipt+jws', iat = Math.floor(service.clock.now() / 1000) } = {}) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'HS256', typ })
        .setIssuedAt(iat)
        .sign(Buffer.from(secret.slice('whsec_'.length), 'base64')),
  };
}

// biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of an order
const ordersAt = (receiver: EventReceiver): any[] =>
  receiver.received.map(({ body }) => JSON.parse(body)).filter(({ type }) => type.startsWith('order.'));

const receiptOf = (order: { data: { receipt_url: string } }) => `POST ${new URL(order.data.receipt_url).pathname}`;

/** The person's name is sent to a receiver with a purpose. */
async function nameAna({ service, boss, memberId, deliver }: Fixture): Promise<void> {
  await service.call(`POST /api/admin/users/${memberId}/suspend`, { token: boss, body: {} });
  await service.call(`POST /api/admin/users/${memberId}/unsuspend`, { token: boss, body: {} });
  await deliver();
}

test('an erasure with four recipients, from the register to a certificate that verifies offline', {
  timeout: 60_000,
}, async (t) => {
  const fixture = await openFixture(t);
  const { service, boss, memberId } = fixture;
  const { database } = service;
  const named = { ime: 'Markerica', prezime: 'Oznaković', oib: '69435151530' };
  await service.call(`PUT /api/admin/users/${memberId}`, { token: boss, body: named });
  // Signed in to, and called; its identifier of the person is its own.
  const shop = await fixture.subscriber({}, { name: 'Trgovina', foreign: true });
  const secret = await service.call(`POST /api/admin/applications/${shop.id}/secret`, { token: boss });
  await enter(fixture, { id: shop.id, secret: secret.body.client_secret });
  // Sent the name by a subscription with a purpose, and silent.
  const silent = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Tihi' });
  // Asks itself.
  const reader = await openReader(fixture, { name: 'Rezultati' });
  await fixture.subscribe({ application_id: reader.id, form: 'pull', url: null, purpose: 'Popis' });
  await nameAna(fixture);
  await service.call('GET /api/events', { token: reader.token });
  // Entered by hand.
  const made = await service.call(`POST ${RECIPIENTS}`, { token: boss, body: { name: 'Savez – lista za natjecanje' } });
  assert.equal(made.status, 201, made.text);
  assertProper(made, RECIPIENTS);
  const given = await service.call(`POST ${RECIPIENTS}/${made.body.id}/people`, {
    token: boss,
    body: { user_ids: [memberId] },
  });
  assert.deepEqual([given.status, given.body], [200, { noted: 1 }], given.text);
  const own = await service.call('GET /api/users/me/recipients', { token: await service.tokenOf('ana@example.hr') });
  assertProper(own, '/api/users/me/recipients');
  assert.deepEqual(own.body.recipients.map((one: Record<string, string>) => [one.recipient, one.received_by]).sort(), [
    ['Rezultati', 'subscription'],
    ['Savez – lista za natjecanje', 'export'],
    ['Tihi', 'subscription'],
    ['Trgovina', 'sign_in'],
  ]);
  assert.deepEqual(own.body.orders, []);
  const receivedBefore = silent.receiver.received.length;

  const caseId = await fixture.erase();
  const rows = await database.read.selectFrom('recipient_orders').selectAll().execute();
  assert.deepEqual([rows.length, new Set(rows.map(({ kind }) => kind))], [4, new Set(['erase'])]);
  assert.deepEqual(
    await database.read.selectFrom('person_recipients').selectAll().execute(),
    [],
    'the register forgets',
  );
  const idOf = (recipient: string) => rows.find(({ recipient_id }) => recipient_id === recipient)?.id ?? '';
  // Nobody answers what they have not got.
  const early = await service.call(`POST /recipients/orders/${idOf(shop.id)}/receipt`, {
    body: { receipt: await fixture.sign(shop.secret, { order_id: idOf(shop.id), answer: 'done' }) },
  });
  assert.deepEqual([early.status, early.body.code], [409, 'orders.not_sent'], early.text);
  assertProper(early, '/recipients/orders/:id/receipt');

  await service.orders.deliverDue();
  const [order] = ordersAt(shop.receiver);
  const sub = subjectOf(service.keys, memberId, { id: shop.id, foreign: true });
  assert.deepEqual(order, {
    type: 'order.erase',
    timestamp: rows[0]?.ordered_at,
    data: {
      order_id: idOf(shop.id),
      tenant_id: 1,
      sub,
      details: {},
      answer_by: new Date(Date.parse(rows[0]?.ordered_at ?? '') + days(14)).toISOString(),
      reminder: false,
      receipt_url: `${service.settings.server.publicUrl}/recipients/orders/${idOf(shop.id)}/receipt`,
    },
  });
  const [sent] = shop.receiver.received.filter(({ body }) => body.includes('order.erase'));
  assert.equal(sent?.headers['webhook-id'], `order_${order.data.order_id}`);
  assert.deepEqual(new Webhook(shop.secret).verify(sent?.body ?? '', sent?.headers as Record<string, string>), order);
  const asked = await service.call('GET /api/recipients/orders', { token: reader.token });
  assertProper(asked, '/api/recipients/orders');
  assert.deepEqual(
    asked.body.items.map(({ type, data }: { type: string; data: { sub: string } }) => [type, data.sub]),
    [['order.erase', String(memberId)]],
  );
  assert.deepEqual(await service.audit.actions(), ['order.send', 'order.send', 'order.send']);

  // Done, signed; kept, by token; unknown, by hand.
  const admin = await fixture.boss2();
  const done = await service.call(receiptOf(order), {
    body: { receipt: await fixture.sign(shop.secret, { order_id: order.data.order_id, answer: 'done' }) },
  });
  assert.deepEqual([done.status, done.body.answer], [200, 'done'], done.text);
  assertProper(done, '/recipients/orders/:id/receipt');
  const kept = await service.call(receiptOf(asked.body.items[0]), {
    token: reader.token,
    body: { answer: 'kept', ground: 'legal_obligation', kept_until: '2031-12-31' },
  });
  assert.equal(kept.status, 200, kept.text);
  const today = new Date(service.clock.now()).toISOString().slice(0, 10);
  const told = await service.call(`POST /api/admin/orders/${idOf(made.body.id)}/by-hand`, {
    token: admin,
    body: { told_on: today, told_by: 'letter', answer: 'unknown' },
  });
  assert.equal(told.status, 200, told.text);
  assertProper(told, '/api/admin/orders/:id/by-hand');
  const of = (recipient_id: string) => ({ order_id: idOf(recipient_id), recipient_id, kind: 'erase' });
  assert.deepEqual(
    (await service.audit.take())
      .filter(({ action }) => action.startsWith('order.'))
      .map(({ action, meta, user_id }) => [action, user_id, meta]),
    [
      ['order.answer', memberId, { ...of(shop.id), answer: 'done', ground: null, proof: 'signature' }],
      [
        'order.answer',
        memberId,
        {
          ...of(reader.id),
          answer: 'kept',
          ground: 'legal_obligation',
          proof: 'token',
          service: { id: reader.id, name: 'Rezultati' },
        },
      ],
      ['order.told', memberId, { ...of(made.body.id), told_on: today, told_by: 'letter' }],
      ['order.answer', memberId, { ...of(made.body.id), answer: 'unknown', ground: null, proof: 'hand' }],
    ],
  );

  // Seven days: once more to who is silent. Fourteen: overdue.
  service.clock.advance(days(6));
  await service.orders.chase();
  await service.orders.deliverDue();
  assert.equal(ordersAt(silent.receiver).length, 1);
  service.clock.advance(days(1));
  for (let run = 0; run < 2; run++) {
    await service.orders.chase();
    await service.orders.deliverDue();
  }
  const reminders = silent.receiver.received.slice(receivedBefore + 1);
  assert.deepEqual(
    reminders.map(({ headers, body }) => [headers['webhook-id'], JSON.parse(body).data.reminder]),
    [[`order_${idOf(silent.id)}_reminder`, true]],
  );
  assert.equal(ordersAt(shop.receiver).length, 1, 'who has answered is left alone');
  assert.deepEqual(await service.mails.take(), [], 'who can be called is reminded by a call');
  service.clock.advance(days(7));
  await service.audit.forget();
  for (let run = 0; run < 2; run++) await service.orders.chase();
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta]),
    [['order.overdue', of(silent.id)]],
  );
  assert.deepEqual(
    (await service.mails.take()).map(({ kind, to_address, params }) => [
      kind,
      to_address,
      params.recipient,
      params.state,
    ]),
    [['orders-unanswered', 'gazda@example.hr', 'Tihi', 'overdue']],
  );

  const seen = await service.call(`GET ${CASES}/${caseId}`, { token: await fixture.boss2() });
  const states = (orders: { recipient: string; state: string }[]) =>
    Object.fromEntries(orders.map(({ recipient, state }) => [recipient, state]));
  const ends = { Rezultati: 'kept', 'Savez – lista za natjecanje': 'unknown', Tihi: 'overdue', Trgovina: 'done' };
  assert.deepEqual(states(seen.body.orders), ends);
  const certificate = await service.call(`GET ${CASES}/${caseId}/certificate`, { token: await fixture.boss2() });
  const jwks = createLocalJWKSet((await service.call('GET /.well-known/jwks.json')).body);
  const { payload } = await compactVerify(certificate.body.jws, jwks);
  const proved = JSON.parse(new TextDecoder().decode(payload));
  assert.deepEqual(proved, certificate.body.certificate);
  assert.deepEqual([proved.version, states(proved.recipients)], [2, ends]);
  const keeper = proved.recipients.find(({ state }: { state: string }) => state === 'kept');
  assert.deepEqual([keeper.ground, keeper.kept_until, keeper.proof], ['legal_obligation', '2031-12-31', 'token']);
  const pdf = await service.call(`GET ${CASES}/${caseId}/certificate?format=pdf`, { token: await fixture.boss2() });
  assert.ok(pdf.text.startsWith('%PDF-'));

  // A late answer still counts, and the certificate has it.
  service.clock.advance(minutes(1));
  const late = await service.call(receiptOf(ordersAt(silent.receiver)[0]), {
    body: { receipt: await fixture.sign(silent.secret, { order_id: idOf(silent.id), answer: 'done' }) },
  });
  assert.equal(late.status, 200, late.text);
  const after = await service.call(`GET ${CASES}/${caseId}/certificate`, { token: await fixture.boss2() });
  assert.deepEqual(states(after.body.certificate.recipients), { ...ends, Tihi: 'done' });
  assert.ok(after.body.certificate.recipients_at > proved.recipients_at);

  // No name, address or telephone in any column, and in no byte of an order.
  assert.deepEqual(await findLeftBehind({ ...service, log: [] }, NAMES), []);
  const bytes = [shop, silent].flatMap(({ receiver }) =>
    receiver.received.filter(({ body }) => body.includes('order.')),
  );
  for (const name of [...NAMES, ...NAMES.map((text) => encodeURIComponent(text))])
    assert.ok(!JSON.stringify([bytes, asked.body, rows]).includes(name), name);
});

test('a certificate of version 1 stays as it was issued, and nobody gets a signature by changing the store', async (t) => {
  const fixture = await openFixture(t);
  const { service } = fixture;
  const { database, keys } = service;
  const one = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Jedan' });
  await nameAna(fixture);
  const id = await fixture.erase();
  const read = async () =>
    (await service.call(`GET ${CASES}/${id}/certificate`, { token: await fixture.boss2() })).body as {
      jws: string;
      certificate: ErasureCertificate;
    };
  const store = (certificate: string) =>
    database.transaction((tx) =>
      tx.updateTable('erasure_requests').set({ certificate }).where('id', '=', id).execute(),
    );
  const issued = await read();
  const { recipients: _, recipients_at: __, ...rest } = issued.certificate;
  const first = signCertificate(keys, { ...rest, version: 1 });
  await store(first);
  await service.orders.deliverDue();
  const told = await read();
  assert.deepEqual([told.jws, told.certificate.recipients], [first, undefined]);
  const jwks = createLocalJWKSet((await service.call('GET /.well-known/jwks.json')).body);
  assert.equal((await compactVerify(told.jws, jwks)).protectedHeader.typ, 'iskaznica-erasure+jws');
  // The stored one is signed anew where it was ours, and not where somebody has changed it.
  await store(issued.jws);
  assert.equal((await read()).certificate.recipients?.[0]?.state, 'asked');
  const [head, , signature] = issued.jws.split('.');
  const forged = Buffer.from(JSON.stringify({ ...issued.certificate, user_id: 999 })).toString('base64url');
  await store(`${head}.${forged}.${signature}`);
  const changed = await read();
  assert.equal(changed.jws, `${head}.${forged}.${signature}`);
  await assert.rejects(compactVerify(changed.jws, jwks));
  assert.equal(ordersAt(one.receiver).length, 1);
});

test('a receipt counts once, from its recipient alone, fresh and well-formed', async (t) => {
  const fixture = await openFixture(t);
  const { service } = fixture;
  const one = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Jedan' });
  const two = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Dva' });
  const elsewhere = await service.addTenant('Drugi savez');
  const other = await fixture.subscriber({}, { tenant_id: elsewhere.id, name: 'Treći' });
  const reader = await openReader(fixture);
  await nameAna(fixture);
  await fixture.erase();
  await service.orders.deliverDue();
  await service.audit.forget();
  const [order] = ordersAt(one.receiver);
  const { order_id } = order.data;
  const answer = (body: unknown) => service.call(receiptOf(order), { body });
  const byToken = (token?: string) =>
    service.call(`POST /api${new URL(order.data.receipt_url).pathname}`, {
      body: { answer: 'done' },
      ...(token === undefined ? {} : { token }),
    });
  const signed = async (secret: string, claims = {}, options = {}) =>
    answer({ receipt: await fixture.sign(secret, { order_id, answer: 'done', ...claims }, options) });
  const now = Math.floor(service.clock.now() / 1000);
  const key = Buffer.from(one.secret.slice('whsec_'.length), 'base64');
  const partsOf = (...parts: unknown[]) => parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
  const claims = { order_id, answer: 'done', iat: now };
  const [head = '', body = ''] = partsOf({ alg: 'HS256', typ: 'iskaznica-receipt+jws' }, claims);
  const [none = ''] = partsOf({ alg: 'none', typ: 'iskaznica-receipt+jws' });
  const mac = createHmac('sha256', key).update(`${head}.${body}`).digest('base64url');
  const [changed = ''] = partsOf({ ...claims, answer: 'unknown' });
  const refused = async (made: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body: said } = await made;
    return `${status} ${said.code}`;
  };
  for (const [what, made, expected] of [
    ['another recipient’s secret', signed(two.secret), '404 orders.not_found'],
    ['another tenant’s', signed(other.secret), '404 orders.not_found'],
    ['another order', signed(one.secret, { order_id: 'druga' }), '404 orders.not_found'],
    ['another recipient’s token', byToken(reader.token), '404 orders.not_found'],
    ['a person', byToken(await fixture.boss2()), '403 access.role'],
    ['nobody', byToken(), '401 auth.missing'],
    ['unsigned', answer({ answer: 'done' }), '422 request.invalid'],
    ['no algorithm', answer({ receipt: `${none}.${body}.` }), '401 orders.unsigned'],
    ['no signature', answer({ receipt: `${head}.${body}.` }), '404 orders.not_found'],
    ['changed', answer({ receipt: `${head}.${changed}.${mac}` }), '404 orders.not_found'],
    ['not a JWS', answer({ receipt: 'potvrda' }), '401 orders.unsigned'],
    ['another type', signed(one.secret, {}, { typ: 'JWT' }), '401 orders.unsigned'],
    ['stale', signed(one.secret, {}, { iat: now - 301 }), '401 orders.stale'],
    ['from the future', signed(one.secret, {}, { iat: now + 400 }), '401 orders.stale'],
    ['kept without a ground', signed(one.secret, { answer: 'kept' }), '422 request.invalid'],
    ['a ground of their own', signed(one.secret, { answer: 'kept', ground: 'Ana' }), '422 request.invalid'],
    ['a ground for nothing', signed(one.secret, { ground: 'archiving' }), '422 request.invalid'],
    [
      'no such day',
      signed(one.secret, { answer: 'kept', ground: 'archiving', kept_until: '2031-02-30' }),
      '422 request.invalid',
    ],
    ['no such answer', signed(one.secret, { answer: 'možda' }), '422 request.invalid'],
  ] as const)
    assert.equal(await refused(made), expected, what);
  const missing = await service.call('POST /recipients/orders/nema/receipt', {
    body: { receipt: await fixture.sign(one.secret, { order_id: 'nema', answer: 'done' }) },
  });
  assert.deepEqual([missing.status, missing.body.code], [404, 'orders.not_found']);
  assert.deepEqual(await service.audit.actions(), [], 'nothing was taken');
  // Of many at once one counts.
  const answers = ['done', 'unknown'] as const;
  const tries = await Promise.all(
    Array.from({ length: 16 }, (_, at) => signed(one.secret, { answer: answers[at % 2] })),
  );
  const won = tries.filter(({ status }) => status === 200);
  assert.equal(won.length, 1);
  for (const { status, body: said } of tries.filter((made) => !won.includes(made)))
    assert.deepEqual([status, said.code], [409, 'orders.answered']);
  assert.deepEqual(await service.audit.actions(), ['order.answer']);
  const row = await service.database.read
    .selectFrom('recipient_orders')
    .select(['answer', 'proof'])
    .where('id', '=', order_id)
    .executeTakeFirstOrThrow();
  assert.deepEqual({ ...row }, { answer: won[0]?.body.answer, proof: 'signature' });
  const byHand = await service.call(`POST /api/admin/orders/${order_id}/by-hand`, {
    token: await fixture.boss2(),
    body: { told_on: '2026-01-01', told_by: 'mail' },
  });
  assert.equal(byHand.body.code, 'orders.answered');
});

test('a correction is told by the names of its fields, and an erasure takes its place', async (t) => {
  const fixture = await openFixture(t);
  const { service, memberId } = fixture;
  const one = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Jedan' });
  await nameAna(fixture);
  const change = async (body: object) => {
    const changed = await service.call(`PUT /api/admin/users/${memberId}`, { token: await fixture.boss2(), body });
    assert.equal(changed.status, 200, changed.text);
  };
  await change({ preferred_language: 'en' });
  await service.orders.deliverDue();
  assert.deepEqual(ordersAt(one.receiver), [], 'a language corrects nothing');
  await change({ prezime: 'Novaković', telefon: '+385 91 555 0100', oib: '69435151530' });
  await change({ prezime: 'Novaković' });
  await service.orders.deliverDue();
  const told = ordersAt(one.receiver);
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.sub, data.details]),
    [['order.correct', String(memberId), { changed: ['prezime', 'full_name', 'telefon', 'oib'] }]],
  );
  for (const value of ['Novaković', '555 0100', '69435151530']) assert.ok(!JSON.stringify(told).includes(value));
  const own = await service.call('GET /api/users/me/recipients', { token: await service.tokenOf('ana@example.hr') });
  assert.deepEqual(
    own.body.orders.map(({ kind, state, fields }: Record<string, unknown>) => [kind, state, fields]),
    [['correct', 'asked', ['prezime', 'full_name', 'telefon', 'oib']]],
  );
  await fixture.erase();
  const answer = await service.call(receiptOf(told[0]), {
    body: { receipt: await fixture.sign(one.secret, { order_id: told[0].data.order_id, answer: 'done' }) },
  });
  assert.equal(answer.body.code, 'orders.not_found');
});

test('of two accounts that became one, each recipient is told by the id that it knows, and all are shown', async (t) => {
  const fixture = await openFixture(t);
  const { service, boss, memberId } = fixture;
  const other = await service.addPerson({ email: 'iva@example.hr', ime: 'Ana', prezime: 'Čavić' });
  await fixture.seal();
  const one = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Jedan' });
  const both = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Oba', foreign: true });
  await nameAna(fixture);
  const none = { types: ['document.create'] };
  await service.call(`PUT ${SUBSCRIPTIONS}/${one.subscription}`, { token: boss, body: none });
  await nameAna({ ...fixture, memberId: other.id });
  const merged = await service.call(`POST /api/admin/users/${memberId}/merge`, {
    token: boss,
    body: { into: other.id },
  });
  assert.equal(merged.status, 200, merged.text);
  const named = (rows: { recipient: string }[]) => rows.map(({ recipient }) => recipient).sort();
  const own = await service.call('GET /api/users/me/recipients', { token: await service.tokenOf('iva@example.hr') });
  assert.deepEqual(named(own.body.recipients), ['Jedan', 'Oba']);
  const seen = await service.call(`GET /api/admin/users/${other.id}/recipients`, { token: boss });
  assert.deepEqual(named(seen.body.recipients), ['Jedan', 'Oba']);

  const subs = ({ id, receiver }: Subscriber, foreign = false) => {
    const known = new Map([memberId, other.id].map((user) => [subjectOf(service.keys, user, { id, foreign }), user]));
    return ordersAt(receiver).map(({ type, data }) => [type, known.get(data.sub)]);
  };
  const change = { prezime: 'Novaković' };
  assert.equal((await service.call(`PUT /api/admin/users/${other.id}`, { token: boss, body: change })).status, 200);
  await service.orders.deliverDue();
  assert.deepEqual(subs(one), [['order.correct', memberId]]);
  assert.deepEqual(
    new Set(subs(both, true)),
    new Set([
      ['order.correct', memberId],
      ['order.correct', other.id],
    ]),
  );

  for (const { receiver } of [one, both]) receiver.received.length = 0;
  const caseId = await fixture.erase('iva@example.hr');
  await service.orders.deliverDue();
  assert.deepEqual(subs(one), [['order.erase', memberId]]);
  assert.deepEqual(
    new Set(subs(both, true)),
    new Set([
      ['order.erase', memberId],
      ['order.erase', other.id],
    ]),
  );
  const read = await service.call(`GET ${CASES}/${caseId}`, { token: await fixture.boss2() });
  assert.deepEqual(named(read.body.orders), ['Jedan', 'Oba', 'Oba']);
  const certificate = await service.call(`GET ${CASES}/${caseId}/certificate`, { token: await fixture.boss2() });
  assert.deepEqual(named(certificate.body.certificate.recipients), ['Jedan', 'Oba', 'Oba']);
});

test('a receiver that fails gets its orders later, and holds up nobody else', async (t) => {
  const fixture = await openFixture(t);
  const { service } = fixture;
  const ill = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Bolesni' });
  const well = await fixture.subscriber({ purpose: 'Popis' }, { name: 'Zdravi' });
  await nameAna(fixture);
  ill.receiver.answerWith(500);
  await fixture.erase();
  await service.orders.deliverDue();
  assert.deepEqual([ordersAt(ill.receiver).length, ordersAt(well.receiver).length], [1, 1]);
  await service.orders.deliverDue();
  assert.equal(ordersAt(ill.receiver).length, 1, 'not before its pause is over');
  const { body } = await service.call(`GET ${RECIPIENTS}`, { token: await fixture.boss2() });
  assert.deepEqual(
    body.items.map(({ name, problem }: Record<string, unknown>) => [name, problem]),
    [
      ['Bolesni', 'HTTP 500'],
      ['Zdravi', null],
    ],
  );
  ill.receiver.answerWith(202);
  service.clock.advance(minutes(1));
  await service.orders.deliverDue();
  assert.equal(ordersAt(ill.receiver).length, 2);
  assert.equal(new Set(ill.receiver.received.slice(-2).map(({ headers }) => headers['webhook-id'])).size, 1);
});

test('recipients and orders of another tenant are not there', async (t) => {
  const fixture = await openFixture(t);
  const { service, memberId, boss } = fixture;
  const elsewhere = await service.addTenant('Drugi savez');
  await service.addPerson({ email: 'tudi@example.hr', role: 'admin', tenantId: elsewhere.id });
  const admin = await service.tokenOf('tudi@example.hr');
  const made = await service.call(`POST ${RECIPIENTS}`, { token: boss, body: { name: 'Savez' } });
  const one = await fixture.subscriber({ purpose: 'Popis' });
  await nameAna(fixture);
  const people = { body: { user_ids: [memberId] } };
  const given = await service.call(`POST ${RECIPIENTS}/${made.body.id}/people`, { token: admin, ...people });
  assert.deepEqual([given.status, given.body.code], [404, 'recipients.not_found']);
  const own = await service.call(`POST ${RECIPIENTS}`, { token: admin, body: { name: 'Naš' } });
  const theirs = await service.call(`POST ${RECIPIENTS}/${own.body.id}/people`, { token: admin, ...people });
  assert.deepEqual([theirs.status, theirs.body.code], [404, 'users.not_found']);
  const toApplication = await service.call(`POST ${RECIPIENTS}/${one.id}/people`, { token: boss, ...people });
  assert.equal(toApplication.body.code, 'recipients.not_found', 'an application says itself what it is given');
  const list = await service.call(`GET ${RECIPIENTS}`, { token: admin });
  assert.deepEqual(
    list.body.items.map(({ name }: { name: string }) => name),
    ['Naš'],
  );
  const of = await service.call(`GET /api/admin/users/${memberId}/recipients`, { token: admin });
  assert.deepEqual([of.status, of.body.code], [404, 'users.not_found']);
  await fixture.erase();
  await service.orders.deliverDue();
  const { order_id } = ordersAt(one.receiver)[0].data;
  const marked = await service.call(`POST /api/admin/orders/${order_id}/by-hand`, {
    token: await service.tokenOf('tudi@example.hr'),
    body: { told_on: '2026-01-01', told_by: 'mail' },
  });
  assert.deepEqual([marked.status, marked.body.code], [404, 'orders.not_found']);
  const blank = await service.call(`POST ${RECIPIENTS}`, { token: await fixture.boss2(), body: { name: ' \u200b ' } });
  assert.deepEqual([blank.status, problemsOf(blank).length], [422, 1]);
  const paused = await service.call(`GET ${SUBSCRIPTIONS}`, { token: await fixture.boss2() });
  assert.equal(paused.status, 200);
});

test('of whoever is also a member elsewhere, each club notes and sees its own recipients', async (t) => {
  const fixture = await openFixture(t);
  const { service, memberId, boss } = fixture;
  const club = await service.addTenant('Drugi savez');
  await addMembershipFor(service, { userId: memberId, tenantId: club.id, role: 'member' });
  await service.addPerson({ email: 'tudi@example.hr', role: 'admin', tenantId: club.id });
  await service.addPerson({ email: 'nasi@example.hr', role: 'admin' });
  const tokens = { ours: await service.tokenOf('nasi@example.hr'), theirs: await service.tokenOf('tudi@example.hr') };
  for (const [token, name] of [
    [tokens.ours, 'Naš liječnik'],
    [tokens.theirs, 'Tuđi liječnik'],
  ] as const) {
    const made = await service.call(`POST ${RECIPIENTS}`, { token, body: { name } });
    const given = await service.call(`POST ${RECIPIENTS}/${made.body.id}/people`, {
      token,
      body: { user_ids: [memberId] },
    });
    assert.deepEqual([given.status, given.body], [200, { noted: 1 }], name);
  }
  const namesFor = async (token: string) => {
    const { body } = await service.call(`GET /api/admin/users/${memberId}/recipients`, { token });
    return body.recipients.map(({ recipient }: { recipient: string }) => recipient).sort();
  };
  assert.deepEqual(await namesFor(tokens.ours), ['Naš liječnik']);
  assert.deepEqual(await namesFor(tokens.theirs), ['Tuđi liječnik']);
  assert.deepEqual(await namesFor(boss), ['Naš liječnik', 'Tuđi liječnik']);
  const own = await service.call('GET /api/users/me/recipients', { token: await service.tokenOf('ana@example.hr') });
  assert.equal(own.body.recipients.length, 2);
});

// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateKeyPair, SignJWT } from 'jose';
import { sql } from 'kysely';
import { setVerifier } from '../../../client/verify-set.ts';
import { type EventFixture, openEventFixture, openReader, SUBSCRIPTIONS } from '../../../test/support/event-fixture.ts';
import { assertProper, problemsOf } from '../../../test/support/proper-answer.ts';
import { fetchFrom, ISSUER } from '../../../test/support/relying-party.ts';
import type { Answer } from '../../../test/support/test-service.ts';
import { trimAudit } from '../../platform/audit/trim-audit.ts';
import { instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { hours, minutes, seconds } from '../../platform/kernel/durations.ts';
import { deriveCode } from '../../platform/keys/derived-secret.ts';
import { signedToken } from '../../platform/keys/signed-token.ts';
import { answerKeysOf, findOrderAddress } from './orders/order-channel.ts';
import { hasActiveSubscription } from './subscriptions-store.ts';

const CAEP = 'https://schemas.openid.net/secevent/caep/event-type';
const RISC = 'https://schemas.openid.net/secevent/risc/event-type';
const SSF = 'https://schemas.openid.net/secevent/ssf/event-type';
const PUSH = 'urn:ietf:rfc:8935';
const POLL = 'urn:ietf:rfc:8936';
const VERIFICATION = `${SSF}/verification`;

/** A receiver as an outsider writes it: it knows the issuer and its own token, and reads the rest. */
async function openSignals(fixture: EventFixture, members: Record<string, unknown> = {}) {
  const { service } = fixture;
  const { id: audience, token } = await openReader(fixture, members);
  const { body: configuration } = await service.call('GET /.well-known/ssf-configuration/oidc');
  const at = (member: string): string => new URL(configuration[member]).pathname;
  const call = (target: string, body?: object): Promise<Answer> =>
    service.call(target, { token, ...(body === undefined ? {} : { body }) });
  const verify = setVerifier({
    issuer: configuration.issuer,
    jwksUri: configuration.jwks_uri,
    audience,
    fetch: fetchFrom(service) as typeof fetch,
    now: () => service.clock.now(),
  });
  return {
    audience,
    configuration,
    call,
    verify,
    make: async (body?: object) => {
      const made = await call(`POST ${at('configuration_endpoint')}`, body ?? {});
      assert.equal(made.status, 201, made.text);
      await service.audit.forget();
      return made.body;
    },
    poll: async (stream: { delivery: { endpoint_url: string } }, body: object = {}) => {
      const target = `POST ${new URL(stream.delivery.endpoint_url).pathname}`;
      const answer = await call(target, { returnImmediately: true, ...body });
      assert.equal(answer.status, 200, answer.text);
      const tokens: [string, string][] = Object.entries(answer.body.sets);
      const read = await Promise.all(tokens.map(async ([jti, token]) => ({ jti, token, set: await verify(token) })));
      for (const { jti, set } of read) assert.equal(set?.jti, jti);
      const moreAvailable: boolean | undefined = answer.body.moreAvailable;
      return { moreAvailable, jtis: read.map(({ jti }) => jti), read };
    },
  };
}

type Signals = Awaited<ReturnType<typeof openSignals>>;

const urisOf = ({ read }: Awaited<ReturnType<Signals['poll']>>): string[] =>
  read.flatMap(({ set }) => Object.keys(set?.events ?? {}));

const act = (fixture: EventFixture, verb: string, body: object = {}) =>
  fixture.service.call(`POST /api/admin/users/${fixture.memberId}/${verb}`, { token: fixture.boss, body });

/** A person set out and taken back: two events that streams have words for. */
async function suspendTwice(fixture: EventFixture): Promise<void> {
  for (const verb of ['suspend', 'unsuspend']) assert.equal((await act(fixture, verb)).status, 200);
  await fixture.seal();
}

test('the configuration says where everything is, and every address of it answers', async (t) => {
  const fixture = await openEventFixture(t);
  const { configuration, call } = await openSignals(fixture);
  assert.deepEqual(configuration, {
    spec_version: '1_0',
    issuer: ISSUER,
    jwks_uri: `${ISSUER}/jwks`,
    delivery_methods_supported: [PUSH, POLL],
    configuration_endpoint: 'http://127.0.0.1:8080/ssf/stream',
    status_endpoint: 'http://127.0.0.1:8080/ssf/status',
    add_subject_endpoint: 'http://127.0.0.1:8080/ssf/subjects/add',
    remove_subject_endpoint: 'http://127.0.0.1:8080/ssf/subjects/remove',
    verification_endpoint: 'http://127.0.0.1:8080/ssf/verify',
    critical_subject_members: ['user', 'session'],
    authorization_schemes: [{ spec_urn: 'urn:ietf:rfc:6749' }],
    default_subjects: 'ALL',
  });
  assert.deepEqual((await call('GET /ssf/stream')).body, []);
  const strange = await fixture.service.call('GET /ssf/stream');
  assertProper(strange, 'without a token');
  assert.deepEqual([strange.status, strange.headers['www-authenticate']], [401, 'Bearer']);
  const bad = await fixture.service.call('GET /ssf/stream', { token: 'nema-takvog' });
  assert.deepEqual([bad.status, bad.headers['www-authenticate']], [401, 'Bearer error="invalid_token"']);
  assert.equal((await fixture.service.call('GET /ssf/stream', { token: fixture.boss })).body.code, 'access.role');
});

test('a receiver makes, reads, changes, replaces and ends its stream, on record', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, receiver } = fixture;
  const { audience, call } = await openSignals(fixture);
  const wished = [`${CAEP}/session-revoked`, `${RISC}/account-purged`, 'urn:unknown'];
  const delivery = { method: PUSH, endpoint_url: receiver.url, authorization_header: 'Bearer nasa-tajna' };
  const made = await call('POST /ssf/stream', { events_requested: wished, delivery, description: 'Rezultati' });
  assertProper(made, 'a stream');
  assert.equal(made.status, 201, made.text);
  const { stream_id: id, events_supported, ...rest } = made.body;
  assert.equal(events_supported.length, 7);
  const shown = {
    iss: ISSUER,
    aud: audience,
    events_requested: wished,
    events_delivered: wished.slice(0, 2),
    delivery: { method: PUSH, endpoint_url: receiver.url },
    min_verification_interval: 60,
    description: 'Rezultati',
  };
  assert.deepEqual(rest, shown);
  assert.ok(!made.text.includes('nasa-tajna'));
  const { rows } = await service.database.transaction(async (tx) => ({
    rows: await tx.selectFrom('event_subscriptions').selectAll().execute(),
  }));
  assert.ok(!JSON.stringify(rows).includes('nasa-tajna'), 'the header is sealed');
  const again = await call('POST /ssf/stream', {});
  assert.deepEqual([again.status, again.body.code], [409, 'streams.taken']);
  assert.deepEqual((await call(`GET /ssf/stream?stream_id=${id}`)).body, made.body);
  assert.deepEqual((await call('GET /ssf/stream')).body, [made.body]);
  const amended = await call('PATCH /ssf/stream', { stream_id: id, events_requested: ['urn:unknown'] });
  assert.deepEqual([amended.body.events_delivered, amended.body.description], [[], 'Rezultati']);
  const replaced = await call('PUT /ssf/stream', {
    ...amended.body,
    aud: [audience],
    description: undefined,
    events_requested: undefined,
  });
  assert.equal(replaced.status, 200, replaced.text);
  assert.deepEqual([replaced.body.description, replaced.body.events_requested], [undefined, undefined]);
  assert.deepEqual(replaced.body.events_delivered, events_supported);
  const polled = await call('PATCH /ssf/stream', { stream_id: id, delivery: { method: POLL } });
  assert.deepEqual(polled.body.delivery, { method: POLL, endpoint_url: `http://127.0.0.1:8080/ssf/poll/${id}` });
  assert.equal((await call(`DELETE /ssf/stream?stream_id=${id}`)).status, 204);
  assert.equal((await call(`GET /ssf/stream?stream_id=${id}`)).body.code, 'streams.not_found');
  const which = {
    subscription_id: id,
    application_id: audience,
    service: { id: audience, name: 'Rezultati' },
  };
  assert.deepEqual(
    (await service.audit.take()).map(({ action, meta }) => [action, meta]),
    [
      ['subscription.create', { ...which, form: 'ssf_push', names: false }],
      ['subscription.update', { ...which, changed: ['types'] }],
      ['subscription.update', { ...which, changed: ['url', 'types'] }],
      ['subscription.update', { ...which, changed: ['url'] }],
      ['subscription.delete', which],
    ],
  );
});

test('what a receiver may not ask for has its answer', async (t) => {
  const fixture = await openEventFixture(t);
  const { call, make } = await openSignals(fixture);
  const flawed = async (target: string, body: object) => {
    const answer = await call(target, body);
    assertProper(answer, target);
    assert.deepEqual([answer.status, answer.body.code], [400, 'streams.invalid'], answer.text);
    return problemsOf(answer);
  };
  const pushed = (more: object) => flawed('POST /ssf/stream', { delivery: { method: PUSH, ...more } });
  assert.deepEqual(await pushed({}), ['body.delivery.endpoint_url missing']);
  assert.deepEqual(await pushed({ endpoint_url: 'http://primatelj.hr/' }), ['body.delivery.endpoint_url address']);
  const url = 'https://primatelj.hr/';
  assert.equal((await pushed({ endpoint_url: url, authorization_header: 'a\r\nb: c' })).length, 1);
  assert.equal((await flawed('POST /ssf/stream', { delivery: { method: 'urn:ietf:rfc:1' } })).length, 1);
  assert.deepEqual(await flawed('POST /ssf/stream', { description: 'a\u202eb' }), ['body.description text_unsafe']);
  assert.deepEqual(await flawed('POST /ssf/stream', { inactivity_timeout: 60 }), ['body.inactivity_timeout differs']);
  const { stream_id, delivery } = await make();
  assert.equal(delivery.method, POLL, 'without a word it is polled');
  assert.deepEqual(await flawed('PATCH /ssf/stream', { description: 'x' }), ['body.stream_id missing']);
  assert.deepEqual(await flawed('POST /ssf/status', { stream_id, status: 'x' }), ['body.status not_allowed']);
  assert.equal((await flawed(`POST /ssf/poll/${stream_id}`, { maxEvents: -1 })).length, 1);
  assert.equal((await call('GET /ssf/status')).status, 400);
  const subject = { format: 'iss_sub', iss: ISSUER, sub: '1' };
  const added = await call('POST /ssf/subjects/add', { stream_id, subject });
  assert.deepEqual([added.status, added.text], [200, '']);
  const byMail = { stream_id, subject: { format: 'email', email: 'ana@example.hr' } };
  assert.equal((await call('POST /ssf/subjects/add', byMail)).body.code, 'streams.unknown_subject');
  const removed = await call('POST /ssf/subjects/remove', { stream_id, subject });
  assert.deepEqual([removed.status, removed.body.code], [403, 'streams.all_subjects']);
});

test('what the transmitter supplies is sent back as it was read, or not at all', async (t) => {
  const fixture = await openEventFixture(t);
  const { call, make } = await openSignals(fixture);
  const { stream_id, ...read } = await make();
  for (const method of ['PATCH', 'PUT']) {
    const change = async (members: object) => call(`${method} /ssf/stream`, { stream_id, ...members });
    for (const member of ['iss', 'aud', 'events_supported', 'events_delivered', 'min_verification_interval']) {
      const { status, body } = await change({ [member]: 'drugo' });
      assert.deepEqual([status, body.detail[0].loc], [400, ['body', member]], method);
      assert.equal((await change({ [member]: read[member] })).status, 200, `${method} ${member} alone`);
    }
    const sorted = { events_delivered: read.events_delivered.toReversed(), inactivity_timeout: null, unknown: 1 };
    assert.equal((await change({ ...read, ...sorted })).status, 200, 'in any order, and what neither side has');
    const { status, body } = await change({ inactivity_timeout: 3600 });
    assert.deepEqual([status, body.detail[0].loc], [400, ['body', 'inactivity_timeout']], 'streams do not run out');
  }
  assert.deepEqual((await call(`GET /ssf/stream?stream_id=${stream_id}`)).body, { stream_id, ...read });
});

test('another receiver’s token finds nothing', async (t) => {
  const fixture = await openEventFixture(t);
  const own = await openSignals(fixture);
  const { stream_id: id } = await own.make();
  const { call } = await openSignals(fixture);
  const subject = { format: 'iss_sub', iss: ISSUER, sub: '1' };
  const calls: [string, object?][] = [
    [`GET /ssf/stream?stream_id=${id}`],
    ['PATCH /ssf/stream', { stream_id: id, description: 'x' }],
    ['PUT /ssf/stream', { stream_id: id }],
    [`DELETE /ssf/stream?stream_id=${id}`],
    [`GET /ssf/status?stream_id=${id}`],
    ['POST /ssf/status', { stream_id: id, status: 'paused' }],
    ['POST /ssf/verify', { stream_id: id }],
    ['POST /ssf/subjects/add', { stream_id: id, subject }],
    ['POST /ssf/subjects/remove', { stream_id: id, subject }],
    [`POST /ssf/poll/${id}`, { returnImmediately: true }],
  ];
  for (const [target, body] of calls) {
    const answer = await call(target, body);
    assert.deepEqual([answer.status, answer.body.code], [404, 'streams.not_found'], target);
  }
  assert.deepEqual((await call('GET /ssf/stream')).body, []);
  await call('POST /ssf/stream', {});
  assert.equal((await call(calls[0]?.[0] ?? '')).status, 404, 'nor one that has its own');
  assert.equal((await own.call(`GET /ssf/stream?stream_id=${id}`)).status, 200);
});

test('events are polled, verified by the client, and gone once they are acknowledged', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, memberId } = fixture;
  const { audience, make, poll } = await openSignals(fixture);
  const stream = await make();
  assert.deepEqual((await poll(stream)).jtis, []);
  await suspendTwice(fixture);
  const first = await poll(stream);
  assert.deepEqual(urisOf(first), [`${RISC}/account-disabled`, `${RISC}/account-enabled`]);
  assert.equal(first.moreAvailable, undefined);
  const { set, token = '' } = first.read[0] ?? {};
  assert.deepEqual(set?.subject, { format: 'iss_sub', iss: ISSUER, sub: String(memberId) });
  const [header, claims] = token.split('.').slice(0, 2).map(decoded);
  assert.deepEqual([header.alg, header.typ], ['RS256', 'secevent+jwt']);
  const { jti, iat, toe, txn, events, iskaznica_place: place, ...rest } = claims;
  assert.deepEqual(rest, { iss: ISSUER, aud: audience, sub_id: set?.subject });
  const cause = await service.database.read
    .selectFrom('audit_records')
    .select('request_id')
    .where('action', '=', 'user.suspend')
    .executeTakeFirstOrThrow();
  assert.deepEqual([typeof txn, txn], ['string', cause.request_id], 'the call that caused it');
  assert.equal(iat, Math.floor(service.clock.now() / 1000));
  assert.deepEqual(Object.values(events), [{ event_timestamp: toe }]);
  const seal = await service.database.read
    .selectFrom('audit_seals')
    .select('hash')
    .where('seq', '=', place.seq)
    .executeTakeFirstOrThrow();
  assert.equal(place.hash, seal.hash);
  assert.equal(jti, `evt_${place.seq}_${place.hash.slice(0, 22)}`);
  const [one, two] = first.jtis;
  assert.deepEqual((await poll(stream, { maxEvents: 1 })).jtis, [one], 'asking takes nothing away');
  assert.equal((await poll(stream, { maxEvents: 1 })).moreAvailable, true);
  assert.deepEqual((await poll(stream, { maxEvents: 0, ack: [one] })).jtis, []);
  assert.deepEqual((await poll(stream, { ack: ['evt_1_nema', one] })).jtis, [two], 'an unknown one changes nothing');
  assert.deepEqual((await poll(stream, { ack: [two] })).jtis, []);
  assert.deepEqual((await poll(stream)).jtis, []);
});

const decoded = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

test('what is acknowledged out of turn is remembered, and two polls at once lose nothing', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss } = fixture;
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  await suspendTwice(fixture);
  await suspendTwice(fixture);
  const [a = '', b = '', c = '', d = ''] = (await poll(stream)).jtis;
  const position = async () =>
    (await service.call(`GET ${SUBSCRIPTIONS}/${stream.stream_id}`, { token: boss })).body.last_seq;
  const before = await position();
  assert.deepEqual((await poll(stream, { ack: [b, d] })).jtis, [a, c]);
  assert.equal(await position(), before, 'the place waits for the first');
  assert.deepEqual((await poll(stream, { ack: [a] })).jtis, [c]);
  assert.equal(await position(), Number(b.split('_')[1]), 'over what is unbroken');
  const both = await Promise.all([poll(stream, { ack: [c] }), poll(stream, { ack: [c] }), poll(stream)]);
  for (const { jtis } of both.slice(0, 2)) assert.deepEqual(jtis, []);
  assert.equal(await position(), Number(d.split('_')[1]));
  await service.call(`POST ${SUBSCRIPTIONS}/${stream.stream_id}/replay`, { token: boss, body: { after: before } });
  assert.deepEqual((await poll(stream)).jtis, [a, b, c, d], 'sent again under the same names');
});

test('a poll waits for something, and no longer than it must', async (t) => {
  const fixture = await openEventFixture(t);
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  const waits = poll(stream, { returnImmediately: false });
  await new Promise((resolve) => setTimeout(resolve, 200));
  assert.deepEqual((await poll(stream, { returnImmediately: false })).jtis, [], 'a second one does not wait');
  await suspendTwice(fixture);
  assert.ok((await waits).jtis.length > 0);
});

test('an error of a receiver is noted with the attempt, and the token is not sent again', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss } = fixture;
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  await suspendTwice(fixture);
  const [one = '', two] = (await poll(stream)).jtis;
  const error = { err: 'invalid_key', description: 'Ključ nije poznat' };
  assert.deepEqual((await poll(stream, { setErrs: { [one]: error, evt_1_nema: error } })).jtis, [two]);
  await poll(stream, { setErrs: { [one]: error } });
  const { body } = await service.call(`GET ${SUBSCRIPTIONS}/${stream.stream_id}/attempts`, { token: boss });
  assert.equal(body.total, 1);
  const [attempt] = body.items;
  assert.deepEqual([attempt.seq, attempt.status], [Number(one.split('_')[1]), 400]);
  assert.deepEqual(JSON.parse(attempt.excerpt), error);
});

test('events are pushed as tokens with the header that the receiver wants, and only 202 takes them', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, receiver } = fixture;
  const { make, verify } = await openSignals(fixture);
  receiver.answerWith(202);
  const delivery = { method: PUSH, endpoint_url: receiver.url, authorization_header: 'Bearer nasa-tajna' };
  const { stream_id: id } = await make({ delivery });
  await suspendTwice(fixture);
  await fixture.deliver();
  assert.equal(receiver.received.length, 2);
  const [first, second] = receiver.received;
  assert.equal(first?.headers['content-type'], 'application/secevent+jwt');
  assert.equal(first?.headers.accept, 'application/json');
  assert.equal(first?.headers.authorization, 'Bearer nasa-tajna');
  assert.equal(first?.headers['webhook-signature'], undefined);
  const sets = [await verify(first?.body ?? ''), await verify(second?.body ?? '')];
  assert.deepEqual(Object.keys(sets[0]?.events ?? {}), [`${RISC}/account-disabled`]);
  assert.deepEqual(Object.keys(sets[1]?.events ?? {}), [`${RISC}/account-enabled`]);
  receiver.answerWith(200);
  await suspendTwice(fixture);
  await fixture.deliver();
  assert.equal(receiver.received.length, 3, 'the one after waits');
  const answer = { err: 'invalid_issuer', description: 'Not ours' };
  receiver.answerWith({ status: 400, body: JSON.stringify(answer) });
  service.clock.advance(hours(1));
  await fixture.deliver();
  const attempts = await service.call(`GET ${SUBSCRIPTIONS}/${id}/attempts`, { token: await again(fixture) });
  assert.deepEqual(JSON.parse(attempts.body.items[0].excerpt), answer);
  assert.deepEqual(
    attempts.body.items.map(({ status }: { status: number }) => status),
    [400, 200, 202, 202],
  );
  receiver.answerWith(202);
  service.clock.advance(hours(1));
  await fixture.deliver();
  const jtis = await Promise.all(receiver.received.slice(2).map(async ({ body }) => (await verify(body))?.jti));
  assert.equal(new Set(jtis.slice(0, 3)).size, 1, 'the same token at each try');
  assert.equal(new Set(jtis).size, 2);
});

test('the header of an address outlives a change of what was read, and goes to no other address', async (t) => {
  const fixture = await openEventFixture(t);
  const { receiver } = fixture;
  const { call, make } = await openSignals(fixture);
  receiver.answerWith(202);
  const header = 'Bearer nasa-tajna';
  const stream = await make({ delivery: { method: PUSH, endpoint_url: receiver.url, authorization_header: header } });
  const sentAfter = async (method: string, members: object) => {
    const answer = await call(`${method} /ssf/stream`, { ...stream, ...members });
    assert.equal(answer.status, 200, answer.text);
    await suspendTwice(fixture);
    await fixture.deliver();
    return receiver.received.at(-1)?.headers.authorization;
  };
  assert.equal(await sentAfter('PATCH', { description: 'Rezultati' }), header);
  const elsewhere = { method: PUSH, endpoint_url: `${receiver.url}?2` };
  assert.equal(await sentAfter('PATCH', { delivery: elsewhere }), undefined);
  assert.equal(await sentAfter('PATCH', { delivery: { ...elsewhere, authorization_header: header } }), header);
  assert.equal(await sentAfter('PUT', { delivery: elsewhere }), undefined, 'what is missing is taken back');
});

test('the header of a receiver’s address does not go where an administrator points its stream', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, receiver } = fixture;
  const { make } = await openSignals(fixture);
  receiver.answerWith(202);
  const delivery = { method: PUSH, endpoint_url: receiver.url, authorization_header: 'Bearer nasa-tajna' };
  const { stream_id } = await make({ delivery });
  const sentAfter = async (url: string) => {
    const body = { url, purpose: null };
    const changed = await service.call(`PUT ${SUBSCRIPTIONS}/${stream_id}`, { token: boss, body });
    assert.equal(changed.status, 200, changed.text);
    await suspendTwice(fixture);
    await fixture.deliver();
    return receiver.received.at(-1)?.headers.authorization;
  };
  assert.equal(await sentAfter(receiver.url), 'Bearer nasa-tajna', 'of the same address');
  assert.equal(await sentAfter(`${receiver.url}?2`), undefined);
  assert.equal(await sentAfter(receiver.url), undefined, 'and is gone');
});

const again = ({ service }: EventFixture) => service.tokenOf('gazda@example.hr');

test('a verification comes in turn with what is to be echoed, once a minute', async (t) => {
  const fixture = await openEventFixture(t);
  const { service } = fixture;
  const { call, make, poll } = await openSignals(fixture);
  const stream = await make();
  const { stream_id } = stream;
  const ask = (state?: string) => call('POST /ssf/verify', { stream_id, ...(state === undefined ? {} : { state }) });
  assert.equal((await ask('tajno stanje')).status, 204);
  const [record] = await service.audit.take();
  assert.equal(record?.action, 'subscription.verify');
  assert.ok(!JSON.stringify(record).includes('tajno stanje'), 'what is echoed stays out of the log');
  const early = await ask('x');
  assert.deepEqual([early.status, early.body.code, early.headers['retry-after']], [429, 'streams.too_soon', '60']);
  await fixture.seal();
  const { read, jtis } = await poll(stream);
  assert.deepEqual(read[0]?.set?.events, { [VERIFICATION]: { state: 'tajno stanje' } });
  assert.deepEqual(read[0]?.set?.subject, { format: 'opaque', id: stream_id });
  assert.equal(jtis.length, 1);
  service.clock.advance(seconds(60));
  const both = await Promise.all([ask(), ask()]);
  assert.deepEqual(both.map(({ status }) => status).sort(), [204, 429], 'one of two at once');
  await fixture.seal();
  const later = await poll(stream, { ack: jtis });
  assert.deepEqual(later.read[0]?.set?.events, { [VERIFICATION]: {} });
});

test('a verification is pushed, and an administrator tries an address with one', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, receiver } = fixture;
  const { call, make, verify } = await openSignals(fixture);
  receiver.answerWith(202);
  const { stream_id: id } = await make({ delivery: { method: PUSH, endpoint_url: receiver.url } });
  await call('POST /ssf/verify', { stream_id: id, state: 's' });
  await fixture.deliver();
  assert.deepEqual((await verify(receiver.received[0]?.body ?? ''))?.events, { [VERIFICATION]: { state: 's' } });
  const tried = await service.call(`POST ${SUBSCRIPTIONS}/${id}/test`, { token: boss });
  assert.equal(tried.body.status, 202);
  assert.deepEqual((await verify(receiver.received[1]?.body ?? ''))?.events, { [VERIFICATION]: {} });
  const secret = await service.call(`POST ${SUBSCRIPTIONS}/${id}/secret`, { token: boss });
  assert.equal(secret.body.code, 'subscriptions.not_pushed');
});

test('a paused stream holds what happens, a disabled one does not, and what was stopped here stays stopped', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss } = fixture;
  const { call, make, poll } = await openSignals(fixture);
  const stream = await make();
  const { stream_id } = stream;
  const set = async (status: string, reason?: string) =>
    (await call('POST /ssf/status', { stream_id, status, ...(reason === undefined ? {} : { reason }) })).body;
  const read = async () => (await call(`GET /ssf/status?stream_id=${stream_id}`)).body;
  assert.deepEqual(await read(), { stream_id, status: 'enabled' });
  assert.deepEqual(await set('paused', 'Selidba'), { stream_id, status: 'paused', reason: 'Selidba' });
  assert.deepEqual(await read(), { stream_id, status: 'paused', reason: 'Selidba' });
  await suspendTwice(fixture);
  assert.deepEqual((await poll(stream)).jtis, []);
  assert.deepEqual(await set('enabled'), { stream_id, status: 'enabled' });
  const held = await poll(stream);
  assert.equal(held.jtis.length, 2, 'what was held');
  await poll(stream, { ack: held.jtis });
  await set('disabled');
  await suspendTwice(fixture);
  await set('enabled');
  assert.deepEqual((await poll(stream)).jtis, [], 'nothing was held');
  await suspendTwice(fixture);
  const { jtis } = await poll(stream);
  assert.equal(jtis.length, 2);
  await poll(stream, { ack: jtis });
  const statuses = (await service.audit.take()).flatMap(({ action, meta }) =>
    action === 'subscription.status' ? [meta.status] : [],
  );
  assert.deepEqual(statuses, ['paused', 'enabled', 'disabled', 'enabled']);
  const byAdmin = (verb: string) => service.call(`POST ${SUBSCRIPTIONS}/${stream_id}/${verb}`, { token: boss });
  assert.equal((await byAdmin('pause')).body.state, 'paused');
  assert.deepEqual(await read(), { stream_id, status: 'paused', reason: 'administrator' });
  for (const status of ['enabled', 'paused', 'disabled'])
    assert.equal((await set(status)).code, 'streams.held', status);
  await byAdmin('resume');
  await fixture.seal();
  const told = await poll(stream);
  assert.deepEqual(told.read.at(-1)?.set?.events, { [`${SSF}/stream-updated`]: { status: 'enabled' } });
});

const PAUSED = { [`${SSF}/stream-updated`]: { status: 'paused', reason: 'administrator' } };
const RESUMED = { [`${SSF}/stream-updated`]: { status: 'enabled' } };

const decide = async ({ service, boss }: EventFixture, streamId: string, verb: 'pause' | 'resume') =>
  assert.equal((await service.call(`POST ${SUBSCRIPTIONS}/${streamId}/${verb}`, { token: boss })).status, 200);

test('whoever polls is told of an administrator’s pause until they have taken it, and of nothing else', async (t) => {
  const fixture = await openEventFixture(t);
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  const { stream_id } = stream;
  await suspendTwice(fixture);
  const before = await poll(stream);
  await decide(fixture, stream_id, 'pause');
  const { read, jtis } = await poll(stream);
  assert.deepEqual(
    read.map(({ set }) => [set?.subject, set?.events]),
    [[{ format: 'opaque', id: stream_id }, PAUSED]],
  );
  await suspendTwice(fixture);
  assert.deepEqual((await poll(stream)).read[0]?.set?.events, PAUSED);
  assert.deepEqual((await poll(stream, { ack: before.jtis })).jtis, jtis, 'under the same name');
  assert.deepEqual((await poll(stream, { ack: jtis })).jtis, []);
  await decide(fixture, stream_id, 'resume');
  await decide(fixture, stream_id, 'pause');
  const second = await poll(stream);
  assert.deepEqual(second.read[0]?.set?.events, PAUSED);
  assert.notDeepEqual(second.jtis, jtis, 'another pause has another name');
  await decide(fixture, stream_id, 'resume');
  await fixture.seal();
  const after = await poll(stream);
  assert.deepEqual(after.read.map(({ set }) => set?.events).slice(-2), [RESUMED, RESUMED]);
  assert.equal(after.jtis.length, 4, 'what was held, and no pause of which nobody was told');
  assert.ok(after.jtis.every((jti) => ![...jtis, ...second.jtis].includes(jti)));
});

test('an administrator’s pause is pushed until it arrives, and nothing else is', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, receiver } = fixture;
  const { call, make, verify } = await openSignals(fixture);
  const { stream_id } = await make({ delivery: { method: PUSH, endpoint_url: receiver.url } });
  const pushed = async () => {
    const before = receiver.received.length;
    service.clock.advance(minutes(1));
    await fixture.deliver();
    return Promise.all(receiver.received.slice(before).map(async ({ body }) => verify(body)));
  };
  receiver.answerWith(503);
  await decide(fixture, stream_id, 'pause');
  await suspendTwice(fixture);
  const [first, ...others] = await pushed();
  assert.deepEqual([first?.events, others], [PAUSED, []]);
  const isWanted = () => hasActiveSubscription(service.database.read);
  assert.equal(await isWanted(), true);
  receiver.answerWith(202);
  assert.deepEqual(
    (await pushed()).map((set) => set?.jti),
    [first?.jti],
    'again, under the same name',
  );
  assert.deepEqual([await pushed(), await isWanted()], [[], false]);
  await decide(fixture, stream_id, 'resume');
  const after = await pushed();
  assert.deepEqual([after.length, after.at(-1)?.events], [3, RESUMED]);
  receiver.answerWith(410);
  await decide(fixture, stream_id, 'pause');
  assert.deepEqual(
    (await pushed()).map((set) => set?.events),
    [PAUSED],
  );
  assert.deepEqual(await pushed(), []);
  const status = await call(`GET /ssf/status?stream_id=${stream_id}`);
  assert.deepEqual(status.body, { stream_id, status: 'paused', reason: 'administrator' }, 'not for it to end');
});

test('each act is the event that the profiles have for it, and what they have no word for is not sent', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, member, memberId } = fixture;
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  const asBoss = async (target: string, body?: object) => {
    const answer = await service.call(target, { token: boss, ...(body === undefined ? {} : { body }) });
    assert.ok(answer.status < 300, `${target} ${answer.text}`);
  };
  await service.call('PUT /api/auth/me', { token: member, body: { telefon: '+385 91 234 5678' } });
  await asBoss(`DELETE /api/admin/users/${memberId}/sessions`);
  await asBoss(`PUT /api/admin/users/${memberId}/role`, { role: 'manager' });
  await asBoss(`PUT /api/admin/users/${memberId}/role`, { role: 'guest' });
  await asBoss(`POST /api/admin/users/${memberId}/reset-password`);
  await asBoss(`DELETE /api/admin/users/${memberId}`);
  await asBoss(`POST /api/admin/users/${memberId}/restore`);
  await fixture.seal();
  const actions = (await service.audit.take()).map(({ action }) => action);
  assert.ok(actions.includes('profile.update'), 'it happened, and is not in the stream');
  const { read } = await poll(stream);
  const events = read.flatMap(({ set }) => Object.entries(set?.events ?? {}));
  const scale = { namespace: 'iskaznica-role' };
  const expected = [
    [`${CAEP}/session-revoked`, {}],
    [
      `${CAEP}/assurance-level-change`,
      { ...scale, previous_level: 'member', current_level: 'manager', change_direction: 'increase' },
    ],
    [
      `${CAEP}/assurance-level-change`,
      { ...scale, previous_level: 'manager', current_level: 'guest', change_direction: 'decrease' },
    ],
    [`${CAEP}/credential-change`, { credential_type: 'password', change_type: 'revoke', initiating_entity: 'admin' }],
    [`${RISC}/account-disabled`, {}],
    [`${RISC}/account-enabled`, {}],
  ];
  assert.deepEqual(
    events.map(([uri, { event_timestamp: at, ...members }]) => {
      assert.equal(typeof at, 'number');
      return [uri, members];
    }),
    expected,
  );
});

test('another address is told without naming either', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, member: token } = fixture;
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  await service.mails.take();
  await service.call('POST /api/users/me/email', { token, body: { email: 'nova@example.hr' } });
  const mail = (await service.mails.take()).find(({ kind }) => kind === 'email-change-code');
  assert.ok(mail);
  const code = deriveCode(service.keys, (mail.secret_ref as { seed: string }).seed);
  assert.equal((await service.call('POST /api/users/me/email/confirm', { token, body: { code } })).status, 200);
  await fixture.seal();
  const told = await poll(stream);
  assert.deepEqual(urisOf(told), [`${RISC}/recovery-information-changed`]);
  assert.equal(told.read[0]?.set?.subject.format, 'iss_sub');
});

test('a session that ended alone is named as the application knows it', async (t) => {
  const fixture = await openEventFixture(t);
  const { service } = fixture;
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  const there = await service.tokenOf('ana@example.hr');
  const { body } = await service.call('GET /api/users/me/sessions', { token: there });
  const [other] = body.items.filter(({ current }: { current: boolean }) => !current);
  assert.equal((await service.call(`DELETE /api/users/me/sessions/${other.id}`, { token: there })).status, 204);
  await fixture.seal();
  const [found] = (await poll(stream)).read;
  assert.deepEqual(Object.keys(found?.set?.events ?? {}), [`${CAEP}/session-revoked`]);
  const { format, user, session } = (found?.set?.subject ?? {}) as Record<string, Record<string, string>>;
  assert.deepEqual([format, user?.format, session?.format], ['complex', 'iss_sub', 'opaque']);
  assert.ok(session?.id && session.id !== other.id, 'another name than ours');
});

test('a stream of a club has its own people alone', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss } = fixture;
  const club = await service.addTenant('Klub');
  const { make, poll } = await openSignals(fixture, { tenant_id: club.id });
  const stream = await make();
  await suspendTwice(fixture);
  assert.deepEqual((await poll(stream)).jtis, []);
  const { id } = await service.addPerson({ email: 'nova@klub.hr', tenantId: club.id });
  await service.call(`POST /api/admin/users/${id}/suspend`, { token: boss, body: {} });
  await fixture.seal();
  assert.equal((await poll(stream)).jtis.length, 1);
});

test('an administrator makes a stream for an application that people sign in to, by its own names of them', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, appId, memberId, receiver } = fixture;
  await service.call(`PUT /api/admin/applications/${appId}`, { token: boss, body: { foreign: true } });
  receiver.answerWith(202);
  const create = (members: object) =>
    service.call(`POST ${SUBSCRIPTIONS}`, { token: boss, body: { application_id: appId, ...members } });
  const pushed = { form: 'ssf_push', url: receiver.url };
  assert.deepEqual(problemsOf(await create({ ...pushed, purpose: 'Popis' })), ['body.purpose form']);
  assert.deepEqual(problemsOf(await create({ form: 'ssf_poll' })), ['body.form service']);
  const made = await create({ ...pushed, types: ['user.suspend', 'document.create'] });
  assert.deepEqual([made.status, made.body.secret], [201, null]);
  assert.equal((await create(pushed)).body.code, 'streams.taken');
  await suspendTwice(fixture);
  await fixture.deliver();
  assert.equal(receiver.received.length, 1);
  const { sub_id, aud } = decoded(receiver.received[0]?.body.split('.')[1] ?? '');
  assert.equal(aud, appId);
  assert.notEqual(sub_id.sub, String(memberId));
  assert.match(sub_id.sub, /^[\w-]{43}$/);
});

test('what was trimmed is told as a gap, by an event of our own', async (t) => {
  const fixture = await openEventFixture(t);
  const { service } = fixture;
  const { make, poll } = await openSignals(fixture);
  const stream = await make();
  await suspendTwice(fixture);
  await trimAudit(service, instantAt(service.clock.now() + 1));
  const { jtis, read } = await poll(stream);
  const [[uri, members] = []] = Object.entries(read[0]?.set?.events ?? {});
  assert.equal(uri, `${ISSUER}/event-type/gap`);
  assert.deepEqual(Object.keys(members ?? {}), ['after', 'up_to', 'reason']);
  assert.equal((members as Record<string, unknown>).reason, 'trimmed');
  assert.deepEqual((await poll(stream)).jtis, jtis, 'under the same name');
  assert.deepEqual((await poll(stream, { ack: jtis })).jtis, []);
});

test('an order never goes to a stream', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, appId, receiver } = fixture;
  const body = { application_id: appId, form: 'ssf_push', url: receiver.url };
  assert.equal((await service.call(`POST ${SUBSCRIPTIONS}`, { token: boss, body })).status, 201);
  assert.equal(await findOrderAddress(service.database.read, appId), undefined);
  const at = nowOf(service.clock);
  assert.deepEqual(await answerKeysOf(service.database.read, service.keys, appId, at), []);
});

test('20 forgeries of a token of ours are refused each', async (t) => {
  const fixture = await openEventFixture(t);
  const { service } = fixture;
  const { audience, configuration, make, poll, verify } = await openSignals(fixture);
  const stream = await make();
  await suspendTwice(fixture);
  const [found] = (await poll(stream)).read;
  const good = found?.token ?? '';
  assert.ok(await verify(good));
  const [head = '', body = '', signature = ''] = good.split('.');
  const [header, claims] = [decoded(head), decoded(body)];
  const part = (members: object) => Buffer.from(JSON.stringify(members)).toString('base64url');
  const { privateKey } = await generateKeyPair('RS256');
  const keySet = JSON.parse((await service.call('GET /oidc/jwks')).text);
  const publicKey = Buffer.from(JSON.stringify(keySet.keys[0]));
  const byStranger = (members: object) =>
    new SignJWT({ ...claims, ...members }).setProtectedHeader(header).sign(privateKey);
  const byUs = (members: object, typ = 'secevent+jwt') => {
    const [key] = service.keys.idTokenKeys();
    assert.ok(key);
    return signedToken(key, typ, { ...claims, ...members });
  };
  const { sub_id: _, ...withoutSubject } = claims;
  const [, second] = (await poll(stream)).read;
  const forgeries: Record<string, string> = {
    nothing: '',
    'no token': 'x',
    'without a signature': `${head}.${body}.`,
    'alg none': `${part({ ...header, alg: 'none' })}.${body}.`,
    'alg none, signed': `${part({ ...header, alg: 'none' })}.${body}.${signature}`,
    'HS256 by the public key': await new SignJWT(claims)
      .setProtectedHeader({ ...header, alg: 'HS256' })
      .sign(publicKey),
    'another key': await byStranger({}),
    'an unknown key': `${part({ ...header, kid: 'nema' })}.${body}.${signature}`,
    'a changed body': `${head}.${part({ ...claims, jti: 'evt_1' })}.${signature}`,
    'a changed subject': `${head}.${part({ ...claims, sub_id: { ...claims.sub_id, sub: '1' } })}.${signature}`,
    'the body of another': `${head}.${second?.token.split('.')[1]}.${signature}`,
    'a changed header': `${part({ ...header, typ: 'JWT' })}.${body}.${signature}`,
    'a signature cut short': good.slice(0, -8),
    'another audience': byUs({ aud: 'druga' }),
    'another issuer': byUs({ iss: 'https://drugdje.hr/oidc' }),
    'the issuer without its path': byUs({ iss: 'http://127.0.0.1:8080' }),
    'another kind of token': byUs({}, 'logout+jwt'),
    'an ID token': byUs({ sub: '1', exp: claims.iat + 60 }),
    'from the future': byUs({ iat: claims.iat + 3600 }),
    'without events': byUs({ events: {} }),
    'without a subject': signedToken(service.keys.idTokenKeys()[0] ?? assert.fail(), 'secevent+jwt', withoutSubject),
  };
  assert.ok(Object.keys(forgeries).length >= 20);
  for (const [name, token] of Object.entries(forgeries)) assert.equal(await verify(token), undefined, name);
  const elsewhere = setVerifier({
    issuer: configuration.issuer,
    jwksUri: configuration.jwks_uri,
    audience: `${audience}x`,
    fetch: fetchFrom(service) as typeof fetch,
    now: () => service.clock.now(),
  });
  assert.equal(await elsewhere(good), undefined, 'for another receiver');
});

test('where nobody has a stream, events are sent without asking for one', async (t) => {
  const fixture = await openEventFixture(t);
  await fixture.subscribe();
  await fixture.service.database.transaction((tx) => sql`drop table event_streams`.execute(tx));
  await suspendTwice(fixture);
  await fixture.deliver();
  assert.equal(fixture.receiver.received.length, 2);
});

test('a receiver chooses within what an administrator allows, and cannot begin anew instead', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss } = fixture;
  const { call, make, poll } = await openSignals(fixture);
  const stream = await make();
  const { stream_id } = stream;
  const byAdmin = async (target: string, body: object = {}) => {
    const answer = await service.call(target, { token: boss, body });
    assert.equal(answer.status, 200, answer.text);
    return answer.body;
  };
  const on = `${SUBSCRIPTIONS}/${stream_id}`;
  const allowed = await byAdmin(`PUT ${on}`, { types: ['session.revoke'] });
  assert.deepEqual(allowed.types, ['session.revoke']);
  const delivered = async (method: string, body: object) =>
    (await call(`${method} /ssf/stream`, { stream_id, ...body })).body.events_delivered;
  const revoked = `${CAEP}/session-revoked`;
  const disabled = `${RISC}/account-disabled`;
  assert.deepEqual(await delivered('PATCH', { events_requested: [disabled, revoked] }), [revoked]);
  assert.deepEqual(await delivered('PATCH', { events_requested: [disabled] }), []);
  assert.deepEqual(await delivered('PUT', {}), [revoked], 'all that it may have');
  await service.audit.forget();
  const ended = await call(`DELETE /ssf/stream?stream_id=${stream_id}`);
  assert.deepEqual([ended.status, ended.body.code], [403, 'streams.held']);
  assert.deepEqual(await service.audit.actions(), []);
  await suspendTwice(fixture);
  assert.deepEqual((await poll(stream)).jtis, []);
  assert.equal((await byAdmin(`PUT ${on}`, { types: null })).types, null);
  await byAdmin(`POST ${on}/pause`);
  assert.equal((await call(`DELETE /ssf/stream?stream_id=${stream_id}`)).body.code, 'streams.held', 'nor when paused');
  await byAdmin(`POST ${on}/resume`);
  assert.equal((await call(`DELETE /ssf/stream?stream_id=${stream_id}`)).status, 204);
});

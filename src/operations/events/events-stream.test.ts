// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readEvents } from '../../../client/event-stream.ts';
import { type EventFixture, openEventFixture, openReader, SUBSCRIPTIONS } from '../../../test/support/event-fixture.ts';
import { registerService, serviceToken } from '../../../test/support/service-fixture.ts';
import { instantAt } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';

/** A fixture that listens, with what follows the stream of a service there. */
async function openStreams(t: TestContext) {
  const fixture = await openEventFixture(t);
  const origin = await fixture.service.server.listen({ host: '127.0.0.1', port: 0 });
  const follow = async (token: string, headers: Record<string, string> = {}) => {
    const authorization = `Bearer ${token}`;
    const answer = await fetch(`${origin}/api/events/stream`, { headers: { authorization, ...headers } });
    assert.ok(answer.body);
    const stream = readEvents(answer.body);
    return async () => {
      assert.equal(answer.status, 200); // held until here: a body whose answer is collected is cancelled
      const { value, done } = await stream.next();
      return done ? undefined : JSON.parse(value.data);
    };
  };
  return { ...fixture, follow };
}

async function act({ service, boss, seal }: EventFixture, userId: number, verb: string): Promise<void> {
  const answer = await service.call(`POST /api/admin/users/${userId}/${verb}`, { token: boss, body: {} });
  assert.equal(answer.status, 200, answer.text);
  await seal();
}

test('a stream ends with what it was opened by: the token, the scope, the service, its subscription', async (t) => {
  const fixture = await openStreams(t);
  const { service, boss, memberId, follow } = fixture;
  const put = (id: string, body: object) =>
    service.call(`PUT /api/admin/applications/${id}`, { token: boss, body }).then(({ status }) => status);
  const ends: Record<string, (reader: { id: string; secret: string; token: string }, pull: string) => unknown> = {
    'the token was revoked': ({ id, secret, token }) =>
      service.call('POST /oidc/revoke', {
        headers: {
          authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ token }).toString(),
      }),
    'the scope was taken away': ({ id }) => put(id, { scopes: ['users:read'] }),
    'the secret was replaced': ({ id }) => service.call(`POST /api/admin/applications/${id}/secret`, { token: boss }),
    'the subscription was paused': (_reader, pull) =>
      service.call(`POST ${SUBSCRIPTIONS}/${pull}/pause`, { token: boss }),
    'the subscription is gone': (_reader, pull) => service.call(`DELETE ${SUBSCRIPTIONS}/${pull}`, { token: boss }),
    'the service has ended': async ({ id }) => {
      await put(id, { ends_at: instantAt(service.clock.now() + minutes(1)) });
      service.clock.advance(minutes(1));
    },
  };
  for (const [what, end] of Object.entries(ends)) {
    const registered = await registerService(fixture, ['events:read', 'users:read']);
    const token = await serviceToken(service, registered);
    const pull = await fixture.subscribe({ application_id: registered.id, form: 'pull', url: null });
    const next = await follow(token);
    for (const verb of ['suspend', 'unsuspend']) await act(fixture, memberId, verb);
    assert.deepEqual([(await next())?.type, (await next())?.type], ['user.suspend', 'user.unsuspend'], what);
    await end({ ...registered, token }, pull.id);
    assert.equal(await next(), undefined, what);
  }
});

test('a stream that broke goes on after the last event, with none left out and none twice', async (t) => {
  const fixture = await openStreams(t);
  const { memberId, follow } = fixture;
  const reader = await openReader(fixture);
  await fixture.subscribe({ application_id: reader.id, form: 'pull', url: null });
  const seen: { seq: number; previous_seq: number }[] = [];
  let next = await follow(reader.token);
  for (const verb of ['suspend', 'unsuspend', 'suspend', 'unsuspend']) {
    await act(fixture, memberId, verb);
    const { data } = await next();
    seen.push(data);
    next = await follow(reader.token, { 'last-event-id': String(data.seq) });
  }
  assert.deepEqual(
    seen.slice(1).map(({ previous_seq }) => previous_seq),
    seen.slice(0, -1).map(({ seq }) => seq),
  );
});

test('a stream of another club has nothing of this one, wherever it begins', async (t) => {
  const fixture = await openStreams(t);
  const { service, memberId, follow } = fixture;
  const club = await service.addTenant('Klub Neretva');
  const stranger = await service.addPerson({ tenantId: club.id });
  await fixture.seal();
  const ours = await openReader(fixture);
  const theirs = await openReader(fixture, { tenant_id: club.id });
  for (const { id } of [ours, theirs]) await fixture.subscribe({ application_id: id, form: 'pull', url: null });
  const own = await follow(ours.token);
  const other = await follow(theirs.token);
  await act(fixture, memberId, 'suspend');
  const suspended = await own();
  await act(fixture, stranger.id, 'suspend');
  const [{ data }] = [await other()];
  assert.deepEqual([data.tenant_id, data.sub], [club.id, String(stranger.id)]);
  // The place of an event that it never got.
  const fromThere = await follow(theirs.token, { 'last-event-id': String(suspended.data.seq - 1) });
  const { data: again } = await fromThere();
  assert.deepEqual([again.seq, again.sub], [data.seq, String(stranger.id)]);
  const fromOurs = await service.call(`GET /api/events?after=${suspended.data.seq - 1}`, { token: theirs.token });
  assert.deepEqual(
    fromOurs.body.items.map(({ data: { sub } }: { data: { sub: string } }) => sub),
    [String(stranger.id)],
  );
});

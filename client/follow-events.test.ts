import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type EventFixture, openEventFixture } from '../test/support/event-fixture.ts';
import { registerService } from '../test/support/service-fixture.ts';
import { EventsMissingError, type FollowEventsOptions, followEvents, type ServiceEvent } from './follow-events.ts';

const eventAt = (seq: number, previous_seq: number) =>
  ({ type: 'user.suspend', data: { seq, previous_seq } }) as ServiceEvent;
const said = (event: ServiceEvent) => `id: ${event.data.seq}\nevent: event\ndata: ${JSON.stringify(event)}\n\n`;

type Reply = (url: URL) => Response | Promise<Response>;

/** Follows through scripted answers until they are used up, without waiting. */
async function follow(replies: Reply[], options: Partial<FollowEventsOptions> = {}) {
  const [taken, asked, pauses, problems] = [[] as number[], [] as string[], [] as number[], [] as unknown[]];
  const stop = new AbortController();
  const fetchFrom = (async (input: string | URL) => {
    const url = new URL(String(input));
    if (url.pathname === '/oidc/token') return Response.json({ access_token: 'token', expires_in: 600 });
    asked.push(url.pathname.replace('/api/events', '') + url.search);
    const reply = replies.shift();
    if (reply !== undefined) return reply(url);
    stop.abort(new Error('enough'));
    throw stop.signal.reason;
  }) as typeof fetch;
  const following = followEvents({
    baseUrl: 'https://racun.example.hr',
    clientId: 'id',
    clientSecret: 'secret',
    after: 10,
    take: async ({ data }) => void taken.push(data.seq),
    onProblem: (error) => problems.push(error),
    pause: async (length) => void pauses.push(length),
    fetch: fetchFrom,
    ...options,
    signal: stop.signal,
  });
  const error = await following.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return { taken, asked, pauses, problems, error: error as Error };
}

const stream =
  (...pieces: string[]): Reply =>
  () =>
    new Response(pieces.join(''));
const refused =
  (status: number, code: string, headers = {}): Reply =>
  () =>
    Response.json({ code, detail: '' }, { status, headers });

test('events are handed over in order and once, over streams that break, after the last that was taken', async () => {
  const { taken, asked, error } = await follow([
    stream(said(eventAt(12, 10)), ': \n\n', said(eventAt(15, 12)), said(eventAt(17, 15)).slice(0, 30)),
    stream(said(eventAt(15, 12)), said(eventAt(17, 15)), said(eventAt(20, 17))),
  ]);
  assert.deepEqual(taken, [12, 15, 17, 20]);
  assert.deepEqual(asked, ['/stream?after=10', '/stream?after=15', '/stream?after=20']);
  assert.equal(error.message, 'enough');
});

test('an event that is missing stops it, and what could not be taken is thrown and comes again', async () => {
  const missing = await follow([stream(said(eventAt(12, 10)), said(eventAt(17, 15)))]);
  assert.ok(missing.error instanceof EventsMissingError);
  assert.deepEqual(missing.taken, [12]);
  const full = new TypeError('the disk is full');
  const failed = await follow([stream(said(eventAt(12, 10)))], { take: () => Promise.reject(full) });
  assert.equal(failed.error, full);
});

test('while the service is away it asks again, later and later; what it asks for is obeyed', async () => {
  const away: Reply = () => Promise.reject(new TypeError('fetch failed'));
  const { taken, pauses, problems } = await follow([
    away,
    refused(503, 'store.unavailable', { 'retry-after': '30' }),
    stream(said(eventAt(12, 10))),
    refused(429, 'request.too_many'),
  ]);
  assert.deepEqual(taken, [12]);
  assert.equal(problems.length, 3);
  const [first = 0, second = 0, third = 0] = pauses;
  assert.ok(first >= 500 && first <= 1000 && second >= 30_000 && third <= 1000, String(pauses));
});

test('where no stream gets through, plain calls ask', async () => {
  const nothing: Reply = () => new Response('');
  const page =
    (items: ServiceEvent[], behind: number): Reply =>
    () =>
      Response.json({ items, next_after: 12, behind });
  const { taken, asked } = await follow([nothing, nothing, page([], 0), page([eventAt(12, 10)], 0)]);
  assert.deepEqual(taken, [12]);
  assert.deepEqual(asked, ['/stream?after=10', '/stream?after=10', '?after=10', '?after=10', '/stream?after=12']);
});

test('a token that has ended is renewed; a missing subscription, a missing right and a restored backup are final', async () => {
  const renewed = await follow([refused(401, 'auth.revoked'), stream(said(eventAt(12, 10)))]);
  assert.deepEqual(renewed.taken, [12]);
  for (const [status, code] of [
    [404, 'subscriptions.not_found'],
    [403, 'permission.denied'],
    [409, 'events.ahead'],
  ] as const) {
    const { error, problems } = await follow([refused(status, code)]);
    assert.deepEqual([(error as { code?: string }).code, problems], [code, []]);
  }
});

test('events of the service are followed as they come, and from the stored place after a restart', async (t) => {
  const fixture = await openEventFixture(t);
  const { service, boss, seal, memberId } = fixture;
  const registered = await registerService(fixture, ['events:read']);
  await fixture.subscribe({ application_id: registered.id, form: 'pull', url: null });
  const baseUrl = await listening(fixture);
  const stored: number[] = [];
  const run = async (until: number) => {
    const stop = new AbortController();
    const following = followEvents({
      baseUrl,
      clientId: registered.id,
      clientSecret: registered.secret,
      after: stored.at(-1),
      take: async ({ data }) => {
        stored.push(data.seq);
        if (stored.length === until) stop.abort();
      },
      now: () => service.clock.now(),
      signal: AbortSignal.any([stop.signal, AbortSignal.timeout(20_000)]),
    });
    await assert.rejects(following, { name: 'AbortError' });
  };
  const change = async (acts: readonly string[]) => {
    for (const act of acts)
      assert.equal(
        (await service.call(`POST /api/admin/users/${memberId}/${act}`, { token: boss, body: {} })).status,
        200,
      );
    await seal();
  };
  const before = run(2);
  await change(['suspend', 'unsuspend']);
  await before;
  await change(['suspend', 'unsuspend']);
  await run(4);
  assert.deepEqual(
    stored,
    [...new Set(stored)].sort((one, other) => one - other),
  );
  assert.equal(stored.length, 4);
});

const listening = ({ service }: EventFixture): Promise<string> => service.server.listen({ host: '127.0.0.1', port: 0 });

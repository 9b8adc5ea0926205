// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instantAt } from '../../src/platform/kernel/clock.ts';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { startLogoutReceiver } from '../support/logout-receiver.ts';
import { startNodes } from '../support/node-processes.ts';
import {
  AppBrowser,
  askFor,
  CALLBACK,
  DEVICE_GRANT,
  deviceOf,
  enter,
  openAppFixture,
  postForm,
  registerApp,
  relyingParty,
} from '../support/relying-party.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const AT_ONCE = 32;
const ROUNDS = roundsOr(50);
const DEVICE_PAGE = 'POST /api/users/me/applications/device/decision';

type Fields = Record<string, string>;

/**
 * Of concurrent uses of the same code, refresh token or device code on two processes at most one succeeds, and its tokens are
 * ended, since somebody has stolen it. All other responses are errors of the protocol.
 */
test('a code, a refresh token and a device code have one winner, whose tokens end with the replay', {
  timeout: timeFor(300_000),
}, async (t) => {
  // Sign-ins last as long as the test.
  const fixture = await openAppFixture(t, { SVC_ACCESS_TTL_MIN: '1440' });
  const { service, member } = fixture;
  const nodes = await startNodes(t, service, 2);
  const members = { trusted: true, scopes: ['offline_access'] };
  const spa = await registerApp(fixture, { ...members, kind: 'spa' });
  const scoreboard = await registerApp(fixture, { ...members, kind: 'device', redirect_uris: [] });
  const config = await relyingParty(service, spa);
  const browser = new AppBrowser(service);
  const tokenAt = async (node: number, fields: Fields) => {
    const headers = { 'x-forwarded-for': '10.9.0.1' };
    const answer = await fetch(`${nodes[node % 2]?.url}/oidc/token`, {
      method: 'POST',
      headers,
      body: new URLSearchParams(fields),
    });
    const body = (await answer.json()) as Fields; // RFC 6749 §5
    return { status: answer.status, body };
  };
  const codeNow = async (): Promise<Fields> => {
    const asked = await askFor(config, { scope: 'openid offline_access' });
    const code = new URL(await browser.signIn(asked.url, member)).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', client_id: spa.id, redirect_uri: CALLBACK };
    return { ...grant, code, code_verifier: asked.verifier };
  };
  const refreshNow = async (): Promise<Fields> => {
    const { refresh_token = '' } = (await postForm(service, '/token', await codeNow())).body;
    return { grant_type: 'refresh_token', client_id: spa.id, refresh_token };
  };
  const deviceNow = async (): Promise<Fields> => {
    const { user_code, device_code = '' } = await deviceOf(service, scoreboard.id).ask('openid offline_access');
    const decided = await service.call(DEVICE_PAGE, { token: member, body: { user_code, allow: true } });
    assert.equal(decided.status, 204, decided.text);
    return { grant_type: DEVICE_GRANT, client_id: scoreboard.id, device_code };
  };
  const race = async (fields: Fields, round: string) => {
    await Promise.all(nodes.map((node) => node.keepTime()));
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => tokenAt(index, fields)));
    const winners = answers.filter(({ status }) => status === 200);
    const told = new Set(answers.map(({ status, body }) => `${status} ${body.error ?? ''} ${body.detail ?? ''}`));
    assert.equal(winners.length, 1, `${round}: ${[...told].join(', ')}`);
    assert.deepEqual([...told].sort(), ['200  ', '400 invalid_grant '], round);
    const { client_id = '' } = fields;
    const refresh_token = winners[0]?.body.refresh_token ?? '';
    const dead = await postForm(service, '/token', { grant_type: 'refresh_token', client_id, refresh_token });
    assert.equal(dead.body.error, 'invalid_grant', `${round}: what it gave is dead`);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await race(await codeNow(), `code ${round}`);
    await race(await refreshNow(), `refresh ${round}`);
    await race(await deviceNow(), `device ${round}`);
    service.clock.advance(minutes(1)); // beyond the limits by address
  }
});

/** RFC 8628 §3.3: a person who is asked twice decides once. */
test('of concurrent decisions about a device one succeeds', { timeout: timeFor(300_000) }, async (t) => {
  const fixture = await openAppFixture(t, { SVC_ACCESS_TTL_MIN: '1440' });
  const { service, member } = fixture;
  const nodes = await startNodes(t, service, 2);
  const app = await registerApp(fixture, { trusted: true, kind: 'device', redirect_uris: [] });
  let given = 0;
  for (let round = 0; round < ROUNDS; round++) {
    await Promise.all(nodes.map((node) => node.keepTime()));
    const device = deviceOf(service, app.id);
    const { user_code, device_code } = await device.ask('openid offline_access');
    const [, path] = DEVICE_PAGE.split(' ');
    const decide = async (index: number) => {
      const answer = await fetch(`${nodes[index % 2]?.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${member}` },
        body: JSON.stringify({ user_code, allow: index % 4 < 2 }),
      });
      return answer.status;
    };
    const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => decide(index)));
    assert.deepEqual(answers.filter((status) => status === 204).length, 1, `${round}: ${answers}`);
    const decided = (await device.poll(device_code)).status;
    const grants = await service.database.read
      .selectFrom('provider_records')
      .select('model')
      .where('model', '=', 'Grant')
      .execute();
    assert.equal(grants.length, decided === 200 ? ++given : given, `${round}: a grant of whoever let it in alone`);
    assert.deepEqual(
      answers.filter((status) => ![204, 404, 429].includes(status)),
      [],
      `${round}`,
    );
    service.clock.advance(minutes(16)); // beyond the window of wrong codes
  }
});

/** Each process looks for ends by itself, every few seconds. */
test('an end that comes by itself is carried out by one process, once', { timeout: timeFor(300_000) }, async (t) => {
  const APPS = 4;
  const receiver = await startLogoutReceiver(t);
  const fixture = await openAppFixture(t, { SVC_ACCESS_TTL_MIN: '1440', SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' });
  const { service } = fixture;
  const nodes = await startNodes(t, service, 3);
  const members = { backchannel_logout_uri: receiver.url, trusted: true, scopes: ['offline_access'] };
  const rounds = roundsOr(20);
  const winners = new Set<number>();
  for (let round = 0; round < rounds; round++) {
    const boss = await service.tokenOf('gazda@example.hr'); // recently enough to manage applications
    const ends_at = instantAt(service.clock.now() + minutes(1));
    const entered = [];
    for (let index = 0; index < APPS; index++) {
      const app = await registerApp({ service, boss }, { ...members, ends_at });
      entered.push({ app, ...(await enter(fixture, app, { more: { scope: 'openid offline_access' } })) });
    }
    await service.audit.forget();
    receiver.bodies.length = 0;
    service.clock.advance(minutes(1));
    await Promise.all(nodes.map((node) => node.keepTime()));
    const ended = await Promise.all(nodes.map((node) => node.endApplications()));
    for (const [index, count] of ended.entries()) if (count > 0) winners.add(index);
    assert.equal(
      ended.reduce((sum, count) => sum + count),
      APPS,
      `round ${round}: ${ended}`,
    );
    const records = await service.audit.take();
    assert.deepEqual(
      records.map(({ action, meta }) => `${action} ${meta.application_id}`).sort(),
      entered.map(({ app }) => `application.end ${app.id}`).sort(),
    );
    await Promise.all([service.logouts.deliverDue(), service.logouts.deliverDue()]);
    const told = receiver.bodies.map((body) => audienceOf(new URLSearchParams(body).get('logout_token') ?? ''));
    assert.deepEqual(told.sort(), entered.map(({ app }) => app.id).sort(), 'each is told once');
    for (const { app, tokens } of entered) {
      const { refresh_token = '' } = tokens;
      const credentials = { client_id: app.id, client_secret: app.secret ?? '' };
      const refreshed = await postForm(service, '/token', {
        grant_type: 'refresh_token',
        refresh_token,
        ...credentials,
      });
      assert.deepEqual([refreshed.status, refreshed.body.error], [401, 'invalid_client']);
      const { access_token: token } = tokens;
      assert.equal((await postForm(service, '/introspect', { token, ...credentials })).status, 401);
      assert.equal((await service.call(`DELETE /api/admin/applications/${app.id}`, { token: boss })).status, 204);
    }
    assert.deepEqual(
      await service.database.read
        .selectFrom('provider_records')
        .select('model')
        .where('application_id', 'is not', null)
        .execute(),
      [],
    );
    service.clock.advance(minutes(2)); // beyond the limits of the calls
  }
  t.diagnostic(`${rounds} rounds of ${APPS} applications, carried out by ${winners.size} of ${nodes.length} processes`);
});

const audienceOf = (token: string): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).aud;

// engine: both
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { Database } from '../../src/platform/database/database.ts';
import { BusyClient, type Promised } from '../support/busy-client.ts';
import { seedStore } from '../support/seeded-store.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const CLIENTS = 6;
const PEOPLE_EACH = 8;

test('kill -9 under load: acknowledged writes stay, and no transaction is half done', {
  timeout: timeFor(300_000),
}, async (t) => {
  // The maximum grace: an unanswered refresh may have spent its token, and is sent again.
  const store = await seedStore(t, { people: CLIENTS * PEOPLE_EACH, env: { SVC_REFRESH_GRACE_SEC: '60' } });
  const clients = Array.from({ length: CLIENTS }, (_, number) => {
    const first = number * PEOPLE_EACH;
    return new BusyClient(store.emails.slice(first, first + PEOPLE_EACH), number);
  });
  const port = await freePort();
  const rounds = roundsOr(20);
  let node = await startProcess(t, store.env, port);
  for (let round = 1; round <= rounds; round++) {
    const busy = Promise.all(clients.map((client) => client.keepBusy(node)));
    await Promise.race([pause(100 + randomInt(500)), busy]); // `busy` only ends first by failing
    await node.kill();
    await busy;
    node = await startProcess(t, store.env, port); // also: the data folder is free again
    for (const client of clients) await assertKept(node, client, round);
    await assertRecorded(store.database, clients);
    await assertWhole(store.database);
  }
  const answered = clients.flatMap(({ promised }) => promised);
  const counts = [...Map.groupBy(answered, ({ action }) => action)].map(([action, same]) => `${same.length} ${action}`);
  t.diagnostic(`${rounds} rounds, answered: ${counts.join(', ')}`);
});

/** Every refresh token that was returned works, every acknowledged logout holds. */
async function assertKept(node: ServiceProcess, client: BusyClient, round: number): Promise<void> {
  const refresh = (refresh_token: string) => node.call('POST /api/auth/refresh', { body: { refresh_token } });
  for (const { access_token: token, refresh_token } of client.signedOut.splice(0)) {
    const [me, refreshed] = await Promise.all([node.call('GET /api/auth/me', { token }), refresh(refresh_token)]);
    assert.deepEqual([me.status, refreshed.status], [401, 401], `round ${round}: an answered logout`);
  }
  if (client.pair === undefined) return;
  const me = await node.call('GET /api/auth/me', { token: client.pair.access_token });
  const refreshed = await refresh(client.pair.refresh_token);
  const mayBeOut = client.unanswered === 'logout';
  const kept = me.status === 200 && refreshed.status === 200;
  const out = me.status === 401 && refreshed.status === 401;
  assert.ok(
    kept || (mayBeOut && out),
    `round ${round}: ${client.unanswered} unanswered, ${me.status} ${refreshed.status}`,
  );
  client.pair = kept ? refreshed.body : undefined;
}

/** Every response has its audit record, found by the id in the response. */
async function assertRecorded({ read }: Database, clients: readonly BusyClient[]): Promise<void> {
  const rows = await read.selectFrom('audit_records').select(['request_id', 'action']).execute();
  const recorded = new Set(rows.map(({ request_id, action }) => `${action} ${request_id}`));
  const missing = ({ action, requestId }: Promised) => !recorded.has(`${action} ${requestId}`);
  assert.deepEqual(clients.flatMap(({ promised }) => promised).filter(missing), []);
}

interface Meta {
  readonly sid: string;
  readonly jti?: string;
  readonly repeated?: boolean;
}

/** Asserts that no transaction was applied in part. */
async function assertWhole({ read }: Database): Promise<void> {
  const signIns = await read.selectFrom('sign_ins').select(['sid', 'ended_at']).execute();
  const records = await read
    .selectFrom('session_records')
    .select(['jti', 'sid', 'spent_at', 'successor_jti'])
    .execute();
  const trail = await read.selectFrom('audit_records').select(['action', 'meta']).execute();
  const metasOf = (wanted: string): Meta[] =>
    trail.filter(({ action }) => action === wanted).map(({ meta }) => JSON.parse(meta));
  const bySid = Map.groupBy(records, ({ sid }) => sid);
  const jtis = new Set(records.map(({ jti }) => jti));
  const opened = new Set(metasOf('login.ok').map(({ sid }) => sid));
  const ended = new Set(metasOf('logout').map(({ sid }) => sid));
  // A retry after the restart is recorded too, which would hide a missing first record.
  const first = metasOf('auth.refresh').filter(({ repeated }) => !repeated);
  const refreshed = new Set(first.map(({ jti }) => jti));
  for (const { sid, ended_at } of signIns) {
    const own = bySid.get(sid) ?? [];
    assert.equal(own.filter(({ spent_at }) => spent_at === null).length, 1, 'each sign-in has one token to go on with');
    assert.ok(opened.has(sid), 'each sign-in has its record');
    assert.equal(ended_at !== null, ended.has(sid), 'each end has its record');
    const made = own.filter(({ jti }) => refreshed.has(jti));
    assert.equal(made.length, own.length - 1, 'each refresh has its record');
  }
  assert.equal(opened.size, signIns.length);
  for (const { spent_at, successor_jti } of records)
    assert.equal(
      spent_at !== null,
      successor_jti !== null && jtis.has(successor_jti),
      'each spent token has a successor',
    );
}

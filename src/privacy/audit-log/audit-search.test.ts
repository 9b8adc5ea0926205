// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { floodAudit } from '../../../test/support/audit-flood.ts';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { listAudit } from '../../platform/audit/list-audit.ts';
import { toJson } from '../../platform/database/json-column.ts';
import { epochOf, instantAt, nowOf } from '../../platform/kernel/clock.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const FLOOD = 60_000;

/** Records of a flood, after the existing ones. */
const flood = ({ database, clock }: TestService, count: number): Promise<void> =>
  floodAudit(
    database,
    {
      at: nowOf(clock),
      tenant_id: 1,
      action: 'password.forgot.miss',
      ip: '192.0.2.66',
      meta: '{"reason":"unknown"}',
    },
    count,
  );

/** A log whose oldest records a flood was meant to hide. */
async function flooded(t: Parameters<typeof startTestService>[0], count = FLOOD) {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  await service.call('POST /api/auth/login', {
    body: { email: 'glavna@example.hr', password: 'krivo' },
    from: '203.0.113.9',
  });
  service.clock.advance(minutes(60));
  await flood(service, count);
  return { service, token: await service.tokenOf('glavna@example.hr') };
}

interface Found {
  readonly actions: string[];
  readonly pages: number;
}

async function search({ call }: TestService, token: string, query: string): Promise<Found> {
  const actions: string[] = [];
  for (let cursor = '', pages = 1; ; pages++) {
    const { status, body, text } = await call(`GET /api/admin/audit?${query}${cursor && `&cursor=${cursor}`}`, {
      token,
    });
    assert.equal(status, 200, text);
    actions.push(...body.items.map(({ action }: { action: string }) => action));
    if (body.searched_to !== null) assert.notEqual(body.next_cursor, null);
    if (body.next_cursor === null) return { actions, pages };
    cursor = body.next_cursor;
  }
}

test('filters find records behind a flood, page by page', { timeout: 120_000 }, async (t) => {
  const { service, token } = await flooded(t);
  for (const query of [
    'ip=203.0.113.9',
    'q=%22locked%22',
    'q=LOGIN.FAIL&tenant_id=1',
    'q=login.fail&to=2026-03-01T10:30:00Z',
  ])
    assert.deepEqual((await search(service, token, query)).actions, ['login.fail'], query);
  const { actions } = await search(
    service,
    token,
    'ip=192.0.2.66&q=unknown&limit=200&from=2026-03-01T11:00:00Z&user_id=1',
  );
  assert.deepEqual(actions, []);
  const rest = await search(service, token, 'without=password.forgot.miss,login.ok&limit=200');
  assert.ok(rest.actions.includes('login.fail') && !rest.actions.includes('login.ok'), `${rest.actions}`);
  assert.ok(!rest.actions.includes('password.forgot.miss'), 'the flood is left out');
  const page = (await service.call('GET /api/admin/audit?q=forgot&limit=3', { token })).body;
  assert.deepEqual([page.items.length, page.searched_to, page.total_is_capped], [3, null, true]);
  assert.ok(page.total > 3, 'told is how many were met');
  const file = await service.call('GET /api/admin/audit/export?format=jsonl&q=login.fail', { token });
  const records = file.text.split('\n').filter((line) => line.includes('"kind":"record"'));
  assert.equal(records.length, 1);
});

test('a page whose time ran out says how far it searched, and its cursor continues there', async (t) => {
  const { service, token } = await flooded(t, 12_000);
  const { database } = service;
  const filter = { tenantId: undefined, ip: '203.0.113.9' };
  const seen: (string | undefined)[] = [];
  for (let after: number | undefined; ; ) {
    const page = await listAudit(database, filter, { after, limit: 50, cap: 10_001 }, 0);
    seen.push(page.searchedTo?.at);
    if (page.searchedTo === undefined) {
      assert.deepEqual(
        page.rows.map(({ action }) => action),
        ['login.fail'],
      );
      break;
    }
    assert.deepEqual([page.rows, page.counted, page.isUncounted], [[], 0, true]);
    after = page.searchedTo.id;
  }
  assert.ok(seen.length > 2, 'the time was over more than once');
  assert.deepEqual(new Set(seen), new Set(['2026-03-01T11:00:00.000Z', undefined]));
  const { actions, pages } = await search(service, token, 'q=krivo-nigdje');
  assert.deepEqual(actions, []);
  assert.ok(pages <= 13, `${pages} pages for 13 batches`);
});

test('every page of a search is full or says why not, and no record appears twice', async (t) => {
  const { service, token } = await flooded(t, 5_200);
  const ids: number[] = [];
  for (let cursor = ''; ; ) {
    const target = `GET /api/admin/audit?ip=192.0.2.66&limit=200${cursor && `&cursor=${cursor}`}`;
    const { items, next_cursor, searched_to } = (await service.call(target, { token })).body;
    ids.push(...items.map(({ id }: { id: number }) => id));
    if (next_cursor === null) break;
    assert.ok(items.length === 200 || searched_to !== null);
    cursor = next_cursor;
  }
  assert.deepEqual([ids.length, new Set(ids).size], [5_200, 5_200]);
  assert.deepEqual(
    ids,
    [...ids].sort((one, other) => other - one),
  );
});

test('the record of an export does not contain the searched text', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'glavna@example.hr', role: 'superadmin' });
  const token = await service.tokenOf('glavna@example.hr');
  const search = 'q=Vesna%20Oznakovi%C4%87&ip=10.77.66.55&action=login.fail';
  await service.call(`GET /api/admin/audit/export?format=csv&${search}`, { token });
  await service.call('GET /api/admin/audit/export?format=jsonl', { token });
  assert.deepEqual(
    (await service.audit.take()).map(({ meta }) => meta),
    [
      { format: 'csv', asked: { action: 'login.fail', searched: 'yes', by_address: 'yes' } },
      { format: 'jsonl', asked: { searched: 'no', by_address: 'no' } },
    ],
  );
});

test('the acts of an import are grouped in one line, which can be opened; other records stay', async (t) => {
  const { service, run } = await openImportFixture(t);
  const people = (name: string) => Array.from({ length: 30 }, (_, index) => `${name}${index}@example.hr\n`).join('');
  const { id } = await run(`email\n${people('a')}`, { query: '?invite=1' });
  await run(`email\n${people('b')}`);
  await service.addPerson({ email: 'glavna@savez.hr', role: 'superadmin' });
  await service.addPerson({ email: 'sama@example.hr' });
  const token = await service.tokenOf('glavna@savez.hr');
  const list = async (query: string) => {
    const { status, body } = await service.call(`GET /api/admin/audit?limit=200&${query}`, { token });
    assert.equal(status, 200);
    return body.items.map(({ action }: { action: string }) => action);
  };
  const grouped: string[] = await list('grouped=1');
  const alone = ['user.create', 'user.create', 'user.create', 'user.create'];
  assert.deepEqual(
    grouped.filter((action) => action.startsWith('user.')),
    alone,
  );
  assert.deepEqual(
    grouped.filter((action) => action.startsWith('import.')),
    ['import.finish', 'import.start', 'import.finish', 'import.start'],
  );
  assert.ok(grouped.includes('login.ok'));
  const ofImport: string[] = await list(`import_id=${id}`);
  const count = (action: string) => ofImport.filter((one) => one === action).length;
  const counts = ['import.start', 'user.create', 'user.invite', 'import.finish'].map(count);
  assert.deepEqual([ofImport.length, ...counts], [62, 1, 30, 30, 1]);
  assert.equal((await list('')).length, grouped.length + 90);
});

test('a time span holds the records of its time, in whatever order they were committed', async (t) => {
  const service = await startTestService(t);
  const { database, clock } = service;
  const begun = clock.now();
  const record = { tenant_id: 1, action: 'login.ok', actor_id: null, actor_email: null, user_id: null, ip: null };
  const minutesOf = Array.from({ length: 60 }, (_, place) => place + ((place * 7) % 5) - 2); // up to two earlier or later
  const rows = minutesOf.map((minute) => ({
    ...record,
    at: instantAt(begun + minutes(minute)),
    user_agent: null,
    request_id: null,
    meta: toJson({}),
  }));
  await database.transaction((tx) => tx.insertInto('audit_records').values(rows).execute());
  const page = { after: undefined, limit: 200, cap: 10_001 };
  for (const [from, to] of [
    [10, 20],
    [0, 60],
    [33, 33],
    [58, 90],
    [-9, 1],
  ] as const) {
    const span = { from: instantAt(begun + minutes(from)), to: instantAt(begun + minutes(to)) };
    const { rows: found, counted } = await listAudit(database, { tenantId: 1, action: 'login.ok', ...span }, page);
    const expected = minutesOf.filter((minute) => minute >= from && minute <= to);
    assert.deepEqual(
      found.map(({ at }) => (epochOf(at) - begun) / minutes(1)),
      expected.toReversed(),
      `${from} to ${to}`,
    );
    assert.equal(counted, expected.length);
  }
});

// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestService } from '../../../test/support/test-service.ts';
import { hours, minutes } from '../../platform/kernel/durations.ts';

const OWN = [
  'ana.marker@example.hr',
  'Anamarka',
  'Vlastitić',
  '+385 91 111 2222',
  '69435151530',
  '10.66.1.2',
  'OwnBrowser',
];
const OTHERS = [
  'admin.marker@example.hr',
  'Tuđa',
  'Upravić',
  '+385 98 765 4321',
  '94577403194',
  '10.99.9.9',
  'OtherBrowser',
];

test('an export has everything about one person and nothing about others', { timeout: 60_000 }, async (t) => {
  const service = await startTestService(t);
  const own = { ime: 'Anamarka', prezime: 'Vlastitić', telefon: '+385 91 111 2222', oib: '69435151530' } as const;
  const ana = await service.addPerson({ email: 'ana.marker@example.hr', ...own });
  const other = { ime: 'Tuđa', prezime: 'Upravić', telefon: '+385 98 765 4321', oib: '94577403194' } as const;
  await service.addPerson({ email: 'admin.marker@example.hr', role: 'admin', ...other });
  const body = { email: 'ana.marker@example.hr', password: 'mirno more plovi' };
  const here = { headers: { 'user-agent': 'OwnBrowser/1' }, from: '10.66.1.2' };
  const there = { headers: { 'user-agent': 'OtherBrowser/1' }, from: '10.99.9.9' };
  await service.call('POST /api/auth/login', { body: { ...body, password: 'krivo' }, ...here });
  const pair = (await service.call('POST /api/auth/login', { body, ...here })).body;
  const token = pair.access_token;
  const consent = { policy_version: '1', categories: { necessary: true, statistics: true } };
  await service.call('POST /api/gdpr/consent', { token, ...here, body: consent });
  await service.call('POST /api/users/me/email', { token, ...here, body: { email: 'ana.nova@example.hr' } });
  const admin = (
    await service.call('POST /api/auth/login', { body: { ...body, email: 'admin.marker@example.hr' }, ...there })
  ).body.access_token;
  await service.call(`GET /api/admin/users/${ana.id}`, { token: admin, ...there });
  await service.call(`PATCH /api/admin/users/${ana.id}`, {
    token: admin,
    ...there,
    body: { preferred_language: 'en' },
  });
  await service.call('POST /api/users/me/gdpr-erase', { token, ...here });
  await service.mail.deliverDue();
  await service.audit.forget();
  const taken = await service.call(`GET /api/admin/gdpr/users/${ana.id}/export`, { token: admin, ...there });
  assert.equal(taken.status, 200, taken.text);
  const answer = await service.call('GET /api/users/me/gdpr-export', { token, ...here });
  assert.equal(answer.status, 200);
  assert.deepEqual(await service.audit.actions(), ['export.admin', 'export.self']);
  assert.equal(answer.headers['content-disposition'], `attachment; filename="gdpr-export-${ana.id}-2026-03-01.json"`);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const data = answer.body;
  assert.equal(data.schema_version, 1);
  assert.deepEqual([data.profile.oib, data.consents.length, data.erasure_requests.length], ['69435151530', 1, 1]);
  assert.equal(data.email_change.new_email, 'ana.nova@example.hr');
  assert.ok(data.mails.length >= 2 && data.sign_ins.length === 1);
  assert.deepEqual(
    data.access_log.map(({ action, role, tenant }: Record<string, string>) => [action, role, tenant]),
    [
      ['export.admin', 'admin', 'Savez'],
      ['user.read', 'admin', 'Savez'],
    ],
  );
  for (const text of [answer.text, taken.text]) {
    for (const marker of OWN) assert.ok(text.includes(marker), marker);
    for (const marker of OTHERS) assert.ok(!text.includes(marker), marker);
    for (const secret of ['$2b$', token, pair.refresh_token, 'hash', 'seed', 'jti', 'hmac'])
      assert.ok(!text.includes(secret), secret);
  }
  const log = (await service.call('GET /api/users/me/access-log?limit=1', { token })).body;
  assert.deepEqual([log.total, log.items.length, log.items[0].action], [2, 1, 'export.admin']);
  const next = await service.call(`GET /api/users/me/access-log?cursor=${log.next_cursor}`, { token });
  assert.deepEqual(
    next.body.items.map(({ action }: { action: string }) => action),
    ['user.read'],
  );
  assert.ok(!JSON.stringify([log, next.body]).includes('marker'));
});

test("an administrator's own export has their acts, but not the people they acted on", async (t) => {
  const service = await startTestService(t);
  const ana = await service.addPerson({ email: 'ana.marker@example.hr', ime: 'Anamarka' });
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  const token = await service.tokenOf('admin@example.hr');
  await service.call(`POST /api/admin/users/${ana.id}/suspend`, { token, body: { reason: 'Anamarka nije platila' } });
  const { body, text } = await service.call('POST /api/users/me/gdpr-export', { token });
  const act = body.audit.find(({ action }: { action: string }) => action === 'user.suspend');
  assert.deepEqual([act.by, act.about], ['me', { role: 'member', tenant: 'Savez' }]);
  assert.ok(!/marker|Anamarka/.test(text));
});

test('ten exports an hour by either route, then 429; an administrator needs scope and a recent sign-in', async (t) => {
  const service = await startTestService(t);
  const ana = await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  for (let time = 0; time < 10; time++) {
    const method = time % 2 === 0 ? 'GET' : 'POST';
    assert.equal((await service.call(`${method} /api/users/me/gdpr-export`, { token })).status, 200);
  }
  const refused = await service.call('POST /api/users/me/gdpr-export', { token });
  assert.deepEqual([refused.status, Number(refused.headers['retry-after']) > 3000], [429, true]);
  assert.equal((await service.call('GET /api/users/me/gdpr-export', { token: 'x' })).status, 401);
  const other = await service.addTenant('Drugi');
  const far = await service.addPerson({ email: 'far@example.hr', tenantId: other.id });
  const boss = await service.addPerson({ email: 'boss@example.hr', role: 'admin' });
  await service.addPerson({ email: 'admin@example.hr', role: 'admin' });
  const admin = await service.tokenOf('admin@example.hr');
  const statusOf = async (id: number) =>
    (await service.call(`GET /api/admin/gdpr/users/${id}/export`, { token: admin })).status;
  assert.deepEqual(
    [await statusOf(ana.id), await statusOf(far.id), await statusOf(boss.id), await statusOf(9999)],
    [200, 404, 403, 404],
  );
  service.clock.advance(minutes(11));
  const late = await service.call(`GET /api/admin/gdpr/users/${ana.id}/export`, { token: admin });
  assert.equal(late.body.code, 'reauth.required');
  service.clock.advance(hours(1));
  const again = await service.tokenOf('ana@example.hr');
  assert.equal((await service.call('GET /api/users/me/gdpr-export', { token: again })).status, 200);
});

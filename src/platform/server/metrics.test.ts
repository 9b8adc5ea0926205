// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pino } from 'pino';
import { manualClock } from '../../../test/support/manual-clock.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { createTestStore } from '../../../test/support/test-store.ts';
import { readSettings } from '../../entry/app/read-settings.ts';
import { openService, version } from '../../entry/start/service.ts';
import { minutes, seconds } from '../kernel/durations.ts';

const TOKEN = 'Jd8sK2mQx7Vt4Rb9Zw3Lh6Yc1Gp5Nf0A';
const TOLD = { SVC_METRICS_TOKEN: TOKEN };
const engine = `{engine="${testEngine}"}`;

const COMMENT = /^# (?:HELP ([a-z_]\w*) (?:[^\\\n]|\\\\|\\n)+|TYPE ([a-z_]\w*) (counter|gauge|histogram))$/;
const SERIES =
  /^([a-z_]\w*)(\{(?:[a-z_]\w*="(?:[^"\\\n]|\\[\\"n])*")(?:,[a-z_]\w*="(?:[^"\\\n]|\\[\\"n])*")*\})? (-?[\d.]+(?:e[+-]?\d+)?|\+Inf|NaN)$/;

/** Every series with its value. Fails for anything that the text format 0.0.4 does not allow. */
function read(text: string): Map<string, number> {
  assert.ok(text.endsWith('\n'));
  const [helped, typed, series] = [new Set<string>(), new Map<string, string>(), new Map<string, number>()];
  let family = '';
  for (const line of text.slice(0, -1).split('\n')) {
    const [, help, type, kind = ''] = COMMENT.exec(line) ?? [];
    const [, name, labels = '', value] = SERIES.exec(line) ?? [];
    if (help !== undefined) {
      assert.ok(!helped.has(help), line);
      helped.add(help);
      family = help;
    } else if (type !== undefined) {
      assert.ok(!typed.has(type) && type === family, line);
      typed.set(type, kind);
    } else {
      assert.ok(name !== undefined, `no line of the format: ${line}`);
      const own = typed.get(family) === 'histogram' ? name.replace(/_(?:bucket|sum|count)$/, '') : name;
      assert.equal(own, family, 'lines of a family stand together, below their type');
      assert.ok(typed.get(family) !== 'counter' || name.endsWith('_total'), line);
      assert.ok(!series.has(name + labels), `twice: ${line}`);
      series.set(name + labels, value === '+Inf' ? Infinity : Number(value));
    }
  }
  assert.deepEqual([...helped], [...typed.keys()]);
  return series;
}

async function scrape(service: TestService): Promise<Map<string, number>> {
  const { status, text } = await service.call('GET /metrics', { token: TOKEN });
  assert.equal(status, 200);
  return read(text);
}

const figure = (series: Map<string, number>, name: string): number => series.get(name) ?? Number.NaN;

test('every line conforms to the text format, and the basic metrics are there', async (t) => {
  const service = await startTestService(t, TOLD);
  await scrape(service);
  const series = await scrape(service);
  assert.equal(series.get(`iskaznica_build_info{version="${version}"}`), 1);
  assert.equal(series.get(`iskaznica_store_up${engine}`), 1);
  assert.ok(figure(series, 'process_resident_memory_bytes') > 1e7);
  assert.ok(figure(series, 'process_cpu_seconds_total') > 0);
  assert.ok(figure(series, 'nodejs_eventloop_active_seconds_total') > 0);
  for (const name of ['p50', 'max']) assert.ok(figure(series, `nodejs_eventloop_lag_${name}_seconds`) >= 0, name);
  for (const name of ['running', 'waiting', 'refused_total'])
    assert.equal(series.get(`iskaznica_hash_queue_${name}`), 0);
  assert.equal(series.get(`iskaznica_store_waiting${engine}`), 0);
});

test('calls are counted by method, pattern, status and duration', async (t) => {
  const service = await startTestService(t, TOLD);
  const person = await service.addPerson({ email: 'ana@example.hr' });
  const token = await service.tokenOf('ana@example.hr');
  for (let round = 0; round < 3; round++) await service.call('GET /api/auth/me', { token });
  await service.call('GET /api/auth/me');
  await service.call(`GET /api/documents/${person.id}`);
  await service.call('GET /api/documents/7');
  const series = await scrape(service);
  const me = 'method="GET",route="/api/auth/me"';
  assert.equal(series.get(`iskaznica_http_requests_total{${me},status_class="2xx"}`), 3);
  assert.equal(series.get(`iskaznica_http_requests_total{${me},status_class="4xx"}`), 1);
  assert.equal(series.get('iskaznica_refusals_total{code="auth.missing"}'), 1);
  const documents = 'method="GET",route="/api/documents/:id"';
  assert.equal(series.get(`iskaznica_http_requests_total{${documents},status_class="4xx"}`), 2);
  const bounds = ['0.005', '0.025', '0.1', '0.3', '1', '5', '+Inf'];
  const duration = 'iskaznica_http_request_duration_seconds';
  const cumulated = bounds.map((le) => figure(series, `${duration}_bucket{${me},le="${le}"}`));
  assert.deepEqual(
    cumulated,
    cumulated.toSorted((one, other) => one - other),
  );
  assert.deepEqual([cumulated.at(-1), series.get(`${duration}_count{${me}}`)], [4, 4]);
  assert.ok(figure(series, `${duration}_sum{${me}}`) > 0);
});

test('sign-ins are counted by their outcome', async (t) => {
  const service = await startTestService(t, TOLD);
  await service.addPerson({ email: 'ana@example.hr' });
  const outcomeOf = (series: Map<string, number>, outcome: string) =>
    series.get(`iskaznica_sign_ins_total{way="login",outcome="${outcome}"}`);
  const before = await scrape(service);
  assert.deepEqual([outcomeOf(before, 'ok'), outcomeOf(before, 'login.wrong')], [0, 0]);
  await service.signIn('ana@example.hr');
  for (let round = 0; round < 5; round++) await service.signIn('ana@example.hr', 'posve kriva lozinka');
  await service.signIn('ana@example.hr', PASSWORD);
  const after = await scrape(service);
  assert.equal(outcomeOf(after, 'ok'), 1);
  assert.equal(Number(outcomeOf(after, 'login.wrong')) + Number(outcomeOf(after, 'attempts.locked')), 6);
  assert.ok(Number(outcomeOf(after, 'attempts.locked')) >= 1);
  assert.equal(after.get('iskaznica_sign_ins_total{way="google",outcome="ok"}'), 0);
});

test('locks and cleared windows are counted', async (t) => {
  const service = await startTestService(t, TOLD);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'iva@example.hr' });
  const figures = async () => {
    const series = await scrape(service);
    const names = ['lockouts_total', 'accounts_locked', 'address_windows_cleared_total'];
    return names.map((name) => series.get(`iskaznica_${name}`));
  };
  assert.deepEqual(await figures(), [0, 0, 0]);
  for (let round = 0; round < 6; round++)
    for (const email of ['ana@example.hr', 'nitko@example.hr']) await service.signIn(email, 'posve kriva lozinka');
  assert.deepEqual(await figures(), [2, 2, 0], 'an account, and an address that has none');
  const from = '192.0.2.7';
  const signIn = (password: string) =>
    service.call('POST /api/auth/login', { body: { email: 'iva@example.hr', password }, from });
  await signIn(PASSWORD);
  assert.deepEqual(await figures(), [2, 2, 0], 'there was nothing to clear');
  await signIn('posve kriva lozinka');
  await signIn(PASSWORD);
  service.clock.advance(minutes(5));
  assert.deepEqual(await figures(), [2, 0, 1]);
});

test('callers cannot create series: all unknown paths share one, as do all unknown methods', async (t) => {
  const service = await startTestService(t, TOLD);
  await service.call('GET /nothing');
  const before = (await scrape(service)).size;
  for (let round = 0; round < 50; round++) {
    await service.call(`GET /nothing/${round}`);
    await service.call(`GET /api/documents/${round}?q=${round}`);
    await service.call('GET /health/live', { headers: { 'user-agent': `agent ${round}`, host: `h${round}.hr` } });
  }
  for (const method of ['PROPFIND', 'TRACE', 'LOCK', 'SEARCH']) await service.call(`${method} /nothing`);
  const after = await scrape(service);
  assert.equal(after.get('iskaznica_http_requests_total{method="GET",route="unknown",status_class="4xx"}'), 51);
  assert.equal(after.get('iskaznica_http_requests_total{method="other",route="unknown",status_class="4xx"}'), 4);
  // A histogram of nine lines and a counter for each route and method that was new, `/metrics` among them; refusals by code.
  assert.ok(after.size - before <= 4 * 10 + 3, String(after.size - before));
  const patterns = new Set([...service.routes.map(({ path }) => path), 'unknown']);
  for (const name of after.keys()) {
    const route = /route="([^"]*)"/.exec(name)?.[1];
    assert.ok(route === undefined || patterns.has(route), name);
  }
});

test('no metric is about a person', async (t) => {
  const service = await startTestService(t, TOLD);
  const tenant = await service.addTenant('Klub Jadran');
  await service.addPerson({ email: 'ana.horvat@example.hr', ime: 'Ana', prezime: 'Horvat', tenantId: tenant.id });
  const token = await service.tokenOf('ana.horvat@example.hr');
  await service.call('GET /api/auth/me', { token, from: '10.9.8.7' });
  await service.call('POST /api/auth/forgot-password', { body: { email: 'ana.horvat@example.hr' } });
  await service.call('GET /reset-password?token=geheim');
  await service.call('GET /nothing/ana.horvat@example.hr');
  const { text } = await service.call('GET /metrics', { token: TOKEN });
  read(text);
  for (const word of [
    '@',
    'ana.',
    'Horvat',
    'Jadran',
    'Savez',
    'geheim',
    '10.9.',
    token,
    token.split('.')[1] ?? '',
    TOKEN,
  ])
    assert.ok(!text.includes(word), word);
});

test('waiting mails, their delay and unsealed records are reported', async (t) => {
  const service = await startTestService(t, TOLD);
  const before = await scrape(service);
  assert.deepEqual([before.get('iskaznica_mails_waiting'), before.get('iskaznica_mails_overdue_seconds')], [0, 0]);
  assert.equal(before.get('iskaznica_audit_unsealed_seconds'), 0, 'the trail of the test was forgotten');
  await service.addPerson({ email: 'ana@example.hr' });
  await service.call('POST /api/auth/forgot-password', { body: { email: 'ana@example.hr' } });
  service.clock.advance(seconds(90));
  const late = await scrape(service);
  assert.deepEqual([late.get('iskaznica_mails_waiting'), late.get('iskaznica_mails_overdue_seconds')], [1, 90]);
  assert.equal(late.get('iskaznica_audit_unsealed_seconds'), 90);
  assert.equal(late.get('iskaznica_mail_tries_total{outcome="sent"}'), 0);
  await service.mail.deliverDue();
  const sent = await scrape(service);
  assert.deepEqual([sent.get('iskaznica_mails_waiting'), sent.get('iskaznica_mails_overdue_seconds')], [0, 0]);
  assert.equal(sent.get('iskaznica_mail_tries_total{outcome="sent"}'), 1);
  service.clock.advance(minutes(1));
  assert.equal((await scrape(service)).get('iskaznica_audit_unsealed_seconds'), 150);
});

test('with Redis unavailable the token still works', async (t) => {
  const service = await startTestService(t, { ...TOLD, SVC_REDIS_URL: 'redis://127.0.0.1:1' });
  assert.equal((await scrape(service)).get(`iskaznica_store_up${engine}`), 1);
});

test('with the store unavailable the metrics still come, and say so', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const settings = readSettings({ ...store.env, SVC_METRICS_TOKEN: TOKEN });
  const service = await openService(settings, { log: pino({ level: 'silent' }) });
  t.after(() => service.close().catch(() => {})); // the store is closed already
  await service.database.close();
  const { statusCode, body } = await service.server.inject({
    method: 'GET',
    url: '/metrics',
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  assert.equal(statusCode, 200, body);
  const series = read(body);
  assert.equal(series.get(`iskaznica_store_up${engine}`), 0);
  assert.equal(series.get('iskaznica_mails_waiting'), undefined, 'unknown is not none');
});

test('every recurring job is reported by name: its failures on this node, and its last success', async (t) => {
  const store = await createTestStore(testEngine);
  t.after(() => store.remove());
  const settings = readSettings({ ...store.env, SVC_METRICS_TOKEN: TOKEN });
  const clock = manualClock();
  const service = await openService(settings, { log: pino({ level: 'silent' }), clock });
  service.startWork();
  t.after(() => service.close().catch(() => {})); // the store is closed already
  const told = async (figure: string) => {
    const headers = { authorization: `Bearer ${TOKEN}` };
    const { body } = await service.server.inject({ method: 'GET', url: '/metrics', headers });
    const named = [...read(body)].flatMap(([series, value]) => {
      const [, job] = new RegExp(`^iskaznica_job_${figure}\\{job="([a-z-]+)"\\}$`).exec(series) ?? [];
      return job === undefined ? [] : [[job, value] as const];
    });
    return new Map(named);
  };
  const failures = await told('failures_total');
  assert.deepEqual([...failures.keys()].sort(), [
    ...[
      'audit-seal',
      'audit-sums',
      'avatar-sweep',
      'backup-sweep',
      'bulk-acts',
      'document-sweep',
      'draft-sweep',
      'erasures',
      'events',
    ],
    ...[
      'journal',
      'key-reload',
      'orders',
      'overdue-orders',
      'password-cost',
      'rebuild-documents',
      'rebuild-people',
      'recorded-mails',
      'retention',
      'user-import',
    ],
  ]);
  await service.imports.wake(); // the run of the start, or another
  await service.imports.wake();
  const at = clock.now() / 1000;
  assert.equal((await told('last_success_timestamp_seconds')).get('user-import'), at);
  assert.equal(failures.get('user-import'), 0);
  await service.database.close();
  clock.advance(minutes(1));
  await service.imports.wake();
  await service.imports.wake();
  assert.ok(Number((await told('failures_total')).get('user-import')) > 0);
  assert.equal((await told('last_success_timestamp_seconds')).get('user-import'), at, 'when it last went well');
});

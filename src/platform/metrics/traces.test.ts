// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openImportFixture } from '../../../test/support/import-fixture.ts';
import { type OtlpReceiver, type ReceivedSpan, startOtlpReceiver } from '../../../test/support/otlp-receiver.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';
import { parseTraceParent } from './span.ts';

const SYSTEM = { sqlite: 'sqlite', postgres: 'postgresql' }[testEngine];
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

const isRequest = (route: string, status: number) => (span: ReceivedSpan) =>
  span.name === route && span.attributes['http.response.status_code'] === status;

const below = (receiver: OtlpReceiver, parent: ReceivedSpan) =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent.spanId);

test('the trace of a request has its route, its statements by name and its outcome', async (t) => {
  const receiver = await startOtlpReceiver(t);
  const { env } = receiver;
  const service = await startTestService(t, env);
  const { email } = await service.addPerson();
  const signedIn = await service.signIn(email);
  assert.equal(signedIn.status, 200);
  const login = await receiver.until(isRequest('POST /api/auth/login', 200));
  assert.deepEqual([login.kind, login.failed, login.parentSpanId], [2, false, undefined]);
  assert.deepEqual(login.attributes, {
    'http.request.method': 'POST',
    'http.route': '/api/auth/login',
    'http.response.status_code': 200,
  });
  const statements = below(receiver, login);
  const read = statements.find(({ name }) => name.startsWith('select users'));
  assert.equal(read?.kind, 3);
  assert.equal(read?.attributes['db.system.name'], SYSTEM);
  assert.match(String(read?.attributes['iskaznica.statement']), /^select_users[a-z_]*_[0-9a-f]{12}$/);
  assert.ok(
    statements.some(({ name }) => name.startsWith('insert sign_ins')),
    'what follows the body is below too',
  );
  assert.ok(statements.some(({ name }) => name === 'commit'));
  const wrong = await service.signIn(email, 'nije to ta lozinka');
  assert.equal(wrong.status, 401);
  const refused = await receiver.until(isRequest('POST /api/auth/login', 401));
  assert.deepEqual([refused.failed, refused.attributes['iskaznica.refusal']], [false, wrong.body.code]);
  assert.notEqual(refused.traceId, login.traceId);
  assert.equal(receiver.headers[0]?.authorization, 'Bearer abc');
});

if (testEngine === 'postgres')
  test('PostgreSQL knows a statement by the name in its span', async (t) => {
    const receiver = await startOtlpReceiver(t);
    const { env } = receiver;
    const service = await startTestService(t, { ...env, SVC_DATABASE_POOL: '2' });
    const token = await service.tokenOf((await service.addPerson({ role: 'admin' })).email);
    await service.call('GET /api/admin/users', { token });
    const { spanId } = await receiver.until(isRequest('GET /api/admin/users', 200));
    const names = receiver.spans
      .filter(({ parentSpanId }) => parentSpanId === spanId)
      .flatMap(({ attributes }) => attributes['iskaznica.statement'] ?? []);
    const { sql } = await import('kysely');
    const known = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(
      service.database.read as never,
    );
    assert.ok(names.length > 0);
    assert.ok(known.rows.some(({ name }) => names.includes(name)));
  });

test('no span contains personal data', async (t) => {
  const receiver = await startOtlpReceiver(t);
  const { env } = receiver;
  const fixture = await openImportFixture(t, { ...env, SVC_TRUSTED_PROXIES: '127.0.0.1,10.0.0.0/8' });
  const { service, admin } = fixture;
  const { id, email } = await service.addPerson({ ime: 'Zvonimira', prezime: 'Tragalović', email: 'zvona@example.hr' });
  const oib = '69435151530';
  const csv = `email;ime;prezime;oib\nuvezena@example.hr;Uvezena;Tragalić;${oib}\nkriva@;Kriva;Tragalić;1\n`;
  const done = await fixture.run(csv);
  assert.deepEqual([done.created, done.failed], [1, 1]);
  const headers = { 'x-forwarded-for': '203.0.113.77', 'user-agent': 'PreglednikTragova/1.0', cookie: 'a=kolacic77' };
  const login = { body: { email, password: PASSWORD }, headers, from: '127.0.0.1' };
  const { access_token, refresh_token } = (await service.call('POST /api/auth/login', login)).body;
  const wrong = { ...login, body: { email, password: 'PogrešnaLozinka77' } };
  assert.equal((await service.call('POST /api/auth/login', wrong)).status, 401);
  for (const q of ['Tragalović', 'zvona@example', oib]) {
    const target = `GET /api/admin/users?q=${encodeURIComponent(q)}`;
    assert.equal((await service.call(target, { token: admin, headers })).status, 200);
  }
  assert.equal((await service.call(`GET /api/admin/users/${id}`, { token: admin })).status, 200);
  assert.equal((await service.call('GET /nema/Tragalović', { token: access_token })).status, 404);
  const taken = { email, ime: 'Zvonimira', prezime: 'Tragalović', role: 'member' };
  await service.call('POST /api/admin/users', { token: admin, body: taken });
  await service.call('POST /api/auth/forgot-password', { body: { email } });
  service.startWork();
  await receiver.until(({ name }) => name === 'mail password-reset');
  await service.close();
  const names = new Set(receiver.spans.map(({ name }) => name));
  for (const name of ['GET /api/admin/users', 'GET /api/admin/users/:id', 'POST /api/auth/login', 'job user-import'])
    assert.ok(names.has(name), `${name} among ${[...names].join(', ')}`);
  const exported = receiver.bodies.join('\n');
  const secrets = ['Tragalović', 'Tragalić', 'Zvonimira', 'Uvezena', 'zvona', 'uvezena@', 'example.hr', oib]
    .concat(['203.0.113', '127.0.0.1', '10.0.0.', 'PreglednikTragova', 'kolacic77', PASSWORD, 'PogrešnaLozinka77'])
    .concat([access_token, refresh_token, admin, 'članovi.csv', encodeURIComponent('Tragalović'), '/nema']);
  for (const secret of secrets) assert.ok(!exported.includes(secret), `${secret} was exported`);
});

test('only traces of trusted proxies are continued', async (t) => {
  const receiver = await startOtlpReceiver(t);
  const { env } = receiver;
  const service = await startTestService(t, { ...env, SVC_TRUSTED_PROXIES: '192.0.2.1' });
  const headers = { traceparent: `00-${TRACE}-${SPAN}-01`, 'x-forwarded-for': '192.0.2.1' };
  await service.call('GET /health/live', { headers, from: '198.51.100.9' });
  const stranger = await receiver.until(isRequest('GET /health/live', 200));
  assert.notEqual(stranger.traceId, TRACE);
  assert.equal(stranger.parentSpanId, undefined);
  await service.call('GET /health/live', { headers, from: '192.0.2.1' });
  const own = await receiver.until(({ traceId }) => traceId === TRACE);
  assert.equal(own.parentSpanId, SPAN);
  await service.call('GET /health/live', { headers: { traceparent: `00-${TRACE}-${SPAN}-00` }, from: '192.0.2.1' });
  await service.close();
  assert.equal(receiver.spans.filter(({ traceId }) => traceId === TRACE).length, 1, 'what is not sampled is not sent');
});

test('only a valid traceparent is accepted', () => {
  const parent = { trace_id: TRACE, span_id: SPAN, isSampled: true };
  assert.deepEqual(parseTraceParent(`00-${TRACE}-${SPAN}-01`), parent);
  assert.deepEqual(parseTraceParent(`01-${TRACE}-${SPAN}-09-more`), parent);
  assert.deepEqual(parseTraceParent(`00-${TRACE}-${SPAN}-00`), { ...parent, isSampled: false });
  const zeros = [`00-${'0'.repeat(32)}-${SPAN}-01`, `00-${TRACE}-${'0'.repeat(16)}-01`];
  const wrong = [`ff-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01-x`, `00-${TRACE.toUpperCase()}-${SPAN}-01`, '', 'x'];
  for (const header of [...zeros, ...wrong, undefined, [TRACE]]) assert.equal(parseTraceParent(header), undefined);
});

test('an unavailable collector causes two log lines and no failed request', async (t) => {
  const service = await startTestService(t, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' });
  assert.equal((await service.call('GET /health/live')).status, 200);
  await service.close();
});

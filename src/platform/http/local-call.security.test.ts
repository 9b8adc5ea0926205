import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';

/** Whether the response shows a superadmin's reset token to a caller on this machine. */
async function isTold(service: TestService, headers: Record<string, string>): Promise<boolean> {
  await service.database.transaction((tx) => tx.deleteFrom('action_tokens').execute());
  service.clock.advance(3_600_000); // as many mails as an address gets in an hour
  const body = { email: 'gazda@example.hr' };
  const answer = await service.call('POST /api/auth/forgot-password', { from: '127.0.0.1', headers, body });
  assert.equal(answer.status, 200);
  return 'reset_token' in answer.body;
}

test('a request with a header that proxies add never gets a reset token', async (t) => {
  const service = await startTestService(t, { SVC_MAIL_IP_HOURLY: '1000' });
  /** Each call is about another person, since an address gets few mails an hour. Concurrent, since each answer is held back. */
  const isToldOfNew = async (headers: Record<string, string>): Promise<boolean> => {
    const { email } = await service.addPerson({ role: 'superadmin' });
    const { status, body } = await service.call('POST /api/auth/forgot-password', {
      from: '127.0.0.1',
      headers,
      body: { email },
    });
    assert.equal(status, 200);
    return 'reset_token' in body;
  };
  const names = [
    ...['Forwarded', 'Via', 'X-Forwarded-For', 'X-Forwarded-Host', 'X-Forwarded-Proto', 'X-Forwarded-Port'],
    ...['X-Forwarded-Server', 'X-Forwarded-Prefix', 'X-Forwarded', 'X-Forwarded-Ssl', 'X-Forwarded-Scheme'],
    ...['X-Real-IP', 'X-Client-IP', 'True-Client-IP', 'Fastly-Client-IP', 'X-Cluster-Client-IP', 'Client-IP'],
    ...['Proxy-Client-IP', 'WL-Proxy-Client-IP', 'X-Azure-ClientIP', 'Fly-Client-IP', 'X-NF-Client-Connection-IP'],
    ...['CF-Connecting-IP', 'CF-Connecting-IPv6', 'CF-Ray', 'CF-IPCountry', 'CF-Visitor', 'CDN-Loop'],
    ...['X-Original-Forwarded-For', 'X-Original-Host', 'X-Original-URL', 'X-Originating-IP', 'X-ProxyUser-Ip'],
    ...['X-Envoy-External-Address', 'X-Envoy-Internal', 'X-Envoy-Expected-Rq-Timeout-Ms', 'X-Remote-Addr'],
    ...['X-Amzn-Trace-Id', 'X-Amz-Cf-Id', 'CloudFront-Viewer-Address', 'X-ARR-LOG-ID', 'X-AppEngine-User-IP'],
    ...['X-Host', 'X-Scheme', 'Front-End-Https', 'X-Varnish', 'X-Vercel-Id', 'Tailscale-User-Login'],
  ];
  const forwarded = names.flatMap((name) => [{ [name]: '127.0.0.1' }, { [name]: '' }]);
  const told = await Promise.all(forwarded.map(isToldOfNew));
  assert.deepEqual(
    forwarded.filter((_headers, index) => told[index]),
    [],
  );
  assert.equal(await isToldOfNew({}), true);
});

test('a program on this machine gets the reset token, whatever ordinary headers it sends', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  const own = {
    accept: '*/*',
    'accept-encoding': 'gzip',
    'accept-language': 'hr',
    'user-agent': 'curl/8',
    connection: 'close',
  };
  assert.equal(await isTold(service, { ...own, 'x-request-id': 'a', traceparent: '00-1-2-01', cookie: 'a=b' }), true);
  const page = 'http://127.0.0.1:8080';
  assert.equal(
    await isTold(service, { origin: page, referer: `${page}/forgot-password`, 'sec-fetch-site': 'same-origin' }),
    true,
  );
});

test('a page under another host name, or a proxy that speaks HTTP/1.0, gets no token', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  for (const elsewhere of ['https://racun.example.hr', 'null', ''])
    for (const name of ['origin', 'referer'])
      assert.equal(await isTold(service, { [name]: elsewhere }), false, `${name}: ${elsewhere}`);
  await service.server.listen({ host: '127.0.0.1', port: 0 });
  const { port } = service.server.server.address() as { port: number };
  const speak = (version: string) =>
    new Promise<string>((resolve, reject) => {
      const body = '{"email":"gazda@example.hr"}';
      const head = `POST /api/auth/forgot-password HTTP/${version}\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n`;
      const socket = connect(port, '127.0.0.1', () =>
        socket.write(`${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
      );
      let answer = '';
      socket
        .on('data', (bytes) => (answer += bytes))
        .on('end', () => resolve(answer))
        .on('error', reject);
    });
  assert.match(await speak('1.1'), /reset_token/);
  const old = await speak('1.0');
  assert.match(old, / 200 /);
  assert.doesNotMatch(old, /reset_token/);
});

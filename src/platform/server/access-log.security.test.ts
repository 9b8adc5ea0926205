// engine: none
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { pino } from 'pino';
import { PASSWORD, startTestService } from '../../../test/support/test-service.ts';

test('the log says what happened, and contains no secret', async (t) => {
  const lines: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const service = await startTestService(t, {}, { log });
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const { body: pair } = await service.signIn('ana@example.hr');
  const token = pair.access_token;
  const wrong = { email: 'ana@example.hr', password: 'kriva lozinka' };
  await service.call('POST /api/auth/login', { body: wrong, from: '192.0.2.77' });
  const strange = { email: 'tajna-adresa@example.hr', password: 'kriva lozinka' };
  await service.call('POST /api/auth/login', { body: strange, from: '2001:db8:1:2:3:4:5:6' });
  const me = await service.call('GET /api/auth/me?access_token=tajni-upit', { token });
  await service.call('PUT /api/auth/me', { token, body: { ime: 'Skrivena', oib: '69435151530' } });
  await service.call('PUT /api/auth/me', { token, body: '{"ime":"Skrivena' });
  await service.call('POST /api/auth/refresh', { body: { refresh_token: pair.refresh_token } });
  await service.call('GET /api/nothing/ana@example.hr/tajni-put?q=tajni-upit');
  await service.call('GET /api/auth/me', {
    headers: { authorization: 'Bearer tajni.zeton.x', cookie: 'a=tajni-kolac' },
  });
  await service.call('POST /api/auth/logout', { token });
  const all = lines.join('');
  const secrets = [
    PASSWORD,
    'kriva',
    'tajn',
    'ana@',
    'Skrivena',
    '69435151530',
    'Čavić',
    '$2b$',
    'eyJ',
    token,
    '192.0.2.77',
    '2001:db8:1:2:',
  ];
  for (const secret of [...secrets, pair.refresh_token]) assert.ok(!all.includes(secret), secret);
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  assert.equal(answered.length, 10);
  const line = answered.find(({ request_id }) => request_id === me.headers['x-request-id']);
  const { method, route, status, user_id } = line;
  assert.deepEqual(
    { method, route, status, user_id },
    { method: 'GET', route: '/api/auth/me', status: 200, user_id: id },
  );
  const documented = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')
    .split('A request leaves one line')[1]
    ?.split('Paths')[0];
  const named = new Set([...(documented ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name));
  const notOfTheService = new Set(['pid', 'hostname']); // of this test's own log
  const seen = answered.flatMap((each) => Object.keys(each)).filter((name) => !notOfTheService.has(name));
  const members = new Set(['service', 'answered', ...seen]);
  assert.deepEqual([...named].sort(), [...members].sort(), 'docs/operations.md names the members of the line');
  const networks = answered.map(({ from }) => from).filter((from) => from !== undefined);
  assert.deepEqual([networks.length, ...networks.slice(0, 2)], [5, '192.0.2.0/24', '2001:db8:1::/48']);
  const codes = answered.filter(({ code }) => code !== undefined).map((refused) => `${refused.status} ${refused.code}`);
  assert.deepEqual(codes, [
    '401 login.wrong',
    '401 login.wrong',
    '422 request.invalid',
    '404 request.not_found',
    '401 auth.invalid',
  ]);
});

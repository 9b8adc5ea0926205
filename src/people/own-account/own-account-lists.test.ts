// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PASSWORD, startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes } from '../../platform/kernel/durations.ts';

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

const enter = async (service: TestService, email: string, from: string): Promise<string> => {
  const body = { email, password: PASSWORD };
  const answer = await service.call('POST /api/auth/login', { body, headers: { 'user-agent': FIREFOX }, from });
  assert.equal(answer.status, 200, answer.text);
  service.clock.advance(minutes(1));
  return answer.body.access_token;
};

test('people see all their sign-ins, including ended ones, and nobody else’s', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.addPerson({ email: 'bruno@example.hr' });
  const first = await enter(service, 'ana@example.hr', '192.0.2.1');
  await service.call('POST /api/auth/logout', { token: first });
  await enter(service, 'bruno@example.hr', '192.0.2.9');
  await service.call('POST /api/auth/login', {
    body: { email: 'ana@example.hr', password: 'krivo' },
    from: '192.0.2.8',
  });
  const token = await enter(service, 'ana@example.hr', '192.0.2.2');
  await service.audit.forget();
  const { status, body } = await service.call('GET /api/users/me/sign-in-history', { token });
  const seen = body.items.map(({ ip, way, browser, os, device }: Record<string, string>) => [
    ip,
    way,
    browser,
    os,
    device,
  ]);
  assert.deepEqual(
    [status, body.total, seen],
    [
      200,
      2,
      [
        ['192.0.2.2', 'password', 'Firefox 145', 'Linux', 'desktop'],
        ['192.0.2.1', 'password', 'Firefox 145', 'Linux', 'desktop'],
      ],
    ],
  );
  const one = (await service.call('GET /api/users/me/sign-in-history?limit=1', { token })).body;
  const next = await service.call(`GET /api/users/me/sign-in-history?limit=1&cursor=${one.next_cursor}`, { token });
  assert.deepEqual([next.body.items[0].ip, next.body.next_cursor], ['192.0.2.1', null]);
  const alien = await service.call('GET /api/users/me/sign-in-history?cursor=nije', { token });
  assert.equal(alien.status, 422);
  assert.deepEqual([await service.audit.take(), await service.mails.take()], [[], []]);
});

test('people see the administrators of their own tenant, and nobody else', async (t) => {
  const service = await startTestService(t);
  const club = await service.addTenant('Klub');
  await service.addPerson({ email: 'clan@example.hr' });
  await service.addPerson({ email: 'zora@example.hr', role: 'admin', ime: 'Zora', prezime: 'Zorić' });
  await service.addPerson({ email: 'ante@example.hr', role: 'admin', ime: 'Ante', prezime: 'Antić' });
  await service.addPerson({ email: 'gazda@example.hr', role: 'superadmin' });
  await service.addPerson({ email: 'iskljucen@example.hr', role: 'admin', status: 'suspended' });
  await service.addPerson({ email: 'voditelj@example.hr', role: 'manager' });
  await service.addPerson({ email: 'tudji@example.hr', role: 'admin', tenantId: club.id });
  const contactsOf = async (email: string) => {
    const { status, body } = await service.call('GET /api/users/me/contacts', { token: await service.tokenOf(email) });
    return [status, body.items.map(({ id: _, ...contact }: { id: number }) => contact)];
  };
  const ante = { full_name: 'Ante Antić', email: 'ante@example.hr' };
  const zora = { full_name: 'Zora Zorić', email: 'zora@example.hr' };
  assert.deepEqual(await contactsOf('clan@example.hr'), [200, [ante, zora]]);
  assert.deepEqual(await contactsOf('ante@example.hr'), [200, [zora]], 'nobody needs their own address');
  assert.deepEqual(await contactsOf('tudji@example.hr'), [200, []]);
  assert.equal((await service.call('GET /api/users/me/contacts')).status, 401);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAppFixture } from '../../../test/support/relying-party.ts';
import { type RegisteredService, registerService, serviceToken } from '../../../test/support/service-fixture.ts';
import type { TestService } from '../../../test/support/test-service.ts';

/** Revokes a token as the service itself (RFC 7009). */
const revoke = (service: TestService, { id, secret }: RegisteredService, token: string) =>
  service.call('POST /oidc/revoke', {
    headers: {
      authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ token, token_type_hint: 'access_token' }).toString(),
  });

test("a service revokes its own token, with an audit record, but nobody else's", async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  const own = await registerService(fixture, ['stats:read']);
  const other = await registerService(fixture, ['stats:read'], { name: 'Druga' });
  const statusOf = async (token: string) => (await service.call('GET /api/admin/stats', { token })).status;
  const [token, second, theirs] = [
    await serviceToken(service, own),
    await serviceToken(service, own),
    await serviceToken(service, other),
  ];
  for (const foreign of [theirs, fixture.boss, 'nije-token', `${token}x`])
    assert.equal((await revoke(service, own, foreign)).status, 200, 'as if it were not there');
  assert.deepEqual([await statusOf(token), await statusOf(theirs), await statusOf(fixture.boss)], [200, 200, 200]);
  assert.equal((await revoke(service, { ...own, secret: other.secret }, token)).status, 401);
  assert.deepEqual(await service.audit.actions(), []);
  assert.equal((await revoke(service, own, token)).status, 200);
  assert.deepEqual([await statusOf(token), await statusOf(second)], [401, 200], 'at the next call, and that one alone');
  assert.equal((await revoke(service, own, token)).status, 200, 'twice is no error');
  const meta = { application_id: own.id, name: 'Rezultati', service: { id: own.id, name: 'Rezultati' } };
  assert.deepEqual(
    (await service.audit.take()).map((record) => [record.action, record.actor_id, record.meta]),
    [['application.token_revoke', null, meta]],
  );
});

test('introspection accepts a form (RFC 7662) and JSON, with the same response', async (t) => {
  const fixture = await openAppFixture(t);
  const { service } = fixture;
  const token = await serviceToken(service, await registerService(fixture, ['introspect']));
  const ask = (body: unknown, type?: string) =>
    service.call('POST /api/introspect', { token, body, ...(type ? { headers: { 'content-type': type } } : {}) });
  const FORM = 'application/x-www-form-urlencoded';
  const asForm = (members: [string, string][], type = FORM) => ask(new URLSearchParams(members).toString(), type);
  const asJson = await ask({ token: fixture.member });
  assert.deepEqual([asJson.status, asJson.body.active, asJson.body.sub], [200, true, String(fixture.memberId)]);
  const hinted: [string, string][] = [
    ['token', fixture.member],
    ['token_type_hint', 'access_token'],
  ];
  for (const type of [FORM, `${FORM};charset=UTF-8`]) {
    const { status, body } = await asForm(hinted, type);
    assert.deepEqual([status, body], [200, asJson.body], type);
  }
  assert.deepEqual((await asForm([['token', 'x']])).body, { active: false });
  const twice = await asForm([...hinted, ['token', 'x']]);
  assert.deepEqual([twice.status, twice.body.detail[0].type], [422, 'repeated']);
  for (const members of [[], [['token', 'a\0b']], [['__proto__', 'x']]] as [string, string][][])
    assert.equal((await asForm(members)).status, 422, JSON.stringify(members));
  const elsewhere = await service.call('POST /api/auth/login', { body: 'email=a', headers: { 'content-type': FORM } });
  assert.equal(elsewhere.status, 415, 'and nobody else takes forms');
  const { requestBody, responses } = (await service.call('GET /api/openapi.json')).body.paths['/api/introspect'].post;
  assert.deepEqual(Object.keys(requestBody.content), ['application/json', FORM]);
  assert.ok('429' in responses);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as client from 'openid-client';
import { enter, fetchFrom, ISSUER, openAppFixture, registerApp } from '../../../test/support/relying-party.ts';
import type { TestService } from '../../../test/support/test-service.ts';
import { revokeKey } from './revoke-key.ts';

const revoke = (service: TestService, kid: string) =>
  revokeKey(
    service.database,
    () => service.secrets,
    service.clock,
    kid,
    async () => {},
  );

const kidOf = (token = ''): string => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;

async function published(service: TestService): Promise<string[]> {
  const { keys } = (await service.call('GET /.well-known/jwks.json')).body as { keys: { kid: string; alg: string }[] };
  return keys.flatMap(({ kid, alg }) => (alg === 'RS256' ? [kid] : []));
}

test('a leaked key of ID tokens is revoked: another one signs, and its tokens are refused', async (t) => {
  const fixture = await openAppFixture(t);
  const { service, member } = fixture;
  const app = await registerApp(fixture, { trusted: true });
  const { tokens } = await enter(fixture, app);
  const leaked = kidOf(tokens.id_token);
  assert.deepEqual(await published(service), [leaked]);

  const revocation = await revoke(service, leaked);
  assert.deepEqual([revocation?.purpose, revocation?.isNew], ['id-tokens', true]);
  const successor = revocation?.signing.kid;
  await service.keys.reload(); // as every node does within two seconds
  assert.deepEqual(await published(service), [successor]);
  assert.equal(await revoke(service, leaked), undefined, 'once');

  const { tokens: later, config } = await enter(fixture, app);
  assert.equal(kidOf(later.id_token), successor);
  const hint = (token = '') => fetchFrom(service)(`${ISSUER}/logout?id_token_hint=${token}`);
  assert.equal((await hint(tokens.id_token)).status, 400);
  assert.equal((await hint(later.id_token)).status, 200);
  assert.equal(
    (await client.fetchUserInfo(config, later.access_token, client.skipSubjectCheck)).email,
    'ana@example.hr',
  );
  assert.equal((await service.call('GET /api/auth/me', { token: member })).status, 200, 'nobody was signed out');
  const rows = await service.database.read.selectFrom('data_keys').select(['kid', 'wrapped']).execute();
  assert.deepEqual(
    rows.filter(({ wrapped }) => wrapped === '').map(({ kid }) => kid),
    [leaked],
    'its private half is gone',
  );
});

// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { User } from '../../src/accounts/users/user.ts';
import { toJson } from '../../src/platform/database/json-column.ts';
import { type PasskeyFixture, passkeyFixture } from '../support/passkey-fixture.ts';
import { roundsOr } from '../support/test-rounds.ts';

const ROUNDS = roundsOr(4);
const ISSUERS = ['prvi', 'drugi'] as const;

type Way = 'google' | 'passkey' | (typeof ISSUERS)[number];

/** A service with two identity providers and Google, none of which is contacted. */
async function openFixture(t: TestContext): Promise<PasskeyFixture> {
  const fixture = await passkeyFixture(t, { SVC_GOOGLE_CLIENT_ID: 'iskaznica.example' });
  const at = '2026-01-01T00:00:00.000Z' as User['created_at'];
  await fixture.service.database.transaction(async (tx) => {
    for (const key of ISSUERS)
      await tx
        .insertInto('identity_providers')
        .values({
          key,
          name: key,
          issuer: `https://${key}.example`,
          client_id: 'x',
          client_secret: 'x',
          scopes: toJson<readonly string[]>(['openid']),
          domains: toJson<readonly string[]>([]),
          linking: 'never',
          created_at: at,
          updated_at: at,
        })
        .execute();
  });
  return fixture;
}

/** A person without a password and with exactly these ways to sign in, and how each is removed. */
async function withWays({ service, holder, person }: PasskeyFixture, ways: readonly Way[], round: number) {
  const { user, token, id } = ways.includes('passkey') ? await holder() : { ...(await person()), id: 0 };
  await service.database.transaction(async (tx) => {
    const linked = { user_id: user.id, subject: `s-${round}-${ways}`, email: user.email, linked_at: user.created_at };
    if (ways.includes('google'))
      await tx
        .insertInto('identity_links')
        .values({ ...linked, issuer: 'google' })
        .execute();
    for (const key of ISSUERS.filter((one) => ways.includes(one)))
      await tx
        .insertInto('identity_links')
        .values({ ...linked, issuer: `https://${key}.example` })
        .execute();
    await tx.updateTable('users').set({ password_hash: null }).where('id', '=', user.id).execute();
  });
  const path = { google: 'google', passkey: `passkeys/${id}`, prvi: 'identities/prvi', drugi: 'identities/drugi' };
  return (way: Way) => service.call(`DELETE /api/users/me/${path[way]}`, { token });
}

const PAIRS: readonly (readonly [Way, Way])[] = [
  ['google', 'passkey'],
  ['google', 'prvi'],
  ['prvi', 'drugi'],
  ['passkey', 'drugi'],
];

test('of the last two ways to sign in, removed concurrently, one stays', async (t) => {
  const fixture = await openFixture(t);
  for (const pair of PAIRS)
    for (let round = 0; round < ROUNDS; round++) {
      const remove = await withWays(fixture, pair, round);
      const answers = await Promise.all(pair.map(remove));
      const codes = answers
        .map(({ status, body }) => (status === 204 ? 'gone' : body.code.replace(/^\w+\./, '')))
        .sort();
      assert.deepEqual(codes, ['gone', 'last_way_in'], `${pair} ${answers.map(({ text }) => text)}`);
    }
});

// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AppBrowser,
  askFor,
  CALLBACK,
  fetchFrom,
  ISSUER,
  openAppDesk,
  registerApp,
  relyingParty,
} from '../support/relying-party.ts';

const AT_ONCE = 32;
const ROUNDS = 5;

/** Of those who show the same code or refresh token at once one wins at most, and wins nothing: somebody has stolen it. */
test('a code and a refresh token have one winner, whose tokens end with the replay', async (t) => {
  const desk = await openAppDesk(t);
  const { id: client_id } = await registerApp(desk, { kind: 'spa', trusted: true, scopes: ['offline_access'] });
  const config = await relyingParty(desk.service, { id: client_id, secret: undefined });
  const browser = new AppBrowser(desk.service);
  const token = async (fields: Record<string, string>) => {
    const answer = await fetchFrom(desk.service)(`${ISSUER}/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id, ...fields }).toString(),
    });
    const body = (await answer.json()) as Record<string, string>; // RFC 6749 §5
    return { status: answer.status, body };
  };
  const codeNow = async () => {
    const asked = await askFor(config, { scope: 'openid' });
    const callback = new URL(await browser.signIn(asked.url, desk.member));
    const code = callback.searchParams.get('code') ?? '';
    return { grant_type: 'authorization_code', redirect_uri: CALLBACK, code, code_verifier: asked.verifier };
  };
  const race = async (fields: Record<string, string>, round: string) => {
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => token(fields)));
    const winners = answers.filter(({ status }) => status === 200);
    const told = answers.map(({ status, body }) => `${status} ${body.error}`);
    assert.equal(winners.length, 1, `${round}: ${[...new Set(told)]}`);
    for (const { body } of answers.filter(({ status }) => status !== 200)) assert.equal(body.error, 'invalid_grant');
    const refresh_token = winners[0]?.body.refresh_token ?? '';
    assert.equal((await token({ grant_type: 'refresh_token', refresh_token })).status, 400, `${round}: dead`);
  };
  for (let round = 0; round < ROUNDS; round++) {
    await race(await codeNow(), `code ${round}`);
    const refresh_token = (await token(await codeNow())).body.refresh_token ?? '';
    await race({ grant_type: 'refresh_token', refresh_token }, `refresh ${round}`);
  }
});

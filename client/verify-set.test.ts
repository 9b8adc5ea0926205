import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { setVerifier } from './verify-set.ts';

const NOW = Date.parse('2026-03-01T10:00:00Z');
const ISSUER = 'https://racun.example.hr';
const AUDIENCE = 'https://trgovina.example.hr/set';
const EVENT = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked';
const CLAIMS = {
  iss: ISSUER,
  aud: AUDIENCE,
  jti: 'set_7',
  iat: NOW / 1000,
  sub_id: { format: 'iss_sub', iss: `${ISSUER}/oidc`, sub: '41' },
  events: { [EVENT]: { event_timestamp: NOW / 1000 } },
};

const rsa = await generateKeyPair('RS256', { extractable: true });
const strange = await generateKeyPair('RS256');
const elliptic = await generateKeyPair('ES256', { extractable: true });
const keySet = {
  keys: [
    { ...(await exportJWK(rsa.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' },
    { ...(await exportJWK(elliptic.publicKey)), kid: 'two', alg: 'ES256', use: 'sig' },
  ],
};
const fetchKeys = (async () => Response.json(keySet)) as typeof fetch;
const options = { issuer: ISSUER, audience: AUDIENCE, jwksUri: `${ISSUER}/oidc/jwks`, now: () => NOW };
const verify = setVerifier({ ...options, fetch: fetchKeys });

type Key = Parameters<SignJWT['sign']>[0];

const token = (claims: JWTPayload = CLAIMS, header: object = {}, key: Key = rsa.privateKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'secevent+jwt', ...header }).sign(key);

const without = (...members: (keyof typeof CLAIMS)[]): JWTPayload =>
  Object.fromEntries(Object.entries(CLAIMS).filter(([name]) => !members.some((member) => member === name)));

test('a security event token is read, also by one of several audiences, days after it was made', async () => {
  const { sub_id: subject, events } = CLAIMS;
  assert.deepEqual(await verify(await token()), { jti: 'set_7', issuedAt: NOW / 1000, subject, events });
  assert.ok(await verify(await token({ ...CLAIMS, aud: [AUDIENCE, 'https://other.example.hr'] })));
  assert.ok(
    await verify(await token({ ...CLAIMS, iat: NOW / 1000 - 3 * 86_400 })),
    'it may have waited for three days',
  );
});

test('20 forgeries are refused each', async () => {
  const good = await token();
  const [header = '', payload = '', signature = ''] = good.split('.');
  const part = (members: object) => Buffer.from(JSON.stringify(members)).toString('base64url');
  const publicKey = Buffer.from(JSON.stringify(keySet.keys[0]));
  const forgeries: Record<string, string> = {
    nothing: '',
    'no token': 'x',
    'without a signature': `${header}.${payload}.`,
    'alg none': `${part({ alg: 'none', typ: 'secevent+jwt' })}.${payload}.`,
    'another payload': `${header}.${part({ ...CLAIMS, jti: 'set_8' })}.${signature}`,
    'another header': `${part({ alg: 'RS256', kid: 'one', typ: 'secevent+jwt', x: 1 })}.${payload}.${signature}`,
    'a broken signature': `${header}.${payload}.${signature.slice(0, -4)}AAAA`,
    'a strange key': await token(CLAIMS, {}, strange.privateKey),
    'an unknown kid': await token(CLAIMS, { kid: 'three' }),
    'another algorithm of a known key': await token(CLAIMS, { alg: 'ES256', kid: 'two' }, elliptic.privateKey),
    'HMAC by the public key': await token(CLAIMS, { alg: 'HS256' }, publicKey),
    'a key in its own header': await token(
      CLAIMS,
      { jwk: await exportJWK(rsa.publicKey), kid: 'own' },
      strange.privateKey,
    ),
    'an ID token': await token(CLAIMS, { typ: 'JWT' }),
    'an access token': await token(CLAIMS, { typ: 'at+jwt' }),
    'a logout token': await token(CLAIMS, { typ: 'logout+jwt' }),
    'another issuer': await token({ ...CLAIMS, iss: 'https://racun.example.com' }),
    'no issuer': await token(without('iss')),
    'for somebody else': await token({ ...CLAIMS, aud: 'https://other.example.hr' }),
    'for nobody': await token(without('aud')),
    'no jti': await token(without('jti')),
    'no iat': await token(without('iat')),
    'from tomorrow': await token({ ...CLAIMS, iat: NOW / 1000 + 86_400 }),
    'about nobody': await token(without('sub_id')),
    'about a text': await token({ ...CLAIMS, sub_id: '41' }),
    'no events': await token(without('events')),
    'empty events': await token({ ...CLAIMS, events: {} }),
    'events as a list': await token({ ...CLAIMS, events: [EVENT] }),
    'an event that is no object': await token({ ...CLAIMS, events: { [EVENT]: 1 } }),
    'with exp': await token({ ...CLAIMS, exp: NOW / 1000 + 60 }),
    'with sub': await token({ ...CLAIMS, sub: '41' }),
    'critical and not understood': `${part({ alg: 'RS256', kid: 'one', typ: 'secevent+jwt', crit: ['x'], x: 1 })}.${payload}.${signature}`,
    'too long': await token({ ...CLAIMS, more: 'x'.repeat(20_000) }),
  };
  assert.ok(Object.keys(forgeries).length >= 20);
  for (const [what, forged] of Object.entries(forgeries)) assert.equal(await verify(forged), undefined, what);
});

test('while the keys cannot be fetched, nothing is refused for good', async () => {
  const good = await token();
  for (const answer of [() => Promise.reject(new Error('away')), async () => new Response('', { status: 503 })])
    await assert.rejects(setVerifier({ ...options, fetch: answer as typeof fetch })(good));
});

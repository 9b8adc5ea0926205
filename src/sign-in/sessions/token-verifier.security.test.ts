import assert from 'node:assert/strict';
import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { test } from 'node:test';
import { processorTime } from '../../../test/support/processor-time.ts';
import { setRole } from '../../../test/support/set-role.ts';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { minutes, seconds } from '../../platform/kernel/durations.ts';

const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const partsOf = (token: string): [string, string, string] => token.split('.') as [string, string, string];
const decode = (segment: string) => JSON.parse(Buffer.from(segment, 'base64url').toString());

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Decodes to the same bytes, but differs in the unused bits of the last character. */
function respelled(segment: string): string {
  const last = ALPHABET.indexOf(segment.at(-1) ?? '');
  const twin = segment.length % 4 === 2 ? last ^ 1 : last ^ (segment.length % 4 === 3 ? 1 : 0);
  return segment.slice(0, -1) + ALPHABET[twin];
}

function keyOf(service: TestService): KeyObject {
  const key = service.keys.findSigning('signing-1');
  assert.ok(key);
  return key.privateKey;
}

const signed = (header: unknown, payload: unknown, key: KeyObject): string => {
  const text = `${typeof header === 'string' ? header : encode(header)}.${encode(payload)}`;
  return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`;
};

const ask = (service: TestService, authorization: string) =>
  service.call('GET /api/auth/me', { headers: { authorization } });

async function start(t: Parameters<typeof startTestService>[0]) {
  const service = await startTestService(t);
  const { id } = await service.addPerson({ email: 'ana@example.hr' });
  const { body } = await service.signIn('ana@example.hr');
  await service.audit.forget();
  const [header, payload, signature] = partsOf(body.access_token);
  return { service, id, pair: body, token: body.access_token as string, header, payload, signature };
}

async function assertRefused(service: TestService, authorization: string, what: string, code = 'auth.invalid') {
  const { status, body, headers } = await ask(service, authorization);
  assert.equal(status, 401, what);
  assert.equal(body.code, code, what);
  assert.deepEqual(Object.keys(body), ['detail', 'code', 'request_id'], what);
  assert.equal(headers['www-authenticate'], 'Bearer');
}

test('the tokens have the promised format', async (t) => {
  const { service, id, pair } = await start(t);
  const [header, payload] = partsOf(pair.access_token);
  assert.deepEqual(decode(header), { alg: 'EdDSA', typ: 'at+jwt', kid: 'signing-1' });
  const { sid, jti, ...claims } = decode(payload);
  assert.match(sid, /^[\w-]{22}$/);
  assert.match(jti, /^[\w-]{22}$/);
  const now = service.clock.now() / 1000;
  const common = { iss: 'http://127.0.0.1:8080', aud: 'http://127.0.0.1:8080', sub: String(id), tenant_id: 1 };
  assert.deepEqual(claims, { ...common, role: 'member', tier: 3, mid: 1, typ: 'access', iat: now, exp: now + 900 });
  const [refreshHeader, refreshPayload] = partsOf(pair.refresh_token);
  assert.equal(decode(refreshHeader).typ, 'refresh+jwt');
  assert.equal(decode(refreshPayload).typ, 'refresh');
  assert.equal(decode(refreshPayload).exp, now + 30 * 86_400);
});

test("a third party's library verifies a token with the published key", async (t) => {
  const { service, token } = await start(t);
  const { createLocalJWKSet, jwtVerify } = await import('jose');
  const { body } = await service.call('GET /.well-known/jwks.json');
  assert.deepEqual(Object.keys(body.keys[0]).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x']);
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(body), {
    issuer: 'http://127.0.0.1:8080',
    audience: 'http://127.0.0.1:8080',
    typ: 'at+jwt',
    currentDate: new Date(service.clock.now()),
  });
  assert.equal(protectedHeader.alg, 'EdDSA');
  assert.equal(payload.typ, 'access');
});

test('a token expires in the second of its exp', async (t) => {
  const { service, token } = await start(t);
  service.clock.advance(minutes(15) - 1);
  assert.equal((await ask(service, `Bearer ${token}`)).status, 200);
  service.clock.advance(1);
  await assertRefused(service, `Bearer ${token}`, 'at exp', 'auth.expired');
  service.clock.advance(seconds(1));
  await assertRefused(service, `Bearer ${token}`, 'a second later', 'auth.expired');
});

test('only our keys, our algorithm and our kinds of tokens are accepted', async (t) => {
  const { service, token, header, payload, signature } = await start(t);
  const key = keyOf(service);
  const claims = decode(payload);
  const [ours, theirs] = [service.keys.published()[0]?.publicKey, generateKeyPairSync('ed25519')];
  assert.ok(ours);
  const genuine = { alg: 'EdDSA', typ: 'at+jwt', kid: 'signing-1' };
  assert.equal(signed(genuine, claims, key), token, 'the forge below makes genuine tokens');
  const hmacToken = (secret: string | Buffer) => {
    const text = `${encode({ ...genuine, alg: 'HS256' })}.${payload}`;
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  };
  const forged: Record<string, string> = {
    'another key': signed(genuine, claims, theirs.privateKey),
    'alg none': `${encode({ ...genuine, alg: 'none' })}.${payload}.`,
    'alg none with a signature': `${encode({ ...genuine, alg: 'none' })}.${payload}.${signature}`,
    'alg None': signed({ ...genuine, alg: 'None' }, claims, key),
    'alg HS256 by the public key': hmacToken(ours.export({ type: 'spki', format: 'pem' }) as string),
    'alg HS256 by its bytes': hmacToken(ours.export({ type: 'spki', format: 'der' })),
    'alg Ed25519': signed({ ...genuine, alg: 'Ed25519' }, claims, key),
    'alg in other case': signed({ ...genuine, alg: 'eddsa' }, claims, key),
    'no alg': signed({ typ: 'at+jwt', kid: 'signing-1' }, claims, key),
    'refresh header over access claims': signed({ ...genuine, typ: 'refresh+jwt' }, claims, key),
    'access header over refresh claims': signed(genuine, { ...claims, typ: 'refresh' }, key),
    'typ JWT': signed({ ...genuine, typ: 'JWT' }, claims, key),
    'typ in other case': signed({ ...genuine, typ: 'AT+JWT' }, claims, key),
    'no typ claim': signed(genuine, { ...claims, typ: undefined }, key),
    'a further member in the header': signed({ ...genuine, crit: ['exp'] }, claims, key),
    'a key of its own in the header': signed(
      { ...genuine, jwk: theirs.publicKey.export({ format: 'jwk' }) },
      claims,
      key,
    ),
    'members in another order': signed({ kid: 'signing-1', typ: 'at+jwt', alg: 'EdDSA' }, claims, key),
    'spaces in the header': signed(Buffer.from(JSON.stringify(genuine, null, 1)).toString('base64url'), claims, key),
    'another issuer': signed(genuine, { ...claims, iss: 'https://evil.example' }, key),
    'another audience': signed(genuine, { ...claims, aud: 'https://evil.example' }, key),
    'a list of audiences': signed(genuine, { ...claims, aud: [claims.aud] }, key),
    'claims that are no object': signed(genuine, [claims], key),
    'claims that are null': signed(genuine, null, key),
    'no signature': `${header}.${payload}.`,
    'no third segment': `${header}.${payload}`,
    'four segments': `${token}.${signature}`,
    'five segments, as of an encrypted one': `${token}.${signature}.${signature}`,
    'signature of another payload': `${header}.${encode({ ...claims, tier: 0, role: 'superadmin' })}.${signature}`,
    'empty segments': '..',
    'a signature of zeros': `${header}.${payload}.${'A'.repeat(86)}`,
  };
  for (const [what, forgery] of Object.entries(forged)) await assertRefused(service, `Bearer ${forgery}`, what);
  assert.equal((await ask(service, `Bearer ${token}`)).status, 200);
});

test('a key is looked up by its kid alone, whatever the kid contains', async (t) => {
  const { service, payload } = await start(t);
  const odd = [
    ...['signing-2', 'SIGNING-1', 'signing-1 ', '', '../../signing-1', '__proto__', 'constructor', 'x'.repeat(65)],
    ...['encryption-1', 'hmac-1', "' or 1=1 --", 'signing-1\0'],
    ...[0, 1, null, true, ['signing-1'], { kid: 'signing-1' }, undefined],
  ];
  for (const kid of odd) {
    const token = signed({ alg: 'EdDSA', typ: 'at+jwt', kid }, decode(payload), keyOf(service));
    await assertRefused(service, `Bearer ${token}`, `kid ${JSON.stringify(kid)}`);
    service.clock.advance(seconds(2)); // past the reload cool-down, so that each one asks the store for its key
  }
});

test('a token has only one spelling', async (t) => {
  const { service, token, header, payload, signature } = await start(t);
  const twins = [
    `${header}.${payload}.${respelled(signature)}`,
    `${respelled(header)}.${payload}.${signature}`,
    `${header}.${respelled(payload)}.${signature}`,
  ].filter((twin) => twin !== token);
  assert.ok(twins.length > 0);
  assert.deepEqual(Buffer.from(respelled(signature), 'base64url'), Buffer.from(signature, 'base64url'));
  const spellings = [
    ...twins,
    ...[`${token}=`, `${token}==`, `${header}=.${payload}.${signature}`],
    ...[`${token}.`, `.${token}`, `${token}\t`, `${header}. ${payload}.${signature}`, `${token},`, `"${token}"`],
    ...[`${header}.${payload}.${signature.slice(0, -1)}`, `${header}.${payload}.${signature}A`],
    `${header}.${payload}.${Buffer.from(signature, 'base64url').toString('base64')}`,
    ...[`${token}%20`, `${token}?`, `${token}#`, encodeURIComponent(`${token} `)],
  ];
  // Twice: a cached verification must not let the altered token in.
  for (const _ of [1, 2]) {
    assert.equal((await ask(service, `Bearer ${token}`)).status, 200);
    for (const spelling of spellings) {
      if (spelling.trim() !== token) await assertRefused(service, `Bearer ${spelling}`, spelling.slice(-12));
    }
  }
});

test('the scheme is Bearer, in any case, with one token', async (t) => {
  const { service, token } = await start(t);
  for (const scheme of ['Bearer', 'bearer', 'BEARER', 'bEaReR']) {
    assert.equal((await ask(service, `${scheme} ${token}`)).status, 200, scheme);
    assert.equal((await ask(service, `${scheme}   ${token}`)).status, 200, scheme);
  }
  const odd = [
    ...[token, `Token ${token}`, `Basic ${token}`, `Bearer${token}`, `Bearer\t${token}`, `Bearer: ${token}`],
    ...[
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Basic x, Bearer ${token}`,
      'Bearer',
      'Bearer ',
    ],
    ...[`Bearer Bearer ${token}`, `Bearer "${token}"`, `Bearer token=${token}`, ',', 'null', 'undefined'],
  ];
  for (const authorization of odd) await assertRefused(service, authorization, authorization.slice(0, 12));
  const nothing = await service.call('GET /api/auth/me');
  assert.equal(nothing.body.code, 'auth.missing');
  assert.equal((await service.call(`GET /api/auth/me?access_token=${token}`)).body.code, 'auth.missing');
  const cookie = await service.call('GET /api/auth/me', { headers: { cookie: `access_token=${token}` } });
  assert.equal(cookie.body.code, 'auth.missing');
});

test('a token of a megabyte is refused without effort', async (t) => {
  const { service, header, payload } = await start(t);
  const before = processorTime();
  for (const huge of ['a'.repeat(1_000_000), `${header}.${payload}.${'A'.repeat(1_000_000)}`, '.'.repeat(1_000_000)])
    await assertRefused(service, `Bearer ${huge}`, 'huge');
  const refresh = await service.call('POST /api/auth/refresh', { body: { refresh_token: 'a'.repeat(5000) } });
  assert.equal(refresh.status, 422);
  assert.ok(processorTime() - before < 1000);
});

test('a genuine token for a session that is not its own is refused', async (t) => {
  const { service, payload } = await start(t);
  await service.addPerson({ email: 'iva@example.hr' });
  const other = decode(partsOf(await service.tokenOf('iva@example.hr'))[1]);
  const mine = decode(payload);
  const header = { alg: 'EdDSA', typ: 'at+jwt', kid: 'signing-1' };
  const claims: Record<string, object> = {
    'the session of another user': { ...mine, jti: other.jti },
    'their sign-in too': { ...mine, jti: other.jti, sid: other.sid },
    'another user over one’s own session': { ...mine, sub: other.sub },
    'a session that never was': { ...mine, jti: 'A'.repeat(22) },
    'a sign-in that is another': { ...mine, sid: other.sid },
    'a jti that is no text': { ...mine, jti: 7 },
    'a jti that is a list': { ...mine, jti: [mine.jti] },
    'no jti': { ...mine, jti: undefined },
    'no exp': { ...mine, exp: undefined },
    'an exp that is text': { ...mine, exp: '9999999999' },
    'a sub that is a number': { ...mine, sub: Number(mine.sub) },
  };
  for (const [what, claim] of Object.entries(claims)) {
    const { status, body } = await ask(service, `Bearer ${signed(header, claim, keyOf(service))}`);
    assert.equal(status, 401, `${what}: ${JSON.stringify(body)}`);
  }
});

test('the store decides at every request, not the claims of the token', async (t) => {
  const { service, id, token } = await start(t);
  const set = (change: object) =>
    service.database.transaction((tx) => tx.updateTable('users').set(change).where('id', '=', id).execute());
  assert.equal((await ask(service, `Bearer ${token}`)).body.role, 'member');
  await service.database.transaction((tx) => setRole(tx, 'guest', [id]));
  await set({ ime: 'Druga' });
  const changed = await ask(service, `Bearer ${token}`);
  assert.deepEqual([changed.body.role, changed.body.tier, changed.body.ime], ['guest', 4, 'Druga']);
  await set({ status: 'suspended' });
  await assertRefused(service, `Bearer ${token}`, 'suspended', 'auth.revoked');
  await set({ status: 'active' });
  assert.equal((await ask(service, `Bearer ${token}`)).status, 200);
  await set({ status: 'deleted' });
  await assertRefused(service, `Bearer ${token}`, 'deleted', 'auth.revoked');
});

test('refusals leave no audit record and are the same for everybody', async (t) => {
  const { service, token } = await start(t);
  for (const authorization of ['Bearer x', `Bearer ${token}x`, 'Basic x']) await ask(service, authorization);
  assert.deepEqual(await service.audit.take(), []);
});

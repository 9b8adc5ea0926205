// engine: both
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { openService } from '../../entry/start/service.ts';
import { signToken, type TokenClaims } from '../../sign-in/sessions/session-token.ts';
import { byOperator } from '../audit/audit-context.ts';
import { headFile } from '../audit/audit-head-file.ts';
import { endorseChain } from '../audit/endorse-chain.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { auditSealer } from '../audit/seal-audit.ts';
import { trimAudit } from '../audit/trim-audit.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { instantAt, nowOf } from '../kernel/clock.ts';
import { days } from '../kernel/durations.ts';
import { Secret } from '../kernel/secret.ts';
import { listClosedKeys, revokeKey } from './revoke-key.ts';
import { KEY_LEAD_TIME, rotateKeys } from './rotate-keys.ts';
import { rewrapKeys } from './rotate-secret.ts';

const claimsOf = (token: string): TokenClaims =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

const partsOf = (service: TestService) => ({ ...service, heads: headFile(service.dataDir) });

/** Revokes like the command, but on the service's clock. */
function revoke(service: TestService, kid: string) {
  const parts = partsOf(service);
  return revokeKey(
    service.database,
    () => service.secrets,
    service.clock,
    kid,
    async (tx, made) => {
      const { head, refused } = await endorseChain(tx, parts, made);
      assert.equal(refused, undefined);
      if (head !== undefined) await parts.heads.append(head);
      await recordAudit(tx, byOperator(['keys.revoke'], made.at), {
        action: 'keys.revoke',
        meta: { kid, signing: made.signing.kid, endorsed: null },
      });
    },
  );
}

const statusOf = async (service: Pick<TestService, 'server'>, token: string): Promise<number> => {
  const headers = { authorization: `Bearer ${token}` };
  return (await service.server.inject({ method: 'GET', url: '/api/auth/me', headers })).statusCode;
};

async function rotated(t: TestContext): Promise<TestService> {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  await rotateKeys(service.database, () => service.secrets, service.clock);
  await service.keys.reload();
  service.clock.advance(KEY_LEAD_TIME);
  return service;
}

test('every node refuses a revoked key at once, before it reloads the keys', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ email: 'ana@example.hr' });
  const { body: pair } = await service.signIn('ana@example.hr');
  const other = await openService(service.settings, { log: pino({ level: 'silent' }), clock: service.clock });
  t.after(() => other.close());
  for (const node of [service, other])
    assert.equal(await statusOf(node, pair.access_token), 200, 'and it is remembered');
  const revocation = await revoke(service, 'signing-1');
  assert.equal(revocation?.isNew, true, 'a successor in the same act');
  for (const node of [service, other]) assert.equal(await statusOf(node, pair.access_token), 401);
  const refreshed = await service.call('POST /api/auth/refresh', { body: { refresh_token: pair.refresh_token } });
  assert.deepEqual([refreshed.status, refreshed.body.code], [401, 'refresh.invalid']);
  for (const node of [service, other]) {
    await node.keys.reload();
    assert.deepEqual(
      node.keys.published().map(({ kid }) => kid),
      [revocation?.signing.kid],
    );
  }
  assert.equal(await statusOf(other, await service.tokenOf('ana@example.hr')), 200);
});

test('a replaced key that leaked cannot sign tokens for sign-ins of its successor, revoked or not', async (t) => {
  const service = await rotated(t);
  const leaked = service.keys.findSigning('signing-1');
  const successor = service.keys.signing().kid;
  assert.ok(leaked);
  const { body: pair } = await service.signIn('ana@example.hr');
  const forge = (token: string) => signToken(claimsOf(token), leaked);
  const refresh = (token: string) => service.call('POST /api/auth/refresh', { body: { refresh_token: token } });
  await service.audit.forget();
  assert.equal(await statusOf(service, forge(pair.access_token)), 401);
  assert.equal((await refresh(forge(pair.refresh_token))).status, 401);
  const revocation = await revoke(service, 'signing-1');
  assert.deepEqual([revocation?.signing.kid, revocation?.isNew], [successor, false], 'it has a successor already');
  assert.deepEqual(await service.audit.actions(), ['keys.revoke'], 'the forgeries ended nobody’s sign-in');
  assert.equal(await statusOf(service, pair.access_token), 200);
  assert.equal((await refresh(pair.refresh_token)).status, 200, 'who signed in with the successor stays signed in');
});

test('the private half of a revoked key is destroyed, and rotating the secret still works', async (t) => {
  const service = await rotated(t);
  await revoke(service, 'signing-1');
  assert.equal(await revoke(service, 'signing-1'), undefined, 'once');
  const rows = await service.database.read.selectFrom('data_keys').select(['kid', 'wrapped', 'revoked_at']).execute();
  assert.deepEqual(
    rows.filter(({ wrapped }) => wrapped === '').map(({ kid }) => kid),
    ['signing-1'],
  );
  assert.deepEqual(await listClosedKeys(service.database.read, service.secrets), []);
  const next = new Secret('nQ7vR2mX9kLp4Wz8TdYs6BhJc3gFtA5u');
  const known = /There is no signing key "encryption-1". There are: signing-1 \(revoked\), signing-[0-9a-f]{10}\./;
  await assert.rejects(revoke(service, 'encryption-1'), known);
  assert.equal(await rewrapKeys(service.database, service.secrets, next, async () => {}), 4);
});

test('of two concurrent revocations one succeeds and creates one successor', async (t) => {
  const service = await startTestService(t);
  const results = await Promise.all([revoke(service, 'signing-1'), revoke(service, 'signing-1')]);
  assert.equal(results.filter((result) => result !== undefined).length, 1);
  const kids = await service.database.read
    .selectFrom('data_keys')
    .select('kid')
    .where('purpose', '=', 'signing')
    .execute();
  const successor = results.find((result) => result !== undefined)?.signing.kid ?? '';
  assert.deepEqual(new Set(kids.map(({ kid }) => kid)), new Set(['signing-1', successor]));
  assert.equal(kids.length, 2);
});

/** Five records under a head of the leaked key, which is then revoked; the node has not reloaded the keys. */
async function leakedChain(t: TestContext) {
  const service = await startTestService(t);
  const parts = partsOf(service);
  const seal = auditSealer(parts);
  await service.addPerson({ email: 'ana@example.hr' });
  await service.signIn('ana@example.hr', 'krivo');
  await seal();
  await service.signIn('ana@example.hr');
  await seal();
  const leaked = service.keys.signing();
  const successor = (await revoke(service, 'signing-1'))?.signing.kid ?? '';
  return { successor, service, parts, seal, leaked, verify: () => verifyAudit(parts) };
}

test('the chain continues under the successor, and its report lists the heads that prove nothing', async (t) => {
  const { successor, service, seal, verify } = await leakedChain(t);
  assert.deepEqual(await seal(), { sealed: 1 }, 'a node that has not read the keys again meets the successor here');
  const report = await verify();
  assert.deepEqual(report.problems, []);
  const [first] = report.revoked_keys;
  assert.deepEqual(
    [first?.kid, first?.heads, report.revoked_keys.length],
    ['signing-1', 1, 1],
    'the last was signed anew',
  );
  assert.deepEqual([report.ok, report.head?.kid], [true, successor]);
  service.clock.advance(days(2));
  await service.signIn('ana@example.hr');
  await seal();
  assert.equal(
    await trimAudit(service, instantAt(service.clock.now() - days(1))),
    report.sealed,
    'trimmed all the same',
  );
  assert.deepEqual((await verify()).problems, []);
});

test('a node that still has a revoked key does not seal or trim with it', async (t) => {
  const service = await rotated(t);
  const seal = auditSealer(partsOf(service));
  await service.signIn('ana@example.hr', 'krivo');
  await service.signIn('ana@example.hr', 'krivo');
  await seal();
  await rotateKeys(service.database, () => service.secrets, service.clock);
  await service.keys.reload();
  service.clock.advance(KEY_LEAD_TIME);
  const { kid } = service.keys.signing();
  const revocation = await revoke(service, kid);
  const { status, body } = await service.signIn('ana@example.hr');
  assert.deepEqual([status, body.code], [401, 'login.ended'], 'nobody is told that a right password is wrong');
  const refused = new RegExp(`The key ${kid} was revoked`);
  await assert.rejects(seal(), refused);
  await assert.rejects(trimAudit(service, nowOf(service.clock)), refused);
  await service.keys.reload();
  assert.equal(service.keys.signing().kid, revocation?.signing.kid, 'and not one that was replaced');
  assert.ok('sealed' in ((await seal()) ?? {}));
  assert.deepEqual((await verifyAudit(partsOf(service))).problems, []);
});

const tamper = ({ database }: TestService, statement: string) =>
  database.transaction((tx) => sql.raw(statement).execute(tx));

test('an attacker with the leaked key and the database can neither re-sign the end nor undo the revocation', async (t) => {
  const { successor, service, seal, verify } = await leakedChain(t);
  await service.keys.reload();
  await seal();
  await tamper(service, "update audit_heads set kid = 'signing-1' where seq = (select max(seq) from audit_heads)");
  assert.match(
    (await verify()).problems.map(({ text }) => text).join(),
    /The last head is signed by signing-1, which was/,
  );
  await service.signIn('ana@example.hr');
  assert.deepEqual(await seal(), { broken: 'the last head is signed by signing-1, which was revoked' });
  await tamper(service, `update audit_heads set kid = '${successor}' where seq = (select max(seq) from audit_heads)`);
  assert.deepEqual((await verify()).problems, []);
  await tamper(service, "update data_keys set revoked_at = null where kid = 'signing-1'");
  assert.match(
    (await verify()).problems.map(({ text }) => text).join(),
    /This record revokes signing-1, but the key is not/,
  );
});

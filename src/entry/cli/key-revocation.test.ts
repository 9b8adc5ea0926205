import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../../../test/support/operator-command.ts';
import { startProcess } from '../../../test/support/service-process.ts';
import { createTestStore, type TestStore } from '../../../test/support/test-store.ts';

const ADMIN = { SVC_ADMIN_EMAIL: 'ana@klub.hr', SVC_ADMIN_PASSWORD: 'mirno more plovi', SVC_BCRYPT_COST: '10' };

async function startWithAdmin(t: TestContext) {
  const store = await createTestStore();
  t.after(() => store.remove());
  const service = await startProcess(t, { ...store.env, ...ADMIN });
  const signIn = async () => (await service.signIn(ADMIN.SVC_ADMIN_EMAIL, ADMIN.SVC_ADMIN_PASSWORD)).body;
  const statusOf = async (token: string) => (await service.call('GET /api/auth/me', { token })).status;
  const keySet = async () => (await service.call('GET /.well-known/jwks.json')).body;
  return { store, service, signIn, statusOf, keySet };
}

/** Waits until the running service, which reads its keys again every two seconds, shows other ones. */
async function untilOther(
  keySet: () => Promise<{ keys: { kid: string }[] }>,
  before: readonly string[],
): Promise<string[]> {
  for (const giveUpAt = performance.now() + 30_000; ; await pause(50)) {
    const kids = kidsOf(await keySet());
    if (kids.join() !== before.join()) return kids;
    assert.ok(performance.now() < giveUpAt, `still ${kids}`);
  }
}

const kidsOf = ({ keys }: { keys: { kid: string }[] }): string[] => keys.map(({ kid }) => kid);

test('a leaked key is revoked beside the running service, which refuses it at once', { timeout: 60_000 }, async (t) => {
  const { store, service, signIn, statusOf, keySet } = await startWithAdmin(t);
  const { access_token: token } = await signIn();
  const asked = await runCommand('keys revoke signing-1', store.env);
  assert.equal(asked.code, 0, asked.err);
  assert.match(asked.out, /cannot be undone. It costs:\n {2}- 1 sign-ins: whoever has one signs in again/);
  assert.match(asked.out, /\nNothing was done. To revoke it: keys revoke signing-1 --yes\n$/);
  assert.equal(await statusOf(token), 200);

  const revoked = await runCommand('keys revoke signing-1 --yes', store.env);
  assert.equal(revoked.code, 0, revoked.err);
  const [, successor = ''] =
    /\nRevoked signing-1\. (signing-[0-9a-f]{10}), made just now, signs from now on\.\n/.exec(revoked.out) ?? [];
  assert.ok(successor, revoked.out);
  assert.match(revoked.out, /\nsigning-1 is revoked since \S+Z. Ended 1 sign-ins.\n$/);
  assert.equal(await statusOf(token), 401, 'without waiting');
  assert.deepEqual(await untilOther(keySet, ['signing-1']), [successor]);
  assert.equal(await statusOf((await signIn()).access_token), 200);
  await service.stop();

  const again = await runCommand('keys revoke signing-1 --yes', store.env);
  assert.match(again.out, /^signing-1 is revoked since \S+Z. Ended 0 sign-ins.\n$/);
  assert.equal((await runCommand('keys revoke signing-9 --yes', store.env)).code, 1);
  assert.match((await runCommand('keys revoke', store.env)).err, /<kid> is missing/);
  assert.equal((await runCommand('keys revoke signing-1 signing-2', store.env)).code, 2);
  assert.equal((await runCommand('secret rotate', store.env)).err.includes('cannot be unwrapped'), false);
});

test('a leaked key of ID tokens is revoked by the same command, without affecting the audit chain', {
  timeout: 60_000,
}, async (t) => {
  const { store, service, signIn, statusOf, keySet } = await startWithAdmin(t);
  const { access_token: token } = await signIn();
  const body = { name: 'Trgovina', kind: 'web', redirect_uris: ['https://trgovina.example.hr/povratak'] };
  assert.equal((await service.call('POST /api/admin/applications', { token, body })).status, 201);
  const [, leaked = '', ...others] = kidsOf(await keySet());
  assert.match(leaked, /^id-tokens-[\da-f]{10}$/);
  assert.deepEqual(others, []);
  const asked = await runCommand(`keys revoke ${leaked}`, store.env);
  assert.match(asked.out, /every application must fetch that anew/);
  assert.ok(asked.out.endsWith(`\nNothing was done. To revoke it: keys revoke ${leaked} --yes\n`), asked.out);
  const revoked = await runCommand(`keys revoke ${leaked} --yes`, store.env);
  assert.equal(revoked.code, 0, revoked.err);
  const [signing, successor = ''] = await untilOther(keySet, ['signing-1', leaked]);
  assert.equal(signing, 'signing-1');
  assert.notEqual(successor, leaked);
  assert.ok(
    revoked.out.includes(`\nRevoked ${leaked}. ${successor}, made just now, signs from now on.\n`),
    revoked.out,
  );
  assert.match(revoked.out, new RegExp(`\n${leaked} is revoked since \\S+Z. Ended 0 sign-ins.\n$`));
  assert.equal(await statusOf(token), 200, 'nobody is signed out');
  const { items } = (await service.call('GET /api/admin/audit?action=keys.revoke', { token })).body;
  assert.deepEqual(items[0].meta, { kid: leaked, signing: successor, endorsed: null });
  await service.stop();
  assert.equal((await runCommand('audit verify', store.env)).code, 0);
});

/** Seals by stopping a process, after releasing the previous one's lease, which would last a minute. */
async function sealedBy(t: TestContext, store: TestStore): Promise<void> {
  const { openAppStore } = await import('../app/app-schema.ts');
  const { readSettings } = await import('../app/read-settings.ts');
  const database = await openAppStore(readSettings(store.env));
  await database.transaction((tx) => tx.deleteFrom('leases').execute());
  await database.close();
  const service = await startProcess(t, { ...store.env, ...ADMIN });
  await service.signIn(ADMIN.SVC_ADMIN_EMAIL, ADMIN.SVC_ADMIN_PASSWORD);
  writeFileSync(
    join(store.dataDir, 'jwks.json'),
    JSON.stringify((await service.call('GET /.well-known/jwks.json')).body),
  );
  await service.stop();
}

test('both verifiers report what a revoked key signed, but not as a problem', { timeout: 60_000 }, async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  await sealedBy(t, store);
  await sealedBy(t, store);
  assert.equal((await runCommand('keys revoke signing-1 --yes', store.env)).code, 0);
  await sealedBy(t, store);

  const verified = await runCommand('audit verify', store.env);
  assert.equal(verified.code, 0, verified.out);
  assert.match(verified.out, /^note: 1 heads up to seal 3 are signed by signing-1, revoked \S+Z, and prove nothing/m);
  const file = join(store.dataDir, 'log.jsonl');
  const [keys, heads] = [join(store.dataDir, 'jwks.json'), join(store.dataDir, 'audit-heads.jsonl')];
  const offline = async (...lines: string[]) => {
    writeFileSync(file, lines.join('\n'));
    return runCommand(`audit verify --file ${file} --keys ${keys} --heads ${heads}`, {});
  };
  const log = (await runCommand('audit export', store.env)).out.trimEnd().split('\n');
  const whole = await offline(...log);
  assert.equal(whole.code, 0, whole.out + whole.err);
  assert.match(
    whole.out,
    /^note: 1 heads up to 3 are signed by signing-1, which was revoked \(seal 6\), and prove nothing: the head at 5 shows/m,
  );
  const last = JSON.parse(log.at(-1) ?? '');
  const forged = await offline(...log.slice(0, -1), JSON.stringify({ ...last, kid: 'signing-1' }));
  assert.equal(forged.code, 1);
  assert.match(forged.out, /^the last head, at 7, is signed by signing-1, which was revoked: nothing vouches/m);
  const stub = { ...last, kind: 'stub', kid: 'signing-1', seq: 1 };
  const cut = await offline(JSON.stringify(stub), ...log.slice(1));
  assert.match(cut.out, /^the stub at 1 is signed by signing-1, which was revoked$/m);
});

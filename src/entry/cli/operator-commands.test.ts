import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { runCommandProcess } from '../../../test/support/command-process.ts';
import { runCommand } from '../../../test/support/operator-command.ts';
import { startProcess } from '../../../test/support/service-process.ts';
import { testEngine } from '../../../test/support/test-engine.ts';
import { createTestStore, type TestStore } from '../../../test/support/test-store.ts';

const PASSWORD = 'mirno more plovi';

async function migratedStore(t: TestContext): Promise<TestStore> {
  const store = await createTestStore();
  t.after(() => store.remove());
  const { code, out, err } = await runCommand('migrate', store.env);
  assert.equal(code, 0, err);
  assert.match(out, /^Applied: 0068-tables/);
  return store;
}

const createAna = (env: TestStore['env'], run = runCommand) =>
  run(
    'user create --email Ana.Cavic@Klub.hr --ime Ana --prezime Čavić --role admin --password-stdin',
    env,
    `${PASSWORD}\nignored\n`,
  );

test('a person created by a command signs in, and is suspended and reactivated beside the running service', async (t) => {
  const { env } = await migratedStore(t);
  const created = await createAna(env, runCommandProcess);
  assert.equal(created.code, 0, created.err);
  assert.equal(created.out, 'Ana Čavić (1), admin, is active.\n');
  const service = await startProcess(t, env);
  const { status, body } = await service.signIn('ana.cavic@klub.hr', PASSWORD);
  assert.equal(status, 200);
  const suspended = await runCommand('user suspend --email ana.cavic@klub.hr --reason provjera', env);
  assert.equal(suspended.out, 'Ana Čavić (1) is suspended.\n', suspended.err);
  const refused = await service.call('GET /api/auth/me', { token: body.access_token });
  assert.deepEqual([refused.status, refused.body.code], [401, 'auth.revoked']);
  const twice = await runCommand('user suspend --email ana.cavic@klub.hr', env);
  assert.deepEqual([twice.code, twice.err], [1, 'Ana Čavić is suspended already.\n']);
  const back = await runCommand('user unsuspend --email ana.cavic@klub.hr', env);
  assert.equal(back.out, 'Ana Čavić (1) may sign in again.\n', back.err);
  const backTwice = await runCommand('user unsuspend --email ana.cavic@klub.hr', env);
  assert.deepEqual([backTwice.code, backTwice.err], [1, 'Ana Čavić is not suspended.\n']);
  assert.equal((await service.signIn('ana.cavic@klub.hr', PASSWORD)).status, 200);
});

test('a person locked out by wrong passwords is unlocked beside the running service', async (t) => {
  const { env } = await migratedStore(t);
  assert.equal((await createAna(env)).code, 0);
  const service = await startProcess(t, env);
  const signIn = (password: string) => service.signIn('ana.cavic@klub.hr', password);
  const unlock = () => runCommand('user unlock --email ana.cavic@klub.hr', env);
  const early = await unlock();
  assert.deepEqual([early.code, early.err], [1, 'Ana Čavić is not locked.\n']);
  for (let wrong = 1; wrong <= 5; wrong++) await signIn('nije ta lozinka');
  assert.equal((await signIn(PASSWORD)).status, 423);
  const unlocked = await unlock();
  assert.deepEqual([unlocked.code, unlocked.out], [0, 'Ana Čavić (1) may try to sign in again.\n'], unlocked.err);
  assert.equal((await signIn(PASSWORD)).status, 200);
  const { out } = await runCommand('audit export', env);
  const acts = out.split('\n').filter((line) => line.includes('"user.unlock"'));
  assert.equal(acts.length, 1, 'the refused command records nothing');
  const stranger = await runCommand('user unlock --email nitko@klub.hr', env);
  assert.deepEqual([stranger.code, stranger.err], [1, 'No account has the address nitko@klub.hr.\n']);
});

test('a person created without a password is invited by a valid link', async (t) => {
  const { env } = await migratedStore(t);
  const { code, out, err } = await runCommand(
    'user create --email ivo@klub.hr --ime Ivo --prezime Ban --role member',
    env,
  );
  assert.equal(code, 0, err);
  assert.match(out, /^Ivo Ban \(1\), member, is invited\./);
  const token = /\/setup-password\?token=(\S+)/.exec(out)?.[1];
  const service = await startProcess(t, env);
  const setUp = await service.call('POST /api/auth/setup-password', { body: { token, new_password: PASSWORD } });
  assert.equal(setUp.status, 200, JSON.stringify(setUp.body));
  assert.equal((await service.signIn('ivo@klub.hr', PASSWORD)).status, 200);
});

test('people are listed in pages, filtered by tenant, role and status', async (t) => {
  const { env } = await migratedStore(t);
  for (const [ime, role] of [
    ['Ana', 'admin'],
    ['Iva', 'member'],
    ['Eva', 'member'],
  ])
    await runCommand(`user create --email ${ime}@klub.hr --ime ${ime} --prezime Ban --role ${role}`, env);
  const first = await runCommand('user list --limit 2', env);
  assert.match(first.out, /ana@klub\.hr.*Ana Ban.*admin.*invited.*never.*Savez/);
  assert.match(first.out, /More follow: --after 2\n$/);
  const second = await runCommand('user list --limit 2 --after 2', env);
  assert.match(second.out, /^id .*\n3 {3}eva@klub\.hr.*\n$/);
  const members = await runCommand('user list --role member --status invited --tenant savez', env);
  assert.equal(members.out.split('\n').length, 4, members.out);
  assert.equal((await runCommand('user list --status active', env)).out.split('\n').length, 2);
});

test('an invalid command fails with the reason and changes nothing', async (t) => {
  const { env } = await migratedStore(t);
  await createAna(env);
  const taken = await createAna(env, runCommandProcess);
  assert.deepEqual([taken.code, taken.err], [1, 'users.email_taken: Another account has the address.\n']);
  const create = 'user create --email eva@klub.hr --ime Eva --prezime Ban --role member';
  const weak = await runCommand(`${create} --password-stdin`, env, 'kratka\n');
  assert.deepEqual([weak.code, weak.err], [1, 'The password cannot be used: too_short.\n']);
  const silent = await runCommand(`${create} --password-stdin`, env, '');
  assert.equal(silent.code, 1);
  assert.match(silent.err, /^Standard input was empty\./);
  const lost = await runCommand(`${create} --tenant nigdje`, env);
  assert.deepEqual([lost.code, lost.err], [1, 'There is no tenant "nigdje".\n']);
  const nobody = await runCommand('user suspend --email nema@klub.hr', env);
  assert.deepEqual([nobody.code, nobody.err], [1, 'No account has the address nema@klub.hr.\n']);
  assert.equal((await runCommand('user list', env)).out.split('\n').length, 3, 'header, Ana, end');
});

test('doctor reports a healthy store as healthy, and names problems', async (t) => {
  const store = await migratedStore(t);
  await createAna(store.env);
  const healthy = await runCommand('doctor', store.env);
  assert.equal(healthy.code, 0, `${healthy.out}${healthy.err}`);
  assert.match(healthy.out, /^ok +store +(sqlite|postgres at \S+) answered in \d+ ms$/m);
  assert.match(healthy.out, /^ok +schema +up to date$/m);
  assert.match(healthy.out, /^ok +data keys +the secret opens every one$/m);
  assert.match(healthy.out, /^ok +clock +/m);
  const misspelt = await runCommand('doctor', { ...store.env, SVC_PROT: '1' });
  assert.match(misspelt.out, /^warn +settings +SVC_PROT is not a setting/m);
  const unusable = await runCommand('doctor', { ...store.env, SVC_PORT: 'x', SVC_BCRYPT_COST: '3' });
  assert.equal(unusable.code, 1);
  assert.match(unusable.err, /SVC_PORT must be.*SVC_BCRYPT_COST must be/s);
  const foreign = { ...store.env, SVC_SECRET: 'wQ7rT2yUiP9aSdF4gHjK6lZxC8vBnM3e' };
  assert.match((await runCommand('doctor', foreign)).out, /^WRONG +data keys +the secret does not open .*signing-1/m);
  const refused = await runCommand('keys rotate', foreign);
  assert.deepEqual([refused.code, /does not open the data keys/.test(refused.err)], [1, true], refused.err);
  if (testEngine === 'postgres') return;
  chmodSync(join(store.dataDir, 'secret'), 0o644);
  const open = await runCommand('doctor', store.env);
  assert.equal(open.code, 1);
  assert.match(open.out, /^WRONG +secret .*chmod 600$/m);
});

test('a command run with the wrong folder creates no database there', async (t) => {
  const store = await createTestStore('sqlite');
  t.after(() => store.remove());
  const { code, err } = await runCommand('user list', store.env);
  assert.equal(code, 1);
  assert.match(err, /^There is no database in .*SVC_DATA_DIR/);
  const doctor = await runCommand('doctor', store.env);
  assert.equal(doctor.code, 0, doctor.err);
  assert.match(doctor.out, /^warn +store +there is no database yet/m);
});

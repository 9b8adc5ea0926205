import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type RunningCommand, runCommandProcess, startCommand } from '../test/support/command-process.ts';
import { runCommand } from '../test/support/operator-command.ts';
import { freePort } from '../test/support/service-process.ts';
import { createTestStore } from '../test/support/test-store.ts';
import { DEMO_PASSWORD } from './demo-tenants.ts';

const BASE = /API {8}(http:\S+)\/api/;

async function signIn(base: string, email: string): Promise<{ status: number; code: string | undefined }> {
  const answer = await fetch(`${base}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: DEMO_PASSWORD }),
  });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code };
}

/** Address, role, status and announced outcome of every sign-in that the demo prints. */
const printedSignIns = (demo: RunningCommand): string[][] =>
  [...demo.out().matchAll(/^ {2}(\S+@\S+) +(\S+) +(\S+) +(signs in|40\d)/gm)].map((match) => match.slice(1));

test('the demo serves what it prints, and keeps its people over a restart', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const env = {
    ...store.env,
    SVC_PORT: String(await freePort()),
    SVC_LOGIN_IP_THRESHOLD: '100',
    SVC_BCRYPT_COST: '10',
  };
  const demo = startCommand(t, 'demo', env);
  const base = await demo.shows(BASE);
  assert.equal(base, `http://localhost:${env.SVC_PORT}`);
  assert.equal((await fetch(`${base}/api/auth/passkey`)).status, 200);
  await demo.shows(/Ctrl\+C/);
  assert.match(demo.out(), /407 in 16 tenants, made in/);
  const people = printedSignIns(demo);
  assert.equal(people.length, 21);
  for (const [email = '', role, status, announced] of people) {
    const answer = await signIn(base, email);
    assert.equal(String(answer.status), announced === 'signs in' ? '200' : announced, `${email} ${role} ${status}`);
  }
  assert.equal(await demo.stop(), 0);

  const again = startCommand(t, 'demo', env);
  const sameBase = await again.shows(BASE);
  await again.shows(/Ctrl\+C/);
  assert.match(again.out(), /407 in 16 tenants, kept from an earlier start/);
  assert.deepEqual(printedSignIns(again), people);
  assert.equal((await signIn(sameBase, people[0]?.[0] ?? '')).status, 200);
});

test('a demo that was killed while it made its people makes them whole at the next start', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  const env = { ...store.env, SVC_PORT: String(await freePort()), SVC_BCRYPT_COST: '10' };
  for (const afterMs of [250, 450, 650, 850]) {
    const interrupted = startCommand(t, 'demo', env);
    await new Promise((resolve) => setTimeout(resolve, afterMs));
    await interrupted.kill();
  }
  const demo = startCommand(t, 'demo', env);
  await demo.shows(/Ctrl\+C/);
  await demo.stop();
  const { out } = await runCommand('user list --limit 1000', env);
  const deleted = await runCommand('user list --status deleted --limit 1000', env);
  // One of them requested erasure, which happens once the demo serves.
  const people = [...`${out}${deleted.out}`.matchAll(/@([a-z]+\.example|erased\.invalid)/g)];
  assert.equal(people.length, 407);
});

test('the demo does not move in with people', async (t) => {
  const store = await createTestStore();
  t.after(() => store.remove());
  await runCommand('migrate', store.env);
  const created = await runCommand('user create --email ana@klub.hr --ime Ana --prezime Ilić --role member', store.env);
  assert.equal(created.code, 0, created.err);
  const { code, err } = await runCommandProcess('demo', { ...store.env, SVC_PORT: String(await freePort()) });
  assert.equal(code, 1);
  assert.match(err, /holds people already/);
});

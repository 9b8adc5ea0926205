// engine: postgres
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { type ServiceProcess, spawnProcess, startProcess } from '../support/service-process.ts';
import { createTestStore } from '../support/test-store.ts';

const COMMANDS = join(import.meta.dirname, '../../bin/iskaznica.js');

/** The recurring jobs that ran in a process. */
const jobsOf = async (node: ServiceProcess): Promise<string[]> => {
  const { body } = await node.call('GET /metrics');
  return [...String(body).matchAll(/^iskaznica_job_last_success_timestamp_seconds\{job="([^"]+)"\}/gm)].map(
    ([, job = '']) => job,
  );
};

/** Waits until a process has run a job. */
async function untilDone(node: ServiceProcess, job: string): Promise<void> {
  for (const giveUpAt = performance.now() + 20_000; !(await jobsOf(node)).includes(job); await pause(50))
    assert.ok(performance.now() < giveUpAt, `${job} was never done: ${await jobsOf(node)}`);
}

test('one process serves, another does background work', async (t) => {
  const { env, emails, database } = await seedStore(t, { people: 1 });
  const [email = ''] = emails;
  const answering = await startProcess(t, env, undefined, 'read', [COMMANDS, 'serve', '--no-jobs']);
  assert.equal((await answering.signIn(email, PROCESS_PASSWORD)).status, 200);
  assert.equal((await answering.call('POST /api/auth/forgot-password', { body: { email } })).status, 200);
  const waiting = () => database.read.selectFrom('mails').select('id').where('sent_at', 'is', null).execute();
  assert.equal((await waiting()).length, 1);

  const working = await startProcess(t, env, undefined, 'read', [COMMANDS, 'work']);
  await untilDone(working, 'avatar-sweep');
  for (const giveUpAt = performance.now() + 20_000; (await waiting()).length > 0; await pause(50))
    assert.ok(performance.now() < giveUpAt, 'the mail was never sent');
  await untilDone(answering, 'key-reload');
  const done = await jobsOf(answering);
  assert.ok(!done.includes('avatar-sweep'), `it answers and keeps its keys fresh, no more: ${done}`);

  assert.equal((await working.call('GET /health/live')).status, 200);
  assert.deepEqual((await working.call('GET /health/ready')).body.store, 'ok');
  assert.equal((await working.signIn(email, PROCESS_PASSWORD)).status, 404);
  for (const target of ['GET /login', 'GET /api/site', 'GET /.well-known/jwks.json'])
    assert.notEqual((await working.call(target)).status, 200, target);
  assert.equal((await working.stop()).code, 0);
});

test('with the embedded store one process does everything', async (t) => {
  const store = await createTestStore('sqlite');
  t.after(() => store.remove());
  for (const words of [['work'], ['serve', '--no-jobs']]) {
    const node = await spawnProcess(t, store.env, undefined, 'read', [COMMANDS, ...words]);
    assert.equal((await node.exited).code, 1);
    assert.match(node.output(), /need PostgreSQL \(SVC_DATABASE_URL\)/);
  }
});

test('the thread pool has a thread for each core beside the usual four', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const { env, emails } = await seedStore(t, { people: 1 });
  const node = await startProcess(t, env);
  await node.signIn(emails[0] ?? '', PROCESS_PASSWORD); // hashing starts the thread pool
  const folder = `/proc/${node.pid}/task`;
  const names = readdirSync(folder).map((task) => readFileSync(join(folder, task, 'comm'), 'utf8').trim());
  assert.equal(names.filter((name) => name === 'libuv-worker').length, availableParallelism() + 4, names.join(' '));
});

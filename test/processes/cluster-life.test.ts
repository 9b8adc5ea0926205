// engine: postgres
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClusterProcess, oneByOne, startCluster, untilGone } from '../support/cluster-process.ts';
import { untilPlaces } from '../support/guess-places.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';

/** Sends requests until told to stop; every second client keeps its connection. */
function traffic(t: TestContext, cluster: ClusterProcess, token: string) {
  let going = true;
  const statuses: Record<string, number> = {};
  const agents = Array.from({ length: 16 }, (_, index) => new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 }));
  t.after(() => {
    going = false;
    for (const agent of agents) agent.destroy();
  });
  const asking = agents.map(async (agent) => {
    while (going) {
      const asked = cluster.call('GET /api/auth/me', { token, agent }).then(({ status }) => String(status));
      const outcome = await asked.catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
      statuses[outcome] = (statuses[outcome] ?? 0) + 1;
    }
  });
  return {
    end: async () => {
      going = false;
      await Promise.all(asking);
      return statuses;
    },
  };
}

async function clusterWithToken(t: TestContext, size: number, more: Record<string, string> = {}) {
  const store = await seedStore(t, { people: 2 });
  const cluster = await startCluster(t, { ...store.env, ...more }, size);
  const token: string = (await cluster.signIn(store.emails[0] ?? '', PROCESS_PASSWORD)).body.access_token;
  return { ...store, cluster, token };
}

test('kill -9 of a process under traffic: the others continue, and a new one takes its place', async (t) => {
  const { cluster, token } = await clusterWithToken(t, 3);
  const load = traffic(t, cluster, token);
  await pause(300);
  const killed = cluster.pids().get(2) ?? 0;
  for (let death = 1; death <= 3; death++) {
    process.kill(cluster.pids().get(2) ?? 0, 'SIGKILL');
    await cluster.untilSaid('serving', 3 + death);
    await pause(200);
  }
  await pause(300);
  const statuses = await load.end();
  const cut = (statuses.ECONNRESET ?? 0) + (statuses['socket hang up'] ?? 0) + (statuses.EPIPE ?? 0);
  assert.deepEqual(
    Object.keys(statuses).filter((one) => !['200', 'ECONNRESET', 'EPIPE'].includes(one)),
    [],
  );
  assert.ok(cut <= 3 * 16, `no more than what was under way on it: ${JSON.stringify(statuses)}`);
  assert.notEqual(cluster.pids().get(2), killed);
  assert.equal(cluster.lines().filter(({ msg }) => msg === 'a process ended and is begun anew').length, 3);
  t.diagnostic(JSON.stringify(statuses));
});

test('SIGHUP under traffic renews every process, and no request fails', { timeout: 180_000 }, async (t) => {
  const { cluster, token, emails } = await clusterWithToken(t, 2);
  const before = [...cluster.pids().values()];
  const load = traffic(t, cluster, token);
  await pause(300);
  process.kill(cluster.pid, 'SIGHUP');
  const signIns: number[] = [];
  const renewed = cluster.untilSaid('every process is new').then(() => true);
  while (!(await Promise.race([renewed, pause(150, false)]))) {
    const { status } = await cluster.call('POST /api/auth/login', {
      body: { email: emails[1], password: PROCESS_PASSWORD },
      from: '10.9.5.1',
      agent: oneByOne(t),
    });
    signIns.push(status);
  }
  await pause(300);
  const statuses = await load.end();
  assert.deepEqual(Object.keys(statuses), ['200'], JSON.stringify(statuses));
  assert.ok(signIns.length > 0 && signIns.every((status) => status === 200), signIns.join());
  await untilGone(before);
  assert.equal(cluster.lines().filter(({ msg }) => msg === 'a process ended and is begun anew').length, 0);
  t.diagnostic(`${statuses[200]} requests, ${signIns.length} sign-ins`);
});

test('SIGHUP with a new process that cannot serve: the old ones stay', async (t) => {
  const { env, dataDir, emails } = await seedStore(t, { people: 1 });
  const file = join(dataDir, 'secret');
  writeFileSync(file, env.SVC_SECRET ?? '');
  const cluster = await startCluster(t, { ...env, SVC_SECRET: '', SVC_SECRET_FILE: file }, 2);
  const before = [...cluster.pids().values()];
  writeFileSync(file, 'qT8vN3kZ6rWm1yXc9bLs4hJd7gPf2aEu');
  process.kill(cluster.pid, 'SIGHUP');
  await cluster.untilSaid('a new process could not serve; the old ones go on');
  for (let call = 0; call < 4; call++) {
    const body = { email: emails[0], password: PROCESS_PASSWORD };
    assert.equal((await cluster.call('POST /api/auth/login', { body, agent: oneByOne(t) })).status, 200);
  }
  for (const pid of before) process.kill(pid, 0);
});

test('SIGTERM: all processes finish requests in progress, and the exit is clean', async (t) => {
  const { cluster, token, emails, env, database } = await clusterWithToken(t, 3, { SVC_BCRYPT_COST: '12' });
  assert.ok(env.SVC_DATABASE_URL);
  const pids = [...cluster.pids().values()];
  const agent = oneByOne(t);
  const body = { email: emails[1], password: PROCESS_PASSWORD };
  const signingIn = cluster.call('POST /api/auth/login', { body, from: '10.9.6.1', agent });
  const asking = Array.from({ length: 6 }, () => cluster.call('GET /api/auth/me', { token, agent }));
  await Promise.all([...asking, untilPlaces(database, 1, signingIn)]);
  for (const pid of pids) process.kill(pid, 'SIGTERM'); // as systemd does: to every process of the unit
  const exit = await cluster.stop();
  assert.deepEqual([exit.code, exit.signal], [0, null], cluster.output().slice(-2000));
  assert.ok(exit.ms < 10_000);
  assert.equal((await signingIn).status, 200, 'the sign-in that was hashing is finished');
  await untilGone(pids);
});

test('when the parent is killed, its processes end', async (t) => {
  const { env } = await seedStore(t, { people: 1 });
  const cluster = await startCluster(t, env, 2);
  const pids = [...cluster.pids().values()];
  await cluster.kill();
  await untilGone(pids);
});

test('a process that keeps dying ends the service with a message', async (t) => {
  const { env } = await seedStore(t, { people: 1 });
  const cluster = await startCluster(t, env, 2);
  for (let death = 1; death <= 5; death++) {
    process.kill(cluster.pids().get(2) ?? 0, 'SIGKILL');
    if (death < 5) await cluster.untilSaid('a process begins', 2 + death);
  }
  const { code } = await cluster.exited;
  assert.equal(code, 1);
  assert.match(cluster.output(), /process 2 ended 5 times in a row, the last time by SIGKILL/);
  await untilGone(cluster.pids().values());
});

test('mails are sent by one process, and by another when that dies', async (t) => {
  const { env, emails } = await seedStore(t, { people: 2 });
  const cluster = await startCluster(t, env, 3);
  const agent = oneByOne(t);
  const sent = () => cluster.lines().filter(({ msg }) => msg === 'mail sent');
  const ask = (email = '') => cluster.call('POST /api/auth/forgot-password', { body: { email }, agent });
  for (const email of emails) await ask(email);
  await cluster.untilSaid('mail sent', 2);
  const [first] = sent();
  assert.deepEqual(
    sent().map((line) => line.process),
    [first?.process, first?.process],
  );
  assert.equal(first?.process, 1);
  process.kill(cluster.pids().get(1) ?? 0, 'SIGKILL');
  await cluster.untilSaid('serving', 4);
  await ask(emails[0]);
  await cluster.untilSaid('mail sent', 3);
  assert.equal(sent()[2]?.process, 2);
});

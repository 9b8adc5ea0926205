// engine: postgres
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { type CrewProcess, oneByOne, startCrew, untilGone } from '../support/crew-process.ts';
import { untilPlaces } from '../support/guess-places.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';

/** Sends requests until told to stop; every second client keeps its connection. */
function traffic(t: TestContext, crew: CrewProcess, token: string) {
  let going = true;
  const statuses: Record<string, number> = {};
  const agents = Array.from({ length: 16 }, (_, index) => new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 }));
  t.after(() => {
    going = false;
    for (const agent of agents) agent.destroy();
  });
  const asking = agents.map(async (agent) => {
    while (going) {
      const asked = crew.call('GET /api/auth/me', { token, agent }).then(({ status }) => String(status));
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

async function crewWithToken(t: TestContext, size: number, more: Record<string, string> = {}) {
  const store = await seedStore(t, { people: 2 });
  const crew = await startCrew(t, { ...store.env, ...more }, size);
  const token: string = (await crew.signIn(store.emails[0] ?? '', PROCESS_PASSWORD)).body.access_token;
  return { ...store, crew, token };
}

test('kill -9 of a process under traffic: the others continue, and a new one takes its place', async (t) => {
  const { crew, token } = await crewWithToken(t, 3);
  const load = traffic(t, crew, token);
  await pause(300);
  const killed = crew.pids().get(2) ?? 0;
  for (let death = 1; death <= 3; death++) {
    process.kill(crew.pids().get(2) ?? 0, 'SIGKILL');
    await crew.untilSaid('serving', 3 + death);
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
  assert.notEqual(crew.pids().get(2), killed);
  assert.equal(crew.lines().filter(({ msg }) => msg === 'a process ended and is begun anew').length, 3);
  t.diagnostic(JSON.stringify(statuses));
});

test('SIGHUP under traffic renews every process, and no request fails', { timeout: 180_000 }, async (t) => {
  const { crew, token, emails } = await crewWithToken(t, 2);
  const before = [...crew.pids().values()];
  const load = traffic(t, crew, token);
  await pause(300);
  process.kill(crew.pid, 'SIGHUP');
  const signIns: number[] = [];
  const renewed = crew.untilSaid('every process is new').then(() => true);
  while (!(await Promise.race([renewed, pause(150, false)]))) {
    const { status } = await crew.call('POST /api/auth/login', {
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
  assert.equal(crew.lines().filter(({ msg }) => msg === 'a process ended and is begun anew').length, 0);
  t.diagnostic(`${statuses[200]} requests, ${signIns.length} sign-ins`);
});

test('SIGHUP with a new process that cannot serve: the old ones stay', async (t) => {
  const { env, dataDir, emails } = await seedStore(t, { people: 1 });
  const file = join(dataDir, 'secret');
  writeFileSync(file, env.SVC_SECRET ?? '');
  const crew = await startCrew(t, { ...env, SVC_SECRET: '', SVC_SECRET_FILE: file }, 2);
  const before = [...crew.pids().values()];
  writeFileSync(file, 'qT8vN3kZ6rWm1yXc9bLs4hJd7gPf2aEu');
  process.kill(crew.pid, 'SIGHUP');
  await crew.untilSaid('a new process could not serve; the old ones go on');
  for (let call = 0; call < 4; call++) {
    const body = { email: emails[0], password: PROCESS_PASSWORD };
    assert.equal((await crew.call('POST /api/auth/login', { body, agent: oneByOne(t) })).status, 200);
  }
  for (const pid of before) process.kill(pid, 0);
});

test('SIGTERM: all processes finish requests in progress, and the exit is clean', async (t) => {
  const { crew, token, emails, env, database } = await crewWithToken(t, 3, { SVC_BCRYPT_COST: '12' });
  assert.ok(env.SVC_DATABASE_URL);
  const pids = [...crew.pids().values()];
  const agent = oneByOne(t);
  const body = { email: emails[1], password: PROCESS_PASSWORD };
  const signingIn = crew.call('POST /api/auth/login', { body, from: '10.9.6.1', agent });
  const asking = Array.from({ length: 6 }, () => crew.call('GET /api/auth/me', { token, agent }));
  await Promise.all([...asking, untilPlaces(database, 1, signingIn)]);
  for (const pid of pids) process.kill(pid, 'SIGTERM'); // as systemd does: to every process of the unit
  const exit = await crew.stop();
  assert.deepEqual([exit.code, exit.signal], [0, null], crew.output().slice(-2000));
  assert.ok(exit.ms < 10_000);
  assert.equal((await signingIn).status, 200, 'the sign-in that was hashing is finished');
  await untilGone(pids);
});

test('when the parent is killed, its processes end', async (t) => {
  const { env } = await seedStore(t, { people: 1 });
  const crew = await startCrew(t, env, 2);
  const pids = [...crew.pids().values()];
  await crew.kill();
  await untilGone(pids);
});

test('a process that keeps dying ends the service with a message', async (t) => {
  const { env } = await seedStore(t, { people: 1 });
  const crew = await startCrew(t, env, 2);
  for (let death = 1; death <= 5; death++) {
    process.kill(crew.pids().get(2) ?? 0, 'SIGKILL');
    if (death < 5) await crew.untilSaid('a process begins', 2 + death);
  }
  const { code } = await crew.exited;
  assert.equal(code, 1);
  assert.match(crew.output(), /process 2 ended 5 times in a row, the last time by SIGKILL/);
  await untilGone(crew.pids().values());
});

test('mails are sent by one process, and by another when that dies', async (t) => {
  const { env, emails } = await seedStore(t, { people: 2 });
  const crew = await startCrew(t, env, 3);
  const agent = oneByOne(t);
  const sent = () => crew.lines().filter(({ msg }) => msg === 'mail sent');
  const ask = (email = '') => crew.call('POST /api/auth/forgot-password', { body: { email }, agent });
  for (const email of emails) await ask(email);
  await crew.untilSaid('mail sent', 2);
  const [first] = sent();
  assert.deepEqual(
    sent().map((line) => line.process),
    [first?.process, first?.process],
  );
  assert.equal(first?.process, 1);
  process.kill(crew.pids().get(1) ?? 0, 'SIGKILL');
  await crew.untilSaid('serving', 4);
  await ask(emails[0]);
  await crew.untilSaid('mail sent', 3);
  assert.equal(sent()[2]?.process, 2);
});

// engine: both
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { untilPlaces } from '../support/guess-places.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { type ProcessAnswer, type ServiceProcess, startProcess } from '../support/service-process.ts';

const MOST_MS = 10_000;
/** A sign-in that renews the hash to this cost takes a fifth of a second: long enough to be met, and to be ended on a busy machine. */
const SLOW_HASH = { SVC_BCRYPT_COST: '11' };
const DRAIN_SEC = 3;

interface Heard {
  readonly answers: ProcessAnswer[];
  readonly errors: string[];
}

/** Sends requests on one connection until nobody answers. */
async function askUntilGone(node: ServiceProcess, token: string): Promise<Heard> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const heard: Heard = { answers: [], errors: [] };
  while (heard.errors.length === 0) {
    const asked = node.call('GET /api/auth/me', { token, agent });
    await asked.then((answer) => heard.answers.push(answer)).catch(({ code }) => heard.errors.push(code));
  }
  agent.destroy();
  return heard;
}

function openSocket(t: TestContext, { port }: ServiceProcess): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  t.after(() => socket.destroy());
  return socket;
}

test('SIGTERM under load: requests in progress are answered, others refused, the exit is clean', async (t) => {
  const { env, emails, database } = await seedStore(t, { people: 2 });
  const [email = '', other = ''] = emails;
  const node = await startProcess(t, { ...env, ...SLOW_HASH });
  const token = (await node.signIn(other, PROCESS_PASSWORD)).body.access_token;
  const asking = Array.from({ length: 8 }, () => askUntilGone(node, token));
  const signingIn = node.signIn(email, PROCESS_PASSWORD);
  await untilPlaces(database, 1, signingIn);
  const exit = await node.stop();
  assert.deepEqual([exit.code, exit.signal], [0, null], node.output());
  assert.ok(exit.ms < MOST_MS);
  const { status, headers } = await signingIn;
  assert.equal(status, 200, 'the sign-in that was hashing is finished');
  await assertRecorded(database, String(headers['x-request-id']));
  const heard = await Promise.all(asking);
  const answers = heard.flatMap((one) => one.answers);
  const refused = answers.filter(({ status: got }) => got !== 200);
  for (const answer of refused) {
    assert.deepEqual([answer.status, answer.body.code], [503, 'server.stopping']);
    assert.match(answer.headers['retry-after'] ?? '', /^\d+$/);
    assert.equal(answer.headers.connection, 'close');
  }
  const errors = new Set(heard.flatMap((one) => one.errors));
  assert.ok(errors.isSubsetOf(new Set(['ECONNREFUSED', 'ECONNRESET'])), [...errors].join());
  t.diagnostic(`stopped after ${Math.round(exit.ms)} ms; ${answers.length} answers, ${refused.length} of them 503`);
});

async function assertRecorded({ read }: Awaited<ReturnType<typeof seedStore>>['database'], requestId: string) {
  const query = read.selectFrom('audit_records').select('action').where('request_id', '=', requestId);
  const actions = (await query.execute()).map(({ action }) => action);
  assert.deepEqual(actions, ['login.ok']);
}

test('idle connections and a client that never finishes do not prevent a clean stop', async (t) => {
  const { env } = await seedStore(t, { people: 1 });
  const node = await startProcess(t, env);
  const head =
    'POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n';
  const slow = openSocket(t, node);
  slow.write(`${head}{"email": "`);
  const unheard = openSocket(t, node);
  unheard.write('POST /api/auth/login HTTP/1.1\r\nHost:');
  const silent = openSocket(t, node);
  const idle = openSocket(t, node);
  idle.write('GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(idle, 'data');
  const idleClosed = once(idle, 'close').then(() => performance.now());
  const started = performance.now();
  const exit = await node.stop();
  assert.deepEqual([exit.code, exit.signal], [0, null]);
  assert.ok(exit.ms < MOST_MS);
  const idleFor = (await idleClosed) - started;
  t.diagnostic(`stopped after ${Math.round(exit.ms)} ms, idle connection closed after ${Math.round(idleFor)} ms`);
  assert.ok(idleFor < 1000, 'an idle connection is closed at once');
  for (const socket of [slow, unheard, silent]) if (!socket.closed) await once(socket, 'close');
  await startProcess(t, env);
});

/** Waits until readiness is refused. Returns the code. */
async function untilDraining({ call }: ServiceProcess): Promise<string> {
  for (;;) {
    const { status, body } = await call('GET /health/ready');
    if (status === 503) return body.code;
    await pause(10);
  }
}

test('with a drain time readiness reports 503 first, requests are still answered, then the service stops', async (t) => {
  const { env, emails } = await seedStore(t, { people: 1 });
  const node = await startProcess(t, { ...env, SVC_DRAIN_SEC: String(DRAIN_SEC) });
  const token = (await node.signIn(emails[0] ?? '', PROCESS_PASSWORD)).body.access_token;
  const stopping = node.stop();
  assert.equal(await untilDraining(node), 'server.not_ready');
  const agent = new Agent({ keepAlive: false }); // balancers that have not looked yet still open connections
  for (let asked = 0; asked < 5; asked++) {
    assert.equal((await node.call('GET /api/auth/me', { token, agent })).status, 200);
    await pause(100);
  }
  const exit = await stopping;
  assert.deepEqual([exit.code, exit.signal], [0, null], node.output());
  assert.ok(exit.ms >= 1000 * DRAIN_SEC && exit.ms < 1000 * DRAIN_SEC + MOST_MS, `${exit.ms} ms`);
});

test('a second signal ends a drain at once', async (t) => {
  const { env } = await seedStore(t, { people: 1 });
  const node = await startProcess(t, { ...env, SVC_DRAIN_SEC: '60' });
  const stopping = node.stop();
  await untilDraining(node);
  process.kill(node.pid, 'SIGTERM');
  const exit = await stopping;
  assert.deepEqual([exit.code, exit.ms < 5000], [1, true]);
});

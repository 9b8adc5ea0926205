// engine: both

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { runCommand } from '../support/operator-command.ts';
import { PROCESS_PASSWORD, type SeededStore, seedStore } from '../support/seeded-store.ts';
import { type ProcessAnswer, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { setRoleOf } from '../support/set-role.ts';
import { testEngine } from '../support/test-engine.ts';
import { isSoak, roundsOr, timeFor } from '../support/test-rounds.ts';

const CONNECTIONS = 64;
/** Each waits for one response after another, so that many are needed to keep the cores busy. */
const WORKERS = 12;
/** Tokens with which the clients keep calling: those that work, and twice as many that have ended. */
const REMEMBERED = 3 * WORKERS;
/** Pause of a connection between two calls: without it the crowd leaves no processor time for the sign-ins to be ended. */
const LONGEST_REST_MS = 100;
/** One in this many revocations is by an operator's command, which starts a process. */
const COMMAND_ONCE_IN = 50;
/** Nobody's token expires during `npm run soak`: what ends it must be what the test did. */
const LONG_LIVED = { SVC_ACCESS_TTL_MIN: '1440' };
/** Longer on a slow machine. */
const LONG_ENOUGH_MS = 30_000;

/** An access token and its state as far as the test knows. */
interface Ticket {
  readonly access: string;
  readonly refresh: string;
  /** Its end is in progress: it may or may not work. */
  ending: boolean;
  /** What ended it, once the response was read: from then on it must not work. */
  endedBy?: string;
}

/** A worker with its own person and administrator, so that workers do not wait for each other. */
interface Worker {
  readonly nodes: readonly ServiceProcess[];
  readonly store: SeededStore;
  readonly email: string;
  readonly id: number;
  readonly admin: string;
  password: string;
  role: 'member' | 'guest';
  ticket: Ticket;
}

/** Ends the worker's ticket; resolves when the answer was read. What follows makes the person able to sign in again. */
type Event = (worker: Worker, node: ServiceProcess) => Promise<(() => Promise<unknown>) | undefined>;

const COMMAND = "an operator's command";

const EVENTS: Readonly<Record<string, Event>> = {
  'sign-out': async ({ ticket }, node) => {
    expect(200, await node.call('POST /api/auth/logout', { token: ticket.access }));
    return undefined;
  },
  'sign-out everywhere': async (worker, node) => {
    const other = await signIn(worker, node);
    expect(200, await node.call('POST /api/auth/logout?all=true', { token: other.access }));
    return undefined;
  },
  suspension: async ({ id, admin }, node) => {
    const act = async (name: string) =>
      expect(200, await node.call(`POST /api/admin/users/${id}/${name}`, { token: admin }));
    await act('suspend');
    return () => act('unsuspend');
  },
  'password change': async (worker, node) => {
    const other = await signIn(worker, node); // what is changed with stays
    const next = `${PROCESS_PASSWORD} ${Math.random()}`;
    const body = { current_password: worker.password, new_password: next };
    expect(200, await node.call('POST /api/auth/change-password', { token: other.access, body }));
    worker.password = next;
    return undefined;
  },
  'refresh reuse': async ({ ticket }, node) => {
    const refresh = (refresh_token: string) => node.call('POST /api/auth/refresh', { body: { refresh_token } });
    const first = expect(200, await refresh(ticket.refresh));
    expect(200, await refresh(first.refresh_token));
    expect(401, await refresh(ticket.refresh));
    return undefined;
  },
  'role change': async (worker, node) => {
    worker.role = worker.role === 'member' ? 'guest' : 'member';
    const proof = { token: worker.admin, body: { password: PROCESS_PASSWORD } };
    expect(200, await node.call('POST /api/auth/reauthenticate', proof)); // after ten minutes it is due
    const change = { token: worker.admin, body: { role: worker.role } };
    expect(200, await node.call(`PUT /api/admin/users/${worker.id}/role`, change));
    return undefined;
  },
  [COMMAND]: async ({ store, email }) => {
    const run = async (act: string) => {
      const { code, err } = await runCommand(`user ${act} --email ${email}`, commandEnv(store));
      assert.equal(code, 0, `${act}: ${err}`);
    };
    await run('suspend');
    return () => run('unsuspend');
  },
};

const commandEnv = ({ env }: SeededStore) => ({ ...env, SVC_PUBLIC_URL: 'http://127.0.0.1:8080' });

test('under load no token is accepted after its end was acknowledged', {
  timeout: timeFor(240_000),
}, async (t) => {
  const { nodes, workers } = await start(t);
  const crowd = { tickets: workers.map(({ ticket }) => ticket), asked: { open: 0, shut: 0 }, done: false };
  const asking = Array.from({ length: CONNECTIONS }, (_, place) => keepAsking(crowd, some(nodes, place)));
  const most = roundsOr(300);
  const until = isSoak ? Number.POSITIVE_INFINITY : performance.now() + LONG_ENOUGH_MS;
  const kinds = Object.keys(EVENTS);
  const calls = kinds.filter((kind) => kind !== COMMAND);
  let events = 0;
  const work = async (worker: Worker) => {
    while (events < most && (events < kinds.length || performance.now() < until)) {
      const number = events++;
      const drawn = number % COMMAND_ONCE_IN === 0 ? COMMAND : some(calls);
      await endOnce(worker, kinds[number] ?? drawn, crowd.tickets); // each kind once, whatever chance says
    }
  };
  try {
    await Promise.race([Promise.all(workers.map(work)), Promise.all(asking)]); // who is let in wrongly ends it at once
  } finally {
    crowd.done = true;
    await Promise.all(asking);
  }
  assert.ok(crowd.asked.open > events && crowd.asked.shut > events, JSON.stringify(crowd.asked));
  t.diagnostic(`${events} sign-ins were ended; answers to the crowd: ${JSON.stringify(crowd.asked)}`);
});

/** Two processes use the store: two nodes on PostgreSQL; on SQLite the serving one and this one with its commands. */
async function start(t: TestContext) {
  const store = await seedStore(t, { people: 2 * WORKERS, env: LONG_LIVED });
  await store.database.transaction((tx) => setRoleOf(tx, 'admin', store.emails.slice(WORKERS)));
  const startNode = () => startProcess(t, store.env);
  const nodes = testEngine === 'postgres' ? await Promise.all([startNode(), startNode()]) : [await startNode()];
  const password = PROCESS_PASSWORD;
  const workers = store.emails.slice(0, WORKERS).map(async (email, index): Promise<Worker> => {
    const admin = await signIn({ email: store.emails[WORKERS + index] ?? '', password }, some(nodes));
    const { id } = expect(200, await some(nodes).call('GET /api/auth/me', { token: admin.access }));
    const ticket = await signIn({ email, password }, some(nodes));
    return { nodes, store, email, id: id - WORKERS, admin: admin.access, password, role: 'member', ticket };
  });
  return { store, nodes, workers: await Promise.all(workers) };
}

async function endOnce(worker: Worker, name: string, tickets: Ticket[]): Promise<void> {
  const node = some(worker.nodes);
  const { ticket } = worker;
  ticket.ending = true;
  const takeBack = await EVENTS[name]?.(worker, node);
  ticket.endedBy = name;
  for (const each of worker.nodes) expect(401, await each.call('GET /api/auth/me', { token: ticket.access }), name);
  await takeBack?.();
  worker.ticket = await signIn(worker, some(worker.nodes));
  tickets.push(worker.ticket);
  const over = tickets.findIndex(({ endedBy }) => endedBy !== undefined);
  if (tickets.length > REMEMBERED) tickets.splice(over, 1);
}

interface Crowd {
  readonly tickets: readonly Ticket[];
  readonly asked: { open: number; shut: number };
  done: boolean;
}

async function keepAsking(crowd: Crowd, node: ServiceProcess): Promise<void> {
  while (!crowd.done) {
    const ticket = some(crowd.tickets);
    const { endedBy } = ticket; // as it is when the request is sent
    const answer = await node.call('GET /api/auth/me', { token: ticket.access });
    if (endedBy !== undefined) expect(401, answer, `sent after the answer to: ${endedBy}`);
    else if (!ticket.ending) expect(200, answer);
    crowd.asked[answer.status === 200 ? 'open' : 'shut']++;
    await pause(Math.random() * LONGEST_REST_MS);
  }
}

async function signIn({ email, password }: Pick<Worker, 'email' | 'password'>, node: ServiceProcess): Promise<Ticket> {
  const { access_token: access, refresh_token: refresh } = expect(200, await node.signIn(email, password));
  return { access, refresh, ending: false };
}

function expect(status: number, answer: ProcessAnswer, why = ''): ProcessAnswer['body'] {
  assert.equal(answer.status, status, `${why} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

const some = <Item>(list: readonly Item[], place = Math.floor(Math.random() * list.length)): Item =>
  list[place % list.length] as Item;

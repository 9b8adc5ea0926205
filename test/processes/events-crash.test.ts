// engine: both
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createUsers } from '../../src/accounts/users/create-users.ts';
import { preparePerson } from '../../src/accounts/users/person-to-create.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { instantAt, nowOf, systemClock } from '../../src/platform/kernel/clock.ts';
import { scratchFolder } from '../support/scratch-folder.ts';
import { ADMIN, seedAdmin } from '../support/seeded-admin.ts';
import { PROCESS_PASSWORD } from '../support/seeded-store.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { testEngine } from '../support/test-engine.ts';
import { isSoak, roundsOr, timeFor } from '../support/test-rounds.ts';

const KILLS = roundsOr(4);
/** People who are added while processes die, and those of them whom one bulk act invites: an event each. */
const PEOPLE = isSoak ? 15_000 : 300;
const INVITED = isSoak ? 5_000 : 100;
const AT_ONCE = 25;
/** People of the store, who are sealed only after the subscription was made. */
const SEEDED = 2;
/** Both send; the embedded store has one process. */
const SENDERS = testEngine === 'postgres' ? 2 : 1;
const MIRROR = join(import.meta.dirname, '../support/event-mirror.ts');

async function addPeople({ transaction }: Database, begin: number, end: number): Promise<void> {
  const at = nowOf(systemClock);
  const people = Array.from({ length: end - begin }, (_, index) =>
    preparePerson({
      tenantId: 1,
      email: `nova${begin + index}@example.hr`,
      ime: 'Iva',
      prezime: 'Čavić',
      role: begin + index < INVITED ? 'member' : 'guest',
      status: 'invited',
      passwordHash: null,
    }),
  );
  const making = { at, mustChoosePassword: false, meta: { import_id: 1 } };
  await transaction((tx) => createUsers(tx, byOperator(['user.create'], at), people, making));
}

/** The receiver, which may be killed. */
function openMirror(t: TestContext, env: Record<string, string>) {
  let child: ChildProcess | undefined;
  const kill = async () => {
    if (child === undefined) return;
    const exited = once(child, 'exit');
    child.kill('SIGKILL');
    await exited;
    child = undefined;
  };
  t.after(kill);
  return {
    kill,
    start: async () => {
      child = fork(MIRROR, { env: { ...env, PATH: '/usr/bin:/bin' } });
      await once(child, 'message');
    },
  };
}

/** As minutes later: what a killed process held is free, and what did not arrive is due again. */
async function letMinutesPass({ transaction }: Database): Promise<void> {
  const past = instantAt(Date.now() - 1);
  const due = { leased_until: null, due_at: past };
  await transaction((tx) => tx.updateTable('event_subscriptions').set(due).execute());
  await transaction((tx) => tx.updateTable('leases').set({ until: past }).execute());
}

const crash = async (t: TestContext) => {
  const store = await seedAdmin(t, { SVC_PRIVATE_ADDRESSES: '127.0.0.0/8' });
  const { database } = store;
  const folder = scratchFolder(t);
  const [file, mirrorPort] = [join(folder, 'mirror.db'), await freePort()];
  const senders: ServiceProcess[] = [];
  for (let sender = 0; sender < SENDERS; sender++) senders.push(await startProcess(t, store.env));
  const [first] = senders;
  assert.ok(first);
  const token = (await first.signIn(ADMIN, PROCESS_PASSWORD)).body.access_token;
  const app = await first.call('POST /api/admin/applications', {
    token,
    body: { name: 'Trgovina', kind: 'spa', redirect_uris: ['http://127.0.0.1:9/'], scopes: ['profile'] },
  });
  assert.equal(app.status, 201, JSON.stringify(app.body));
  const url = `http://127.0.0.1:${mirrorPort}/dogadaji`;
  const made = await first.call('POST /api/admin/subscriptions', {
    token,
    body: { application_id: app.body.id, form: 'push', url, types: ['user.create', 'user.invite'] },
  });
  assert.equal(made.status, 201, JSON.stringify(made.body));
  const { secret, starts_after: start } = made.body;
  const env = { MIRROR_FILE: file, MIRROR_SECRET: secret, MIRROR_PORT: String(mirrorPort) };
  const mirror = openMirror(t, env);
  await mirror.start();
  const mirrored = new DatabaseSync(file);
  t.after(() => mirrored.close());
  const countOf = (table: 'taken' | 'repeated' | 'refused'): number =>
    Number(mirrored.prepare(`SELECT count(*) AS n FROM ${table}`).get()?.n);

  await addPeople(database, 0, INVITED);
  const filter = { status: 'invited', invitation: 'none', role: 'member' };
  const order = { action: 'invite', filter, expected_total: INVITED };
  const started = await first.call('POST /api/admin/users/bulk', { token, body: order });
  assert.equal(started.status, 202, JSON.stringify(started.body));

  const began = performance.now();
  let added = INVITED;
  const perKill = Math.ceil((PEOPLE - INVITED) / KILLS);
  for (let kill = 0; kill < KILLS; kill++) {
    const end = Math.min(PEOPLE, added + perKill);
    const adding = addAll(added, end);
    const before = countOf('taken');
    for (let waited = 0; countOf('taken') === before && waited < 5_000; waited += 20) await pause(20);
    await pause(randomInt(120));
    if (kill % 3 === 0) {
      await mirror.kill();
      await pause(randomInt(150)); // it is away for some attempts
      await mirror.start();
    } else {
      const which = kill % 3 === 1 ? [randomInt(SENDERS)] : senders.keys();
      const killed = [...which].map((index) => ({ index, port: senders[index]?.port }));
      for (const { index } of killed) await senders[index]?.kill();
      for (const { index, port } of killed) senders[index] = await startProcess(t, store.env, port);
    }
    await adding;
    added = end;
    await letMinutesPass(database);
  }
  const wanted = SEEDED + PEOPLE + INVITED;
  let [last, quiet] = [-1, 0];
  while (countOf('taken') < wanted && quiet < 60) {
    await pause(500);
    if (countOf('taken') === last) {
      quiet += 1;
      if (quiet % 10 === 0) await letMinutesPass(database);
    } else quiet = 0;
    last = countOf('taken');
  }
  const seconds = Math.round((performance.now() - began) / 1000);
  t.diagnostic(
    `${KILLS} kills, ${countOf('taken')} events in ${seconds} s, ${countOf('repeated')} came again, ${countOf('refused')} refused`,
  );
  const sealed = await database.read
    .selectFrom('audit_seals')
    .innerJoin('audit_records', 'audit_records.id', 'audit_seals.record_id')
    .select(['audit_seals.seq', 'audit_seals.hash'])
    .where('audit_records.action', 'in', ['user.create', 'user.invite'])
    .where('audit_seals.seq', '>', start)
    .orderBy('audit_seals.seq')
    .execute();
  const taken = mirrored.prepare('SELECT seq, hash, previous_seq, id FROM taken ORDER BY seq').all();
  assert.equal(sealed.length, wanted);
  assert.deepEqual(
    taken.map(({ seq, hash }) => [seq, hash]),
    sealed.map(({ seq, hash }) => [seq, hash]),
  );
  assert.deepEqual(
    taken.map(({ previous_seq }) => previous_seq),
    [start, ...sealed.slice(0, -1).map(({ seq }) => seq)],
    'each names the one before',
  );
  assert.equal(new Set(taken.map(({ id }) => id)).size, wanted, 'each under an id of its own');
  const strange = mirrored.prepare(
    'SELECT count(*) AS n FROM repeated LEFT JOIN taken USING (seq, id) WHERE taken.seq IS NULL',
  );
  assert.equal(Number(strange.get()?.n), 0, 'what came again came under the same id');
  assert.equal(countOf('refused'), 0, 'nothing came before what it follows');

  async function addAll(from: number, to: number): Promise<void> {
    for (let next = from; next < to; next += AT_ONCE) {
      await addPeople(database, next, Math.min(to, next + AT_ONCE));
      await pause(5);
    }
  }
};

test(
  'kill -9 of senders and receiver under load: every event is taken once, none is missing',
  {
    timeout: timeFor(120_000),
  },
  crash,
);

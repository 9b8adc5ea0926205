// engine: both
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createUsers } from '../../src/accounts/users/create-users.ts';
import { preparePerson } from '../../src/accounts/users/person-to-create.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { nowOf, systemClock } from '../../src/platform/kernel/clock.ts';
import { ADMIN, seedAdmin } from '../support/seeded-admin.ts';
import { PROCESS_PASSWORD } from '../support/seeded-store.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const PEOPLE = 2000;
const FILTER = { status: 'invited', invitation: 'none' };

async function addNewcomers({ transaction }: Database, round: number): Promise<void> {
  const at = nowOf(systemClock);
  const people = Array.from({ length: PEOPLE }, (_, number) =>
    preparePerson({
      tenantId: 1,
      email: `nova${round}-${number}@example.hr`,
      ime: 'Iva',
      prezime: 'Čavić',
      role: 'member',
      status: 'invited',
      passwordHash: null,
    }),
  );
  const making = { at, mustChoosePassword: false, meta: { import_id: round } };
  await transaction((tx) => createUsers(tx, byOperator(['user.create'], at), people, making));
}

async function start(node: ServiceProcess, token: string): Promise<number> {
  const body = { action: 'invite', filter: FILTER, expected_total: PEOPLE };
  const answer = await node.call('POST /api/admin/users/bulk', { token, body });
  assert.equal(answer.status, 202, JSON.stringify(answer.body));
  return answer.body.id;
}

/** Waits until that many people were invited. Returns whether the job still runs. */
async function untilDone({ read }: Database, id: number, people: number): Promise<boolean> {
  for (; ; await pause(5)) {
    const query = read.selectFrom('bulk_jobs').select(['status', 'done', 'undone', 'kept']).where('id', '=', id);
    const { status, done } = await query.executeTakeFirstOrThrow();
    if (done >= people || status === 'completed') return status === 'running';
  }
}

async function untilOver(node: ServiceProcess, token: string, id: number) {
  for (; ; await pause(500)) {
    const { body } = await node.call(`GET /api/admin/bulk-acts/${id}`, { token });
    if (body.status !== 'queued' && body.status !== 'running') return body;
  }
}

/** Everybody has one line, one record, one invitation and one mail. */
async function assertOnceEach({ read }: Database, round: number): Promise<void> {
  const one = async (table: 'bulk_rows' | 'action_tokens' | 'mails') =>
    (await read.selectFrom(table).select('user_id').execute()).map(({ user_id }) => user_id);
  const records = await read
    .selectFrom('audit_records')
    .select('user_id')
    .where('action', '=', 'user.invite')
    .execute();
  const lists = { records: records.map(({ user_id }) => user_id), rows: await one('bulk_rows') };
  const all = { ...lists, tokens: await one('action_tokens'), mails: await one('mails') };
  for (const [name, users] of Object.entries(all))
    assert.deepEqual([name, users.length, new Set(users).size], [name, PEOPLE * round, PEOPLE * round]);
}

const crash = async (t: TestContext) => {
  const store = await seedAdmin(t);
  const port = await freePort();
  let node = await startProcess(t, store.env, port);
  let kills = 0;
  for (let round = 1; round <= roundsOr(1); round++) {
    await addNewcomers(store.database, round);
    const token = (await node.signIn(ADMIN, PROCESS_PASSWORD)).body.access_token;
    const id = await start(node, token);
    for (let kill = 0; kill < 2; kill++) {
      const third = Math.floor(PEOPLE / 3);
      if (await untilDone(store.database, id, 1 + randomInt(third) + kill * third)) kills += 1;
      await node.kill();
      node = await startProcess(t, store.env, port);
    }
    const over = await untilOver(node, token, id);
    assert.deepEqual([over.status, over.total, over.done, over.refused], ['completed', PEOPLE, PEOPLE, 0]);
    await assertOnceEach(store.database, round);
  }
  await node.kill(); // it may still write mails into the folder that is removed next
  t.diagnostic(`killed ${kills} times while it ran`);
  assert.ok(kills > 0);
};

test('kill -9 during a bulk act: everybody is invited once', { timeout: timeFor(300_000) }, crash);

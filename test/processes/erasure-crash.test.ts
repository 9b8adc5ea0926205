// engine: both
import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { createUser } from '../../src/accounts/users/create-user.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { parseInstant } from '../../src/platform/kernel/clock.ts';
import { PROCESS_PASSWORD, seedStore } from '../support/seeded-store.ts';
import { freePort, type ServiceProcess, startProcess } from '../support/service-process.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';

const DONE_WITHIN_MS = 160_000; // includes the lease of a mail that the killed node was sending: two minutes

test('kill -9 during an erasure: the next process finishes it, once', {
  timeout: timeFor(600_000),
}, async (t) => {
  const rounds = roundsOr(3);
  const store = await seedStore(t, { people: rounds });
  await addAdministrator(store.service);
  const port = await freePort();
  let node = await startProcess(t, store.env, port);
  for (const [round, email] of store.emails.entries()) {
    const { access_token: token } = (await node.signIn(email, PROCESS_PASSWORD)).body;
    const { id } = (await node.call('POST /api/users/me/gdpr-erase', { token })).body;
    const admin = (await node.signIn('admin@example.hr', PROCESS_PASSWORD)).body.access_token;
    const one = `/api/admin/gdpr/erasure-requests/${id}`;
    assert.equal((await node.call(`POST ${one}/approve`, { token: admin })).status, 200);
    await pause(randomInt(2500));
    await node.kill();
    node = await startProcess(t, store.env, port);
    const done = await untilDone(node, one, admin);
    assert.equal(done.status, 'completed', `round ${round}: ${JSON.stringify(done)}`);
    assert.equal((await node.signIn(email, PROCESS_PASSWORD)).status, 401);
    const records = store.database.read.selectFrom('audit_records').select('id').where('user_id', '=', done.user_id);
    assert.equal((await records.where('action', '=', 'erasure.complete').execute()).length, 1);
    const mails = store.database.read.selectFrom('mails').select('id').where('user_id', '=', done.user_id);
    assert.equal((await mails.where('kind', '=', 'erasure-completed').execute()).length, 1);
    assert.ok(!readFileSync(join(store.dataDir, 'mail/index.jsonl'), 'utf8').includes(email));
  }
  const ledger = readFileSync(join(store.dataDir, 'erasures.jsonl'), 'utf8').trim().split('\n');
  assert.equal(ledger.length, rounds);
});

async function addAdministrator({ database, passwords }: Awaited<ReturnType<typeof seedStore>>['service']) {
  const passwordHash = await passwords.hash(PROCESS_PASSWORD);
  const names = { email: 'admin@example.hr', ime: 'Petra', prezime: 'Upravić' };
  const person = { tenantId: 1, ...names, role: 'admin', status: 'active', passwordHash } as const;
  await database.transaction((tx) =>
    createUser(tx, byOperator(['user.create'], parseInstant('2026-03-01T10:00:00.000Z')), person),
  );
}

async function untilDone(node: ServiceProcess, one: string, token: string) {
  for (const until = performance.now() + DONE_WITHIN_MS; ; await pause(1000)) {
    const { body } = await node.call(`GET ${one}`, { token });
    if (body.status !== 'approved' || performance.now() > until) return body;
  }
}

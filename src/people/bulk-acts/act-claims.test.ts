// engine: both
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { startTestService, type TestService } from '../../../test/support/test-service.ts';
import { byOperator } from '../../platform/audit/audit-context.ts';
import { nowOf } from '../../platform/kernel/clock.ts';
import { queuedAct } from '../long-acts/long-act.ts';
import { bulkJobs } from './bulk-jobs-store.ts';

/** An act that no worker of the service takes: its lease is not asked for. */
async function addAct({ database, clock, addPerson }: TestService) {
  const { id, tenant_id } = await addPerson({ email: 'admin@example.hr', role: 'admin' });
  const queued = queuedAct(byOperator([], nowOf(clock)), clock, { tier: 1, total: 20 });
  return database.transaction((tx) =>
    bulkJobs.add(tx, {
      ...queued,
      created_by: id,
      tenant_id,
      failure: null,
      authenticated: 'recently',
      action: 'suspend',
      role: null,
      reason: '',
      filter: { searched: 'no' },
      live_scope: null,
      live_caller: null,
      done: 0,
      refused: 0,
      gone: 0,
    }),
  );
}

test('each part of an act is claimed by one worker, and a worker that slept finds it claimed', async (t) => {
  const service = await startTestService(t);
  const { database, clock } = service;
  const act = await addAct(service);
  const at = nowOf(clock);
  const claim = (from: number, to: number) =>
    database.transaction((tx) => bulkJobs.claim(tx, act.id, from, to, at)).then((row) => row?.next_place);
  assert.deepEqual((await Promise.all([claim(0, 10), claim(0, 10), claim(0, 10)])).filter(Number), [10]);
  assert.equal(await claim(0, 10), undefined);
  assert.equal(await claim(10, 20), 20);

  const end = (asRead: typeof act, status: 'completed' | 'undone') =>
    database.transaction((tx) => bulkJobs.finish(tx, asRead, { status, failure: null }, {}));
  assert.equal((await end(act, 'completed'))?.status, 'completed');
  const undoing = await database.transaction((tx) => {
    const requester = {
      asked_by: act.created_by,
      asked_in: 1,
      asked_by_service: null,
      tier: 1,
      ip: null,
      user_agent: null,
    };
    const asked = { ...requester, request_id: null, undo_requested_at: at };
    return bulkJobs.openForUndo(tx, act.id, asked, { where: sql`1 = 1` });
  });
  assert.ok(undoing);
  assert.equal(await claim(20, 30), undefined, 'nothing more is done of what is undone');
  assert.equal(await end(act, 'completed'), undefined, 'who ended the run late does not end the undoing');
  const claimUndo = (from: number, to: number) =>
    database.transaction((tx) => bulkJobs.claimUndo(tx, act.id, from, to));
  assert.deepEqual((await Promise.all([claimUndo(0, 20), claimUndo(0, 20)])).filter(Boolean), [true]);
  assert.equal(await claimUndo(0, 20), false);
  assert.equal((await end(undoing, 'undone'))?.status, 'undone');
  assert.equal(await end(undoing, 'undone'), undefined);
});

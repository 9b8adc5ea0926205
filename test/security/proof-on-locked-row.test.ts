// engine: postgres

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { setRole } from '../support/set-role.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const INVITED = { role: 'member', status: 'invited', passwordHash: null } as const;

/** Sends a call that waits for the person's row until they are a manager, and answers what became of it. */
async function whileRaised(service: TestService, id: number, send: () => ReturnType<TestService['call']>) {
  let answer: ReturnType<TestService['call']> | undefined;
  await service.database.transaction(async (tx) => {
    await setRole(tx, 'manager', [id]);
    answer = send();
    await untilSomebodyWaits(service);
  });
  return answer;
}

/** Until PostgreSQL has a statement that waits for a row. */
async function untilSomebodyWaits({ database }: TestService): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ waiting: number }>`
      select count(*)::int as waiting from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.read);
    if ((rows[0]?.waiting ?? 0) > 0) return;
  }
}

const ACTS: Readonly<Record<string, (id: number) => { target: string; body?: unknown }>> = {
  invitation: (id) => ({ target: `POST /api/admin/users/${id}/invite` }),
  'bulk invitation': (id) => ({ target: 'POST /api/admin/users/bulk', body: { ids: [id], action: 'invite' } }),
  'new address': (id) => ({ target: `PUT /api/admin/users/${id}`, body: { email: 'nova@example.hr' } }),
};

for (const [what, actOn] of Object.entries(ACTS))
  test(`a stale sign-in gets no ${what} for somebody who becomes a manager meanwhile`, async (t) => {
    const service = await startTestService(t);
    await service.addPerson({ role: 'superadmin', email: 'gazda@example.hr' });
    const token = await service.tokenOf('gazda@example.hr');
    const { id, email } = await service.addPerson(INVITED);
    service.clock.advance(minutes(11));
    await service.audit.forget();
    const { target, body } = actOn(id);
    const answer = await whileRaised(service, id, () => service.call(target, { token, body }));
    assert.equal(answer?.body.results?.[0].code ?? answer?.body.code, 'reauth.required', answer?.text ?? 'no answer');
    assert.deepEqual([await service.audit.actions(), await service.mails.take()], [[], []]);
    const { read } = service.database;
    assert.equal(
      (await read.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email,
      email,
    );
    assert.deepEqual(await read.selectFrom('action_tokens').select('id').where('user_id', '=', id).execute(), []);
  });

test('a stale sign-in does not reactivate somebody who becomes a manager meanwhile', async (t) => {
  const service = await startTestService(t);
  await service.addPerson({ role: 'superadmin', email: 'gazda@example.hr' });
  const token = await service.tokenOf('gazda@example.hr');
  const { id } = await service.addPerson({ status: 'suspended' });
  service.clock.advance(minutes(11));
  const answer = await whileRaised(service, id, () => service.call(`POST /api/admin/users/${id}/unsuspend`, { token }));
  assert.deepEqual([answer?.status, answer?.body.code], [403, 'reauth.required']);
});

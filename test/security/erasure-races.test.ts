// engine: postgres
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startRace } from '../support/raced-calls.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { startTestService } from '../support/test-service.ts';

const ENV = { SVC_ACCESS_TTL_MIN: '1440', SVC_REAUTH_MIN: '1440', SVC_2FA_REQUIRED_TIER: '' };
const HELD = { held: true, reason: 'Sudski postupak' };

/** What decisions at the same moment may come to: the state, whether it is held, and what is on record, in order. */
const OUTCOMES = [
  'approved, free: erasure.approve',
  'rejected, free: erasure.reject',
  'pending, held: erasure.hold',
  'rejected, held: erasure.hold erasure.reject',
];

test('an erasure that is approved, held and rejected at once is never approved and held, nor approved and rejected', {
  timeout: timeFor(240_000),
}, async (t) => {
  const service = await startTestService(t, ENV);
  const run = await startRace(t, service);
  await service.addPerson({ email: 'uprava@example.hr', role: 'admin' });
  const token = await service.tokenOf('uprava@example.hr');
  for (let round = 0; round < roundsOr(25); round++) {
    const { id: userId, email } = await service.addPerson({ email: `clan${round}@example.hr` });
    const { body } = await service.call('POST /api/users/me/gdpr-erase', { token: await service.tokenOf(email) });
    await service.audit.forget();
    const one = `/api/admin/gdpr/erasure-requests/${body.id}`;
    const answers = await run([
      { name: 'hold', target: `PUT ${one}/legal-hold`, token, body: HELD },
      { name: 'approve', target: `POST ${one}/approve`, token },
      { name: 'approve', target: `POST ${one}/approve`, token },
      { name: 'reject', target: `POST ${one}/reject`, token, body: { reason: 'Zahtjev nije njezin' } },
    ]);
    const actions = await service.audit.actions();
    const won = answers.filter((answer) => answer.endsWith(' 200')).map((answer) => `erasure.${answer.slice(0, -4)}`);
    assert.deepEqual([...actions].sort(), won.sort(), answers.join());
    const stored = service.database.read.selectFrom('erasure_requests').where('user_id', '=', userId);
    const { status, legal_hold_at } = await stored.select(['status', 'legal_hold_at']).executeTakeFirstOrThrow();
    const outcome = `${status}, ${legal_hold_at === null ? 'free' : 'held'}: ${actions.join(' ')}`;
    assert.ok(OUTCOMES.includes(outcome), `${outcome} (${answers.join()})`);
  }
});

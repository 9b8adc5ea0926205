// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../support/add-membership.ts';
import { startRace } from '../support/raced-calls.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { startTestService } from '../support/test-service.ts';

const rounds = roundsOr(8);
const ENV = { SVC_ACCESS_TTL_MIN: '1440', SVC_2FA_REQUIRED_TIER: '', SVC_REAUTH_MIN: '1440' };

async function start(t: TestContext) {
  const service = await startTestService(t, ENV);
  const run = await startRace(t, service);
  const club = await service.addTenant('Klub Neretva');
  let made = 0;
  /** Somebody who is a superadmin, and a member of a club. */
  const add = async () => {
    const { id, email } = await service.addPerson({ email: `glavna${made++}@example.hr`, role: 'superadmin' });
    const { read } = service.database;
    const own = await read.selectFrom('memberships').select('id').where('user_id', '=', id).executeTakeFirstOrThrow();
    await addMembershipFor(service, { userId: id, tenantId: club.id, role: 'member' });
    return { id, membership: own.id, token: await service.tokenOf(email) };
  };
  const remaining = async (): Promise<number[]> => {
    const active = service.database.read.selectFrom('memberships').select('user_id').where('state', '=', 'active');
    return (await active.where('role', '=', 'superadmin').execute()).map(({ user_id }) => user_id);
  };
  const counted = async () =>
    (await service.database.read.selectFrom('guards').select('count').executeTakeFirstOrThrow()).count;
  return { service, run, add, remaining, counted };
}

type Superadmin = Awaited<ReturnType<Awaited<ReturnType<typeof start>>['add']>>;

for (const { name, callOf, action, refused } of [
  {
    name: 'demote each other',
    callOf: (one: Superadmin, other: Superadmin) => ({
      target: `PUT /api/admin/users/${other.id}/role`,
      token: one.token,
      body: { role: 'member' },
    }),
    action: 'user.role.change',
    refused: /409 users.last_superadmin|401 auth.revoked/,
  },
  {
    name: 'leave',
    callOf: (one: Superadmin) => ({
      target: `DELETE /api/users/me/memberships/${one.membership}`,
      token: one.token,
    }),
    action: 'membership.end',
    refused: /409 users.last_superadmin/,
  },
])
  test(`of the last two superadmins, who ${name} at once, one stays what they are`, {
    timeout: timeFor(240_000),
  }, async (t) => {
    const { service, run, add, remaining, counted } = await start(t);
    let stays = await add();
    for (let round = 0; round < rounds; round++) {
      const another = await add();
      await service.audit.forget();
      const answers = await run([
        { name: 'one', ...callOf(stays, another) },
        { name: 'other', ...callOf(another, stays) },
      ]);
      const won = answers.filter((answer) => / 20\d$/.test(answer));
      assert.equal(won.length, 1, answers.join());
      assert.match(answers.find((answer) => !won.includes(answer)) ?? '', refused, answers.join());
      assert.deepEqual(await service.audit.actions(), [action], answers.join());
      const left = await remaining();
      assert.deepEqual([left.length, await counted()], [1, 1], answers.join());
      if (left[0] === another.id) stays = another;
      else assert.equal(left[0], stays.id);
    }
  });

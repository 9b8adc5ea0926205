// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { assertMembershipsAgree } from '../support/memberships-agree.ts';
import { startRace } from '../support/raced-calls.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const rounds = roundsOr(25);
const ENV = { SVC_ACCESS_TTL_MIN: '1440', SVC_2FA_REQUIRED_TIER: '' };

interface Race {
  readonly service: TestService;
  readonly tenantId: number;
  readonly admin: string;
  readonly run: Awaited<ReturnType<typeof startRace>>;
}

async function start(t: TestContext): Promise<Race> {
  const service = await startTestService(t, ENV);
  const run = await startRace(t, service);
  const tenant = await service.addTenant('Klub Cetina');
  await service.addPerson({ email: 'admin-c@example.hr', role: 'admin', tenantId: tenant.id });
  const admin = await service.tokenOf('admin-c@example.hr');
  return { service, tenantId: tenant.id, admin, run };
}

/** Somebody who has an account elsewhere, invited by the club. */
async function invited({ service, admin }: Race, round: number) {
  const email = `trener${round}@example.hr`;
  const person = await service.addPerson({ email, emailVerified: true });
  const token = await service.tokenOf(email);
  const body = { email, ime: 'Jakov', prezime: 'Trener', role: 'member', invite: false };
  const created = await service.call('POST /api/admin/users', { token: admin, body });
  assert.equal(created.status, 201, created.text);
  const sent = await service.call(`POST /api/admin/users/${created.body.id}/invite`, { token: admin });
  assert.equal(sent.status, 200, sent.text);
  const { items } = (await service.call('GET /api/users/me/invitations', { token })).body;
  service.clock.advance(1_000);
  await service.audit.forget();
  await service.mails.take();
  return { person, token, id: items[0].id, recordId: created.body.id };
}

const won = (answers: readonly string[]): string[] => answers.filter((answer) => answer.endsWith('204'));

test('of all who accept, decline and withdraw an invitation at once, one does', {
  timeout: timeFor(240_000),
}, async (t) => {
  const race = await start(t);
  const { service, admin, tenantId } = race;
  const winners = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const { person, token, id, recordId } = await invited(race, round);
    const own = `/api/users/me/invitations/${id}`;
    const accept = { name: 'accept', target: `POST ${own}/accept`, token, body: {} };
    const decline = { name: 'decline', target: `POST ${own}/decline`, token, body: {} };
    const withdraw = { name: 'withdraw', target: `DELETE /api/admin/invitations/${id}`, token: admin };
    const answers = await race.run(
      round % 2 === 0 ? [accept, decline, withdraw, accept] : [withdraw, accept, decline, decline],
    );
    const [winner, ...more] = won(answers);
    assert.deepEqual(more, [], answers.join());
    assert.ok(winner !== undefined, answers.join());
    for (const loser of answers.filter((answer) => answer !== winner))
      assert.match(loser, /(accept|decline) 404 joining.not_found|withdraw (404 users.not_found|409 users.state)/);
    const name = winner.split(' ')[0] ?? '';
    winners.set(name, (winners.get(name) ?? 0) + 1);
    const recorded = {
      accept: ['invitation.accept', 'membership.create', 'user.delete'],
      decline: ['invitation.decline', 'user.delete'],
      withdraw: ['invitation.cancel'],
    }[name];
    assert.deepEqual((await service.audit.actions()).sort(), recorded, answers.join());
    assert.deepEqual(await service.mails.take(), []);
    const there = await service.database.read
      .selectFrom('memberships')
      .innerJoin('users', 'users.id', 'memberships.user_id')
      .select(['users.id', 'users.status'])
      .where('memberships.tenant_id', '=', tenantId)
      .where('users.id', 'in', [person.id, recordId])
      .where('users.status', '<>', 'deleted')
      .execute();
    const expected = { accept: [person.id], decline: [], withdraw: [recordId] }[name];
    assert.deepEqual(
      there.map((one) => one.id),
      expected,
      answers.join(),
    );
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(winners)));
  await assertMembershipsAgree(service.database.read);
});

test('an invitation that is accepted twice at once makes one membership', {
  timeout: timeFor(240_000),
}, async (t) => {
  const race = await start(t);
  const { service } = race;
  for (let round = 0; round < rounds; round++) {
    const { token, id } = await invited(race, round);
    const accept = { name: 'accept', target: `POST /api/users/me/invitations/${id}/accept`, token, body: {} };
    const answers = await race.run([accept, accept, accept, accept]);
    assert.deepEqual(answers, ['accept 204', ...Array(3).fill('accept 404 joining.not_found')]);
    assert.deepEqual((await service.audit.actions()).sort(), ['invitation.accept', 'membership.create', 'user.delete']);
  }
  await assertMembershipsAgree(service.database.read);
});

test('an address that two clubs enter at once is taken by one account, and neither is told', {
  timeout: timeFor(240_000),
}, async (t) => {
  const service = await startTestService(t, ENV);
  const run = await startRace(t, service);
  const clubs = await Promise.all(['Klub Cetina', 'Klub Neretva'].map((name) => service.addTenant(name)));
  const tokens: string[] = [];
  for (const { id } of clubs) {
    const { email } = await service.addPerson({ role: 'admin', tenantId: id });
    tokens.push(await service.tokenOf(email));
  }
  for (let round = 0; round < rounds; round++) {
    const email = `nova${round}@example.hr`;
    const body = { email, ime: 'Ana', prezime: 'Nova', role: 'member' };
    const answers = await run(
      tokens.map((token) => ({ name: 'create', target: 'POST /api/admin/users', token, body })),
    );
    assert.deepEqual(answers, ['create 201', 'create 201'], `round ${round}`);
    const rows = await service.database.read
      .selectFrom('users')
      .select('joining_at')
      .where('email', '=', email)
      .execute();
    assert.deepEqual(rows.map(({ joining_at }) => joining_at === null).sort(), [false, true]);
    assert.deepEqual((await service.audit.actions()).sort(), [
      ...['user.create', 'user.create', 'user.invite', 'user.invite'],
    ]);
    service.clock.advance(1_000);
  }
});

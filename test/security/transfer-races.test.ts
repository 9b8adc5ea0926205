// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { minutes } from '../../src/platform/kernel/durations.ts';
import { assertMembershipsAgree } from '../support/memberships-agree.ts';
import { startRace } from '../support/raced-calls.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

const rounds = roundsOr(25);
const ENV = { SVC_ACCESS_TTL_MIN: '1440', SVC_2FA_REQUIRED_TIER: '' };

interface Race {
  readonly service: TestService;
  readonly galeb: number;
  readonly orkan: number;
  readonly tokens: { readonly galeb: string; readonly orkan: string };
  readonly run: Awaited<ReturnType<typeof startRace>>;
}

async function start(t: TestContext): Promise<Race> {
  const service = await startTestService(t, ENV);
  const run = await startRace(t, service);
  const [galeb, orkan] = [await service.addTenant('Klub Galeb'), await service.addTenant('Klub Orkan')];
  await service.addPerson({ email: 'galeb@example.hr', role: 'admin', tenantId: galeb.id });
  await service.addPerson({ email: 'orkan@example.hr', role: 'admin', tenantId: orkan.id });
  const tokens = {
    galeb: await service.tokenOf('galeb@example.hr'),
    orkan: await service.tokenOf('orkan@example.hr'),
  };
  return { service, galeb: galeb.id, orkan: orkan.id, tokens, run };
}

/** A member of the one club, whom the other asks for. */
async function asked({ service, galeb, tokens }: Race, round: number) {
  const email = `igrac${round}@example.hr`;
  const person = await service.addPerson({ email, tenantId: galeb });
  const token = await service.tokenOf(email);
  const body = { club: 'Klub Galeb', email };
  const answer = await service.call('POST /api/admin/transfers', { token: tokens.orkan, body });
  assert.equal(answer.status, 201, answer.text);
  await service.findAskedMembers();
  service.clock.advance(minutes(2)); // sixty requests an hour are permitted
  await service.audit.forget();
  await service.mails.take();
  return { person, token, id: answer.body.id as number };
}

const winnerOf = (answers: readonly string[]): string => {
  const [winner, ...more] = answers.filter((answer) => answer.endsWith('204'));
  assert.deepEqual(more, [], answers.join());
  assert.ok(winner !== undefined, answers.join());
  return winner.split(' ')[0] ?? '';
};

test('of all who accept, decline and withdraw a transfer at once, one does', {
  timeout: timeFor(240_000),
}, async (t) => {
  const race = await start(t);
  const { service, tokens, galeb, orkan } = race;
  const winners = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const { person, token, id } = await asked(race, round);
    const released = await service.call(`POST /api/admin/transfers/${id}/release`, { token: tokens.galeb });
    assert.equal(released.status, 204, released.text);
    await service.audit.forget();
    await service.mails.take();
    const own = `/api/users/me/transfers/${id}`;
    const accept = { name: 'accept', target: `POST ${own}/accept`, token };
    const decline = { name: 'decline', target: `POST ${own}/decline`, token };
    const withdraw = { name: 'withdraw', target: `POST /api/admin/transfers/${id}/withdraw`, token: tokens.orkan };
    const answers = await race.run(
      round % 2 === 0 ? [accept, withdraw, accept, decline] : [withdraw, accept, withdraw, decline],
    );
    const winner = winnerOf(answers);
    winners.set(winner, (winners.get(winner) ?? 0) + 1);
    // Whoever comes after the acceptance has no sign-in any more: it acted in the club that was left.
    for (const loser of answers.filter((answer) => !answer.endsWith('204')))
      assert.match(loser, /(accept|decline) (404 transfers.not_found|401 auth.revoked)|withdraw 409 transfers.state/);
    const recorded = {
      accept: ['membership.create', 'membership.end', 'transfer.accept', 'transfer.accept'],
      decline: ['transfer.decline', 'transfer.decline'],
      withdraw: ['transfer.withdraw', 'transfer.withdraw'],
    }[winner];
    assert.deepEqual((await service.audit.actions()).sort(), recorded, answers.join());
    assert.deepEqual(await service.mails.take(), []);
    const live = await service.database.read
      .selectFrom('memberships')
      .select('tenant_id')
      .where('user_id', '=', person.id)
      .where('state', '<>', 'ended')
      .execute();
    assert.deepEqual(live, [{ tenant_id: winner === 'accept' ? orkan : galeb }], answers.join());
  }
  t.diagnostic(JSON.stringify(Object.fromEntries(winners)));
  await assertMembershipsAgree(service.database.read);
});

test('of all who release and refuse a transfer at once, one does, and the person is asked once', {
  timeout: timeFor(240_000),
}, async (t) => {
  const race = await start(t);
  const { service, tokens } = race;
  for (let round = 0; round < rounds; round++) {
    const { id } = await asked(race, round);
    const path = `POST /api/admin/transfers/${id}`;
    const release = { name: 'release', target: `${path}/release`, token: tokens.galeb };
    const refuse = { name: 'refuse', target: `${path}/refuse`, token: tokens.galeb };
    const answers = await race.run(round % 2 === 0 ? [release, refuse, release, refuse] : [refuse, release]);
    const winner = winnerOf(answers);
    for (const loser of answers.filter((answer) => !answer.endsWith('204'))) assert.match(loser, /409 transfers.state/);
    assert.deepEqual(await service.audit.actions(), Array(2).fill(`transfer.${winner}`));
    const kinds = (await service.mails.take()).map(({ kind }) => kind);
    assert.deepEqual(kinds, winner === 'release' ? ['transfer-released'] : []);
  }
});

test('asked for twice at once, also by address and by number, a person is found once and the club told once', {
  timeout: timeFor(240_000),
}, async (t) => {
  const race = await start(t);
  const { service, galeb, tokens } = race;
  for (let round = 0; round < rounds; round++) {
    const email = `igrac${round}@example.hr`;
    const person = await service.addPerson({ email, tenantId: galeb });
    await service.database.transaction((tx) =>
      tx
        .updateTable('memberships')
        .set({ number: `G-${round}` })
        .where('user_id', '=', person.id)
        .execute(),
    );
    service.clock.advance(minutes(6));
    await service.mails.take();
    const ask = (sought: object) => ({
      name: 'ask',
      target: 'POST /api/admin/transfers',
      token: tokens.orkan,
      body: { club: 'Klub Galeb', ...sought },
    });
    const byAddress = ask({ email });
    const answers = await race.run([byAddress, byAddress, ask({ number: `G-${round}` })]);
    assert.deepEqual(answers, ['ask 201', 'ask 201', 'ask 409 transfers.exists']);
    await Promise.all([service.findAskedMembers(), service.findAskedMembers()]);
    const found = await service.database.read
      .selectFrom('transfers')
      .select('id')
      .where('user_id', '=', person.id)
      .execute();
    assert.equal(found.length, 1, `round ${round}`);
    assert.equal((await service.mails.take()).length, 1, `round ${round}`);
  }
});

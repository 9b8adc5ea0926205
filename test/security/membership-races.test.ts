// engine: postgres
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { addMembershipFor } from '../support/add-membership.ts';
import { assertMembershipsAgree } from '../support/memberships-agree.ts';
import { type NodeProcess, startNodes } from '../support/node-processes.ts';
import { roundsOr, timeFor } from '../support/test-rounds.ts';
import { startTestService } from '../support/test-service.ts';

const EMAIL = 'trenerica@example.hr';
const rounds = roundsOr(25);

interface Sent {
  readonly target: string;
  readonly token?: string;
  readonly body?: object;
}

/** A coach is a member of the federation and manages a club, over two processes on one database. */
async function start(t: TestContext) {
  const service = await startTestService(t, { SVC_ACCESS_TTL_MIN: '1440', SVC_MAIL_ADDRESS_HOURLY: '1000' });
  const nodes = await startNodes(t, service, 2);
  await service.addPerson({ email: 'sanja.super@example.hr', role: 'superadmin' });
  const coach = await service.addPerson({ email: EMAIL });
  const club = await service.addTenant('Klub Neretva');
  const boss = await service.tokenOf('sanja.super@example.hr');
  let calls = 0;
  const send = async (node: NodeProcess | undefined, { target, token, body }: Sent) => {
    const [method = '', path = ''] = target.split(' ');
    const answer = await fetch(`${node?.url}${path}`, {
      method,
      headers: {
        'x-forwarded-for': `10.8.${Math.floor(++calls / 250) % 250}.${(calls % 250) + 1}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? {} : JSON.parse(text) };
  };
  /** Half to each process. */
  const race = async (all: readonly Sent[]) => {
    await Promise.all(nodes.map((node) => node.keepTime()));
    return Promise.all(all.map((sent, index) => send(nodes[index % 2], sent)));
  };
  const join = () => addMembershipFor(service, { userId: coach.id, tenantId: club.id, role: 'manager' });
  const stays = async (token: string) => (await service.call('GET /api/auth/me', { token })).status === 200;
  return { service, coach, club, boss, race, join, stays };
}

const saidOf = ({ status, body }: { status: number; body: { code?: string } }) =>
  status < 300 ? 'done' : `${status} ${body.code}`;

test('a sign-in goes over while the membership there ends: it acts where one is, or nowhere', {
  timeout: timeFor(240_000),
}, async (t) => {
  const { service, coach, club, boss, race, join, stays } = await start(t);
  const seen: Record<string, number> = {};
  for (let round = 1; round <= rounds; round++) {
    const membership = await join();
    const { refresh_token } = (await service.signIn(EMAIL)).body;
    await service.audit.forget();
    const over = { target: 'POST /api/auth/refresh', body: { refresh_token, tenant_id: club.id } };
    const end = { target: `DELETE /api/admin/users/${coach.id}/memberships/${membership.id}`, token: boss };
    const [switched, ended] = await race(round % 2 === 0 ? [over, end] : [end, over]).then((answers) =>
      round % 2 === 0 ? answers : answers.toReversed(),
    );
    assert.equal(ended?.status, 204, JSON.stringify(ended?.body));
    const said = saidOf(switched as NonNullable<typeof switched>);
    seen[said] = (seen[said] ?? 0) + 1;
    const actions = await service.audit.actions();
    // Nobody acts in what has ended.
    if (said === 'done') {
      assert.equal(await stays(switched?.body.access_token), false, `round ${round}`);
      assert.deepEqual(actions.toSorted(), ['membership.end', 'session.switch'], `round ${round}`);
      const refused = await service.call('POST /api/auth/refresh', {
        body: { refresh_token: switched?.body.refresh_token },
      });
      assert.equal(refused.body.code, 'refresh.invalid', `round ${round}`);
    } else {
      assert.equal(said, '403 memberships.none', `round ${round}`);
      assert.deepEqual(actions, ['membership.end'], `round ${round}`);
      const next = await service.call('POST /api/auth/refresh', { body: { refresh_token } });
      assert.deepEqual([next.status, next.body.user?.tenant_id], [200, 1], `round ${round}`);
    }
    await assertMembershipsAgree(service.database.read);
  }
  t.diagnostic(JSON.stringify(seen));
});

test('a refresh token that is renewed and goes over at once has one successor', {
  timeout: timeFor(240_000),
}, async (t) => {
  const { service, club, race, join, stays } = await start(t);
  await join();
  const seen: Record<string, number> = {};
  for (let round = 1; round <= rounds; round++) {
    const { refresh_token } = (await service.signIn(EMAIL)).body;
    const own = (await service.call('POST /api/auth/refresh', { body: { refresh_token, tenant_id: 1 } })).body;
    await service.audit.forget();
    const body = { refresh_token: own.refresh_token };
    const over = { target: 'POST /api/auth/refresh', body: { ...body, tenant_id: club.id } };
    const renew = { target: 'POST /api/auth/refresh', body };
    const answers = await race([over, renew, over, renew, renew, over, renew, over]);
    const pairs = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.refresh_token));
    assert.equal(pairs.size, 1, `round ${round}: one pair, however often it is handed out`);
    const winner = answers.find(({ status }) => status === 200)?.body;
    assert.equal(await stays(winner.access_token), true);
    const went = winner.user.tenant_id === club.id;
    const codes = new Set(answers.filter(({ status }) => status !== 200).map(saidOf));
    assert.deepEqual([...codes], went ? [] : ['409 session.renewed'], `round ${round}`);
    const switches = (await service.audit.actions()).filter((action) => action === 'session.switch');
    assert.equal(switches.length, went ? 1 : 0, `round ${round}`);
    seen[went ? 'went over' : 'renewed'] = (seen[went ? 'went over' : 'renewed'] ?? 0) + 1;
  }
  t.diagnostic(JSON.stringify(seen));
});

import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import type { User } from '../../src/accounts/users/user.ts';
import { days, hours, type Milliseconds, minutes, seconds } from '../../src/platform/kernel/durations.ts';
import { makeCertificate } from '../support/mail-certificate.ts';
import {
  type SmtpBehaviour,
  startRawServer,
  startSmtpServer,
  type TestSmtpServer,
} from '../support/mail-smtp-server.ts';
import { freePort } from '../support/service-process.ts';
import { startTestService, type TestService } from '../support/test-service.ts';

/** Password resets and invitations each; their responses must not depend on the mail server. */
const TRIES = 24;
const AT_ONCE = 4;
/** Or twice as slow as usual, where the machine is busy. Whoever waited for a silent mail server would wait ten seconds. */
const SLOWER_BY_MS = 50;
const IN_CLEAR: SmtpBehaviour = { disabledCommands: ['STARTTLS'] };

interface Trouble {
  readonly name: string;
  readonly env?: Record<string, string>;
  /** The mail server; if left out, nothing listens. */
  readonly server?: SmtpBehaviour;
  readonly talk?: (socket: Socket) => void;
  /** State of the mails: `queued` will be retried, `sending` is in progress, `failed` is parked. */
  readonly state: 'queued' | 'sending' | 'failed';
}

const TROUBLES: readonly Trouble[] = [
  { name: 'nobody listens', state: 'queued' },
  { name: 'silent after connect', talk: () => {}, state: 'sending' },
  { name: 'stalling at DATA', server: { ...IN_CLEAR, decide: () => new Promise(() => {}) }, state: 'sending' },
  { name: '4xx', server: { ...IN_CLEAR, refuse: () => '451 4.3.0 later' }, state: 'queued' },
  { name: '5xx', server: { ...IN_CLEAR, refuse: () => '550 5.1.1 nobody' }, state: 'failed' },
  { name: 'bad certificate', server: { ...makeCertificate() }, state: 'queued' },
  { name: 'no STARTTLS', env: { SVC_SMTP_TLS: 'starttls' }, server: IN_CLEAR, state: 'queued' },
];

interface House {
  readonly service: TestService;
  readonly port: number;
  readonly smtp: TestSmtpServer | undefined;
  readonly admin: string;
}

async function openHouse(t: TestContext, trouble: Omit<Trouble, 'name' | 'state'>): Promise<House> {
  const smtp = trouble.server && (await startSmtpServer(t, trouble.server));
  const port = smtp?.port ?? (trouble.talk ? await startRawServer(t, trouble.talk) : await freePort());
  const service = await startTestService(t, {
    SVC_SMTP_HOST: 'localhost',
    SVC_SMTP_PORT: String(port),
    SVC_MAIL_ADDRESS_HOURLY: '1000',
    ...trouble.env,
  });
  await service.addPerson({ email: 'iva@example.hr', role: 'admin' });
  const admin = await service.tokenOf('iva@example.hr');
  service.mail.start();
  return { service, port, smtp, admin };
}

interface Asked {
  readonly forgot: number;
  readonly invite: number;
}

/** Requests links for many people and returns median times, milliseconds. */
async function askForLinks({ service, admin }: House, tries = TRIES): Promise<Asked> {
  const people: (readonly [forgetful: User, invited: User])[] = [];
  for (let number = 0; number < tries; number++)
    people.push([
      await service.addPerson({ email: `zaboravio${number}@example.hr` }),
      await service.addPerson({ email: `pozvan${number}@example.hr`, status: 'invited', passwordHash: null }),
    ]);
  const times: Record<keyof Asked, number[]> = { forgot: [], invite: [] };
  const ask = async (kind: keyof Asked, target: string, call: Parameters<TestService['call']>[1]) => {
    const started = performance.now();
    const { status, text } = await service.call(target, call);
    times[kind].push(performance.now() - started);
    assert.equal(status, 200, text);
  };
  const lane = async () => {
    for (let pair = people.pop(); pair !== undefined; pair = people.pop()) {
      await ask('forgot', 'POST /api/auth/forgot-password', { body: { email: pair[0].email } });
      await ask('invite', `POST /api/admin/users/${pair[1].id}/invite`, { token: admin });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { forgot: median(times.forgot), invite: median(times.invite) };
}

const median = (values: readonly number[]): number =>
  values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;

const statesOf = async ({ database }: TestService): Promise<Record<string, number>> => {
  const rows = await database.read.selectFrom('mails').select('state').execute();
  return Object.fromEntries([...Map.groupBy(rows, ({ state }) => state)].map(([state, all]) => [state, all.length]));
};

async function until(reached: () => Promise<boolean>, what: string): Promise<void> {
  for (const giveUpAt = performance.now() + seconds(15); performance.now() < giveUpAt; await pause(50))
    if (await reached()) return;
  assert.fail(`${what} was not reached in time`);
}

let healthy: Asked | undefined;

/** Usual response times, measured once in this run. */
async function usualTimes(t: TestContext): Promise<Asked> {
  if (healthy !== undefined) return healthy;
  const house = await openHouse(t, { server: IN_CLEAR });
  healthy = await askForLinks(house);
  await until(async () => (await statesOf(house.service)).sent === 2 * TRIES, 'every mail sent');
  assert.equal(house.smtp?.taken.length, 2 * TRIES, 'each once');
  return healthy;
}

const isAsFast = (asked: Asked, usual: Asked): boolean =>
  (['forgot', 'invite'] as const).every((kind) => asked[kind] <= usual[kind] + Math.max(SLOWER_BY_MS, usual[kind]));

for (const trouble of TROUBLES)
  test(`${trouble.name}: responses are as fast as usual and nothing is lost`, { timeout: 60_000 }, async (t) => {
    const usual = await usualTimes(t);
    const house = await openHouse(t, trouble);
    const { service, smtp } = house;
    const asked = await askForLinks(house);
    t.diagnostic(`usual ${JSON.stringify(usual)}, now ${JSON.stringify(asked)}`);
    if (!isAsFast(asked, usual)) {
      healthy = undefined; // the machine itself may have slowed down since
      const now = await usualTimes(t);
      assert.ok(isAsFast(asked, now), `${JSON.stringify(asked)}, usual ${JSON.stringify(now)}`);
    }
    const met = async () =>
      trouble.state === 'queued' ? triesOf(service) : ((await statesOf(service))[trouble.state] ?? 0);
    await until(async () => (await met()) > 0, `a try that ends in ${trouble.state}`);
    const states = await statesOf(service);
    assert.equal((states.queued ?? 0) + (states.sending ?? 0) + (states.failed ?? 0), 2 * TRIES, 'every mail is there');
    assert.deepEqual(smtp?.taken ?? [], [], 'and none has arrived');
    if (trouble.name === 'bad certificate' || trouble.name === 'no STARTTLS')
      assert.deepEqual(new Set(smtp?.steps), new Set(['connect']), 'nothing is said in the clear');
  });

test('mails are sent once the server is back, with valid links', { timeout: 60_000 }, async (t) => {
  const house = await openHouse(t, {});
  const { service, port } = house;
  await askForLinks(house, 4);
  await until(async () => (await triesOf(service)) >= 8, 'a try of each');
  const smtp = await startSmtpServer(t, { ...IN_CLEAR, onPort: port });
  service.clock.advance(seconds(15)); // the first pause is shorter
  await until(async () => smtp.taken.length === 8, 'the arrival of each');
  const arrived = [...smtp.taken]; // a password set below sends a notice of its own
  assert.equal(new Set(arrived.map(({ recipients }) => recipients[0])).size, 8, 'each once');
  for (const { links, to } of arrived) {
    const link = new URL(links[0] ?? '');
    const [path, name] = [link.pathname.slice(1), to.startsWith('pozvan') ? 'setup-password' : 'reset-password'];
    assert.equal(path, name);
    const body = { token: link.searchParams.get('token'), new_password: 'moja nova lozinka' };
    assert.equal((await service.call(`POST /api/auth/${path}`, { body })).status, 200, to);
  }
});

const triesOf = async ({ database }: TestService): Promise<number> => {
  const rows = await database.read.selectFrom('mails').select(['attempts', 'state']).execute();
  return rows.filter(({ state, attempts }) => state === 'queued' && attempts > 0).length;
};

test('permanently refused mails are shown to an administrator, who resends them', { timeout: 60_000 }, async (t) => {
  let refusing = true;
  const house = await openHouse(t, {
    server: { ...IN_CLEAR, refuse: () => (refusing ? '550 5.1.1 nobody' : undefined) },
  });
  const { service, smtp, admin } = house;
  await askForLinks(house, 1);
  await until(async () => (await statesOf(service)).failed === 2, 'both refused');
  const listed = await service.call('GET /api/admin/mails?state=failed', { token: admin });
  assert.equal(listed.body.total, 2);
  assert.match(listed.body.items[0].last_error, /550/);
  refusing = false;
  for (const { id } of listed.body.items)
    assert.equal((await service.call(`POST /api/admin/mails/${id}/resend`, { token: admin })).status, 200);
  await until(async () => smtp?.taken.length === 2, 'the arrival of both');
});

test('links that expired during an outage are not sent', { timeout: 60_000 }, async (t) => {
  const house = await openHouse(t, {});
  const { service, port } = house;
  await askForLinks(house, 1);
  await until(async () => (await triesOf(service)) >= 2, 'a try of each');
  const smtp = await startSmtpServer(t, { ...IN_CLEAR, onPort: port });
  const outage: Milliseconds = hours(3);
  service.clock.advance(outage);
  await until(async () => (await statesOf(service)).sent === 1, 'the one that still counts');
  assert.deepEqual(await statesOf(service), { sent: 1, cancelled: 1 });
  assert.deepEqual(
    smtp.taken.map(({ to }) => to),
    ['pozvan0@example.hr'],
    'a reset lives two hours, an invitation a week',
  );
  assert.ok(outage < days(7) && outage > minutes(120));
});

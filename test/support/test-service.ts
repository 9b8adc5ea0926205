import type { TestContext } from 'node:test';
import { type Logger, pino } from 'pino';
import { createTenant } from '../../src/accounts/tenants/create-tenant.ts';
import type { Tenant } from '../../src/accounts/tenants/tenant.ts';
import { createUser } from '../../src/accounts/users/create-user.ts';
import type { PersonToCreate } from '../../src/accounts/users/person-to-create.ts';
import type { User } from '../../src/accounts/users/user.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService, type Service } from '../../src/entry/start/service.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { nowOf } from '../../src/platform/kernel/clock.ts';
import { type AuditTrail, auditTrail } from './audit-trail.ts';
import { watchAnswers } from './described-answers.ts';
import { type MailTrail, mailTrail } from './mail-trail.ts';
import { type ManualClock, manualClock } from './manual-clock.ts';
import { testEngine } from './test-engine.ts';
import { createTestStore } from './test-store.ts';

watchAnswers();

export const PASSWORD = 'mirno more plovi';
/** Hashing is the only slow part; tests of its cost set their own. */
export const CHEAP = 4;

export interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a test states what it expects of a body
  readonly body: any;
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

export interface Call {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly from?: string;
}

export interface TestService extends Service {
  readonly clock: ManualClock;
  readonly audit: AuditTrail;
  readonly mails: MailTrail;
  readonly dataDir: string;
  /** What another process needs to serve from the same store. */
  readonly env: Readonly<Record<string, string>>;
  /** AddOrigin the front door, by default from an address of its own. `target` is `METHOD /path`. */
  call(target: string, call?: Call): Promise<Answer>;
  addTenant(name: string): Promise<Tenant>;
  /** An active member with `PASSWORD` in the first tenant by default. Leaves no trace in `audit`. */
  addPerson(person?: Partial<PersonToCreate>): Promise<User>;
  signIn(email: string, password?: string, totp?: string): Promise<Answer>;
  /** The access token of a fresh sign-in. */
  tokenOf(email: string): Promise<string>;
}

export interface TestOptions {
  /** The minimum by default. */
  readonly bcryptCost?: number;
  /** For tests that check the log. */
  readonly log?: Logger;
  /** The start of the clock, for tests with libraries that use the real time. */
  readonly now?: number;
}

/** A whole service on an isolated store with a manual clock, removed with the test. */
export async function startTestService(
  t: TestContext,
  env: Record<string, string> = {},
  { bcryptCost = CHEAP, log, now }: TestOptions = {},
): Promise<TestService> {
  const store = await createTestStore(testEngine, { migrated: true });
  let service: Service | undefined;
  t.after(async () => {
    await service?.close().catch(() => {}); // first: its store goes with the next line, whatever became of it
    await store.remove();
  });
  const clock = manualClock(now);
  // Each call has its own address and no cookies, so nearly every sign-in would be from a new device.
  const quiet = { SVC_NEW_DEVICE_MAIL: '0' };
  const all = { ...store.env, SVC_PUBLIC_URL: 'http://127.0.0.1:8080', ...quiet, ...env };
  const read = readSettings(all);
  const settings = { ...read, passwords: { ...read.passwords, bcryptCost } };
  service = await openService(settings, { log: log ?? pino({ level: settings.server.logLevel }), clock });
  const helpers = helpersOf(service, clock);
  await helpers.addTenant('Savez');
  await helpers.audit.forget();
  return { ...service, clock, dataDir: store.dataDir, env: all, ...helpers };
}

function helpersOf(service: Service, clock: ManualClock) {
  const audit = auditTrail(service.database);
  let people = 0;
  let lastAddress = 0;
  let hashed: Promise<string> | undefined;
  const call: TestService['call'] = async (target, { token, body, headers, from } = {}) => {
    const [method, url] = target.split(' ') as ['GET', string];
    const answer = await service.server.inject({
      method,
      url,
      remoteAddress: from ?? `10.0.${++lastAddress >> 8}.${lastAddress & 255}`,
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = answer.body !== '' && String(answer.headers['content-type']).startsWith('application/json');
    return {
      status: answer.statusCode,
      body: isJson ? answer.json() : answer.body,
      text: answer.body,
      headers: answer.headers,
    };
  };
  const addTenant = async (name: string) => {
    const at = nowOf(clock);
    const tenant = await service.database.transaction((tx) =>
      createTenant(tx, byOperator(['tenant.create'], at), { name }),
    );
    if (tenant === undefined) throw new Error(`The tenant ${name} exists`);
    return tenant;
  };
  const addPerson: TestService['addPerson'] = async (person = {}) => {
    hashed ??= service.passwords.hash(PASSWORD);
    const passwordHash = person.passwordHash === undefined ? await hashed : person.passwordHash;
    const number = ++people;
    const wanted = {
      tenantId: 1,
      email: `osoba${number}@example.hr`,
      ime: 'Ana',
      prezime: `Čavić ${number}`,
      role: 'member',
      status: 'active',
      ...person,
      passwordHash,
    } as PersonToCreate;
    const user = await service.database.transaction((tx) =>
      createUser(tx, byOperator(['user.create'], nowOf(clock)), wanted),
    );
    await audit.forget();
    return user;
  };
  const signIn: TestService['signIn'] = (email, password = PASSWORD, totp?: string) =>
    call('POST /api/auth/login', { body: { email, password, ...(totp ? { totp } : {}) } });
  const tokenOf = async (email: string): Promise<string> => {
    const answer = await signIn(email);
    if (answer.status !== 200) throw new Error(`Sign-in failed: ${answer.text}`);
    await audit.forget();
    return answer.body.access_token;
  };
  return { audit, mails: mailTrail(service.database), call, addTenant, addPerson, signIn, tokenOf };
}

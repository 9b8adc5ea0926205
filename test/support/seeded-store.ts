import type { TestContext } from 'node:test';
import { pino } from 'pino';
import { createTenant } from '../../src/accounts/tenants/create-tenant.ts';
import { createUser } from '../../src/accounts/users/create-user.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService, type Service } from '../../src/entry/start/service.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { nowOf, systemClock } from '../../src/platform/kernel/clock.ts';
import type { testEngine } from './test-engine.ts';
import { createTestStore } from './test-store.ts';

export const PROCESS_PASSWORD = 'mirno more plovi';
/** The cheapest that the settings allow, so that no sign-in renews the hash. */
const COST = { SVC_BCRYPT_COST: '10' };

export interface SeededStore {
  /** What a process needs to serve from this store. */
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  /** Active members with `PROCESS_PASSWORD`. */
  readonly emails: readonly string[];
  /** The store as the test sees it, beside the processes. */
  readonly database: Database;
  /** A whole service on the same store, without a port. */
  readonly service: Service;
}

/** A store with people, for processes to serve from. Removed with the test. */
export async function seedStore(
  t: TestContext,
  { people, engine, env = {} }: { people: number; engine?: typeof testEngine; env?: Record<string, string> },
): Promise<SeededStore> {
  const store = await createTestStore(engine, { migrated: true });
  t.after(() => store.remove());
  const all = { ...store.env, ...COST, SVC_TRUSTED_PROXIES: '127.0.0.1', ...env };
  const settings = readSettings({ ...all, SVC_PUBLIC_URL: 'http://127.0.0.1:8080' });
  const service = await openService(settings, { log: pino({ level: 'silent' }) });
  t.after(() => service.close());
  const emails = await addPeople(service, people);
  return { env: all, dataDir: store.dataDir, emails, database: service.database, service };
}

/** Active members of one federation, with `PROCESS_PASSWORD`. Returns their addresses. */
export async function addPeople(
  { database, passwords }: Pick<Service, 'database' | 'passwords'>,
  count: number,
  { prefix = 'osoba', tenant: name = 'Savez' } = {},
): Promise<string[]> {
  const emails = Array.from({ length: count }, (_, index) => `${prefix}${index}@example.hr`);
  const passwordHash = await passwords.hash(PROCESS_PASSWORD);
  const at = nowOf(systemClock);
  const act = byOperator(['tenant.create', 'user.create'], at);
  await database.transaction(async (tx) => {
    const tenant = await createTenant(tx, act, { name });
    for (const [index, email] of emails.entries()) {
      const names = { ime: 'Ana', prezime: `Čavić ${index}` };
      const person = { tenantId: tenant?.id ?? 0, email, ...names, role: 'member', status: 'active' } as const;
      await createUser(tx, act, { ...person, passwordHash });
    }
  });
  return emails;
}

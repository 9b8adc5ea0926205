import { hash } from 'bcrypt';
import { sql } from 'kysely';
import { pino } from 'pino';
import { createTenant } from '../../src/accounts/tenants/create-tenant.ts';
import { findAccount } from '../../src/accounts/users/accounts-store.ts';
import { createUser } from '../../src/accounts/users/create-user.ts';
import { readSettings } from '../../src/entry/app/read-settings.ts';
import { openService, type Service } from '../../src/entry/start/service.ts';
import { byOperator } from '../../src/platform/audit/audit-context.ts';
import { instantAt } from '../../src/platform/kernel/clock.ts';
import type { Role } from '../../src/platform/kernel/role.ts';
import { openSession } from '../../src/sign-in/sessions/open-session.ts';
import { knownTokens } from '../../src/sign-in/sessions/session-token.ts';
import { type TokenPair, tokenPairs } from '../../src/sign-in/sessions/token-pair.ts';

export const PASSWORD = 'mirno more plovi';
const COST = 12; // the service's default

export interface Seeded {
  readonly emails: readonly string[];
  /** One signed-in person each. */
  readonly pairs: readonly TokenPair[];
  readonly admin: TokenPair;
  readonly passwordHash: string;
}

/** Migrates, then creates a tenant, `people` active members and a sign-in for each, before the service starts. */
export async function seedPeople(env: Record<string, string>, people: number): Promise<Seeded> {
  const service = await openService(readSettings(env), { log: pino({ level: 'silent' }) });
  try {
    const passwordHash = await hash(PASSWORD, COST); // one for all: hashing is not being seeded
    const seeded = await addPeople(service, people, passwordHash);
    await gatherStatistics(service);
    return { passwordHash, ...seeded };
  } finally {
    await service.close();
  }
}

/** Autovacuum would do this within a minute; until then PostgreSQL plans for empty tables. */
async function gatherStatistics({ database }: Service): Promise<void> {
  if (database.engine === 'postgres') await database.transaction((tx) => sql`analyze`.execute(tx));
}

function addPeople({ database, clock, keys, settings }: Service, people: number, passwordHash: string) {
  const now = clock.now();
  const at = instantAt(now);
  const operator = byOperator(['tenant.create', 'user.create'], at);
  const pairs = tokenPairs(keys, clock, settings.server.publicUrl, settings.sessions, knownTokens());
  return database.transaction(async (tx) => {
    const tenant = await createTenant(tx, operator, { name: 'Savez' });
    const addPerson = async (email: string, prezime: string, role: Role): Promise<TokenPair> => {
      const standing = { tenantId: tenant?.id ?? 1, role, status: 'active', passwordHash } as const;
      const person = { email, ime: 'Ana', prezime, telefon: '+385 91 234 5678', ...standing };
      const user = await createUser(tx, operator, person);
      const actor = { id: user.id, email, tenantId: user.tenant_id };
      const account = await findAccount(tx, user.id);
      if (account === undefined) throw new Error('Whoever was created has an account');
      const acting = { actor, membershipId: account.mid };
      const session = await openSession(tx, operator, pairs, { ...acting, now, ...settings.sessions });
      return pairs.sign(session, account);
    };
    const seeded = { emails: [] as string[], pairs: [] as TokenPair[] };
    for (let number = 1; number <= people; number++) {
      const email = `osoba${number}@example.hr`;
      seeded.pairs.push(await addPerson(email, `Čavić ${number}`, 'member'));
      seeded.emails.push(email);
    }
    return { ...seeded, admin: await addPerson('uprava@example.hr', 'Uprava', 'admin') };
  });
}

import { createTenant } from '../src/accounts/tenants/create-tenant.ts';
import { slugOf } from '../src/accounts/tenants/tenant.ts';
import { findTenantBySlug } from '../src/accounts/tenants/tenants-store.ts';
import { hasUsers } from '../src/accounts/users/accounts-store.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';
import { instantAt } from '../src/platform/kernel/clock.ts';
import { days, type Milliseconds } from '../src/platform/kernel/durations.ts';
import type { Platform } from '../src/platform/room/platform.ts';
import type { Act, Stage } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import { DEMO_TENANTS } from './demo-tenants.ts';
import { membershipActs } from './membership-acts.ts';
import { privacyActs } from './privacy-acts.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { visitActs } from './visit-acts.ts';

const FOUNDED_DAYS_AGO = 1001;
const HISTORY_SEED = 1952;

export interface DemoDeps {
  readonly database: Database;
  readonly now: Milliseconds;
  readonly people: readonly DemoPerson[];
  /** Called only when the demo is not there yet. */
  readonly hashPassword: () => Promise<string>;
  readonly policyVersion: string;
  readonly invitations: Pick<Platform, 'database' | 'clock' | 'keys' | 'publicUrl'>;
}

/**
 * Seeds the demo into an empty store in one transaction: an interrupted start leaves nothing, and of two concurrent
 * starts one finds the tenant and keeps it. @returns false when the demo exists
 * @throws Error when the store holds other people: the demo adds administrators with a public password
 */
export async function seedDemo(parts: DemoDeps): Promise<boolean> {
  const { database, hashPassword } = parts;
  if (await hasDemo(database)) return false;
  if (await hasUsers(database.read))
    throw new Error('This database holds people already; the demo fills only an empty one.');
  // One hash for everybody: each costs a quarter of a second, and the password is printed anyway.
  const passwordHash = await hashPassword();
  return database.transaction((tx) => playHistory(tx, parts, passwordHash));
}

const hasDemo = async (database: Database): Promise<boolean> =>
  (await findTenantBySlug(database.read, slugOf(DEMO_TENANTS[0].name))) !== undefined;

async function playHistory(tx: Tx, parts: DemoDeps, passwordHash: string): Promise<boolean> {
  const tenantIds: number[] = [];
  for (const { name } of DEMO_TENANTS) {
    const at = instantAt(parts.now - days(FOUNDED_DAYS_AGO));
    const tenant = await createTenant(tx, byOperator(['tenant.create'], at), { name });
    if (tenant === undefined) return false;
    tenantIds.push(tenant.id);
  }
  const stage: Stage = { tx, database: parts.database, tenantIds, actors: new Map() };
  for (const { at, perform } of demoHistory(parts, passwordHash)) await perform(stage, instantAt(at));
  return true;
}

/** All acts, oldest first. */
function demoHistory({ people, now, policyVersion, invitations: links }: DemoDeps, passwordHash: string): Act[] {
  const random = seededRandom(HISTORY_SEED);
  const acts = people.flatMap((person) => {
    const admin = adminOf(person, people, random);
    const {
      acts: own,
      from,
      until,
    } = membershipActs({ person, admin, passwordHash, policyVersion, links }, random, now);
    return [...own, ...visitActs({ person, passwordHash, from, until }, random, now)];
  });
  acts.push(...privacyActs(people, random, now));
  return acts.map((act) => ({ ...act, at: Math.floor(act.at) })).sort((one, other) => one.at - other.at);
}

/** Superadmins create the admins of their tenant, and those everybody else. */
function adminOf(person: DemoPerson, people: readonly DemoPerson[], random: SeededRandom): DemoPerson | undefined {
  if (person.role === 'superadmin') return undefined;
  const wanted = person.role === 'admin' ? 'superadmin' : 'admin';
  return random.pick(people.filter(({ role, tenant }) => role === wanted && tenant === person.tenant));
}

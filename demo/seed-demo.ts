import { createTenant } from '../src/accounts/tenants/create-tenant.ts';
import { slugOf } from '../src/accounts/tenants/tenant.ts';
import { findTenantBySlug } from '../src/accounts/tenants/tenants-store.ts';
import { hasUsers } from '../src/accounts/users/accounts-store.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import type { Database, Tx } from '../src/platform/database/database.ts';
import { instantAt } from '../src/platform/kernel/clock.ts';
import { days, type Milliseconds } from '../src/platform/kernel/durations.ts';
import type { Platform } from '../src/platform/room/platform.ts';
import { beyondActs } from './beyond-acts.ts';
import type { Act, Stage } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import { DEMO_TENANTS, type DemoTenant } from './demo-tenants.ts';
import { firstStepsActs } from './first-steps-acts.ts';
import { membershipActs } from './membership-acts.ts';
import { privacyActs } from './privacy-acts.ts';
import { type SeededRandom, seededRandom } from './seeded-random.ts';
import { type Shelf, shelfActs } from './shelf-acts.ts';
import { transferActs } from './transfer-acts.ts';
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
  readonly shelf: Shelf;
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
  for (const [place, { name, parent }] of fromTheTop()) {
    const at = instantAt(parts.now - days(FOUNDED_DAYS_AGO));
    const parent_id = parent === undefined ? null : (tenantIds[parent] as number);
    const tenant = await createTenant(tx, byOperator(['tenant.create'], at), { name, parent_id });
    if (tenant === undefined) return false;
    tenantIds[place] = tenant.id;
  }
  const stage: Stage = { tx, database: parts.database, tenantIds, actors: new Map() };
  for (const { at, perform } of demoHistory(parts, passwordHash)) await perform(stage, instantAt(at));
  return true;
}

/** Each after what it belongs to. */
function fromTheTop(): [number, DemoTenant][] {
  const depthOf = ({ parent }: DemoTenant): number =>
    parent === undefined ? 0 : 1 + depthOf(DEMO_TENANTS[parent] as DemoTenant);
  return [...DEMO_TENANTS.entries()].sort(([, one], [, other]) => depthOf(one) - depthOf(other));
}

/** All acts, oldest first. */
function demoHistory(parts: DemoDeps, passwordHash: string): Act[] {
  const { people, now, policyVersion, invitations: links, shelf } = parts;
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
  acts.push(...privacyActs(people, random, now), ...beyondActs({ people, links, now }, random));
  // Last, so that chance brings everything else as before.
  acts.push(...transferActs(people, random, now), ...shelfActs(shelf, people, random, now));
  acts.push(...firstStepsActs(people, random, now));
  return acts.map((act) => ({ ...act, at: Math.floor(act.at) })).sort((one, other) => one.at - other.at);
}

/** Superadmins create the admins of their tenant, or of one that has no superadmin, and admins everybody else. */
function adminOf(person: DemoPerson, people: readonly DemoPerson[], random: SeededRandom): DemoPerson | undefined {
  if (person.role === 'superadmin') return undefined;
  const wanted = person.role === 'admin' ? 'superadmin' : 'admin';
  const all = people.filter(({ role, beyond }) => role === wanted && beyond === undefined);
  const own = all.filter(({ tenant }) => tenant === person.tenant);
  return random.pick(own.length === 0 ? all : own);
}

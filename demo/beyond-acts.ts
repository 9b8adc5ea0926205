import { listMembershipsOf } from '../src/accounts/users/memberships-store.ts';
import { addMembership, editMembership } from '../src/people/user-admin/manage-membership.ts';
import { instantAt } from '../src/platform/kernel/clock.ts';
import { days, type Milliseconds, minutes } from '../src/platform/kernel/durations.ts';
import { tierOf } from '../src/platform/kernel/role.ts';
import type { Platform } from '../src/platform/room/platform.ts';
import { zagrebDay } from '../src/platform/sheets/zagreb-time.ts';
import { type Act, chanceDevice, partsOf } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

interface Parts {
  readonly people: readonly DemoPerson[];
  readonly links: Pick<Platform, 'keys' | 'publicUrl'>;
  readonly now: Milliseconds;
}

/** The federation lets some people reach what is below, and makes others members of further tenants. */
export function beyondActs({ people, links, now }: Parts, random: SeededRandom): Act[] {
  const superadmin = people.find(({ role }) => role === 'superadmin') as DemoPerson;
  const device = chanceDevice(random);
  return people.flatMap((person): Act[] => {
    const { beyond } = person;
    if (beyond === undefined) return [];
    const perform: Act['perform'] = async (stage, at) => {
      const [about, by] = [stage.actors.get(person), stage.actors.get(superadmin)];
      if (about === undefined || by === undefined) return;
      const caller = { userId: by.id, tenantId: by.tenantId, tier: tierOf(superadmin.role) };
      const call = { ...device(by, at), isReauthenticated: true, caller };
      const parts = { ...links, database: partsOf(stage, at).database };
      if (beyond.reachesBelow) {
        const [own] = await listMembershipsOf(stage.tx, about.id);
        if (own) await editMembership(parts, call, { id: about.id, mid: own.id }, { reach: 'below' });
      }
      for (const { tenant, role, number, endsInDays } of beyond.further ?? [])
        await addMembership(parts, call, about.id, {
          tenant_id: stage.tenantIds[tenant] as number,
          role,
          ...(number === undefined ? {} : { number }),
          ...(endsInDays === undefined ? {} : { until: zagrebDay(instantAt(now + days(endsInDays))) }),
        });
    };
    return [{ at: now - days(person.joinedDaysAgo) + minutes(5), perform }];
  });
}

import type { Manager } from '../src/accounts/permissions/managing-users.ts';
import { releaseMember } from '../src/people/memberships/answer-transfer.ts';
import { askTransfer } from '../src/people/memberships/ask-transfer.ts';
import { findMembers } from '../src/people/memberships/find-member.ts';
import type { Call } from '../src/platform/http/call.ts';
import { days, type Milliseconds, minutes } from '../src/platform/kernel/durations.ts';
import { tierOf } from '../src/platform/kernel/role.ts';
import { type Act, chanceDevice, partsOf, type Stage } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import { DEMO_TENANTS, demoTenant } from './demo-tenants.ts';
import { TRANSFERRED } from './people-of-many-clubs.ts';
import type { SeededRandom } from './seeded-random.ts';

/** A member of one club whom another asks for: who it is, and when the club let them go, if it has. */
interface Story {
  readonly from: number;
  readonly to: number;
  readonly sought: (people: readonly DemoPerson[]) => { readonly number: string } | { readonly email: string };
  readonly askedDaysAgo: number;
  readonly releasedDaysAgo?: number;
}

const isMember = ({ role, status, shown }: DemoPerson): boolean => role === 'member' && status === 'active' && !shown;

/** One waits for the person, one for the club whose administrator is printed. */
const STORIES: readonly Story[] = [
  {
    from: demoTenant(TRANSFERRED.club),
    to: demoTenant('Galeb'),
    sought: () => ({ number: TRANSFERRED.number }),
    askedDaysAgo: 6,
    releasedDaysAgo: 2,
  },
  {
    from: demoTenant('Galeb'),
    to: demoTenant('Maestral'),
    sought: (people) => {
      const member = people.find(
        (one) => one.tenant === demoTenant('Galeb') && isMember(one) && one.joinedDaysAgo > 60,
      );
      return { email: member?.email ?? '' };
    },
    askedDaysAgo: 3,
  },
];

/** Transfers that are under way when the demo begins. */
export function transferActs(people: readonly DemoPerson[], random: SeededRandom, now: Milliseconds): Act[] {
  return STORIES.flatMap(({ from, to, sought, askedDaysAgo, releasedDaysAgo }) => {
    const device = chanceDevice(random);
    const administratorOf = (tenant: number) =>
      people.find((one) => one.tenant === tenant && one.role === 'admin' && one.status === 'active');
    /** By the administrator of a club, if they are there. */
    const act = (
      daysAgo: Milliseconds,
      tenant: number,
      perform: (parts: ReturnType<typeof partsOf>, call: Call<Manager>) => Promise<unknown>,
    ): Act => ({
      at: now - daysAgo,
      perform: async (stage: Stage, at) => {
        const admin = administratorOf(tenant);
        const by = admin && stage.actors.get(admin);
        if (admin === undefined || by === undefined) return;
        const caller = { userId: by.id, tenantId: stage.tenantIds[tenant] as number, tier: tierOf(admin.role) };
        await perform(partsOf(stage, at), { ...device(by, at), isReauthenticated: true, caller });
      },
    });
    let asked: { readonly id: number } | undefined;
    const asking = act(days(askedDaysAgo), to, async (parts, call) => {
      asked = await askTransfer(parts, call, { club: DEMO_TENANTS[from]?.name ?? '', ...sought(people) });
    });
    const finding: Act = {
      at: asking.at + minutes(1),
      perform: async (stage, at) => void (await findMembers(partsOf(stage, at))),
    };
    if (releasedDaysAgo === undefined) return [asking, finding];
    const releasing = act(days(releasedDaysAgo), from, async (parts, call) => {
      if (asked) await releaseMember(parts, call, asked.id);
    });
    return [asking, finding, releasing];
  });
}

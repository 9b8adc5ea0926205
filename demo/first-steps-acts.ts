import { setStepsAside } from '../src/accounts/tenants/tenants-store.ts';
import { byOperator } from '../src/platform/audit/audit-context.ts';
import { recordAudit } from '../src/platform/audit/record-audit.ts';
import { days, type Milliseconds } from '../src/platform/kernel/durations.ts';
import type { TenantId } from '../src/platform/kernel/entity-id.ts';
import { type Act, chanceDevice } from './demo-act.ts';
import type { DemoPerson } from './demo-people.ts';
import type { SeededRandom } from './seeded-random.ts';

const ASIDE_DAYS_AGO = 820;
/** The federation and its largest club. The others still see the list. */
const LONG_THERE = [0, 1];

/** Who has been there for years put the list of first steps aside. */
export const firstStepsActs = (people: readonly DemoPerson[], random: SeededRandom, now: Milliseconds): Act[] =>
  LONG_THERE.map((tenant) => {
    const device = chanceDevice(random);
    return {
      at: now - days(ASIDE_DAYS_AGO),
      perform: async ({ tx, tenantIds, actors }, at) => {
        const admin = people.find((one) => one.tenant === tenant && one.role === 'admin' && actors.has(one));
        const by = admin && actors.get(admin);
        const tenantId = tenantIds[tenant] as TenantId;
        await setStepsAside(tx, tenantId, at);
        await recordAudit(tx, by ? device(by, at) : byOperator(['tenant.steps'], at), {
          action: 'tenant.steps',
          tenantId,
          meta: { put_aside: true },
        });
      },
    };
  });

import type { SecondFactors } from '../../accounts/policy/second-factors.ts';
import type { Db } from '../../platform/database/database.ts';
import { BEFORE_ALL, type Instant } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import type { TenantId } from '../../platform/kernel/entity-id.ts';
import type { TimeZone } from '../../platform/kernel/time-zone.ts';
import { type ActsOfDay, actCounter, findBeginning } from './count-acts.ts';
import { type CurrentCounts, countCurrent } from './count-current.ts';
import { countJoined, type Joined } from './count-joined.ts';
import { SHOWN_DAYS, type SignInsOfDay, signInsOf, type Trend, trendOf } from './stats-trend.ts';

/** State and history of a tenant, or the whole service. Days are those of the reader's time zone, oldest first. */
export interface Stats extends CurrentCounts {
  readonly sign_ins: readonly SignInsOfDay[];
  readonly trend: Trend;
}

interface People {
  readonly current: CurrentCounts;
  readonly joined: Joined;
}

interface Reader {
  readonly zone: TimeZone;
  readonly now: Milliseconds;
}

/** Counting more people than this delays other requests noticeably, so the result is cached for a while. */
const MANY = 20_000;
const KEPT_FOR = minutes(1);

/** `tenantId` undefined: every tenant. In large stores all figures but sign-ins may be a minute old. */
export type ReadStats = (tenantId: TenantId | undefined, reader: Reader) => Promise<Stats>;

export function statsReader(db: Db, factors: SecondFactors): ReadStats {
  const kept = new Map<string, People & { readonly at: Milliseconds }>();
  const countActs = actCounter(db, 2 * SHOWN_DAYS);
  const countPeople = async (tenantId: TenantId | undefined, acts: readonly ActsOfDay[], now: Milliseconds) => {
    const [earlier, from] = [begunBefore(acts, 2 * SHOWN_DAYS), begunBefore(acts, SHOWN_DAYS)];
    const key = `${tenantId ?? ''} ${from}`; // readers of another time zone count other days
    for (const [old, { at }] of kept) if (now < at || now >= at + KEPT_FOR) kept.delete(old);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const current = await countCurrent(db, factors, { tenantId, now });
    const counted = { current, joined: await countJoined(db, tenantId, { earlier, from }) };
    if (current.users.total > MANY) kept.set(key, { ...counted, at: now });
    return counted;
  };
  return async (tenantId, { zone, now }) => {
    const acts = await countActs(tenantId, zone, now);
    const { current, joined } = await countPeople(tenantId, acts, now);
    const trend = trendOf(acts, joined, await findBeginning(db, tenantId));
    return { ...current, sign_ins: signInsOf(acts), trend };
  };
}

const begunBefore = (acts: readonly ActsOfDay[], days: number): Instant => acts.at(-days)?.from ?? BEFORE_ALL;

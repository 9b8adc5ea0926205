import type { Db } from '../database/database.ts';
import { type Milliseconds, minutes } from '../kernel/durations.ts';
import { actCounter, findBeginning } from './count-acts.ts';
import { countStanding, type Standing } from './count-standing.ts';
import { SHOWN_DAYS, type SignInsOfDay, signInsOf, type Trend, trendOf } from './stats-trend.ts';

/** How a tenant, or the whole service, stands and how it went. Days are UTC days, oldest first. */
export interface Stats extends Standing {
  readonly sign_ins: readonly SignInsOfDay[];
  readonly trend: Trend;
}

/** Counting more people than this takes long enough to be felt by who else is served; then it is kept for a while. */
const MANY = 20_000;
const KEPT_FOR = minutes(1);

/** `tenantId` undefined: every tenant. Figures of large stores but those of sign-ins may be a minute old. */
export type ReadStats = (tenantId: number | undefined, now: Milliseconds) => Promise<Stats>;

export function statsReader(db: Db): ReadStats {
  const kept = new Map<number | undefined, { standing: Standing; at: Milliseconds }>();
  const countActs = actCounter(db, 2 * SHOWN_DAYS);
  return async (tenantId, now) => {
    const known = kept.get(tenantId);
    const isFresh = known !== undefined && now >= known.at && now < known.at + KEPT_FOR;
    const standing = isFresh ? known.standing : await countStanding(db, tenantId, now);
    kept.delete(tenantId);
    if (standing.users.total > MANY) kept.set(tenantId, { standing, at: isFresh ? known.at : now });
    const acts = await countActs(tenantId, now);
    return { ...standing, sign_ins: signInsOf(acts), trend: trendOf(acts, await findBeginning(db, tenantId)) };
  };
}

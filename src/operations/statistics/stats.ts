import type { SecondFactors } from '../../accounts/permissions/second-factors.ts';
import type { ListScope } from '../../accounts/users/tenant-people-store.ts';
import type { Db } from '../../platform/database/database.ts';
import { BEFORE_ALL, type Instant } from '../../platform/kernel/clock.ts';
import { type Milliseconds, minutes } from '../../platform/kernel/durations.ts';
import type { TimeZone } from '../../platform/kernel/time-zone.ts';
import { findBeginning, findTenantsIn } from './act-counts-store.ts';
import { type ActsOfDay, actCounter } from './count-acts.ts';
import { type CurrentCounts, countCurrent } from './current-counts-store.ts';
import { countJoined, type Joined } from './progress-store.ts';

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

/** In large stores all figures but sign-ins may be a minute old. */
export type ReadStats = (scope: ListScope, reader: Reader) => Promise<Stats>;

export function statsReader(db: Db, factors: SecondFactors): ReadStats {
  const kept = new Map<string, People & { readonly at: Milliseconds }>();
  const countActs = actCounter(db, 2 * SHOWN_DAYS);
  const countPeople = async (scope: ListScope, acts: readonly ActsOfDay[], now: Milliseconds) => {
    const [earlier, from] = [begunBefore(acts, 2 * SHOWN_DAYS), begunBefore(acts, SHOWN_DAYS)];
    const key = `${scope.tenantId ?? ''} ${scope.below ? 'below' : 'own'} ${from}`; // readers of another time zone count other days
    for (const [old, { at }] of kept) if (now < at || now >= at + KEPT_FOR) kept.delete(old);
    const known = kept.get(key);
    if (known !== undefined) return known;
    const current = await countCurrent(db, factors, { scope, now });
    const counted = { current, joined: await countJoined(db, scope, { earlier, from }) };
    if (current.users.total > MANY) kept.set(key, { ...counted, at: now });
    return counted;
  };
  return async (scope, { zone, now }) => {
    const { tenantId } = scope;
    const tenants = await findTenantsIn(db, scope);
    const acts = await countActs((id) => tenants === undefined || (id !== null && tenants.has(id)), zone, now);
    const { current, joined } = await countPeople(scope, acts, now);
    const trend = trendOf(acts, joined, await findBeginning(db, tenantId));
    return { ...current, sign_ins: signInsOf(acts), trend };
  };
}

const begunBefore = (acts: readonly ActsOfDay[], days: number): Instant => acts.at(-days)?.from ?? BEFORE_ALL;

interface SignInsOfDay {
  readonly day: string;
  readonly ok: number;
  readonly failed: number;
  readonly locked: number;
}

/** Figures of thirty days and the thirty before; null where the log does not cover them completely. */
interface Change {
  readonly last: number;
  readonly before: number | null;
}

interface Trend {
  readonly joined: Change;
  readonly signed_in: Change;
  readonly failed: Change;
  /** Second factors enabled minus disabled. */
  readonly secured: Change;
}

/** Days in a chart, compared with as many before. */
const SHOWN_DAYS = 30;

const counts: Readonly<Record<Exclude<keyof Trend, 'joined'>, (day: ActsOfDay) => number>> = {
  signed_in: ({ count }) => count('login.ok', 'google.login', 'identity.login'),
  failed: ({ count }) => count('login.fail', 'login.2fa_fail'),
  secured: ({ count }) => count('2fa.verify.ok') - count('2fa.disable', 'user.2fa.reset'),
};

const signInsOf = (acts: readonly ActsOfDay[]): SignInsOfDay[] =>
  acts.slice(-SHOWN_DAYS).map((day) => ({
    day: day.day,
    ok: counts.signed_in(day),
    failed: counts.failed(day),
    locked: day.count('login.locked'),
  }));

/** `acts` cover twice the days shown; `beginning` is the instant from which on they are complete. */
function trendOf(acts: readonly ActsOfDay[], joined: Joined, beginning: string | undefined): Trend {
  const isWhole = beginning !== undefined && beginning < (acts[0]?.from ?? '');
  const change = (of: (day: ActsOfDay) => number): Change => {
    const sum = (some: readonly ActsOfDay[]) => some.reduce((total, day) => total + of(day), 0);
    return { last: sum(acts.slice(-SHOWN_DAYS)), before: isWhole ? sum(acts.slice(0, -SHOWN_DAYS)) : null };
  };
  return {
    joined: { last: joined.last, before: isWhole ? joined.before : null },
    signed_in: change(counts.signed_in),
    failed: change(counts.failed),
    secured: change(counts.secured),
  };
}

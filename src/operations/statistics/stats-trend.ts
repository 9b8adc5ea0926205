import type { ActsOfDay } from './count-acts.ts';
import type { Joined } from './count-joined.ts';

export interface SignInsOfDay {
  readonly day: string;
  readonly ok: number;
  readonly failed: number;
  readonly locked: number;
}

/** Figures of thirty days and the thirty before; null where the log does not cover them completely. */
export interface Change {
  readonly last: number;
  readonly before: number | null;
}

export interface Trend {
  readonly joined: Change;
  readonly signed_in: Change;
  readonly failed: Change;
  /** Second factors enabled minus disabled. */
  readonly secured: Change;
}

/** Days in a chart, compared with as many before. */
export const SHOWN_DAYS = 30;

const counts: Readonly<Record<Exclude<keyof Trend, 'joined'>, (day: ActsOfDay) => number>> = {
  signed_in: ({ count }) => count('login.ok', 'google.login', 'identity.login'),
  failed: ({ count }) => count('login.fail', 'login.2fa_fail'),
  secured: ({ count }) => count('2fa.verify.ok') - count('2fa.disable', 'user.2fa.reset'),
};

export const signInsOf = (acts: readonly ActsOfDay[]): SignInsOfDay[] =>
  acts.slice(-SHOWN_DAYS).map((day) => ({
    day: day.day,
    ok: counts.signed_in(day),
    failed: counts.failed(day),
    locked: day.count('login.locked'),
  }));

/** `acts` cover twice the days shown; `beginning` is the instant from which on they are complete. */
export function trendOf(acts: readonly ActsOfDay[], joined: Joined, beginning: string | undefined): Trend {
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

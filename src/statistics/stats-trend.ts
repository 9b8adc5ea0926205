import type { ActsOfDay } from './count-acts.ts';

export interface SignInsOfDay {
  readonly day: string;
  readonly ok: number;
  readonly failed: number;
  readonly locked: number;
}

/** What happened in thirty days, and in the thirty before: null where those are not on record whole. */
export interface Change {
  readonly last: number;
  readonly before: number | null;
}

export interface Trend {
  readonly joined: Change;
  readonly signed_in: Change;
  readonly failed: Change;
  /** Second factors turned on, less those turned off. */
  readonly secured: Change;
}

/** Days of a chart; a change is told against as many before. */
export const SHOWN_DAYS = 30;

const counts: Readonly<Record<keyof Trend, (day: ActsOfDay) => number>> = {
  joined: ({ count }) => count('user.create'),
  signed_in: ({ count }) => count('login.ok', 'google.login'),
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

/** `acts` are of twice the days shown; `beginning` is the instant from which on they are whole. */
export function trendOf(acts: readonly ActsOfDay[], beginning: string | undefined): Trend {
  const isWhole = beginning !== undefined && beginning < (acts[0]?.day ?? '');
  const change = (of: (day: ActsOfDay) => number): Change => {
    const sum = (some: readonly ActsOfDay[]) => some.reduce((total, day) => total + of(day), 0);
    return { last: sum(acts.slice(-SHOWN_DAYS)), before: isWhole ? sum(acts.slice(0, -SHOWN_DAYS)) : null };
  };
  return {
    joined: change(counts.joined),
    signed_in: change(counts.signed_in),
    failed: change(counts.failed),
    secured: change(counts.secured),
  };
}

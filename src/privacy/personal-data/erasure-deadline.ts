import { earlier, epochOf, type Instant, instantAt } from '../../platform/kernel/clock.ts';
import { days } from '../../platform/kernel/durations.ts';

const DECIDED_WITHIN = days(30);

/** 30 days, or the month of GDPR art. 12(3) where that is shorter: one that begins in the last days of January or in February. */
export const erasureDueAt = (requestedAt: Instant): Instant =>
  earlier(instantAt(epochOf(requestedAt) + DECIDED_WITHIN), monthAfter(requestedAt));

/** A month ends on the day of the same number, or on the last of a shorter month (Regulation 1182/71, art. 3(2)(c)). */
function monthAfter(from: Instant): Instant {
  const day = new Date(from);
  const lastOfNext = new Date(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 2, 0)).getUTCDate();
  return instantAt(new Date(day).setUTCMonth(day.getUTCMonth() + 1, Math.min(day.getUTCDate(), lastOfNext)));
}

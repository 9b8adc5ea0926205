import { sql } from 'kysely';
import { type Instant, latestWritten } from '../kernel/clock.ts';

/** Whether a row that works once still does: unused, not expired, and not from after now, as a clock that was set back leaves them. */
export const isUnused = (at: Instant) =>
  sql<boolean>`(used_at is null and expires_at > ${at} and created_at <= ${latestWritten(at)})`;

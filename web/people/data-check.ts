import type { OwnUser } from '../../client/wire-types.ts';

/** A check of one's data counts for a year. */
const COUNTS_FOR_MS = 365 * 86_400_000;

/** Whether the person has said that their data are right, and whether that still counts. */
export function dataCheckOf({ checked_at }: Pick<OwnUser, 'checked_at'>, now = Date.now()): 'fresh' | 'old' | 'never' {
  if (checked_at === null) return 'never';
  return now - Date.parse(checked_at) < COUNTS_FOR_MS ? 'fresh' : 'old';
}

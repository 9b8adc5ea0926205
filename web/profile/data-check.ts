import type { OwnUser } from '../../client/wire-types.ts';
import { PERSON_FORM, type PersonField } from '../../src/accounts/users/person-form.ts';
import type { Say } from '../i18n/texts.ts';

/** A check of one's data counts for a year. */
const COUNTS_FOR_MS = 365 * 86_400_000;

/** Whether the person has said that their data are right, and whether that still counts. */
export function dataCheckOf({ checked_at }: Pick<OwnUser, 'checked_at'>, now = Date.now()): 'fresh' | 'old' | 'never' {
  if (checked_at === null) return 'never';
  return now - Date.parse(checked_at) < COUNTS_FOR_MS ? 'fresh' : 'old';
}

/** Who sees a field of a person besides the person. */
export const seenBy = (field: PersonField, say: Say): string => say(`profile.seen.${PERSON_FORM[field].toManagers}`);

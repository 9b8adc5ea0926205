import { PERSON_FORM, type PersonField } from '../../src/accounts/users/person-form.ts';
import type { Say } from '../i18n/texts.ts';

/** Who sees a field of a person besides the person. */
export const seenBy = (field: PersonField, say: Say): string => say(`profile.seen.${PERSON_FORM[field].toManagers}`);

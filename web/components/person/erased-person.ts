import { sayNow } from '../../i18n/texts.ts';

/** What the service puts in the place of the address of an erased person. */
const ERASED = /^erased-\d+@erased\.invalid$/;

/** An address to write to; nothing for an erased person, who has none. */
export const addressOf = ({ email }: { readonly email: string }): string => (ERASED.test(email) ? '' : email);

/** The name or else the address; an erased person has neither. */
export const nameOrAddress = (person: { readonly full_name: string; readonly email: string }): string =>
  person.full_name || addressOf(person) || sayNow('person.erased');

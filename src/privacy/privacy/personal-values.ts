import { erasedAddress } from '../../accounts/users/erase-user.ts';
import { hasNamesake, listSharedValues } from '../../accounts/users/shared-values.ts';
import type { User } from '../../accounts/users/user.ts';
import { isTellingPhone } from '../../accounts/users/user-words.ts';
import { listAddressesOf } from '../../platform/audit/acts-about.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PersonalValues } from '../../platform/database/personal-data.ts';
import { normalised } from '../../platform/kernel/text.ts';

/**
 * Values that identify a person anywhere. Excludes those that another person has too (a freed address given to a new account,
 * a family's telephone): erasing them would remove that person's data.
 */
export async function personalValuesOf(db: Db, user: User): Promise<PersonalValues> {
  const all = new Set([user.email, ...(await listAddressesOf(db, user.id))]);
  all.delete(erasedAddress(user.id));
  const shared = await listSharedValues(db, user, [...all]);
  const isOwn = (value: string) => value !== '' && !shared.has(value);
  return {
    userId: user.id,
    emails: [...all].filter((email) => isOwn(email)),
    oib: isOwn(user.oib) ? user.oib : null,
    phone: isTellingPhone(user.telefon) && isOwn(user.telefon) ? user.telefon : null,
    names: await namesOf(db, user),
  };
}

/** Only full names that nobody else has: a single word occurs in unrelated texts, and a shared name identifies others too. */
async function namesOf(db: Db, user: User): Promise<string[]> {
  const { ime, prezime, full_name } = user;
  const all = new Set([full_name, `${ime} ${prezime}`, `${prezime} ${ime}`].map(normalised));
  const names = [...all].filter((name) => /\S\s+\S/u.test(name));
  return names.length === 0 || (await hasNamesake(db, user, names)) ? [] : names;
}

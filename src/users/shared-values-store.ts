import { sql } from 'kysely';
import type { Db } from '../database/database.ts';
import type { User } from './user.ts';
import { isTellingPhone, phoneWord } from './user-words.ts';
import { ofWord } from './word-search.ts';

/**
 * Which of these values others hold who are not deleted. Empty ones are nobody's. A telephone has no index of its own:
 * whoever holds it is listed under its number.
 */
export async function listSharedValues(
  db: Db,
  { id, oib, telefon }: Pick<User, 'id' | 'oib' | 'telefon'>,
  emails: readonly string[],
): Promise<Set<string>> {
  const others = db.selectFrom('users').where('users.id', '<>', id).where('users.status', '<>', sql.lit('deleted'));
  const searches = [];
  if (emails.length > 0) searches.push(others.select('email as value').where('email', 'in', emails));
  if (oib !== '')
    searches.push(others.select('oib as value').where('oib', '=', oib).where('oib', '<>', sql.lit('')).limit(1));
  if (isTellingPhone(telefon)) {
    const listed = ofWord(db, phoneWord(telefon), { tenantId: undefined }).ids;
    searches.push(
      others.select('telefon as value').where('telefon', '=', telefon).where('users.id', 'in', listed).limit(1),
    );
  }
  const found = await Promise.all(searches.map((search) => search.execute()));
  return new Set(found.flat().map(({ value }) => value));
}
